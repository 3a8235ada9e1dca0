//===- HostMemoryTest.cpp - What bounds the memory of a process -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "support/HostMemory.h"
#include "TestFolder.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tasklet;

namespace {

/// The files of a system, in a folder.
class HostMemoryTest : public testing::Test {
protected:
  void write(const std::string &Path, const std::string &Content) {
    std::filesystem::path File = Root.path() + Path;
    std::filesystem::create_directories(File.parent_path());
    std::ofstream(File) << Content;
  }
  uint64_t limit() const { return memoryLimit(Root.path()); }

  TestFolder Root;
  const uint64_t Physical =
      uint64_t(sysconf(_SC_PHYS_PAGES)) * uint64_t(sysconf(_SC_PAGESIZE));
};

TEST_F(HostMemoryTest, TheMachineAlone) {
  EXPECT_EQ(limit(), Physical);
  write("/proc/self/cgroup", "0::/\n");
  EXPECT_EQ(limit(), Physical);
}

TEST_F(HostMemoryTest, GroupsOfVersion2) {
  write("/proc/self/cgroup", "0::/a/b\n");
  write("/sys/fs/cgroup/a/b/memory.max", "max\n");
  EXPECT_EQ(limit(), Physical);
  write("/sys/fs/cgroup/a/b/memory.max", "104857600\n");
  EXPECT_EQ(limit(), 104857600u);
  // A group around it allows less.
  write("/sys/fs/cgroup/a/memory.max", "52428800\n");
  EXPECT_EQ(limit(), 52428800u);
  // Another group says nothing about this process.
  write("/sys/fs/cgroup/a/c/memory.max", "4096\n");
  EXPECT_EQ(limit(), 52428800u);
}

TEST_F(HostMemoryTest, GroupsOfVersion1) {
  write("/proc/self/cgroup",
        "12:cpu,cpuacct:/x\n9:memory:/docker/1\n1:name=systemd:/y\n");
  // As without a limit.
  write("/sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes",
        "9223372036854771712\n");
  write("/sys/fs/cgroup/memory/x/memory.limit_in_bytes", "4096\n");
  EXPECT_EQ(limit(), Physical);
  write("/sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes", "1048576\n");
  EXPECT_EQ(limit(), 1048576u);
}

TEST_F(HostMemoryTest, InAContainerOnlyTheTopIsThere) {
  write("/proc/self/cgroup", "0::/of/the/host\n");
  write("/sys/fs/cgroup/memory.max", "7340032\n");
  EXPECT_EQ(limit(), 7340032u);
}

TEST_F(HostMemoryTest, WhatIsAvailable) {
  EXPECT_EQ(availableMemory(Root.path()), UINT64_MAX) << "nobody says";
  write("/proc/meminfo", "MemTotal:       16000000 kB\n"
                         "MemFree:         1000000 kB\n"
                         "MemAvailable:    3000000 kB\n");
  EXPECT_EQ(availableMemory(Root.path()), 3000000ull << 10);
  write("/proc/meminfo", "");
  EXPECT_EQ(availableMemory(Root.path()), UINT64_MAX);
  EXPECT_GT(availableMemory(), 0u);
}

TEST_F(HostMemoryTest, WhatIsNoLimitIsIgnored) {
  write("/proc/self/cgroup", "nothing\n0::\n0::relative\n:\n\n0::/a\n");
  write("/sys/fs/cgroup/a/memory.max", "many\n");
  EXPECT_EQ(limit(), Physical);
  write("/sys/fs/cgroup/a/memory.max", "");
  EXPECT_EQ(limit(), Physical);
}

TEST_F(HostMemoryTest, AddressSpace) {
  // The limit stays with the process, so another one gets it.
  pid_t Child = fork();
  ASSERT_GE(Child, 0);
  if (Child == 0) {
    constexpr uint64_t Bytes = 1ull << 40;
    rlimit Limit = {Bytes, Bytes};
    setrlimit(RLIMIT_AS, &Limit);
    // The process has some already, but less than all memory.
    uint64_t Free = memoryLimit();
    Limit.rlim_cur = 1 << 20;
    setrlimit(RLIMIT_AS, &Limit);
    _exit(Free <= Bytes && Free > 0 && memoryLimit() == 0 ? 0 : 1);
  }
  int Status = 0;
  ASSERT_EQ(waitpid(Child, &Status, 0), Child);
  EXPECT_TRUE(WIFEXITED(Status) && WEXITSTATUS(Status) == 0) << Status;
}

TEST_F(HostMemoryTest, HeapsGetHalf) {
  EXPECT_LE(memoryForHeaps(), Physical / 2);
  EXPECT_EQ(memoryForHeaps(), memoryForHeaps());
}

} // namespace
