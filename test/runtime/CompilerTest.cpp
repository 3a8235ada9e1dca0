//===- CompilerTest.cpp ---------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile/Compiler.h"
#include "TestFolder.h"
#include "compile/CompilerRun.h"

#include <chrono>
#include <csignal>
#include <functional>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace tasklet;
using Outcome = CompileResult::Outcome;

static const TargetDevice Device = {"device", "1", "cl_a cl_b"};

TEST(CompilerTest, ExtensionsBecomeOneOption) {
  EXPECT_EQ(makeExtensionOption(""), "-cl-ext=-all");
  EXPECT_EQ(makeExtensionOption(" cl_a  cl_b "), "-cl-ext=-all,+cl_a,+cl_b");
  EXPECT_EQ(makeExtensionOption("a,b cl_c"), "-cl-ext=-all,+cl_c");
}

TEST(CompilerTest, DependenciesAreRead) {
  using Paths = std::vector<std::string>;
  EXPECT_EQ(parseDependencies(""), Paths());
  EXPECT_EQ(parseDependencies("program: a.cl /x/b\\ c.h \\\n  d$$.h\n"),
            Paths({"a.cl", "/x/b c.h", "d$.h"}));
}

TEST(CompilerTest, OutcomesAreToldApart) {
  ScopedVariable Off("TASKLET_CACHE", "0");
  CompileResult Result = compileSource({"__task int f();", {}}, Device);
  EXPECT_EQ(Result.How, Outcome::Compiled) << Result.Log;
  EXPECT_EQ(Result.Bitcode, readText(FAKE_BITCODE));
  ASSERT_EQ(Result.Info.Kernels.size(), 2u);

  Result = compileSource({"int task;", {}}, Device);
  EXPECT_EQ(Result.How, Outcome::Compiled) << Result.Log;
  EXPECT_FALSE(Result.Info.Tasklets);
  EXPECT_EQ(Result.Bitcode, "");

  Result = compileSource({"FAKE_ERROR", {}}, Device);
  EXPECT_EQ(Result.How, Outcome::ProgramError);
  EXPECT_NE(Result.Log.find("fake error"), std::string::npos);

  Result = compileSource({"", {"-DFAKE_USAGE"}}, Device);
  EXPECT_EQ(Result.How, Outcome::BadOptions);

  const std::pair<const char *, const char *> Broken[] = {
      {"FAKE_CRASH", "signal 9"},
      {"FAKE_MISSING", "clang 15 was not found"},
      {"FAKE_SILENT", "without leaving"},
      {"FAKE_OLD", "version 999"}};
  for (const auto &[Source, Word] : Broken) {
    Result = compileSource({Source, {}}, Device);
    EXPECT_EQ(Result.How, Outcome::Unavailable) << Source;
    EXPECT_NE(Result.Log.find(Word), std::string::npos) << Result.Log;
  }
}

TEST(CompilerTest, MissingCompilerSaysWhatToSet) {
  ScopedVariable Missing("TASKLET_COMPILER", "/no/such/taskletc");
  CompileResult Result = compileSource({"__task int f();", {}}, Device);
  EXPECT_EQ(Result.How, Outcome::Unavailable);
  EXPECT_NE(Result.Log.find("TASKLET_COMPILER"), std::string::npos);
}

TEST(CompilerTest, EqualProgramsCompileOnce) {
  TestFolder Folder;
  ScopedVariable Cache("TASKLET_CACHE_DIR", Folder.file("cache"));
  auto Compile = [](const std::string &Source,
                    const std::vector<std::string> &Options,
                    const TargetDevice &Target) {
    size_t Before = countCompilations();
    CompileResult Result = compileSource({Source, Options}, Target);
    EXPECT_EQ(Result.How, Outcome::Compiled) << Result.Log;
    EXPECT_NE(Result.Log.find("fake warning"), std::string::npos);
    EXPECT_EQ(Result.Info.Kernels.size(), 2u);
    return countCompilations() - Before;
  };
  std::string Source = "__task FAKE_WARNING";
  EXPECT_EQ(Compile(Source, {}, Device), 1u);
  EXPECT_EQ(Compile(Source, {}, Device), 0u);
  EXPECT_EQ(Compile(Source + " ", {}, Device), 1u);
  EXPECT_EQ(Compile(Source, {"-DA"}, Device), 1u);
  EXPECT_EQ(Compile(Source, {}, {"device", "2", "cl_a cl_b"}), 1u);
  EXPECT_EQ(Compile(Source, {}, {"device", "1", "cl_a"}), 1u);
  // For drivers that take another form, or need more.
  for (const Target &Each : {Target{"a", "", ProgramForm::Bitcode},
                             Target{"b", "", ProgramForm::Bitcode},
                             Target{"b", "c", ProgramForm::Bitcode}}) {
    TargetDevice Other = Device;
    Other.Takes = &Each;
    EXPECT_EQ(Compile(Source, {}, Other), 1u) << Each.Name << Each.Quirks;
    EXPECT_EQ(Compile(Source, {}, Other), 0u) << Each.Name << Each.Quirks;
  }
  EXPECT_EQ(Compile(Source, {}, Device), 0u);
  ScopedVariable Off("TASKLET_CACHE", "0");
  EXPECT_EQ(Compile(Source, {}, Device), 1u);
}

TEST(CompilerTest, TheTargetIsAskedFor) {
  ScopedVariable Off("TASKLET_CACHE", "0");
  std::string File = std::string(getenv("FAKE_TASKLETC_LOG")) + ".arguments";
  auto Asked = [&](const std::function<void(const TargetDevice &)> &Compile,
                   const Target *Takes) {
    TargetDevice Its = Device;
    Its.Takes = Takes;
    unlink(File.c_str());
    Compile(Its);
    std::string Words = readText(File), Found;
    for (size_t At = 0; (At = Words.find("-tkl-", At)) != std::string::npos;
         ++At)
      Found += Words.substr(At, Words.find_first_of(" \n", At) - At) + " ";
    return Found;
  };
  const Target Plain = {"a", "", ProgramForm::Spirv};
  const Target Needy = {"a", "b,c", ProgramForm::Bitcode};
  const std::function<void(const TargetDevice &)> Ways[] = {
      [](const TargetDevice &Its) {
        compileSource({"__task", {}}, Its);
      },
      [](const TargetDevice &Its) { compileBitcode("__task", Its); },
      [](const TargetDevice &Its) { linkObjects({"__task"}, false, Its); }};
  for (const auto &Way : Ways) {
    EXPECT_EQ(Asked(Way, nullptr), "");
    EXPECT_EQ(Asked(Way, &Plain), "-tkl-target=a ");
    EXPECT_EQ(Asked(Way, &Needy), "-tkl-target=a -tkl-quirks=b,c ");
  }
}

TEST(CompilerTest, VectorsAreLongOnProcessorsOfAMD) {
  EXPECT_EQ(vectorBitsOf("AuthenticAMD", "skylake-avx512"), 512u);
  EXPECT_EQ(vectorBitsOf("AuthenticAMD", "znver3"), 0u);
  EXPECT_EQ(vectorBitsOf("AuthenticAMD", "znver5"), 0u);
  EXPECT_EQ(vectorBitsOf("GenuineIntel", "skylake-avx512"), 0u);
  EXPECT_EQ(vectorBitsOf("", ""), 0u);
}

TEST(CompilerTest, TheProcessorIsNamed) {
  EXPECT_EQ(processorInVersion("OpenCL 3.0 PoCL HSTR: "
                               "pthread-x86_64-pc-linux-gnu-skylake-avx512"),
            "skylake-avx512");
  for (const char *Other :
       {"", "OpenCL 3.0", "OpenCL 3.0 LINUX", "OpenCL 3.0 PoCL HSTR: ",
        "OpenCL 3.0 PoCL HSTR: pthread-x86_64-pc-linux-gnu-",
        "OpenCL 3.0 PoCL HSTR: pthread-x86_64-pc-linux-gnu-a b",
        "OpenCL 3.0 PoCL HSTR: pthread-x86_64-pc-linux-gnu-a,b",
        "OpenCL 3.0 PoCL HSTR: pthread-aarch64-linux-gnu-cortex-a72",
        "OpenCL 3.0 pthread-x86_64-pc-linux-gnu-haswell"})
    EXPECT_EQ(processorInVersion(Other), "") << Other;

  // Sources and linked programs are for it, and the name is a part of the
  // cache's key. Who compiled bitcode has decided.
  TestFolder Folder;
  ScopedVariable Cache("TASKLET_CACHE_DIR", Folder.file("cache"));
  std::string File = std::string(getenv("FAKE_TASKLETC_LOG")) + ".arguments";
  const Target Takes = {"a", "", ProgramForm::Bitcode};
  for (const char *Name : {"", "haswell", "zen99"}) {
    TargetDevice Its = Device;
    Its.Takes = &Takes;
    Its.Processor = Name;
    Its.VectorBits = strcmp(Name, "zen99") ? 0 : 512;
    std::string Option =
        *Name ? std::string("--cpu=") + Name + ",x86-64" : std::string();
    const std::function<void()> Ways[] = {
        [&] {
          compileSource({"__task", {}}, Its);
        },
        [&] { linkObjects({"__task"}, false, Its); }};
    for (const auto &Way : Ways) {
      unlink(File.c_str());
      Way();
      std::string Words = readText(File);
      EXPECT_FALSE(Words.empty()) << Name;
      EXPECT_EQ(Words.find("--cpu") != std::string::npos, *Name != 0) << Words;
      EXPECT_NE(Words.find(Option), std::string::npos) << Words;
      EXPECT_EQ(Words.find("-mprefer-vector-width=512") != std::string::npos,
                Its.VectorBits != 0)
          << Words;
    }
    unlink(File.c_str());
    compileBitcode("__task", Its);
    EXPECT_EQ(readText(File).find("--cpu"), std::string::npos);
  }
}

/// A translation gets a program that has all that was asked for.
TEST(CompilerTest, WhatIsTranslatedIsNotCheckedAgain) {
  ScopedVariable Off("TASKLET_CACHE", "0");
  ScopedVariable Trace("TASKLET_TRACE", "/no/such/folder/trace.json");
  std::string File = std::string(getenv("FAKE_TASKLETC_LOG")) + ".arguments";
  for (const char *Check : {"races", "stack"}) {
    ScopedVariable Checked("TASKLET_CHECK", Check);
    const std::string Option = std::string("--check=") + Check;
    unlink(File.c_str());
    compileSource({"__task", {}}, Device);
    std::string Words = readText(File);
    EXPECT_NE(Words.find(Option), std::string::npos) << Words;
    EXPECT_EQ(Words.find("--trace"), std::string::npos) << Words;
    unlink(File.c_str());
    EXPECT_EQ(translateToSpirv(readText(FAKE_BITCODE)).How, Outcome::Compiled);
    Words = readText(File);
    EXPECT_NE(Words.find("--emit=spirv"), std::string::npos) << Words;
    EXPECT_EQ(Words.find("--check"), std::string::npos) << Words;
    EXPECT_EQ(Words.find("--trace"), std::string::npos) << Words;
  }
}

TEST(CompilerTest, FailedCompilationsAreNotKept) {
  TestFolder Folder;
  ScopedVariable Cache("TASKLET_CACHE_DIR", Folder.file("cache"));
  for (int I = 0; I < 2; ++I) {
    size_t Before = countCompilations();
    compileSource({"FAKE_ERROR", {}}, Device);
    EXPECT_EQ(countCompilations() - Before, 1u);
  }
}

TEST(CompilerTest, ChangedHeaderCompilesAgain) {
  TestFolder Folder;
  ScopedVariable Cache("TASKLET_CACHE_DIR", Folder.file("cache"));
  std::string Header = Folder.file("a.h");
  ScopedVariable Input("FAKE_TASKLETC_INPUT", Header);
  writeText(Header, "1");
  auto Compile = [] {
    size_t Before = countCompilations();
    compileSource({"__task\n#include \"a.h\"\n", {}}, Device);
    return countCompilations() - Before;
  };
  EXPECT_EQ(Compile(), 1u);
  EXPECT_EQ(Compile(), 0u);
  writeText(Header, "2");
  EXPECT_EQ(Compile(), 1u);
}

/// With SIGCHLD ignored no exit status can be had.
TEST(CompilerTest, ApplicationThatIgnoresItsChildren) {
  ScopedVariable Off("TASKLET_CACHE", "0");
  auto *Old = signal(SIGCHLD, SIG_IGN);
  CompileResult Good = compileSource({"__task int f();", {}}, Device);
  CompileResult Bad = compileSource({"FAKE_ERROR", {}}, Device);
  signal(SIGCHLD, Old);
  EXPECT_EQ(Good.How, Outcome::Compiled) << Good.Log;
  EXPECT_EQ(Bad.How, Outcome::ProgramError);
  EXPECT_NE(Bad.Log.find("fake error"), std::string::npos);
}

/// A child process that does this.
static pid_t startChild(const std::function<bool()> &Body) {
  fflush(nullptr);
  pid_t Child = fork();
  if (Child == 0) {
    alarm(30);
    _exit(Body() ? 0 : 1);
  }
  return Child;
}

static bool succeeds(pid_t Child) {
  int Status = 0;
  return waitpid(Child, &Status, 0) == Child && WIFEXITED(Status) &&
         WEXITSTATUS(Status) == 0;
}

TEST(CompilerTest, ProcessesThatCompileTheSameProgram) {
  TestFolder Folder;
  ScopedVariable Cache("TASKLET_CACHE_DIR", Folder.file("cache"));
  auto Compile = [] {
    CompileResult Result = compileSource({"__task int f();"}, Device);
    return Result.How == Outcome::Compiled && Result.Log.empty() &&
           Result.Bitcode == readText(FAKE_BITCODE);
  };
  std::vector<pid_t> Children;
  for (int I = 0; I < 8; ++I)
    Children.push_back(startChild(Compile));
  for (pid_t Child : Children)
    EXPECT_TRUE(succeeds(Child));
  // One whole entry is left, and nothing else.
  size_t Files = 0;
  for (const auto &File :
       std::filesystem::directory_iterator(Folder.file("cache"))) {
    EXPECT_EQ(File.path().extension(), ".tkl");
    ++Files;
  }
  EXPECT_EQ(Files, 1u);
  size_t Before = countCompilations();
  EXPECT_TRUE(Compile());
  EXPECT_EQ(countCompilations(), Before);
}

/// A child that is forked while another thread compiles has copies of the locks
/// which that thread holds, and nobody to release them.
TEST(CompilerTest, ChildOfACompilingProcess) {
  TestFolder Folder;
  ScopedVariable Cache("TASKLET_CACHE_DIR", Folder.file("cache"));
  std::string Started = Folder.file("started");
  writeText(Folder.file("slow"), "#!/bin/sh\ntouch " + Started +
                                     "\nsleep 1\nexec '" FAKE_COMPILER
                                     "' \"$@\"\n");
  chmod(Folder.file("slow").c_str(), 0700);
  ScopedVariable Slow("TASKLET_COMPILER", Folder.file("slow"));
  auto Compile = [] {
    return compileSource({"__task int f();"}, Device).How == Outcome::Compiled;
  };
  std::thread Other([&] { EXPECT_TRUE(Compile()); });
  while (!std::filesystem::exists(Started))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  pid_t Child = startChild(Compile);
  EXPECT_TRUE(succeeds(Child));
  Other.join();
}

/// Names that would leave the folder of headers, and some that only look so.
TEST(CompilerTest, HeadersStayInTheirFolder) {
  ScopedVariable Off("TASKLET_CACHE", "0");
  auto Compile = [](const std::string &Name) {
    return compileSource({"__task int f();", {}, {{Name, "int x;"}}}, Device);
  };
  for (const char *Bad :
       {"../x.h", "a/../../x.h", "/tmp/x.h", "..", "a/..", "", "a/", "/"}) {
    CompileResult Result = Compile(Bad);
    EXPECT_EQ(Result.How, Outcome::Unavailable) << Bad;
    EXPECT_NE(Result.Log.find("does not stay in a folder"), std::string::npos)
        << Result.Log;
  }
  CompileResult Long = Compile(std::string(300, 'x'));
  EXPECT_EQ(Long.How, Outcome::Unavailable);
  EXPECT_NE(Long.Log.find("File name too long"), std::string::npos) << Long.Log;
  for (const char *Good :
       {"x.h", "a/b/x.h", "..x", "a..b/x.h", "@x", "-o", " "})
    EXPECT_EQ(Compile(Good).How, Outcome::Compiled) << Good;
}

/// Nobody else may read the user's program, or put one in its place.
TEST(CompilerTest, TemporaryFilesArePrivate) {
  TestFolder Folder;
  ScopedVariable Off("TASKLET_CACHE", "0"), Place("TMPDIR", Folder.path());
  std::string Seen = Folder.file("seen");
  writeText(Folder.file("look"),
            "#!/bin/sh\nfind '" + Folder.path() +
                "'/tasklet-* -printf '%d %m %y\\n' | sort -u "
                "> '" +
                Seen + "'\nexec '" FAKE_COMPILER "' \"$@\"\n");
  chmod(Folder.file("look").c_str(), 0700);
  ScopedVariable Look("TASKLET_COMPILER", Folder.file("look"));
  mode_t Old = umask(0);
  CompileResult Result =
      compileSource({"__task int f();", {}, {{"a/b/x.h", "int x;"}}}, Device);
  umask(Old);
  EXPECT_EQ(Result.How, Outcome::Compiled) << Result.Log;
  std::string Modes = readText(Seen);
  EXPECT_EQ(Modes.find("0 700 d\n"), 0u) << Modes;
  EXPECT_NE(Modes.find(" 600 f\n"), std::string::npos) << Modes;
  for (size_t Pos = 0; (Pos = Modes.find(" f\n", Pos)) != std::string::npos;)
    EXPECT_EQ(Modes.substr(Pos++ - 3, 3), "600") << Modes;
  size_t Left = 0;
  for (const auto &File : std::filesystem::directory_iterator(Folder.path()))
    Left += File.path().filename().string().rfind("tasklet-", 0) == 0;
  EXPECT_EQ(Left, 0u);
}
