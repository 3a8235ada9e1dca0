//===- Obstacle.cpp - Why a kernel cannot be inspected --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/Obstacle.h"
#include "ir/SourceNames.h"

#include "llvm/IR/Function.h"

using namespace llvm;
using namespace tasklet;

static constexpr char Option[] = "-Wtasklet-ordered-sequential";

StringRef tasklet::obstacleText(const Obstacle &Found) {
  switch (Found.Why) {
  case Obstacle::None:
    break;
  case Obstacle::Call:
    return "it is not known which memory this call uses";
  case Obstacle::Pointer:
    return "it is not known which parameter this pointer comes from";
  case Obstacle::MixedPointer:
    return "it is not known whether this pointer leads to private memory";
  case Obstacle::Address:
    return "the address of this access depends on memory that the kernel "
           "writes";
  case Obstacle::Size:
    return "the size of this access depends on memory that the kernel writes";
  case Obstacle::Read:
    return "this access decides about others, and its address depends on "
           "memory that the kernel writes";
  case Obstacle::Often:
    return "how often this access is made depends on memory that the kernel "
           "writes";
  case Obstacle::Shared:
    return "whether this access is made depends on memory that the kernel "
           "writes, by branches with code in common";
  case Obstacle::Endless:
    return "whether this access is made depends on memory that the kernel "
           "writes, and a loop around it may have no end where it is not made";
  case Obstacle::Harmful:
    return "whether this access is made depends on memory that the kernel "
           "writes, and it may fail where it is not made";
  }
  return "";
}

std::string tasklet::parameterText(const Function &Kernel, unsigned Index) {
  std::string Name;
  if (SourceReporter *Source = sourceReporter())
    Name = Source->parameterName(Kernel.getName(), Index);
  if (Name.empty())
    Name = Kernel.getArg(Index)->getName().str();
  if (Name.empty())
    return "parameter " + std::to_string(Index + 1);
  return "'" + Name + "'";
}

/// "'x' or 'y'"
static std::string parametersText(const Function &Kernel,
                                  ArrayRef<unsigned> Params) {
  std::string Text;
  for (unsigned Param : Params)
    Text += (Text.empty() ? "" : " or ") + parameterText(Kernel, Param);
  return Text;
}

/// What would make the cause known before the kernel runs.
static void noteCause(const Function &Kernel, const ObstacleCause &Cause) {
  std::string Of = parametersText(Kernel, Cause.Params);
  // Without debug information the place is that of the kernel.
  bool IsHere = Cause.Place.isKnown();
  auto Note = [&](const Twine &Text) { reportNote(Kernel, Cause.Place, Text); };
  switch (Cause.Kind) {
  case ObstacleCause::Read:
    if (Of.empty()) {
      Note("it depends on the result of a function that writes to memory of a "
           "parameter; let it write to a private variable instead");
      return;
    }
    Note("it depends on what is read " + Twine(IsHere ? "here " : "") +
         "from " + Of +
         ", which the kernel writes; read it from a buffer that the kernel "
         "does not write, such as a copy made before");
    return;
  case ObstacleCause::Atomic:
    Note(Twine("it depends on the result of ") + (IsHere ? "this" : "an") +
         " atomic operation; compute such numbers in a kernel of their own, "
         "and read them here");
    return;
  case ObstacleCause::Variable:
    Note("it depends on a variable at program scope that the kernel writes; "
         "give the kernel a copy of it as a parameter");
    return;
  case ObstacleCause::Printed:
    Note("it depends on the result of 'printf', which is not ordered");
    return;
  }
}

/// What else would help; empty if nothing.
static std::string adviceFor(const Function &Kernel, const Obstacle &Found,
                             ArrayRef<unsigned> Monitored) {
  switch (Found.Why) {
  case Obstacle::Call:
    return "define the function in this program, or access the memory without "
           "it";
  case Obstacle::Pointer:
    return "pass the memory as a parameter of the kernel, and compute the "
           "pointer from that parameter";
  case Obstacle::MixedPointer:
    return "use one pointer for private memory and another one for memory of "
           "a parameter";
  case Obstacle::Often:
    return "run the loop a number of times that is known before, and decide "
           "in its body; or split the kernel in two";
  case Obstacle::Shared:
    return "give each branch its own code, as with nested 'if'; or compute "
           "the whole condition first, with '&' and '|'";
  case Obstacle::Endless:
    return "run the loop a number of times that is known before it; read its "
           "end into a variable first";
  case Obstacle::Harmful:
    return "make this access before the branch, where it is always made";
  default:
    break;
  }
  if (!Found.Param || Monitored.size() < 2)
    return std::string();
  return "if no two work-items conflict there, leave " +
         parameterText(Kernel, *Found.Param) + " out of '__ordered'";
}

void tasklet::reportObstacle(const Function &Kernel, const Obstacle &Found,
                             ArrayRef<unsigned> Monitored) {
  reportWarning(Kernel, Option, Found.Place,
                "the work-items run one after the other: " +
                    obstacleText(Found));
  if (Found.Cause)
    noteCause(Kernel, *Found.Cause);
  std::string Advice = adviceFor(Kernel, Found, Monitored);
  if (!Advice.empty())
    reportNote(Kernel, Found.Place, Advice);
}
