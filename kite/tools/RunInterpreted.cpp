//===- RunInterpreted.cpp - kite run --interpret --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tools/ExitCodes.h"
#include "tools/RunCommand.h"

#include "interpret/Interpreter.h"
#include "interpret/LargeStack.h"
#include "interpret/NpyFile.h"
#include "interpret/PrintValue.h"
#include "syntax/Parser.h"
#include "types/Checker.h"

using namespace tasklet;
using namespace tasklet::kite;

static int handOver(const Value &Result, const Type &Ty,
                    const RunOptions &Options) {
  std::string Problem;
  if (!Options.Output.empty()) {
    if (writeNpy(Options.Output, Result, Ty, Problem))
      return ExitDone;
    llvm::errs() << "kite: error: " << Problem << '\n';
    return ExitSystem;
  }
  if (isUnit(&Ty))
    return ExitDone;
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  Problem = printValue(Result, Ty, Stream);
  if (!Problem.empty()) {
    llvm::errs() << "kite: error: " << Problem << '\n';
    return ExitFailed;
  }
  llvm::outs() << Text << '\n';
  return ExitDone;
}

static int run(const RunOptions &Options) {
  llvm::SourceMgr Sources;
  Diagnostics Diags(Sources);
  AstContext Ast;
  TypeContext Types;
  Program Parsed = parseFile(Options.File, Ast, Diags);
  std::optional<CheckedProgram> Program;
  if (!Diags.hasErrors())
    Program = check(Parsed, Ast, Types, Diags);
  Diags.print(llvm::errs());
  if (!Program || Diags.hasErrors())
    return ExitErrors;
  const TaskDecl *Entry = findEntry(*Program, Options);
  if (!Entry)
    return ExitUsage;
  std::vector<Value> Arguments = readArguments(Options, *Entry, Diags);
  Diags.print(llvm::errs());
  if (Diags.hasErrors())
    return ExitUsage;
  std::string Failure;
  std::optional<Value> Result = interpret(
      *Program, Sources, *Entry, std::move(Arguments), llvm::outs(), Failure);
  // What it printed comes before what is said of it.
  llvm::outs().flush();
  if (!Result) {
    llvm::errs() << Failure << '\n';
    return ExitFailed;
  }
  return handOver(*Result, *Entry->ResultType, Options);
}

int kite::runInterpreted(const RunOptions &Options) {
  int Code = ExitSystem;
  if (!runOnLargeStack([&] { Code = run(Options); }))
    llvm::errs() << "kite: error: there is no memory for a stack\n";
  llvm::outs().flush();
  if (llvm::outs().has_error()) {
    llvm::errs() << "kite: error: standard output cannot be written: "
                 << llvm::outs().error().message() << '\n';
    llvm::outs().clear_error();
    return Code == ExitDone ? static_cast<int>(ExitSystem) : Code;
  }
  return Code;
}
