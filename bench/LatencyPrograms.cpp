//===- LatencyPrograms.cpp - Programs with and without tasks --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "LatencyPrograms.h"

using namespace bench;

static std::string spawn(bool Tasks) { return Tasks ? " <- " : " = "; }

std::string bench::trivialProgram(bool Tasks) {
  return std::string(Tasks ? "__task " : "") +
         "int same(int n) { return n; }\n"
         "__kernel void run(__global int *out) { out[0]" +
         spawn(Tasks) + "same(42); }\n";
}

std::string bench::orderedProgram() {
  return "int same(int n) { return n; }\n"
         "__kernel __ordered(out) void run(__global int *out) {\n"
         "  out[0] = same(42);\n"
         "}\n";
}

std::string bench::chainProgram(bool Tasks, int Functions) {
  std::string Text;
  for (int I = 0; I < Functions; ++I) {
    std::string Name = "f" + std::to_string(I);
    std::string Next =
        I ? "f" + std::to_string(I - 1) + "(n ^ " + std::to_string(I) + ")"
          : "";
    Text += std::string(Tasks ? "__task " : "") + "int " + Name +
            "(int n) {\n" +
            "  int sum = 0;\n"
            "  for (int i = 0; i < n; ++i) {\n"
            "    sum += (i * " +
            std::to_string(I + 3) +
            ") ^ (sum >> 3);\n"
            "  }\n";
    if (!I)
      Text += "  return sum;\n}\n";
    else
      Text += "  int rest;\n  rest" + spawn(Tasks) + Next + ";\n  " +
              (Tasks ? "force (rest) " : "") + "{ return sum ^ rest; }\n}\n";
  }
  // No constant: that could be computed while compiling.
  return Text + "__kernel void run(__global int *out) { out[0]" + spawn(Tasks) +
         "f" + std::to_string(Functions - 1) +
         "((int)get_global_size(0) + 41); }\n";
}
