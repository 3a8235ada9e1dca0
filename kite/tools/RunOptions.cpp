//===- RunOptions.cpp - The command line of kite run ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compat/Strings.h"
#include "tools/ExitCodes.h"
#include "tools/RunCommand.h"

#include "interpret/NpyFile.h"
#include "interpret/ParseValue.h"

#include "llvm/Support/raw_ostream.h"

#include <cstring>

using namespace tasklet;
using namespace tasklet::kite;

int kite::failUsage(const llvm::Twine &Text) {
  llvm::errs() << "kite: error: " << Text << '\n';
  return ExitUsage;
}

bool kite::parseRunOptions(llvm::ArrayRef<std::string> Words, bool WithEntry,
                           RunOptions &Options, std::string &Error) {
  size_t Next = 0;
  for (; Next < Words.size() && startsWith(llvm::StringRef(Words[Next]), "-");
       ++Next) {
    const std::string &Word = Words[Next];
    if (Word == "--interpret") {
      Options.IsInterpreted = true;
    } else if (Word == "-fno-bounds") {
      Options.NoBounds = true;
    } else if (Word == "-fno-flatten") {
      // As for kitec: hidden, for the tests.
      Options.NoFlatten = true;
    } else if (startsWith(llvm::StringRef(Word), "--device=")) {
      Options.Device = Word.substr(strlen("--device="));
    } else if (Word == "--device") {
      Error = "'=TEXT' is missing behind --device, where TEXT is a part of the "
              "device's name";
      return false;
    } else if (Word == "-o") {
      if (++Next == Words.size()) {
        Error = "-o needs the name of a file";
        return false;
      }
      Options.Output = Words[Next];
    } else {
      Error = "there is no option '" + Word + "'; kite --help lists them";
      return false;
    }
  }
  Words = Words.drop_front(Next);
  if (Words.empty()) {
    Error = "a file is missing; kite --help shows how to run one";
    return false;
  }
  Options.File = Words[0];
  if (!WithEntry) {
    Options.Entry = "main";
    if (Words.size() == 1)
      return true;
    Error = "'kite FILE' runs 'main', which has no arguments; others run with "
            "'kite run FILE ENTRY ARGS...'";
    return false;
  }
  if (Words.size() < 2) {
    Error = "the task to run is missing: kite run " + Words[0] +
            " ENTRY ARGS...; 'kite " + Words[0] + "' runs 'main'";
    return false;
  }
  Options.Entry = Words[1];
  Options.Arguments = Words.drop_front(2).vec();
  return true;
}

/// `(v: array(float), n: int)`.
static std::string parametersOf(const TaskDecl &Task) {
  std::string Text = "(";
  for (const VarDecl *Parameter : Task.Parameters) {
    if (Text.size() > 1)
      Text += ", ";
    Text += Parameter->Name + ": " + Parameter->Ty->str();
  }
  return Text + ")";
}

static std::string exportedTasks(const CheckedProgram &Program) {
  std::string Names;
  for (const TaskDecl *Task : Program.Tasks)
    if (Task->IsExported) {
      Names += Names.empty() ? "" : ", ";
      Names += "'" + Task->Name + "'";
    }
  return Names.empty() ? "it exports none" : "exported are " + Names;
}

const TaskDecl *kite::findEntry(const CheckedProgram &Program,
                                const RunOptions &Options) {
  const TaskDecl *Entry = Program.find(Options.Entry);
  if (!Entry) {
    failUsage("'" + Options.File + "' has no task '" + Options.Entry + "'; " +
              exportedTasks(Program));
    return nullptr;
  }
  if (!Entry->IsExported && Entry->Name != "main") {
    failUsage("'" + Options.Entry + "' is not exported: write 'export task " +
              Options.Entry + "'; " + exportedTasks(Program));
    return nullptr;
  }
  size_t Count = Entry->Parameters.size();
  if (Options.Arguments.size() != Count) {
    failUsage("'" + Options.Entry + parametersOf(*Entry) + "' takes " +
              llvm::Twine(Count) + (Count == 1 ? " argument" : " arguments") +
              ", and " + llvm::Twine(Options.Arguments.size()) + " are given");
    return nullptr;
  }
  if (!Options.Output.empty() && !isNpyType(*Entry->ResultType)) {
    failUsage("-o writes arrays of numbers, and the result of '" +
              Options.Entry + "' is '" + Entry->ResultType->str() + "'");
    return nullptr;
  }
  return Entry;
}

std::vector<Value> kite::readArguments(const RunOptions &Options,
                                       const TaskDecl &Entry,
                                       Diagnostics &Diags) {
  std::vector<Value> Arguments;
  for (size_t I = 0; I < Entry.Parameters.size(); ++I) {
    const VarDecl &Parameter = *Entry.Parameters[I];
    std::string Name =
        "argument '" + Parameter.Name + "' of '" + Entry.Name + "'";
    if (std::optional<Value> V =
            parseValue(Options.Arguments[I], Name, *Parameter.Ty, Diags))
      Arguments.push_back(std::move(*V));
  }
  return Arguments;
}
