//===- BrokenCompilerTest.cpp - Builds that fail, and the next one --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "DeviceFixture.h"

#include <chrono>
#include <csignal>
#include <optional>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace tasklet;

class BrokenCompilerTest : public DeviceTest {
protected:
  /// Builds a program that uses tasks and expects one message, which has these
  /// words, in its log.
  void expectFailure(const std::string &Remark,
                     const std::vector<std::string> &Words,
                     cl_int Code = CL_BUILD_PROGRAM_FAILURE,
                     const char *Options = "") {
    std::string Source = TaskSource + (" // " + Remark);
    cl_program Program = makeProgram(Source.c_str());
    EXPECT_EQ(build(Program, Options), Code) << Remark;
    cl_build_status Status = CL_BUILD_NONE;
    clGetProgramBuildInfo(Program, Device, CL_PROGRAM_BUILD_STATUS,
                          sizeof(Status), &Status, nullptr);
    EXPECT_EQ(Status, CL_BUILD_ERROR);
    expectOneMessage(buildLog(Program), Words);
  }

  static void expectOneMessage(const std::string &Log,
                               const std::vector<std::string> &Words) {
    for (const std::string &Word : Words)
      EXPECT_NE(Log.find(Word), std::string::npos) << Word << " in: " << Log;
    EXPECT_EQ(Log.find("tasklet: "), 0u) << Log;
    EXPECT_EQ(Log.find('\n'), Log.size() - 1) << Log;
  }

  /// The same program builds and runs once the reason is gone.
  void expectNextWorks() {
    cl_kernel Kernel = makeKernel("squares");
    cl_mem Out = makeBuffer(10);
    ASSERT_EQ(enqueueSquares(Kernel, Out, 3, 10), CL_SUCCESS);
    expectSquares(read(Out, 10), 3);
  }
};

TEST_F(BrokenCompilerTest, CompilersThatAreNone) {
  TestFolder Folder;
  writeText(Folder.file("text"), "no program");
  const std::pair<std::string, std::string> Cases[] = {
      {"/no/such/taskletc", "cannot be run: No such file or directory"},
      {Folder.path(), "cannot be run: Permission denied"},
      {Folder.file("text"), "cannot be run: Permission denied"},
      {"/bin/false", "ended with the unexpected status 1"},
      {"/bin/true", "ended without leaving a program and a manifest"}};
  for (const auto &[Compiler, Reason] : Cases) {
    {
      ScopedVariable Variable("TASKLET_COMPILER", Compiler);
      expectFailure("", {"the compiler '" + Compiler + "' ", Reason});
    }
    expectNextWorks();
  }
}

TEST_F(BrokenCompilerTest, NoFileCanBeOpened) {
  rlimit Old = {};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &Old), 0);
  // As many as are open stay so.
  for (rlim_t Files : {0, 3}) {
    rlimit Few = {Files, Old.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &Few), 0);
    expectFailure("few files " + std::to_string(Files),
                  {"the compiler '",
                   "cannot be run: Too many open files; close "
                   "files that are open, or raise their "
                   "limit (ulimit -n)"});
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &Old), 0);
    expectNextWorks();
  }
}

TEST_F(BrokenCompilerTest, ToolsWithErrorsOfTheirOwn) {
  {
    ScopedVariable Variable("TASKLET_COMPILER", "/bin/cat");
    expectFailure("", {"the compiler '/bin/cat' does not answer as taskletc "
                       "does; set TASKLET_COMPILER"});
  }
  expectNextWorks();
}

TEST_F(BrokenCompilerTest, CompilersThatEndBadly) {
  const std::pair<const char *, const char *> Cases[] = {
      {"FAKE_CRASH", "' was killed by signal 9 (Killed); build again"},
      {"FAKE_SEGV", "' was killed by signal 11 (Segmentation fault); build"},
      {"FAKE_SILENT", "' ended without leaving a program and a manifest"},
      {"FAKE_OLD",
       "cannot be used: it is for version 999 of the interface, and this "
       "library for version 9; install compiler and library from one release, "
       "and compile again what another one has compiled\n"}};
  for (const auto &[Remark, Reason] : Cases) {
    expectFailure(Remark, {"the compiler '", Reason});
    expectNextWorks();
  }
}

/// What a newer compiler may say of a program.
TEST_F(BrokenCompilerTest, ManifestsThatAskForMore) {
  {
    ScopedVariable Mode("FAKE_MODE", "sorted");
    expectFailure(
        "sorted",
        {"tasklet: the manifest of the compiler '" FAKE_COMPILER
         "' cannot be used: the kernel 'squares' is to be launched in the mode "
         "'sorted', which this library does not know; install compiler and "
         "library from one release\n"});
  }
  {
    ScopedVariable Target("FAKE_TARGET", "ptx");
    expectFailure("ptx",
                  {"tasklet: the program was compiled for the target 'ptx', "
                   "and the driver of the device '",
                   "' takes the target '" + target() +
                       "'; build it from source, or compile it with "
                       "-tkl-target=" +
                       target() + "\n"});
  }
  expectNextWorks();
}

/// One of its kernels may be the driver's.
TEST_F(BrokenCompilerTest, PlainKernelsAreTheDrivers) {
  ScopedVariable Mode("FAKE_MODE", "plain");
  std::string Source = TaskSource + std::string(" // plain");
  cl_program Program = makeProgram(Source.c_str());
  ASSERT_EQ(build(Program), CL_SUCCESS) << buildLog(Program);
  cl_int Error = CL_SUCCESS;
  cl_kernel Kernel = clCreateKernel(Program, "squares", &Error);
  ASSERT_EQ(Error, CL_SUCCESS);
  cl_uint Arguments = 0;
  clGetKernelInfo(Kernel, CL_KERNEL_NUM_ARGS, sizeof(Arguments), &Arguments,
                  nullptr);
  EXPECT_EQ(Arguments, 3u) << "nothing of it is hidden";
  clReleaseKernel(Kernel);
}

TEST_F(BrokenCompilerTest, WhatIsCutOffIsNotKept) {
  const size_t Whole = std::filesystem::file_size(FAKE_BITCODE);
  for (size_t Size : {size_t(0), size_t(3), Whole / 2, Whole - 1}) {
    std::string Remark = "cut off at " + std::to_string(Size);
    {
      ScopedVariable Cut("FAKE_CUT", std::to_string(Size));
      expectFailure(Remark, {"the program that the compiler '" FAKE_COMPILER
                             "' has left is cut off, at " +
                                 std::to_string(Size) + " bytes",
                             "build again"});
    }
    std::string Source = TaskSource + (" // " + Remark);
    cl_program Again = makeProgram(Source.c_str());
    EXPECT_EQ(build(Again), CL_SUCCESS) << buildLog(Again);
  }
  expectNextWorks();
}

TEST_F(BrokenCompilerTest, StuckCompilerIsStopped) {
  {
    ScopedVariable Limit("TASKLET_COMPILER_TIMEOUT", "1");
    auto Start = std::chrono::steady_clock::now();
    expectFailure("FAKE_STUCK",
                  {"' was stopped, because it was not done after 1 seconds; if "
                   "it only needs longer, set TASKLET_COMPILER_TIMEOUT to "
                   "more"});
    EXPECT_LT(std::chrono::steady_clock::now() - Start,
              std::chrono::seconds(60));
  }
  expectNextWorks();
}

TEST_F(BrokenCompilerTest, SlowCompilerIsWaitedFor) {
  std::string Source = TaskSource + std::string(" // FAKE_SLOW");
  auto Start = std::chrono::steady_clock::now();
  cl_program Program = makeProgram(Source.c_str());
  EXPECT_EQ(build(Program), CL_SUCCESS) << buildLog(Program);
  EXPECT_GE(std::chrono::steady_clock::now() - Start, std::chrono::seconds(3));
  expectNextWorks();
}

TEST_F(BrokenCompilerTest, BadValuesNameTheirVariable) {
  const std::pair<const char *, const char *> Cases[] = {
      {"TASKLET_CACHE", "off"}, {"TASKLET_COMPILER_TIMEOUT", "1h"}};
  for (const auto &[Name, Value] : Cases) {
    {
      ScopedVariable Variable(Name, Value);
      expectFailure("",
                    {std::string("tasklet: ") + Name + "='" + Value + "' "});
      // What uses no tasks does not ask for them.
      cl_program Plain = makeProgram("__kernel void k(__global int *task) {}");
      EXPECT_EQ(build(Plain), CL_SUCCESS) << buildLog(Plain);
    }
    expectNextWorks();
  }
}

TEST_F(BrokenCompilerTest, BadLaunchValuesNameTheirVariable) {
  const std::pair<const char *, const char *> Cases[] = {
      {"TASKLET_HEAP_SIZE", "lots"},
      {"TASKLET_HEAP_SIZE", "1000"},
      {"TASKLET_WORKERS", "0"},
      {"TASKLET_STATS", "yes"},
      {"TASKLET_TRACE_CLOCK", "sun"}};
  for (const auto &[Name, Value] : Cases) {
    {
      ScopedVariable Variable(Name, Value);
      restart();
      Messages.clear();
      cl_kernel Kernel = makeKernel("squares");
      EXPECT_EQ(enqueueSquares(Kernel, makeBuffer(10), 1, 10),
                CL_OUT_OF_RESOURCES);
      ASSERT_EQ(Messages.size(), 1u);
      EXPECT_NE(Messages[0].find(std::string(Name) + "='" + Value + "' is no "),
                std::string::npos)
          << Messages[0];
    }
    restart();
    expectNextWorks();
  }
}

TEST_F(BrokenCompilerTest, TemporaryFolderIsMissing) {
  {
    ScopedVariable Variable("TMPDIR", "/no/such/folder");
    expectFailure("", {"no temporary folder can be made: No such file or "
                       "directory; TMPDIR can name another place"});
  }
  expectNextWorks();
}

/// Headers go through temporary files. A limit stands for the full disk.
TEST_F(BrokenCompilerTest, TemporaryFilesDoNotFit) {
  std::string Large(100000, ' ');
  cl_program Header = makeProgram(Large.c_str());
  cl_program Program = makeProgram(TaskSource);
  const char *Name = "large.h";
  auto Compile = [&] {
    return clCompileProgram(Program, 1, &Device, "", 1, &Header, &Name, nullptr,
                            nullptr);
  };
  auto *Old = signal(SIGXFSZ, SIG_IGN);
  rlimit Usual;
  getrlimit(RLIMIT_FSIZE, &Usual);
  rlimit Low = {50000, Usual.rlim_max};
  setrlimit(RLIMIT_FSIZE, &Low);
  cl_int Code = Compile();
  setrlimit(RLIMIT_FSIZE, &Usual);
  signal(SIGXFSZ, Old);
  EXPECT_EQ(Code, CL_COMPILE_PROGRAM_FAILURE);
  expectOneMessage(buildLog(Program),
                   {"the header 'large.h' cannot be written", "File too large",
                    "TMPDIR can name another place"});
  EXPECT_EQ(Compile(), CL_SUCCESS) << buildLog(Program);
}

TEST_F(BrokenCompilerTest, CacheCannotBeWritten) {
  TestFolder Folder;
  std::filesystem::create_directory(Folder.file("open"));
  chmod(Folder.file("open").c_str(), 0777);
  writeText(Folder.file("file"), "");
  const std::pair<std::string, std::string> Cases[] = {
      {Folder.file("open"), "other users may write to it"},
      {Folder.file("file"), "it is no folder"},
      {Folder.file("file/below"), "Not a directory"},
      {"relative", "a full path is needed, which begins with '/'"},
      {"./relative/folder", "a full path is needed, which begins with '/'"},
      {"/proc/tasklet", "No such file or directory"}};
  for (const auto &[Path, Reason] : Cases) {
    ScopedVariable Variable("TASKLET_CACHE_DIR", Path);
    cl_program Program = makeProgram(TaskSource);
    EXPECT_EQ(build(Program), CL_SUCCESS);
    expectOneMessage(
        buildLog(Program),
        {"warning: the compiled program is not kept: the folder '" + Path +
             "' cannot be used: " + Reason,
         "set TASKLET_CACHE_DIR to another folder, or "
         "TASKLET_CACHE=0"});
    expectNextWorks();
  }
}

TEST_F(BrokenCompilerTest, OptionsThatReachFurther) {
  for (const char *Option : {"-o x", "-Xclang -load", "-include /etc/passwd",
                             "-D @/etc/passwd", "-fplugin=x.so", "-Wl,-x"})
    expectFailure("", {"build option '"}, CL_INVALID_BUILD_OPTIONS, Option);
  expectNextWorks();
}

/// As at run time.
TEST_F(BrokenCompilerTest, RelativeFoldersAreNotMade) {
  ScopedVariable Variable("TASKLET_CACHE_DIR", "RelativeFoldersAreNotMade");
  EXPECT_EQ(build(makeProgram(TaskSource)), CL_SUCCESS);
  EXPECT_FALSE(std::filesystem::exists("RelativeFoldersAreNotMade"));
}

/// A build option is not a command, whatever it looks like.
TEST_F(BrokenCompilerTest, NothingReachesAShell) {
  TestFolder Folder;
  std::string Trap = Folder.file("trap");
  for (const std::string &Option :
       {"-DX=`touch$IFS" + Trap + "`", "-DX=$(touch$IFS" + Trap + ")",
        "-DX=\";touch " + Trap + ";\"", "-I \"|touch " + Trap + "\""}) {
    cl_program Program = makeProgram(TaskSource);
    EXPECT_EQ(build(Program, Option.c_str()), CL_SUCCESS) << Option;
    EXPECT_FALSE(std::filesystem::exists(Trap)) << Option;
  }
}
