//===- ForkTest.cpp - Applications that fork ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

#include <functional>
#include <sys/wait.h>
#include <unistd.h>

using namespace tasklet;

class ForkTest : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    Kernel = makeKernel("squares");
    Out = makeBuffer(10);
    run();
  }
  void TearDown() override {
    if (!Kernel)
      return;
    // The parent goes on as if nothing had been.
    run();
    DeviceTest::TearDown();
  }

  void run() {
    ASSERT_EQ(enqueueSquares(Kernel, Out, 2, 10), CL_SUCCESS);
    expectSquares(read(Out, 10), 2);
  }

  /// The exit status of a child that does this; -1 if it does not end.
  static int inChild(const std::function<int()> &Body, bool Exits) {
    fflush(nullptr);
    pid_t Child = fork();
    if (Child == 0) {
      alarm(30);
      int Status = Body();
      fflush(nullptr);
      if (Exits)
        exit(Status);
      _exit(Status);
    }
    int Status = 0;
    waitpid(Child, &Status, 0);
    return WIFEXITED(Status) ? WEXITSTATUS(Status) : -1;
  }

  cl_kernel Kernel = nullptr;
  cl_mem Out = nullptr;
};

TEST_F(ForkTest, ChildEnds) {
  EXPECT_EQ(inChild([] { return 7; }, false), 7);
}

TEST_F(ForkTest, ChildExits) {
  EXPECT_EQ(inChild([] { return 7; }, true), 7);
}

/// None of the driver's threads are in the child: a command would hang.
TEST_F(ForkTest, ChildCannotRunTasks) {
  auto Body = [&] {
    cl_int Code = enqueueSquares(Kernel, Out, 2, 10);
    bool Told = Messages.size() == 1 &&
                Messages[0].find("its context was made before this process was "
                                 "forked") != std::string::npos;
    return Code == CL_INVALID_CONTEXT && Told ? 0 : 1;
  };
  EXPECT_EQ(inChild(Body, false), 0);
  EXPECT_EQ(inChild(Body, true), 0);
}

/// Compiling is our own business, and works.
TEST_F(ForkTest, ChildCompiles) {
  auto Body = [&] {
    cl_program Program = makeProgram("__task int other(int x);");
    return clCompileProgram(Program, 1, &Device, "", 0, nullptr, nullptr,
                            nullptr, nullptr) == CL_SUCCESS
               ? 0
               : 1;
  };
  EXPECT_EQ(inChild(Body, false), 0);
}

TEST_F(ForkTest, ChildReleasesEverything) {
  auto Body = [&] {
    DeviceTest::TearDown();
    return HasFailure() ? 1 : 0;
  };
  EXPECT_EQ(inChild(Body, false), 0);
}
