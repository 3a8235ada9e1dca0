//===- PtxUse.cpp - Registers and stack on a GPU, for the report ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "PtxUse.h"

#include <regex>
#include <sstream>

using namespace tasklet;

std::string tasklet::describePtxUse(const std::string &Said) {
  // Of a kernel come its name, the stack of its own, the registers, and the stack
  // of all that it calls, if it needs any. Functions come behind, without the last
  // two.
  static const std::regex Entry("Compiling entry function '([^']*)'"),
      Spills("([0-9]+) bytes spill stores"),
      Registers("Used ([0-9]+) registers"),
      Stack("([0-9]+) bytes cumulative stack size");
  std::string Text, Name, Spilled = "0";
  std::istringstream Lines(Said);
  std::smatch Found;
  for (std::string Line; std::getline(Lines, Line);) {
    if (std::regex_search(Line, Found, Entry)) {
      Name = Found[1];
      if (Name == "__tkl_dispatch")
        Name = "the dispatch kernel, which runs the tasks";
      else if (Name.rfind("__tkl_", 0) == 0)
        Name.clear();
      else
        Name = "kernel " + Name;
    } else if (std::regex_search(Line, Found, Spills)) {
      Spilled = Found[1];
    } else if (!Name.empty() && std::regex_search(Line, Found, Registers)) {
      Text += "  " + Name + ": " + Found[1].str() + " registers, ";
      Text += std::regex_search(Line, Found, Stack) ? Found[1].str() : "0";
      Text += " bytes of stack, " + Spilled + " bytes spilled\n";
      Name.clear();
    }
  }
  return Text;
}
