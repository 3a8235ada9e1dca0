//===- Diagnose.cpp - Errors and warnings of the passes -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/Diagnose.h"
#include "compat/Strings.h"
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
#include "llvm/Support/CommandLine.h"

#include <optional>

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

/// Clang runs no AST plugin on bitcode, and so nobody reads our -W options then.
static cl::list<std::string>
    WarningOptions("tkl-warning",
                   cl::desc("Obey a warning option of tasklets for bitcode"),
                   cl::value_desc("[no-][error=]tasklet-NAME"));

static SourceReporter *Source = nullptr;
static bool Errors = false;
/// The last warning is switched off, and so are its notes.
static bool Silent = false;

void tasklet::setSourceReporter(SourceReporter *Reporter) { Source = Reporter; }

SourceReporter *tasklet::sourceReporter() { return Source; }

SourcePlace::SourcePlace(const Instruction &At)
    : Loc(At.getDebugLoc()), Cookie(At.getMetadata(names::CallPlace)) {}

/// `k.cl:3:7: `
static std::string placeOf(const DebugLoc &Loc) {
  return (Loc->getFilename() + ":" + Twine(Loc.getLine()) + ":" +
          Twine(Loc.getCol()) + ": ")
      .str();
}

/// Shows the message in the source program. False if that is not possible.
static bool showInSource(Severity Kind, const SourcePlace &At, StringRef Text,
                         StringRef Option = "") {
  if (!Source)
    return false;
  // Calls of tasks and forces carry their own source position. It does not need
  // debug information and does not depend on `#line`
  // (plugin/marks/TaskMarks.cpp).
  if (At.Cookie && At.Cookie->getNumOperands() != 0)
    if (auto *Number =
            mdconst::dyn_extract<ConstantInt>(At.Cookie->getOperand(0)))
      return Source->report(Kind, Option, Number->getZExtValue(), Text);
  const DebugLoc &Loc = At.Loc;
  return Loc &&
         Source->report(Kind, Option, Loc->getDirectory(), Loc->getFilename(),
                        Loc.getLine(), Loc.getCol(), Text);
}

bool tasklet::hasReportedErrors() { return Errors; }

void tasklet::reportError(const Function &F, const Instruction *At,
                          const Twine &Message) {
  Errors = true;
  Silent = false;
  std::string Text = ("in '" + F.getName() + "': " + Message).str();
  if (At && showInSource(Severity::Error, SourcePlace(*At), Text))
    return;
  DebugLoc Loc = At ? At->getDebugLoc() : DebugLoc();
  if (Loc &&
      (startsWith(Loc->getFilename(), "<") || !usesAdditions(*F.getParent()))) {
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

/// How -tkl-warning has set a warning that is on by itself; None: it is off.
static std::optional<DiagnosticSeverity> severityOf(StringRef Option) {
  bool IsOn = true, IsError = false;
  for (StringRef Each : WarningOptions) {
    bool Positive = !Each.consume_front("no-");
    bool AsError = Each.consume_front("error=");
    if (Each != Option.drop_front(2))
      continue;
    (AsError ? IsError : IsOn) = Positive;
    IsOn |= AsError && Positive;
  }
  if (!IsOn)
    return std::nullopt;
  return IsError ? DS_Error : DS_Warning;
}

void tasklet::reportWarning(const Function &F, StringRef Option,
                            const SourcePlace &At, const Twine &Message) {
  std::string Text = ("in '" + F.getName() + "': " + Message).str();
  if (showInSource(Severity::Warning, At, Text, Option) ||
      (Source &&
       Source->reportAt(F.getName(), Severity::Warning, Option, Text)))
    return;
  std::optional<DiagnosticSeverity> Level = severityOf(Option);
  Silent = !Level;
  if (!Level)
    return;
  Errors |= *Level == DS_Error;
  F.getContext().diagnose(TaskletDiagnostic(
      (At.Loc ? placeOf(At.Loc) : "") + Text + " [" + Option.str() + "]",
      *Level));
}

void tasklet::reportNote(const Instruction &At, const Twine &Message) {
  SourcePlace Place(At);
  if (showInSource(Severity::Note, Place, Message.str()) || Silent)
    return;
  if (Place.Loc)
    At.getContext().diagnose(
        TaskletDiagnostic(placeOf(Place.Loc) + Message.str(), DS_Note));
}

void tasklet::reportNote(const Function &F, const SourcePlace &At,
                         const Twine &Message) {
  std::string Text = Message.str();
  if (showInSource(Severity::Note, At, Text) ||
      (Source && Source->reportAt(F.getName(), Severity::Note, "", Text)) ||
      Silent)
    return;
  F.getContext().diagnose(
      TaskletDiagnostic((At.Loc ? placeOf(At.Loc) : "") + Text, DS_Note));
}

void tasklet::reportError(const Module &M, const Twine &Message) {
  Errors = true;
  M.getContext().diagnose(TaskletDiagnostic(Message.str()));
}
