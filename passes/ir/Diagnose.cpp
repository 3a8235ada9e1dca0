//===- Diagnose.cpp - Errors that the passes report -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/Diagnose.h"
#include "ir/Additions.h"
#include "ir/Names.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

namespace {

class TaskletDiagnostic : public DiagnosticInfo {
  std::string Message;

public:
  explicit TaskletDiagnostic(std::string Text,
                             DiagnosticSeverity Severity = DS_Error)
      : DiagnosticInfo(kind(), Severity), Message(std::move(Text)) {}
  void print(DiagnosticPrinter &DP) const override { DP << Message; }
  static int kind() {
    static const int Kind = getNextAvailablePluginDiagnosticKind();
    return Kind;
  }
};

} // namespace

static SourceReporter *Source = nullptr;
static bool Errors = false;

void tasklet::setSourceReporter(SourceReporter *Reporter) { Source = Reporter; }

/// `k.cl:3:7: `
static std::string placeOf(const DebugLoc &Loc) {
  return (Loc->getFilename() + ":" + Twine(Loc.getLine()) + ":" +
          Twine(Loc.getCol()) + ": ")
      .str();
}

/// Shows the message in the source program. False if that is not possible.
static bool showInSource(bool IsError, const Instruction &At, StringRef Text) {
  if (!Source)
    return false;
  // Calls of tasks and forces carry their own source position. It does not need
  // debug information and does not depend on `#line`
  // (plugin/marks/TaskMarks.cpp).
  if (const MDNode *Cookie = At.getMetadata(names::CallPlace))
    if (Cookie->getNumOperands() != 0)
      if (auto *Number =
              mdconst::dyn_extract<ConstantInt>(Cookie->getOperand(0)))
        return Source->report(IsError, Number->getZExtValue(), Text);
  const DebugLoc &Loc = At.getDebugLoc();
  return Loc && Source->report(IsError, Loc->getDirectory(), Loc->getFilename(),
                               Loc.getLine(), Loc.getCol(), Text);
}

bool tasklet::hasReportedErrors() { return Errors; }

void tasklet::reportError(const Function &F, const Instruction *At,
                          const Twine &Message) {
  Errors = true;
  std::string Text = ("in '" + F.getName() + "': " + Message).str();
  if (At && showInSource(/*IsError=*/true, *At, Text))
    return;
  DebugLoc Loc = At ? At->getDebugLoc() : DebugLoc();
  if (Loc &&
      (Loc->getFilename().startswith("<") || !usesAdditions(*F.getParent()))) {
    // Clang could not open this file: it is none, such as `<program source>`,
    // or it was compiled in an earlier process that wrote the bitcode.
    F.getContext().diagnose(TaskletDiagnostic(placeOf(Loc) + Text));
    return;
  }
  // For this kind of diagnostic only, clang's back end finds the place in the
  // source again and shows it with a caret.
  F.getContext().diagnose(
      DiagnosticInfoUnsupported(F, Text, DiagnosticLocation(Loc)));
}

void tasklet::reportNote(const Instruction &At, const Twine &Message) {
  if (showInSource(/*IsError=*/false, At, Message.str()))
    return;
  if (DebugLoc Loc = At.getDebugLoc())
    At.getContext().diagnose(
        TaskletDiagnostic(placeOf(Loc) + Message.str(), DS_Note));
}

void tasklet::reportError(const Module &M, const Twine &Message) {
  Errors = true;
  M.getContext().diagnose(TaskletDiagnostic(Message.str()));
}
