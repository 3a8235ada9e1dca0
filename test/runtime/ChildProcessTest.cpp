//===- ChildProcessTest.cpp -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "support/ChildProcess.h"

#include "TestFolder.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

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

/// Seconds until nobody holds the lock that a process and its children share;
/// more than \p Limit if somebody does until then.
static double secondsUntilFree(const std::string &Lock, double Limit) {
  int Fd = open(Lock.c_str(), O_RDWR | O_CLOEXEC);
  double Waited = 0;
  while (flock(Fd, LOCK_EX | LOCK_NB) != 0 && Waited <= Limit) {
    usleep(10000);
    Waited += 0.01;
  }
  close(Fd);
  return Waited;
}

/// A program whose children and grandchildren hold the lock for long.
static std::vector<std::string> holdLock(const TestFolder &Folder,
                                         const std::string &Lock) {
  writeText(Lock, "");
  // One has a group of its own, another one a name that looks like the end of a
  // name.
  writeText(Folder.file("a) R 1"), "#!/bin/sh\nsleep 100 & sleep 100\n");
  chmod(Folder.file("a) R 1").c_str(), 0700);
  return {"bash", "-c",
          "exec 9<>'" + Lock +
              "'; flock -s 9; set -m; sleep 100 &"
              " (sleep 100 & wait) & '" +
              Folder.file("a) R 1") + "' & wait"};
}

TEST(ChildProcessTest, AtTheTimeLimitWhatItStartedEndsToo) {
  TestFolder Folder;
  std::string Lock = Folder.file("lock");
  ChildRequest Request;
  Request.Arguments = holdLock(Folder, Lock);
  Request.TimeLimit = 1;
  EXPECT_EQ(runChild(Request).How, End::TimedOut);
  EXPECT_LE(secondsUntilFree(Lock, 5), 5);
}

TEST(ChildProcessTest, WhatItStartedEndsWhenSomethingStopsIt) {
  for (bool Close : {false, true}) {
    TestFolder Folder;
    std::string Lock = Folder.file("lock");
    int Quiet[2], Pipe[2];
    ASSERT_EQ(pipe2(Quiet, O_CLOEXEC), 0);
    ASSERT_EQ(pipe2(Pipe, O_CLOEXEC), 0);
    ChildRequest Request;
    Request.Arguments = holdLock(Folder, Lock);
    Request.Stops = {Quiet[0], Pipe[0]};
    auto Start = std::chrono::steady_clock::now();
    std::thread Stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      if (Close)
        close(Pipe[1]);
      else
        EXPECT_EQ(write(Pipe[1], "x", 1), 1);
    });
    EXPECT_EQ(runChild(Request).How, End::Stopped);
    EXPECT_LT(std::chrono::steady_clock::now() - Start,
              std::chrono::seconds(30));
    Stopper.join();
    EXPECT_LE(secondsUntilFree(Lock, 5), 5);
    // What nobody stops ends as ever.
    Request.Stops = {Quiet[0]};
    Request.Arguments = {"true"};
    EXPECT_TRUE(runChild(Request).succeeded());
    for (int Fd : {Quiet[0], Quiet[1], Pipe[0], Close ? -1 : Pipe[1]})
      close(Fd);
  }
}

/// That a child can use it is seen by routes/killed.test.
TEST(ChildProcessTest, OnlyWhoAsksGetsALifeline) {
  for (bool Wanted : {false, true}) {
    ChildRequest Request;
    Request.Arguments = {"ls", "/proc/self/fd"};
    Request.Lifeline = Wanted;
    Request.CaptureOutput = true;
    // One is for the folder that is listed.
    EXPECT_EQ(runChild(Request).Output,
              Wanted ? "0\n1\n2\n3\n4\n" : "0\n1\n2\n3\n");
  }
}
