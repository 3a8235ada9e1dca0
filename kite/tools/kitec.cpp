//===- kitec.cpp - The compiler command for Kite --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "syntax/AstPrinter.h"
#include "syntax/Parser.h"
#include "types/Checker.h"
#include "types/PrintTypes.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace tasklet::kite;

namespace {

enum Status { Done = 0, ProgramError = 1, UsageError = 2 };

enum class Output { Ast, Types, Tasklets };

cl::OptionCategory Category("Options of kitec");
cl::opt<std::string> InputName(cl::Positional, cl::desc("prog.kite"),
                               cl::init(""), cl::cat(Category));
cl::opt<std::string> OutputName("o", cl::desc("Where the result goes"),
                                cl::value_desc("file"), cl::init("-"),
                                cl::cat(Category));
cl::opt<Output>
    Emit("emit", cl::desc("What the result is:"), cl::init(Output::Ast),
         cl::values(clEnumValN(Output::Ast, "ast", "the program, as Kite"),
                    clEnumValN(Output::Types, "types",
                               "the same with all types, waits and instances")),
         cl::cat(Category));
cl::opt<bool> CheckOnly("check", cl::desc("Only tell of mistakes"),
                        cl::cat(Category));

int fail(Status Code, const Twine &Message) {
  errs() << "kitec: error: " << Message << "\n";
  return Code;
}

} // namespace

int main(int Argc, char **Argv) {
  cl::HideUnrelatedOptions(Category);
  cl::ParseCommandLineOptions(Argc, Argv, "compiles Kite\n");
  if (InputName.empty())
    return fail(UsageError, "no program is given");
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text =
      MemoryBuffer::getFileOrSTDIN(InputName);
  if (!Text)
    return fail(UsageError, "'" + InputName + "' cannot be read: " +
                                Text.getError().message());
  SourceMgr Sources;
  Diagnostics Diags(Sources);
  AstContext Ast;
  Program P = parseBuffer(std::move(*Text), Ast, Diags);
  Diags.print(errs());
  if (Diags.hasErrors())
    return ProgramError;
  // What the tree shows needs no check.
  TypeContext Types;
  std::optional<CheckedProgram> Checked;
  if (CheckOnly || Emit != Output::Ast) {
    Checked = check(P, Ast, Types, Diags);
    Diags.print(errs());
    if (!Checked)
      return ProgramError;
  }
  if (CheckOnly)
    return Done;
  std::error_code Error;
  raw_fd_ostream Stream(OutputName, Error);
  if (Error)
    return fail(UsageError,
                "'" + OutputName + "' cannot be written: " + Error.message());
  if (Emit == Output::Types)
    printTypes(*Checked, Stream);
  else
    printProgram(P, Stream);
  return Done;
}
