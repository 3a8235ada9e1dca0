//===- Input.cpp - Bodies from a file -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Bodies.h"

#include "Options.h"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include <sys/stat.h>

using namespace barneshut;

namespace {

constexpr size_t NumFields = 7;
constexpr const char *FieldNames[NumFields] = {
    "mass",          "x of position", "y of position", "z of position",
    "x of velocity", "y of velocity", "z of velocity"};
constexpr const char *Separators = " \t\r,";

/// Splits at the separators. A comma separates like a blank.
std::vector<std::string> splitFields(const std::string &Line) {
  std::vector<std::string> Fields;
  size_t Begin = Line.find_first_not_of(Separators);
  while (Begin != std::string::npos) {
    const size_t End = Line.find_first_of(Separators, Begin);
    Fields.push_back(Line.substr(Begin, End - Begin));
    Begin = Line.find_first_not_of(Separators, End);
  }
  return Fields;
}

/// Returns why \p Text is no number we can use, or "".
std::string readNumber(const std::string &Text, double &Value) {
  char *End = nullptr;
  Value = std::strtod(Text.c_str(), &End);
  // A zero byte in the file would end the text early.
  if (End == Text.c_str() || End != Text.c_str() + Text.size())
    return "is no number";
  if (!std::isfinite(Value))
    return "is not finite";
  if (std::fabs(Value) > LargestNumber)
    return "is too large: single precision allows sizes up to 1e15 here";
  return "";
}

/// The text as a message can show it.
std::string quote(std::string Text) {
  if (Text.size() > 40)
    Text = Text.substr(0, 40) + "...";
  for (char &C : Text)
    if (static_cast<unsigned char>(C) < ' ')
      C = '?';
  return "'" + Text + "'";
}

/// Returns what is wrong with the line, or "".
std::string readBody(const std::vector<std::string> &Fields, Body &Result) {
  double Values[NumFields];
  for (size_t F = 0; F < std::min(Fields.size(), NumFields); ++F) {
    const std::string Why = readNumber(Fields[F], Values[F]);
    if (!Why.empty())
      return std::string(FieldNames[F]) + ": " + quote(Fields[F]) + " " + Why;
  }
  if (Fields.size() != NumFields)
    return "has " + std::to_string(Fields.size()) +
           " numbers instead of 7 (mass, position, velocity)";
  if (Values[0] < 0)
    return "mass: " + quote(Fields[0]) + " is negative";
  Result.Mass = Values[0];
  Result.Position = {Values[1], Values[2], Values[3]};
  Result.Velocity = {Values[4], Values[5], Values[6]};
  return "";
}

} // namespace

std::vector<Body> barneshut::readBodies(const std::string &FileName) {
  // A folder can be opened like a file, and then has no lines.
  struct stat Status;
  if (stat(FileName.c_str(), &Status) == 0 && S_ISDIR(Status.st_mode))
    throw sample::UsageError("--input: '" + FileName + "' is a folder");
  std::ifstream In(FileName, std::ios::binary);
  if (!In)
    throw sample::UsageError("--input: cannot open '" + FileName +
                             "': " + std::strerror(errno));
  std::vector<Body> Bodies;
  std::string Line;
  for (size_t Number = 1; std::getline(In, Line); ++Number) {
    const std::vector<std::string> Fields =
        splitFields(Line.substr(0, Line.find('#')));
    if (Fields.empty())
      continue;
    Body B;
    const std::string Why = readBody(Fields, B);
    if (!Why.empty())
      throw sample::UsageError(FileName + ":" + std::to_string(Number) + ": " +
                               Why);
    Bodies.push_back(B);
  }
  if (In.bad())
    throw sample::UsageError("--input: reading '" + FileName + "' failed");
  return Bodies;
}
