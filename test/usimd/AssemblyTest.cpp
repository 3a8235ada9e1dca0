//===- AssemblyTest.cpp - The assembly and its errors ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Trial.h"

using namespace tasklet::usimd;

TEST(AssemblyTest, PrintsWhatItReads) {
  // Every instruction once, in the form that is printed.
  std::string Text;
  for (const Syntax &Form : allSyntax()) {
    std::string Line = Form.Name;
    const char *Separator = " ";
    int64_t Number = 2;
    for (const char *Kind = Form.Operands; *Kind; ++Kind) {
      Line += Separator;
      Separator = ", ";
      if (*Kind == 'l' || *Kind == 'c' || (*Kind == 'o' && Kind[1] == 0))
        Line += std::to_string(Number++);
      else
        Line += *Kind == 'd' ? "x" : "tid";
    }
    Text += Line + "\n";
  }
  Parsed P = parseAssembly(Text);
  ASSERT_TRUE(P.Errors.empty()) << P.Errors[0].Text;
  std::string Printed;
  for (const Instruction &I : P.Result.Code)
    Printed += P.Result.print(I) + "\n";
  EXPECT_EQ(Printed, Text);
}

TEST(AssemblyTest, TakesLabelsCommentsAndBlanks) {
  Parsed P = parseAssembly("# first\n\n a: b: const x,0x10 # c\n\n\tc:\n"
                           "jump  a\r\nbz x , c\njump 2\nstop");
  ASSERT_TRUE(P.Errors.empty()) << P.Errors[0].Text;
  ASSERT_EQ(P.Result.size(), 5u);
  EXPECT_EQ(P.Result.at(1).A.Value, 16);
  EXPECT_EQ(P.Result.at(2).Label, 1u);
  EXPECT_EQ(P.Result.at(3).Label, 2u);
  EXPECT_EQ(P.Result.at(4).Label, 2u);
  EXPECT_EQ(P.Result.at(3).Where.Line, 7u);
}

TEST(AssemblyTest, SkipsAByteOrderMark) {
  EXPECT_TRUE(parseAssembly("\xEF\xBB\xBFstop\n").Errors.empty());
  Parsed P = parseAssembly("\xEF\xBB\xBFstopp\n");
  ASSERT_EQ(P.Errors.size(), 1u);
  EXPECT_EQ(P.Errors[0].Where.Column, 1u);
}

TEST(AssemblyTest, NamesLineAndColumnOfMistakes) {
  struct {
    const char *Text;
    size_t Line, Column;
    const char *Says;
  } Cases[] = {
      {"", 1, 1, "the program has no instruction; the shortest is 'stop'"},
      {"# nothing\n", 1, 1, "the program has no instruction"},
      {"stop\n  lod x, tid", 2, 3, "'lod'; did you mean 'load'?"},
      {"stop\n  quux x", 2, 3, "there is no instruction 'quux'"},
      {"const x, y\nstop", 1, 10, "needs a constant here, not 'y'; 'copy'"},
      {"copy x, 5\nstop", 1, 9, "needs a variable here, not '5'; put"},
      {"add x, y\nstop", 1, 9,
       "3 operands; here should be a comma, not the "
       "end of the line"},
      {"add x, y, ,\nstop", 1, 11, "a variable or a constant here, not ','"},
      {"sync x\nstop", 1, 6, "the instruction ends before 'x'"},
      {"const tid, 1\nstop", 1, 7, "tid is the thread's number"},
      {"jump there\nthere_: stop", 1, 6, "'there'; did you mean 'there_'?"},
      {"jump 3\nstop", 1, 6, "no instruction 3; they are numbered from 1 to 2"},
      {"jump 0\nstop", 1, 6, "there is no instruction 0"},
      {"jump -1\nstop", 1, 6, "there is no instruction -1"},
      {"a: stop\na: stop", 2, 1, "label 'a' is already on line 1"},
      {"jump end\nend:", 2, 1, "no instruction follows the label 'end'"},
      {"const x, 12ab\nstop", 1, 10, "'12ab' is no number"},
      {"const x, 9223372036854775808\nstop", 1, 10, "more than 64 bits"},
      {"const x, 1 stop", 1, 12, "ends before 'stop'"},
      {"5 stop", 1, 1, "an instruction or a label, not '5'"},
      {"\xce\xb8 stop", 1, 1, "not '\xce\xb8'"},
  };
  for (const auto &C : Cases) {
    Parsed P = parseAssembly(C.Text);
    ASSERT_EQ(P.Errors.size(), 1u) << C.Text;
    EXPECT_EQ(P.Errors[0].Where.Line, C.Line) << C.Text;
    EXPECT_EQ(P.Errors[0].Where.Column, C.Column) << C.Text;
    EXPECT_NE(P.Errors[0].Text.find(C.Says), std::string::npos)
        << P.Errors[0].Text;
  }
}

TEST(AssemblyTest, ReportsOneMistakeForEachLine) {
  Parsed P = parseAssembly("jump nowhere\nlod x\nstop\nconst 1, 2 3\n");
  ASSERT_EQ(P.Errors.size(), 3u);
  EXPECT_EQ(P.Errors[0].Where.Line, 1u);
  EXPECT_EQ(P.Errors[1].Where.Line, 2u);
  EXPECT_EQ(P.Errors[2].Where.Line, 4u);
}
