//===- Diagnose.cpp - Errors that the passes report -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Diagnose.h"
#include "Registration.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {

class TaskletDiagnostic : public DiagnosticInfo {
  std::string Message;

public:
  explicit TaskletDiagnostic(std::string Text)
      : DiagnosticInfo(kind(), DS_Error), Message(std::move(Text)) {}
  void print(DiagnosticPrinter &DP) const override { DP << Message; }
  static int kind() {
    static const int Kind = getNextAvailablePluginDiagnosticKind();
    return Kind;
  }
};

} // namespace

void tasklet::reportError(const Function &F, const Instruction *At,
                          const Twine &Message) {
  std::string Text = ("in '" + F.getName() + "': " + Message).str();
  DebugLoc Loc = At ? At->getDebugLoc() : DebugLoc();
  if (Loc && (Loc->getFilename().startswith("<") || !notedAdditions())) {
    // No file, such as `<program source>`, or one that is not being compiled
    // now but was when the bitcode was made: clang could not look it up again.
    F.getContext().diagnose(
        TaskletDiagnostic((Loc->getFilename() + ":" + Twine(Loc.getLine()) +
                           ":" + Twine(Loc.getCol()) + ": " + Text)
                              .str()));
    return;
  }
  // The one kind of diagnostic for which clang's back end finds the place in
  // the source again and shows it with a caret.
  F.getContext().diagnose(
      DiagnosticInfoUnsupported(F, Text, DiagnosticLocation(Loc)));
}

void tasklet::reportError(const Module &M, const Twine &Message) {
  M.getContext().diagnose(TaskletDiagnostic(Message.str()));
}
