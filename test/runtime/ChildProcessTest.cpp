//===- ChildProcessTest.cpp -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ChildProcess.h"

#include <cerrno>
#include <csignal>
#include <gtest/gtest.h>

using namespace tasklet;
using End = ChildResult::End;

static ChildResult runShell(const std::string &Script,
                            const std::string &Input = "") {
  ChildRequest Request;
  Request.Arguments = {"sh", "-c", Script};
  Request.Input = &Input;
  Request.CaptureOutput = Request.CaptureErrors = true;
  return runChild(Request);
}

TEST(ChildProcessTest, StatusAndTextsComeBack) {
  ChildResult Result = runShell("cat; echo oops >&2; exit 3", "hello");
  EXPECT_EQ(Result.How, End::Exited);
  EXPECT_EQ(Result.Code, 3);
  EXPECT_EQ(Result.Output, "hello");
  EXPECT_EQ(Result.Errors, "oops\n");
}

TEST(ChildProcessTest, LargeTextsBothWaysDoNotBlock) {
  std::string Large(4u << 20, 'x');
  ChildResult Result = runShell("cat; cat /dev/null >&2", Large);
  EXPECT_TRUE(Result.succeeded());
  EXPECT_EQ(Result.Output, Large);
}

TEST(ChildProcessTest, ArgumentsAreNotInterpreted) {
  ChildRequest Request;
  Request.Arguments = {"printf", "%s|", "$HOME", "a b", "`id`", ";", ""};
  Request.CaptureOutput = true;
  EXPECT_EQ(runChild(Request).Output, "$HOME|a b|`id`|;||");
}

TEST(ChildProcessTest, DeathBySignalIsTold) {
  ChildResult Result = runShell("kill -9 $$");
  EXPECT_EQ(Result.How, End::Killed);
  EXPECT_EQ(Result.Code, SIGKILL);
}

TEST(ChildProcessTest, MissingProgramIsTold) {
  ChildRequest Request;
  Request.Arguments = {"/no/such/program"};
  ChildResult Result = runChild(Request);
  EXPECT_EQ(Result.How, End::NotStarted);
  EXPECT_EQ(Result.Code, ENOENT);
}

TEST(ChildProcessTest, ApplicationThatIgnoresItsChildren) {
  auto *Old = signal(SIGCHLD, SIG_IGN);
  ChildResult Result = runShell("echo done");
  signal(SIGCHLD, Old);
  EXPECT_EQ(Result.How, End::Unknown);
  EXPECT_EQ(Result.Output, "done\n");
}
