//===- kite-mutate.cpp - Nearly right programs for the checker ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Exchanges words of the programs in a folder and checks what comes out. Words
/// are exchanged with words of the same sort, so that most results still parse:
/// the checker is to meet mistakes of types and names, not of syntax. Says what
/// program broke what; a crash leaves it in kite-mutate-last.kite.
///
/// usage: kite-mutate SECONDS SEED FOLDER...
///
//===----------------------------------------------------------------------===//
#include "compat/Strings.h"
#include "syntax/Parser.h"
#include "types/Checker.h"
#include "types/VerifyChecked.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <chrono>
#include <random>

using namespace llvm;
using namespace tasklet::kite;
using tasklet::startsWith;
using Clock = std::chrono::steady_clock;

namespace {
struct Word {
  enum { Blank, Name, Number, Sign, Text } Sort;
  std::string Text_;
};
using Words = std::vector<Word>;
} // namespace

static Words split(StringRef Source) {
  Words Result;
  while (!Source.empty()) {
    size_t Length = 1;
    Word W;
    char C = Source[0];
    auto While = [&](auto Belongs) {
      while (Length < Source.size() && Belongs(Source[Length]))
        ++Length;
    };
    if (startsWith(Source, "//")) {
      W.Sort = Word::Blank;
      Length = Source.find('\n');
      Length = Length == StringRef::npos ? Source.size() : Length;
      Source = Source.drop_front(Length);
      continue;
    }
    if (isSpace(C)) {
      W.Sort = Word::Blank;
      While([](char D) { return isSpace(D); });
    } else if (isAlpha(C) || C == '_') {
      W.Sort = Word::Name;
      While([](char D) { return isAlnum(D) || D == '_'; });
    } else if (isDigit(C)) {
      W.Sort = Word::Number;
      While([&](char D) {
        return isAlnum(D) || (D == '.' && Source.substr(Length, 2) != "..");
      });
    } else if (C == '"' || C == '\'') {
      W.Sort = Word::Text;
      size_t End = Source.find(C, 1);
      Length = End == StringRef::npos ? Source.size() : End + 1;
    } else {
      W.Sort = Word::Sign;
      for (const char *Sign : {"<-", "<<", ">>", "<=", ">=", "==", "!=", "&&",
                               "||", "..", "+=", "-=", "*="})
        if (startsWith(Source, Sign))
          Length = 2;
    }
    W.Text_ = Source.take_front(Length).str();
    Result.push_back(std::move(W));
    Source = Source.drop_front(Length);
  }
  return Result;
}

static bool isBracket(const std::string &Text) {
  return Text.size() == 1 && StringRef("(){}[];:").contains(Text[0]);
}

static std::string join(const Words &Program) {
  std::string Text;
  for (const Word &W : Program)
    Text += W.Text_;
  return Text;
}

// One line of the program: from a start of a statement to the next.
static std::pair<size_t, size_t> statement(const Words &Program, size_t At) {
  auto Ends = [](const Word &W) {
    return W.Text_ == ";" || W.Text_ == "{" || W.Text_ == "}";
  };
  size_t First = At, Last = At;
  while (First > 0 && !Ends(Program[First - 1]))
    --First;
  while (Last + 1 < Program.size() && !Ends(Program[Last]))
    ++Last;
  return {First, Last + 1};
}

static void mutate(Words &Program, const std::vector<Words> &Corpus,
                   std::mt19937_64 &Random) {
  auto Pick = [&](size_t Size) { return Random() % Size; };
  if (Program.empty())
    return;
  size_t At = Pick(Program.size());
  unsigned Kind = Pick(20);
  if (Kind == 0) { // A statement again, elsewhere.
    auto [First, Last] = statement(Program, At);
    Words Copy(Program.begin() + First, Program.begin() + Last);
    size_t To = statement(Program, Pick(Program.size())).first;
    Program.insert(Program.begin() + To, Copy.begin(), Copy.end());
    return;
  }
  if (Kind == 1) { // Without a statement.
    auto [First, Last] = statement(Program, At);
    Program.erase(Program.begin() + First, Program.begin() + Last);
    return;
  }
  if (Kind == 2) { // Without a word.
    Program.erase(Program.begin() + At);
    return;
  }
  // A word of the same sort, from here or elsewhere.
  const Words &From = Pick(4) ? Program : Corpus[Pick(Corpus.size())];
  for (unsigned Try = 0; Try != 200 && !From.empty(); ++Try) {
    const Word &New = From[Pick(From.size())];
    Word &Old = Program[At];
    bool Fits = New.Sort == Old.Sort && New.Sort != Word::Blank &&
                isBracket(New.Text_) == isBracket(Old.Text_) &&
                (!isBracket(New.Text_) || Kind == 3);
    if (Old.Sort == Word::Name && New.Sort == Word::Number)
      Fits |= Kind < 6;
    if (Fits) {
      Old = Word(New);
      return;
    }
    At = Pick(Program.size());
  }
}

static std::vector<Words> readCorpus(int Count, char **Folders) {
  std::vector<std::string> Paths;
  std::error_code Error;
  for (int I = 0; I != Count; ++I)
    for (sys::fs::recursive_directory_iterator It(Folders[I], Error), End;
         It != End && !Error; It.increment(Error))
      if (sys::path::extension(It->path()) == ".kite")
        Paths.push_back(It->path());
  std::sort(Paths.begin(), Paths.end());
  std::vector<Words> Corpus;
  for (const std::string &Path : Paths)
    if (auto Text = MemoryBuffer::getFile(Path))
      Corpus.push_back(split((*Text)->getBuffer()));
  return Corpus;
}

int main(int Argc, char **Argv) {
  if (Argc < 4) {
    errs() << "usage: kite-mutate SECONDS SEED FOLDER...\n";
    return 2;
  }
  std::vector<Words> Corpus = readCorpus(Argc - 3, Argv + 3);
  if (Corpus.empty()) {
    errs() << "kite-mutate: no programs\n";
    return 2;
  }
  std::mt19937_64 Random(std::stoull(Argv[2]));
  auto End = Clock::now() + std::chrono::seconds(std::stoul(Argv[1]));
  unsigned long Runs = 0, Parsed = 0, Accepted = 0;
  std::chrono::duration<double> Slowest{0};
  while (Clock::now() < End) {
    Words Program_ = Corpus[Random() % Corpus.size()];
    for (unsigned Count = 1 + Random() % 6; Count; --Count)
      mutate(Program_, Corpus, Random);
    std::string Text = join(Program_);
    {
      std::error_code Error;
      raw_fd_ostream File("kite-mutate-last.kite", Error);
      File << Text;
    }
    SourceMgr Sources;
    Diagnostics Diags(Sources);
    AstContext Ast;
    TypeContext Types;
    ++Runs;
    auto Begin = Clock::now();
    Program P =
        parseBuffer(MemoryBuffer::getMemBufferCopy(Text, "m.kite"), Ast, Diags);
    if (Diags.hasErrors())
      continue;
    ++Parsed;
    std::optional<CheckedProgram> Checked = check(P, Ast, Types, Diags);
    std::string Output;
    raw_string_ostream Stream(Output);
    Diags.print(Stream);
    Slowest =
        std::max<std::chrono::duration<double>>(Slowest, Clock::now() - Begin);
    std::string Broken;
    if (Checked.has_value() == Diags.hasErrors())
      Broken = "a result and errors, or neither";
    if (Checked) {
      ++Accepted;
      Broken = verifyChecked(*Checked);
    }
    if (!Broken.empty()) {
      outs() << "broken: " << Broken << "\n" << Text << "\n";
      return 1;
    }
  }
  outs() << Runs << " programs, " << Parsed << " parsed, " << Accepted
         << " accepted, slowest " << static_cast<int>(Slowest.count() * 1000)
         << " ms\n";
  return 0;
}
