//===- CudaPtx.cpp - From OpenCL's PTX to CUDA's --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "cuda/CudaPtx.h"

#include <cstdlib>
#include <sstream>

/// In the place of `%envreg<Number>`.
static const char *environment(unsigned Number) {
  switch (Number) {
  case 6:
    return "%nctaid.x";
  case 7:
    return "%nctaid.y";
  case 8:
    return "%nctaid.z";
  case 9: // The number of dimensions.
    return "1";
  default:
    return "0";
  }
}

static void fitLine(std::string &Line) {
  static const std::string Entry = ".entry ", Target = ".target ",
                           Mode = ", texmode_independent", Register = "%envreg";
  if (Line.compare(0, Entry.size(), Entry) == 0)
    Line.insert(0, ".visible ");
  if (Line.compare(0, Target.size(), Target) == 0)
    if (size_t At = Line.find(Mode); At != std::string::npos)
      Line.erase(At, Mode.size());
  for (size_t At; (At = Line.find(Register)) != std::string::npos;) {
    const char *Number = Line.c_str() + At + Register.size();
    char *End;
    const char *Value = environment(unsigned(std::strtoul(Number, &End, 10)));
    Line.replace(At, size_t(End - Line.c_str()) - At, Value);
  }
}

std::string gpu::fitForCuda(const std::string &Ptx) {
  std::istringstream In(Ptx);
  std::string Result, Line;
  while (std::getline(In, Line)) {
    fitLine(Line);
    Result += Line + '\n';
  }
  return Result;
}
