//===- kite-parse-fuzz.cpp - The parser and printer under random input ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
///   kite-parse-fuzz --tree FILE...
///       prints the syntax trees of programs as nested lists
///   kite-parse-fuzz --seed S --count N [--seconds T] [--out DIR] FILE...
///       parses N programs that are made of the files by random changes, or
///       by the grammar, at most for T seconds
///
/// Of each program: the parser ends, without a complaint of AddressSanitizer;
/// what it refuses has an error; what it takes prints as a program of the same
/// tree, which prints as itself. A program made by the grammar is taken. What
/// fails is written to DIR.
///
//===----------------------------------------------------------------------===//
#include "Mutate.h"
#include "TreeText.h"

#include "syntax/AstPrinter.h"
#include "syntax/Parser.h"

#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <unistd.h>

using namespace llvm;
using namespace tasklet::kite;

namespace {

struct Parsed {
  bool IsGood = false;
  std::string Messages, Printed, Tree;
};

Parsed parse(const std::string &Text, const std::string &Name = "fuzz.kite") {
  SourceMgr Sources;
  Diagnostics Diags(Sources);
  AstContext Ast;
  Program P =
      parseBuffer(MemoryBuffer::getMemBufferCopy(Text, Name), Ast, Diags);
  Parsed Result;
  Result.IsGood = !Diags.hasErrors();
  raw_string_ostream Messages(Result.Messages);
  Diags.print(Messages);
  Messages.flush();
  if (!Result.IsGood)
    return Result;
  raw_string_ostream Printed(Result.Printed);
  printProgram(P, Printed);
  Printed.flush();
  Result.Tree = treeText(P);
  return Result;
}

/// Empty if all is well.
std::string judge(const std::string &Text, bool IsCorrect) {
  Parsed First = parse(Text);
  if (!First.IsGood) {
    if (First.Messages.find("error: ") == std::string::npos)
      return "refused without an error";
    return IsCorrect ? "refused:\n" + First.Messages : "";
  }
  Parsed Second = parse(First.Printed);
  if (!Second.IsGood)
    return "what was printed is refused:\n" + First.Printed + Second.Messages;
  if (Second.Tree != First.Tree)
    return "what was printed has another tree:\n" + First.Tree + "---\n" +
           First.Printed + "---\n" + Second.Tree;
  if (Second.Printed != First.Printed)
    return "what was printed prints otherwise:\n" + First.Printed + "---\n" +
           Second.Printed;
  return "";
}

struct Options {
  bool Tree = false;
  uint64_t Seed = 1, Count = 1000, Seconds = 1 << 30;
  std::string Out = ".";
  std::vector<std::string> Files;
};

std::string read(const std::string &Name) {
  std::ifstream File(Name, std::ios::binary);
  if (!File) {
    fprintf(stderr, "kite-parse-fuzz: '%s' cannot be read\n", Name.c_str());
    exit(2);
  }
  return std::string(std::istreambuf_iterator<char>(File), {});
}

Options readOptions(int Argc, char **Argv) {
  Options Result;
  for (int I = 1; I < Argc; ++I) {
    std::string Word = Argv[I];
    auto Value = [&] { return I + 1 < Argc ? Argv[++I] : "0"; };
    if (Word == "--tree")
      Result.Tree = true;
    else if (Word == "--seed")
      Result.Seed = strtoull(Value(), nullptr, 0);
    else if (Word == "--count")
      Result.Count = strtoull(Value(), nullptr, 0);
    else if (Word == "--seconds")
      Result.Seconds = strtoull(Value(), nullptr, 0);
    else if (Word == "--out")
      Result.Out = Value();
    else
      Result.Files.push_back(Word);
  }
  return Result;
}

int printTrees(const Options &Given) {
  for (const std::string &Name : Given.Files) {
    Parsed Result = parse(read(Name), Name);
    fputs(Result.Messages.c_str(), stderr);
    if (!Result.IsGood)
      return 1;
    fputs(Result.Tree.c_str(), stdout);
  }
  return 0;
}

} // namespace

int main(int Argc, char **Argv) {
  Options Given = readOptions(Argc, Argv);
  if (Given.Tree)
    return printTrees(Given);
  std::vector<std::string> Corpus;
  for (const std::string &Name : Given.Files)
    Corpus.push_back(read(Name));
  if (Corpus.empty()) {
    fputs("kite-parse-fuzz: no programs are given\n", stderr);
    return 2;
  }
  auto Start = std::chrono::steady_clock::now();
  uint64_t Done = 0, Accepted = 0, Failures = 0, Slowest = 0;
  for (; Done < Given.Count && Failures < 10; ++Done) {
    auto Now = std::chrono::steady_clock::now();
    if (Now - Start > std::chrono::seconds(Given.Seconds))
      break;
    // Each program has a seed of its own, to be found again.
    Random Source(Given.Seed * 0x9E3779B97F4A7C15ull + Done);
    bool IsCorrect = Done % 4 == 0;
    std::string Text = IsCorrect ? generate(Source) : mutate(Corpus, Source);
    // What runs when the parser crashes or hangs.
    std::string Current = Given.Out + "/current.kite";
    if (Done % 1024 == 0)
      fprintf(stderr, "%llu programs\r", (unsigned long long)Done);
    std::ofstream(Current, std::ios::binary) << Text;
    alarm(30);
    std::string Failure = judge(Text, IsCorrect);
    alarm(0);
    Accepted += parse(Text).IsGood;
    Slowest = std::max<uint64_t>(
        Slowest, std::chrono::duration_cast<std::chrono::milliseconds>(
                     std::chrono::steady_clock::now() - Now)
                     .count());
    if (Failure.empty())
      continue;
    ++Failures;
    std::string Name = Given.Out + "/failure-" + std::to_string(Done) + ".kite";
    std::ofstream(Name, std::ios::binary) << Text;
    fprintf(stderr, "%s: %s\n", Name.c_str(), Failure.c_str());
  }
  printf("%llu programs, %llu accepted, %llu failures, slowest %llu ms\n",
         (unsigned long long)Done, (unsigned long long)Accepted,
         (unsigned long long)Failures, (unsigned long long)Slowest);
  return Failures != 0;
}
