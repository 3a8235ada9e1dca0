//===- CollectionTest.cpp - What the collection of programs promises ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace fs = std::filesystem;

static const fs::path Folder = TASKLET_PROGRAMS;

/// Lines that are neither blank nor only a `//` comment.
static int countCode(const fs::path &Program) {
  std::ifstream File(Program);
  int Count = 0;
  for (std::string Line; std::getline(File, Line);) {
    size_t First = Line.find_first_not_of(" \t");
    Count += First != std::string::npos && Line.compare(First, 2, "//") != 0;
  }
  return Count;
}

static std::string readTests() {
  std::stringstream Text;
  for (const fs::directory_entry &Entry : fs::directory_iterator(Folder))
    if (Entry.path().extension() == ".cpp")
      Text << std::ifstream(Entry.path()).rdbuf();
  return Text.str();
}

TEST(CollectionTest, TwentyProgramsOfFiftyLinesAreTested) {
  const std::string Tests = readTests();
  int Programs = 0;
  for (const fs::directory_entry &Entry : fs::directory_iterator(Folder)) {
    if (Entry.path().extension() != ".cl")
      continue;
    ++Programs;
    const std::string Name = Entry.path().stem();
    EXPECT_GE(countCode(Entry.path()), 50) << Name;
    EXPECT_NE(Tests.find("load(\"" + Name + "\""), std::string::npos)
        << Name << " is in no test";
  }
  EXPECT_GE(Programs, 20);
}
