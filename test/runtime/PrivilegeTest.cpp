//===- PrivilegeTest.cpp - Programs with more rights than their caller ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "TestFolder.h"
#include "support/ChildProcess.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tasklet;

namespace {

constexpr uid_t Owner = 65534, Caller = 12345;

/// A folder whose programs the caller controls, and a set-user-id program that
/// belongs to someone else. Only root can make the two.
class PrivilegeTest : public testing::Test {
protected:
  void SetUp() override {
    if (geteuid() != 0)
      GTEST_SKIP() << "needs root, to make a program of another user's";
    chmod(Folder.path().c_str(), 0755);
    std::filesystem::copy_file(PRIVILEGE_PROBE, Probe);
    ASSERT_EQ(chown(Probe.c_str(), Owner, Owner), 0);
    script("probe-child", "#!/bin/sh\necho the caller\\'s\n");
    script("print-environment", "#!/bin/sh\nexec env\n");
  }

  void script(const char *Name, const char *Text) {
    writeText(Folder.file(Name), Text);
    chmod(Folder.file(Name).c_str(), 0755);
  }

  /// What the probe says when another user starts it, with everything set.
  std::string run(mode_t Mode) {
    EXPECT_EQ(chmod(Probe.c_str(), Mode), 0);
    ChildRequest Request;
    Request.Arguments = {"/usr/bin/setpriv",
                         "--reuid=" + std::to_string(Caller),
                         "--clear-groups",
                         "/usr/bin/env",
                         "-i",
                         "PATH=" + Folder.path() + ":/usr/bin:/bin",
                         "HOME=" + Folder.path(),
                         "TMPDIR=" + Folder.path(),
                         "TASKLET_COMPILER=/evil/taskletc",
                         "TASKLET_CACHE_DIR=/evil/cache",
                         "TASKLET_COMPILER_TIMEOUT=x",
                         "TASKLET_WORKERS=3",
                         Probe,
                         Folder.file("print-environment")};
    Request.CaptureOutput = true;
    ChildResult Result = runChild(Request);
    EXPECT_TRUE(Result.succeeded());
    return Result.Output;
  }

  TestFolder Folder;
  std::string Probe = Folder.file("probe");
};

} // namespace

static bool has(const std::string &Text, const std::string &Part) {
  return Text.find(Part) != std::string::npos;
}

TEST_F(PrivilegeTest, SetUserIdProgramsHearNothingFromTheirCaller) {
  std::string Said = run(04755);
  EXPECT_TRUE(has(Said, "privileged: 1\n")) << Said;
  EXPECT_FALSE(has(Said, "evil")) << Said;
  EXPECT_TRUE(has(Said, "cache: \n")) << Said;
  EXPECT_TRUE(has(Said, "limit: 600, workers: 0, errors: \n")) << Said;
  EXPECT_TRUE(has(Said, "temporary: /tmp/tasklet-\n")) << Said;
  EXPECT_TRUE(has(Said, "probe-child: not started\n")) << Said;
  EXPECT_TRUE(has(Said, "PATH=/usr/bin:/bin\n")) << Said;
  EXPECT_FALSE(has(Said, "TASKLET_")) << Said;
}

/// The same without the bit, lest the test above see nothing.
TEST_F(PrivilegeTest, OrdinaryProgramsDo) {
  std::string Said = run(0755);
  EXPECT_TRUE(has(Said, "privileged: 0\n")) << Said;
  EXPECT_TRUE(has(Said, "compiler: /evil/taskletc\n")) << Said;
  EXPECT_TRUE(has(Said, "cache: /evil/cache\n")) << Said;
  EXPECT_TRUE(has(Said, "errors: TASKLET_COMPILER_TIMEOUT='x'")) << Said;
  EXPECT_TRUE(has(Said, "workers: 3")) << Said;
  EXPECT_TRUE(has(Said, "probe-child: the caller's\n")) << Said;
  EXPECT_TRUE(has(Said, "TASKLET_WORKERS=3\n")) << Said;
}
