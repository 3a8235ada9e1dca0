//===- Target.cpp - What programs are compiled for ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace tasklet;

namespace {

enum class TargetId {
#define TKL_TARGET(ID, NAME, TRIPLE) ID,
#include "targets.def"
};

constexpr StringLiteral TargetNames[] = {
#define TKL_TARGET(ID, NAME, TRIPLE) NAME,
#include "targets.def"
};

constexpr StringLiteral TargetTriples[] = {
#define TKL_TARGET(ID, NAME, TRIPLE) TRIPLE,
#include "targets.def"
};

struct QuirkRow {
  Quirk Id;
  StringLiteral Name, Drivers;

  bool isCalled(StringRef Word) const {
    SmallVector<StringRef, 2> Words;
    Drivers.split(Words, ' ');
    return Word == Name || is_contained(Words, Word);
  }
};
constexpr QuirkRow QuirkRows[] = {
#define TKL_QUIRK(ID, NAME, DRIVERS) {Quirk::ID, NAME, DRIVERS},
#include "targets.def"
};

Target makeTarget(TargetId Id) {
  StringRef Name = TargetNames[unsigned(Id)];
  StringRef Triple = TargetTriples[unsigned(Id)];
  switch (Id) {
  case TargetId::Spir:
    // Who compiles without naming a driver gets what runs on PoCL 3.1, too, on
    // all processors with AVX.
    return {Name,
            Triple,
            Form::Bitcode,
            SpirSpaces,
            AtomicForm::Ordered,
            ClockSource::CycleCounter,
            /*TeamLanes=*/1,
            /*HasWarps=*/false,
            {Quirk::BitLoads, Quirk::BuiltinNames, Quirk::CallsOf256,
             Quirk::KernelCopies, Quirk::LocalAddresses, Quirk::PrintfFunctions,
             Quirk::SwitchDefaults}};
  case TargetId::Spirv:
    // bit-loads, because SPIR-V has no vectors of a few bits; the other two,
    // because its drivers have not been tried without. For the functions that
    // builtin-names replaces SPIR-V has instructions. calls-of-256 for
    // PoCL 6, as above. Not kernel-copies: with it kernels run the workers
    // (tasks/RunsWorkers.h), where Oclgrind sees races, since it knows no order
    // among work-groups.
    return {Name,
            Triple,
            Form::Spirv,
            SpirSpaces,
            AtomicForm::Ordered,
            ClockSource::None,
            /*TeamLanes=*/1,
            /*HasWarps=*/false,
            {Quirk::BitLoads, Quirk::CallsOf256, Quirk::LocalAddresses,
             Quirk::SwitchDefaults}};
  case TargetId::Nvptx:
    // As for SPIR-V up to the last step: what PTX has instead of this row's
    // spaces, orders and clock is put in when it is made (target/nvptx/).
    return {Name,
            Triple,
            Form::Ptx,
            SpirSpaces,
            AtomicForm::Ordered,
            ClockSource::CycleCounter,
            /*TeamLanes=*/32,
            /*HasWarps=*/true,
            {}};
  }
  llvm_unreachable("a target of targets.def");
}

/// Null if there is no such target.
const StringLiteral *findTarget(StringRef Name) {
  const StringLiteral *Found = find(TargetNames, Name);
  return Found == std::end(TargetNames) ? nullptr : Found;
}

/// False if \p Unknown is no word of the list.
bool parseQuirks(StringRef List, QuirkSet &Quirks, StringRef &Unknown) {
  if (List == "none")
    return true;
  SmallVector<StringRef, 4> Words;
  List.split(Words, ',');
  for (StringRef Word : Words) {
    bool Known = false;
    for (const QuirkRow &Row : QuirkRows)
      if (Row.isCalled(Word)) {
        Quirks.add(Row.Id);
        Known = true;
      }
    if (!Known) {
      Unknown = Word;
      return false;
    }
  }
  return true;
}

// Both keep the text, and refuse it here, where the message names the option.
struct TargetParser : cl::parser<std::string> {
  using parser::parser;
  bool parse(cl::Option &O, StringRef, StringRef Text, std::string &Value) {
    Value = Text.str();
    return !findTarget(Text) && O.error("unknown target '" + Text + "'");
  }
};
struct QuirksParser : cl::parser<std::string> {
  using parser::parser;
  bool parse(cl::Option &O, StringRef, StringRef Text, std::string &Value) {
    Value = Text.str();
    QuirkSet Quirks;
    StringRef Unknown;
    return !parseQuirks(Text, Quirks, Unknown) &&
           O.error("unknown quirk '" + Unknown + "'");
  }
};

} // namespace

static cl::opt<std::string, false, TargetParser>
    TargetName("tkl-target", cl::init("spir"), cl::value_desc("name"),
               cl::desc("What the program is compiled for; default: spir"));

static cl::opt<std::string, false, QuirksParser> QuirkList(
    "tkl-quirks", cl::value_desc("list"),
    cl::desc("What the driver needs besides: names of quirks or drivers, or "
             "'none'; default: depends on the target"));

SmallVector<StringRef, 4> QuirkSet::names() const {
  SmallVector<StringRef, 4> Names;
  for (const QuirkRow &Row : QuirkRows)
    if (has(Row.Id))
      Names.push_back(Row.Name);
  return Names;
}

const Target &tasklet::chosenTarget() {
  static const Target Chosen = [] {
    Target T = makeTarget(TargetId(findTarget(TargetName) - TargetNames));
    if (QuirkList.getNumOccurrences()) {
      StringRef Unknown;
      T.Quirks = QuirkSet();
      parseQuirks(QuirkList, T.Quirks, Unknown);
    }
    return T;
  }();
  return Chosen;
}

const AddressSpaces &tasklet::spaces() { return chosenTarget().Spaces; }
