//===- SourceFilterTest.cpp -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile/SourceFilter.h"

#include <gtest/gtest.h>

using namespace tasklet;

TEST(SourceFilterTest, PlainProgramsAreNotAskedAbout) {
  for (const char *Plain :
       {"", "__kernel void k(__global int *o) { o[0] = 1; }",
        "int tasks, mytask, __task_, task1;", "// a task\n", "/* __task */",
        "char c = '\"'; // everywhere", "#define S \"__ordered\"\n",
        "ordered kernel, _ordered, __ordered_, x__ordered",
        "// a line that goes on \\\n task\n"})
    EXPECT_FALSE(inspectSource(Plain).mayBeExtended()) << Plain;
}

TEST(SourceFilterTest, WordsAndIncludesAreAskedAbout) {
  for (const char *Word :
       {"__task int f();", "task int f();", "int task = 1;", "everywhere { }",
        "__kernel __ordered void k() {}", "#define K __ordered(x) __kernel\n",
        "__kernel __ordered\n(x) void k();", "#include \"a.h\"\n",
        "#  include <a.h>\n", "#define T __task\n", "/* */task",
        "#error don't\ntask int f();", "tkl_assert(x);"})
    EXPECT_TRUE(inspectSource(Word).mayBeExtended()) << Word;
}

TEST(SourceFilterTest, EvidenceIsWhatPlainProgramsLack) {
  for (const char *Text :
       {"__task int f();", "x <- f(1);", "force (x) {}", "force\n(x) {}",
        "everywhere {", "everywhere (int m)", "__ordered",
        "__kernel __ordered(x) void k();", "tkl_assert (x);"})
    EXPECT_TRUE(inspectSource(Text).HasEvidence) << Text;
  for (const char *Text :
       {"int task = 3;", "a < -b", "float force = 1;", "int everywhere;",
        "#ifdef tkl_assert\n", "// x <- f\n", "\"<-\""})
    EXPECT_FALSE(inspectSource(Text).HasEvidence) << Text;
}

TEST(SourceFilterTest, MacrosAreSeen) {
  for (const char *Text :
       {"#ifdef cl_tkl_tasklets\n", "#if defined(__opencl_c_tkl_tasks)\n",
        "int x = __opencl_c_tkl_everywhere;", "#ifdef __opencl_c_tkl_ordered\n",
        "#pragma OPENCL EXTENSION cl_tkl_tasklets : enable\n"}) {
    EXPECT_TRUE(inspectSource(Text).HasMacro) << Text;
    EXPECT_FALSE(inspectSource(Text).mayBeExtended()) << Text;
  }
  for (const char *Text : {"", "// cl_tkl_tasklets\n", "\"cl_tkl_tasklets\"",
                           "int cl_tkl_tasklets2, my__opencl_c_tkl_tasks;"})
    EXPECT_FALSE(inspectSource(Text).HasMacro) << Text;
}
