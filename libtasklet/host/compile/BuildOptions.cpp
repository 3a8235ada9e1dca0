//===- BuildOptions.cpp - The options of clBuildProgram -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile/BuildOptions.h"

#include <algorithm>
#include <cstring>

using namespace tasklet;

static bool isBlank(char C) {
  return C == ' ' || C == '\t' || C == '\n' || C == '\r' || C == '\f' ||
         C == '\v';
}

bool tasklet::splitOptions(const std::string &Text,
                           std::vector<std::string> &Words,
                           std::string &Error) {
  std::string Word;
  bool InWord = false;
  char Quote = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (!Quote && isBlank(C)) {
      if (InWord)
        Words.push_back(Word);
      Word.clear();
      InWord = false;
      continue;
    }
    InWord = true;
    char Next = I + 1 < Text.size() ? Text[I + 1] : 0;
    if (C == '\\' && Quote != '\'' &&
        (Next == '"' || Next == '\'' || Next == '\\' || Next == ' ')) {
      Word += Next;
      ++I;
    } else if (!Quote && (C == '"' || C == '\'')) {
      Quote = C;
    } else if (C == Quote) {
      Quote = 0;
    } else {
      Word += C;
    }
  }
  if (Quote) {
    Error =
        std::string("the build options end inside a quotation: a closing ") +
        Quote + " is missing";
    return false;
  }
  if (InWord)
    Words.push_back(Word);
  return true;
}

/// Whether words from \p I on say that the source is Kite; \p I becomes the
/// last of them.
static bool takeKite(const std::vector<std::string> &Words, size_t &I) {
  if (Words[I] == "-x" && I + 1 < Words.size() && Words[I + 1] == "kite") {
    ++I;
    return true;
  }
  return Words[I] == KiteOption;
}

bool tasklet::asksForKite(const std::string &Text) {
  std::vector<std::string> Words;
  std::string Error;
  // What comes before a mistake counts.
  (void)splitOptions(Text, Words, Error);
  for (size_t I = 0; I < Words.size(); ++I)
    if (takeKite(Words, I))
      return true;
  return false;
}

static bool startsWith(const std::string &Text, const char *Prefix) {
  return Text.rfind(Prefix, 0) == 0;
}

unsigned tasklet::countOptionWords(const std::string &Word) {
  static const char *const WithValue[] = {"-D", "-U", "-I"};
  for (const char *Option : WithValue)
    if (startsWith(Word, Option))
      return Word.size() == 2 ? 2 : 1;
  static const char *const Exact[] = {
      "-w",
      "-g",
      "-O0",
      "-O1",
      "-O2",
      "-O3",
      "-Os",
      "-cl-opt-disable",
      "-cl-denorms-are-zero",
      "-cl-fast-relaxed-math",
      "-cl-finite-math-only",
      "-cl-fp32-correctly-rounded-divide-sqrt",
      "-cl-kernel-arg-info",
      "-cl-mad-enable",
      "-cl-no-signed-zeros",
      "-cl-no-stdinc",
      "-cl-no-subgroup-ifp",
      "-cl-single-precision-constant",
      "-cl-strict-aliasing",
      "-cl-uniform-work-group-size",
      "-cl-unsafe-math-optimizations",
      "-fno-vectorize",
      "-fwrapv",
      SubGroupsOption,
  };
  for (const char *Option : Exact)
    if (Word == Option)
      return 1;
  // -Wl, -Wa and -Wp pass options to programs other than the compiler.
  if (startsWith(Word, "-Wl,") || startsWith(Word, "-Wa,") ||
      startsWith(Word, "-Wp,"))
    return 0;
  static const char *const Prefixes[] = {
      "-W",           "-cl-std=",     "-cl-ext=", "-fplugin-arg-",
      WarpSizeOption, LaneLoopsOption};
  for (const char *Option : Prefixes)
    if (startsWith(Word, Option))
      return 1;
  return 0;
}

static bool isWarpSize(const std::string &Text) {
  static const char *const Sizes[] = {"1", "2", "4", "8", "16", "32", "64"};
  return std::find(std::begin(Sizes), std::end(Sizes), Text) != std::end(Sizes);
}

static bool isSwitch(const std::string &Text) {
  return Text == "0" || Text == "1";
}

std::string tasklet::withoutWarpOptions(const std::string &Text) {
  std::string Rest = Text;
  for (const char *Option :
       {SubGroupsOption, WarpSizeOption, LaneLoopsOption}) {
    size_t Length = strlen(Option);
    for (size_t At = 0; (At = Rest.find(Option, At)) != std::string::npos;) {
      size_t End = At;
      while (End < Rest.size() && !isBlank(Rest[End]))
        ++End;
      std::string Value = Rest.substr(At + Length, End - At - Length);
      bool Right = (At == 0 || isBlank(Rest[At - 1])) &&
                   (Option == WarpSizeOption    ? isWarpSize(Value)
                    : Option == LaneLoopsOption ? isSwitch(Value)
                                                : Value.empty());
      if (Right)
        Rest.erase(At, End - At);
      else
        At = End;
    }
  }
  return Rest;
}

bool tasklet::takeOption(const std::vector<std::string> &Words, size_t &I,
                         unsigned Count, std::string &Option,
                         std::string &Error) {
  Option = Words[I];
  if (Count == 2) {
    if (I + 1 >= Words.size() || Words[I + 1].empty()) {
      Error = "'" + Option + "' lacks its value";
      return false;
    }
    Option += Words[++I];
  }
  if (Option.size() > 2 && Option[2] == '@') {
    Error = "'" + Option +
            "': clang takes a value that begins with '@' for a list of "
            "options; write ./@ for a file";
    return false;
  }
  if (startsWith(Option, WarpSizeOption)) {
    if (!isWarpSize(Option.substr(strlen(WarpSizeOption)))) {
      Error =
          "'" + Option + "': a warp has 1, 2, 4, 8, 16, 32 or 64 work-items";
      return false;
    }
  }
  if (startsWith(Option, LaneLoopsOption) &&
      !isSwitch(Option.substr(strlen(LaneLoopsOption)))) {
    Error = "'" + Option + "': lane loops are off (0) or on (1)";
    return false;
  }
  return true;
}

bool tasklet::checkOptions(const std::vector<std::string> &Words,
                           std::vector<std::string> &Accepted,
                           std::string &Error) {
  bool IsKite = false, Unchecked = false;
  for (size_t I = 0; I < Words.size(); ++I) {
    const std::string &Word = Words[I];
    if (takeKite(Words, I)) {
      IsKite = true;
      continue;
    }
    if (Word == NoBoundsOption) {
      Unchecked = true;
      continue;
    }
    // cl_khr_spir wants these for a SPIR binary. For a source they mean
    // nothing.
    if (Word == "-x" && I + 1 < Words.size() && Words[I + 1] == "spir") {
      ++I;
      continue;
    }
    if (startsWith(Word, "-spir-std="))
      continue;
    unsigned Count = countOptionWords(Word);
    if (!Count) {
      Error = "unknown build option '" + Word + "'";
      return false;
    }
    std::string Option;
    if (!takeOption(Words, I, Count, Option, Error)) {
      Error = "the build option " + Error;
      return false;
    }
    Accepted.push_back(Option);
  }
  if (Unchecked && !IsKite) {
    Error = std::string("the build option '") + NoBoundsOption +
            "' is for sources in Kite; add '-x kite' if this is one";
    return false;
  }
  if (IsKite)
    Accepted.push_back(KiteOption);
  if (Unchecked)
    Accepted.push_back(NoBoundsOption);
  return true;
}
