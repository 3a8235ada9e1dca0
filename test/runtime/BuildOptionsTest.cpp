//===- BuildOptionsTest.cpp -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile/BuildOptions.h"

#include <gtest/gtest.h>

using namespace tasklet;
using Words = std::vector<std::string>;

static Words split(const std::string &Text) {
  Words Result;
  std::string Error;
  EXPECT_TRUE(splitOptions(Text, Result, Error)) << Error;
  return Result;
}

TEST(BuildOptionsTest, BlanksSeparate) {
  EXPECT_EQ(split(""), Words());
  EXPECT_EQ(split("  \t\n"), Words());
  EXPECT_EQ(split("-D A  -DB=1\t-I x"), Words({"-D", "A", "-DB=1", "-I", "x"}));
}

TEST(BuildOptionsTest, QuotationsKeepBlanks) {
  EXPECT_EQ(split("-I \"a b\" -DX='c d'"), Words({"-I", "a b", "-DX=c d"}));
  EXPECT_EQ(split("-DEMPTY= \"\""), Words({"-DEMPTY=", ""}));
}

TEST(BuildOptionsTest, BackslashProtectsQuotes) {
  EXPECT_EQ(split("-DNAME=\\\"k\\\""), Words({"-DNAME=\"k\""}));
  EXPECT_EQ(split("\"-DNAME=\\\"a b\\\"\""), Words({"-DNAME=\"a b\""}));
  EXPECT_EQ(split("-I a\\ b"), Words({"-I", "a b"}));
  // Any other backslash is an ordinary character, as in paths.
  EXPECT_EQ(split("-DP=a\\n"), Words({"-DP=a\\n"}));
}

TEST(BuildOptionsTest, OpenQuotationIsAnError) {
  Words Result;
  std::string Error;
  EXPECT_FALSE(splitOptions("-DX=\"a", Result, Error));
  EXPECT_NE(Error.find("quotation"), std::string::npos) << Error;
}

TEST(BuildOptionsTest, KnownOptionsPass) {
  Words In = {"-D", "A",       "-Ifoo", "-cl-std=CL1.2", "-cl-mad-enable",
              "-w", "-Werror", "-g"};
  Words Out;
  std::string Error;
  EXPECT_TRUE(checkOptions(In, Out, Error)) << Error;
  EXPECT_EQ(Out, Words({"-DA", "-Ifoo", "-cl-std=CL1.2", "-cl-mad-enable", "-w",
                        "-Werror", "-g"}));
}

TEST(BuildOptionsTest, SpirOptionsAreDropped) {
  Words Out;
  std::string Error;
  EXPECT_TRUE(checkOptions({"-x", "spir", "-spir-std=1.2", "-DA"}, Out, Error));
  EXPECT_EQ(Out, Words({"-DA"}));
}

TEST(BuildOptionsTest, KiteIsOneWord) {
  Words Out;
  std::string Error;
  EXPECT_TRUE(checkOptions({"-fno-bounds", "-x", "kite", "-w"}, Out, Error));
  EXPECT_EQ(Out, Words({"-w", "-xkite", "-fno-bounds"}));
  Out.clear();
  EXPECT_TRUE(checkOptions({"-xkite", "-fwrapv", "-x", "kite"}, Out, Error));
  EXPECT_EQ(Out, Words({"-fwrapv", "-xkite"}));
  for (Words Bad :
       {Words{"-x"}, Words{"-x", "c"}, Words{"-xc"}, Words{"-x", "-x", "kite"}})
    EXPECT_FALSE(checkOptions(Bad, Out, Error));
  EXPECT_FALSE(checkOptions({"-fno-bounds"}, Out, Error));
  EXPECT_EQ(Error, "the build option '-fno-bounds' is for sources in Kite; add "
                   "'-x kite' if this is one");
}

// No driver gets such a source, whatever else is wrong.
TEST(BuildOptionsTest, KiteIsFound) {
  for (const char *Text : {"-x kite", "-w  -x\tkite", "-xkite -no-such",
                           "-x kite \"-DX=", "-x 'kite'"})
    EXPECT_TRUE(asksForKite(Text)) << Text;
  for (const char *Text :
       {"", "-x", "kite", "-x spir kite", "-D'-x kite'", "-xkites", "-X kite"})
    EXPECT_FALSE(asksForKite(Text)) << Text;
}

// A program's build options come from anywhere; they must not make the
// compiler write files, load code or read other programs.
TEST(BuildOptionsTest, OptionsThatReachFurtherAreRefused) {
  for (const char *Bad : {"-o",
                          "-fplugin=x.so",
                          "--emit=ll",
                          "-Xclang",
                          "-Wl,-z",
                          "-Wp,-MD,x",
                          "-cl-std",
                          "-cl-no-such-thing",
                          "-tkl-no-such-thing",
                          "program.cl",
                          "-",
                          "-load",
                          "-include",
                          "-imacros",
                          "-isystem",
                          "-mllvm",
                          "-Wa,-a",
                          "@file",
                          "-fpass-plugin=x.so",
                          "-fmodules",
                          "-B.",
                          "-MD",
                          "--config",
                          "-save-temps",
                          "-E",
                          "--manifest=x"}) {
    Words Out;
    std::string Error;
    EXPECT_FALSE(checkOptions({Bad}, Out, Error)) << Bad;
    EXPECT_NE(Error.find(Bad), std::string::npos) << Error;
  }
}

TEST(BuildOptionsTest, SizesOfWarps) {
  for (const char *Good : {"1", "2", "4", "8", "16", "32", "64"}) {
    Words Out;
    std::string Error, Option = std::string("-tkl-warp-size=") + Good;
    EXPECT_TRUE(checkOptions({Option}, Out, Error)) << Error;
    EXPECT_EQ(Out, Words({Option}));
  }
  for (const char *Bad : {"", "0", "3", "128", "-1", "32x", "032"}) {
    Words Out;
    std::string Error, Option = std::string("-tkl-warp-size=") + Bad;
    EXPECT_FALSE(checkOptions({Option}, Out, Error)) << Bad;
    EXPECT_EQ(Error, "the build option '" + Option +
                         "': a warp has 1, 2, 4, 8, 16, 32 or 64 work-items");
  }
}

/// Everything else is the driver's to judge.
TEST(BuildOptionsTest, DriversGetNoOptionsOfWarps) {
  EXPECT_EQ(withoutWarpOptions(""), "");
  EXPECT_EQ(withoutWarpOptions("-w -DX=1"), "-w -DX=1");
  EXPECT_EQ(withoutWarpOptions("-tkl-warp-size=64"), "");
  EXPECT_EQ(withoutWarpOptions("-tkl-lane-loops=0 -w -tkl-lane-loops=1"),
            " -w ");
  EXPECT_EQ(withoutWarpOptions("-w -tkl-warp-size=4 -tkl-sub-groups\t-g"),
            "-w  \t-g");
  for (const char *Other :
       {"-tkl-warp-size=", "-tkl-warp-size=3", "-tkl-lane-loops=2",
        "-tkl-sub-groups2", "-DX=-tkl-sub-groups", "-tkl-warp",
        "'-tkl-sub-groups'"})
    EXPECT_EQ(withoutWarpOptions(Other), Other);
}

TEST(BuildOptionsTest, MissingValueIsAnError) {
  Words Out;
  std::string Error;
  EXPECT_FALSE(checkOptions({"-DA", "-I"}, Out, Error));
  EXPECT_NE(Error.find("-I"), std::string::npos);
}

// Clang reads more options, and with them code, from the file after a word
// that begins with '@', and takes the next option for a value that is empty.
TEST(BuildOptionsTest, ValuesStayWithTheirOptions) {
  Words Out;
  std::string Error;
  EXPECT_TRUE(checkOptions({"-D", "A", "-I", "./@dir", "-U", "-o"}, Out, Error))
      << Error;
  EXPECT_EQ(Out, Words({"-DA", "-I./@dir", "-U-o"}));
  for (const char *Option : {"-D", "-U", "-I"}) {
    EXPECT_FALSE(checkOptions({Option, "", "-w"}, Out, Error));
    EXPECT_EQ(Error,
              std::string("the build option '") + Option + "' lacks its value");
    EXPECT_FALSE(checkOptions({Option, "@file"}, Out, Error));
    EXPECT_FALSE(checkOptions({Option + std::string("@file")}, Out, Error));
    EXPECT_NE(Error.find("@file': clang takes"), std::string::npos) << Error;
  }
}
