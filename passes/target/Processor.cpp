//===- Processor.cpp - The processor that runs the program ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/Processor.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"

#include <memory>

using namespace llvm;
using namespace tasklet;

// Of other processors nothing has been measured. Only the architecture matters.
static constexpr char ProcessorTriple[] = "x86_64-unknown-linux-gnu";

static const llvm::Target *findX86() {
  std::string Error;
  return TargetRegistry::lookupTarget(ProcessorTriple, Error);
}

/// Whether LLVM knows \p Name as a processor with 64 bits. For others its back
/// end would end the process.
static bool isKnown(const llvm::Target &X86, StringRef Name) {
  // Of an unknown name it says so on standard error.
  std::unique_ptr<MCSubtargetInfo> Any(
      X86.createMCSubtargetInfo(ProcessorTriple, "", ""));
  if (!Any || Name.empty() || !Any->isCPUStringValid(Name))
    return false;
  std::unique_ptr<MCSubtargetInfo> Named(
      X86.createMCSubtargetInfo(ProcessorTriple, Name, ""));
  return Named->checkFeatures("+64bit");
}

/// The first of the names, which have commas between them, that LLVM knows;
/// empty if it knows none.
static std::string firstKnown(StringRef Names) {
  const llvm::Target *X86 = findX86();
  SmallVector<StringRef, 4> Words;
  Names.split(Words, ',');
  for (StringRef Word : Words)
    if (X86 && isKnown(*X86, Word))
      return Word.str();
  return std::string();
}

namespace {

struct ProcessorParser : cl::parser<std::string> {
  using parser::parser;
  bool parse(cl::Option &O, StringRef, StringRef Text, std::string &Value) {
    Value = firstKnown(Text);
    return Value.empty() &&
           O.error("unknown processor '" + Text +
                   "'; clang -target x86_64 --print-supported-cpus "
                   "lists them");
  }
};

} // namespace

static cl::opt<std::string, false, ProcessorParser> ProcessorOption(
    "tkl-cpu", cl::value_desc("names"),
    cl::desc("The processor that runs the program: the first name of this list "
             "that LLVM knows; default: any, so that nothing is vectorised"));

static cl::opt<unsigned> VectorBits(
    "tkl-vector-bits", cl::value_desc("bits"), cl::init(0),
    cl::desc(
        "How long vectors for -tkl-cpu may be: 128, 256 or 512 bits, if the "
        "processor has them; default: what LLVM prefers for it"));

/// In LLVM's words: it can only prefer less than a processor has.
static const char *vectorFeatures() {
  return VectorBits == 128   ? "+prefer-128-bit"
         : VectorBits == 256 ? "+prefer-256-bit,-prefer-128-bit"
         : VectorBits == 512 ? "-prefer-256-bit,-prefer-128-bit"
                             : "";
}

StringRef tasklet::processorName() { return ProcessorOption; }

const TargetMachine *tasklet::processorMachine() {
  static const std::unique_ptr<const TargetMachine> Machine(
      ProcessorOption.empty() ? nullptr
                              : findX86()->createTargetMachine(
                                    ProcessorTriple, ProcessorOption,
                                    vectorFeatures(), TargetOptions(), {}));
  return Machine.get();
}
