//===- ProcessIdTest.cpp - Which process this is --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "support/ProcessId.h"

#include <csignal>
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tasklet;

namespace {

bool isRight() { return processId() == getpid() && processId() == getpid(); }

/// Whether \p Test holds in a child that \p Fork makes.
template <typename Function, typename Maker>
bool holdsInChild(Maker Fork, Function Test) {
  pid_t Child = Fork();
  if (Child == 0)
    _exit(Test() ? 0 : 1);
  int Status = -1;
  return Child > 0 && waitpid(Child, &Status, 0) == Child && Status == 0;
}

pid_t forkByHand() {
  return pid_t(syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr));
}

TEST(ProcessIdTest, OfThisProcess) { EXPECT_TRUE(isRight()); }

TEST(ProcessIdTest, OfChildrenAndTheirs) {
  ASSERT_TRUE(isRight());
  EXPECT_TRUE(holdsInChild(fork, [] {
    return isRight() && holdsInChild(fork, isRight) && isRight();
  }));
  EXPECT_TRUE(isRight());
}

// The C library knows nothing of such a child.
TEST(ProcessIdTest, OfAChildByASystemCall) {
  ASSERT_TRUE(isRight());
  EXPECT_TRUE(holdsInChild(forkByHand, isRight));
  EXPECT_TRUE(isRight());
}

} // namespace
