//===- OrderedNotes.cpp - The report on ordered kernels -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/OrderedNotes.h"
#include "ir/Diagnose.h"
#include "ir/Names.h"
#include "ir/SourceNames.h"
#include "ordered/KernelParts.h"
#include "tasks/TaskNotes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tasklet;

static std::string bytes(uint64_t Count) {
  return std::to_string(Count) + (Count == 1 ? " byte" : " bytes");
}

/// "x", or "parameter 2"
static std::string nameOf(const Function &Kernel, unsigned Param) {
  std::string Name = parameterText(Kernel, Param);
  return StringRef(Name).trim('\'').str();
}

static std::string namesOf(const Function &Kernel, ArrayRef<unsigned> Params) {
  if (Params.empty())
    return "nothing";
  std::vector<std::string> Names;
  for (unsigned Param : Params)
    Names.push_back(nameOf(Kernel, Param));
  return join(Names, ", ");
}

/// " at 3:7"
static std::string atPlace(const DebugLoc &Loc, StringRef File) {
  std::string Text = placeText(Loc, File);
  return Text.empty() ? Text : " at " + Text;
}

static void printAccess(raw_ostream &Out, const Function &Kernel,
                        const CallInst &Mark, StringRef File) {
  bool Writes = Mark.getCalledFunction()->getName() == names::AccessWrite;
  unsigned Param = cast<ConstantInt>(Mark.getArgOperand(0))->getZExtValue();
  const DebugLoc &Loc = Mark.getDebugLoc();
  Out << "  " << (Writes ? "writes " : "reads ") << nameOf(Kernel, Param)
      << atPlace(Loc, File) << ", ";
  if (auto *Size = dyn_cast<ConstantInt>(Mark.getArgOperand(2)))
    Out << bytes(Size->getZExtValue());
  else
    Out << "as many bytes as are asked for";
  std::string Line;
  if (SourceReporter *Source = sourceReporter(); Source && Loc)
    Line = Source->lineAt(Loc->getDirectory(), Loc->getFilename(),
                          Loc.getLine(), Loc.getCol());
  if (!Line.empty())
    Out << ": " << Line;
  Out << '\n';
}

/// What later commands need not compute.
static std::string stayingOf(const Payload &Carried) {
  if (!Carried.Destination)
    return std::string();
  return Carried.Contribution ? ", " + std::to_string(Carried.Destination) +
                                    " of which stay for later runs"
                              : ", which stays for later runs";
}

static void printBins(raw_ostream &Out, const Slice &Found,
                      const Payload &Carried) {
  if (Found.TouchesMuch) {
    Out << "  no bins: it has accesses in a loop, or to several parameters\n";
    return;
  }
  Out << "  bins ";
  if (Carried)
    Out << (Carried.Slots == 1
                ? std::string("with a payload of ")
                : "with " + std::to_string(Carried.Slots) + " payloads of ")
        << bytes(Carried.size()) << stayingOf(Carried);
  else
    Out << "without payload: "
        << (!Found.TouchesOnePlace && Carried.WhyNot.empty()
                ? "its accesses are to several places"
            : !Found.IsExact && Carried.WhyNot.empty()
                ? "what is accessed is not known before the kernel runs"
                : Carried.WhyNot);
  Out << '\n';
}

static void printOwners(raw_ostream &Out, const KernelParts &Parts) {
  if (Parts.Owned)
    Out << "  owners, if work-items that follow each other touch memory that "
           "lies close together\n";
  else if (!Parts.Owned.WhyNot.empty())
    Out << "  no owners: " << Parts.Owned.WhyNot << '\n';
}

static void printStreams(raw_ostream &Out, const Function &Kernel,
                         const Streams &Made) {
  if (!Made)
    return;
  SmallVector<unsigned, 8> Params = Made.Params;
  sort(Params);
  Out << "  levels that run again read " << namesOf(Kernel, Params)
      << " from streams\n";
}

void tasklet::noteOrdered(const Function &Kernel, ArrayRef<unsigned> Monitored,
                          const KernelParts &Parts) {
  if (!wantsTaskNotes())
    return;
  const Slice &Found = Parts.Found;
  std::string Text;
  raw_string_ostream Out(Text);
  Out << "ordered kernel " << Kernel.getName();
  StringRef File;
  if (const DISubprogram *Program = Parts.Body->getSubprogram()) {
    File = Program->getFilename();
    Out << " (" << sys::path::filename(File) << ":" << Program->getLine()
        << ")";
  }
  Out << ": monitors " << namesOf(Kernel, Monitored) << '\n';
  if (!Found.F) {
    Out << "  runs in order" << atPlace(Found.WhyNot.Place.Loc, File) << ": "
        << obstacleText(Found.WhyNot) << '\n';
  } else {
    bool Any = false;
    for (const Instruction &I : instructions(*Found.F)) {
      if (!isMark(I))
        continue;
      printAccess(Out, Kernel, cast<CallInst>(I), File);
      Any = true;
    }
    if (!Any)
      Out << "  makes no monitored access\n";
    Out << "  the inspector reads " << namesOf(Kernel, Found.Inspected) << '\n';
    if (!Found.IsExact)
      Out << "  branches on memory that it writes count with both sides\n";
    if (Any) {
      Out << "  elements of " << bytes(Found.Grain) << '\n';
      if (Parts.Affine)
        Out << "  needs no inspector where no addresses meet, which the launch "
               "tests\n";
      printBins(Out, Found, Parts.Carried);
      printOwners(Out, Parts);
      printStreams(Out, Kernel, Parts.Streamed);
    }
    if (Parts.Added)
      Out << "  copies: it only adds integers\n";
  }
  taskNotes().Ordered.push_back(Out.str());
}
