//===- CompilerTest.cpp ---------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Compiler.h"
#include "TestFolder.h"

#include <csignal>
#include <gtest/gtest.h>

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
  ASSERT_EQ(Result.Info.Kernels.size(), 1u);

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
    EXPECT_EQ(Result.Info.Kernels.size(), 1u);
    return countCompilations() - Before;
  };
  std::string Source = "__task FAKE_WARNING";
  EXPECT_EQ(Compile(Source, {}, Device), 1u);
  EXPECT_EQ(Compile(Source, {}, Device), 0u);
  EXPECT_EQ(Compile(Source + " ", {}, Device), 1u);
  EXPECT_EQ(Compile(Source, {"-DA"}, Device), 1u);
  EXPECT_EQ(Compile(Source, {}, {"device", "2", "cl_a cl_b"}), 1u);
  EXPECT_EQ(Compile(Source, {}, {"device", "1", "cl_a"}), 1u);
  EXPECT_EQ(Compile(Source, {}, Device), 0u);
  ScopedVariable Off("TASKLET_CACHE", "0");
  EXPECT_EQ(Compile(Source, {}, Device), 1u);
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
