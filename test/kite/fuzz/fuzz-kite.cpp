//===- fuzz-kite.cpp - Check and interpret programs that are made up ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
///   fuzz-kite [--seed N] [--count N] [--out FOLDER]
///   fuzz-kite --print SEED
///
/// Each program must have no errors, must end, must not fail, and must print the
/// same in two orders. Others are written to FOLDER as SEED.kite. Fails if there
/// was one.
///
//===----------------------------------------------------------------------===//
#include "Generate.h"

#include "interpret/Interpreter.h"
#include "interpret/LargeStack.h"
#include "syntax/Parser.h"
#include "types/Checker.h"

#include "llvm/Support/FileSystem.h"

#include <unistd.h>

using namespace tasklet::kite;

/// Empty if all is well.
static std::string findProblem(const std::string &Text, uint64_t Seed,
                               size_t &Printed) {
  llvm::SourceMgr Sources;
  Diagnostics Diags(Sources);
  AstContext Ast;
  TypeContext Types;
  std::string Problem;
  Program Parsed = parseBuffer(llvm::MemoryBuffer::getMemBufferCopy(
                                   Text, std::to_string(Seed) + ".kite"),
                               Ast, Diags);
  std::optional<CheckedProgram> Checked;
  if (!Diags.hasErrors())
    Checked = check(Parsed, Ast, Types, Diags);
  if (!Checked || Diags.hasErrors()) {
    llvm::raw_string_ostream Stream(Problem);
    Diags.print(Stream);
    return Stream.str();
  }
  const TaskDecl *Main = Checked->find("main");
  if (!Main)
    return "there is no main";
  std::string Outputs[2];
  for (Order Chosen : {Order::OfText, Order::MapsBackwards}) {
    llvm::raw_string_ostream Prints(Outputs[Chosen == Order::MapsBackwards]);
    bool IsRun = runOnLargeStack([&] {
      interpret(*Checked, Sources, *Main, {}, Prints, Problem, Chosen);
    });
    if (!IsRun)
      return "there is no memory for a stack";
    if (!Problem.empty())
      return Problem;
  }
  Printed = Outputs[0].size();
  return Outputs[0] == Outputs[1] ? "" : "two orders print two results";
}

int main(int Argc, char **Argv) {
  uint64_t Seed = 1, Count = 100;
  llvm::StringRef Out;
  for (int I = 1; I + 1 < Argc; I += 2) {
    llvm::StringRef Name = Argv[I], Text = Argv[I + 1];
    uint64_t Number = 0;
    bool IsNumber = !Text.getAsInteger(10, Number);
    if (Name == "--out") {
      Out = Text;
    } else if (Name == "--seed" && IsNumber) {
      Seed = Number;
    } else if (Name == "--count" && IsNumber) {
      Count = Number;
    } else if (Name == "--print" && IsNumber) {
      llvm::outs() << generateProgram(Number);
      return 0;
    } else {
      llvm::errs() << "fuzz-kite: wrong option " << Name << ' ' << Text << '\n';
      return 2;
    }
  }
  uint64_t Failed = 0;
  size_t All = 0;
  for (uint64_t Next = Seed; Next < Seed + Count; ++Next) {
    std::string Text = generateProgram(Next);
    size_t Printed = 0;
    // The generator's limits failed if this ends the process.
    alarm(20);
    std::string Problem = findProblem(Text, Next, Printed);
    All += Printed;
    if (Problem.empty())
      continue;
    ++Failed;
    llvm::errs() << "seed " << Next << ": " << Problem << '\n';
    if (Out.empty())
      continue;
    std::error_code Code = llvm::sys::fs::create_directories(Out);
    llvm::raw_fd_ostream File((Out + "/" + llvm::Twine(Next) + ".kite").str(),
                              Code);
    File << Text;
  }
  llvm::outs() << Count << " programs, " << Failed << " wrong, " << All
               << " characters printed\n";
  return Failed == 0 ? 0 : 1;
}
