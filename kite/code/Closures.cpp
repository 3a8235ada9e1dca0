//===- Closures.cpp - Tasks as values -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// OpenCL C has no pointers to functions. A task as a value is a number with a
// pointer to what it has captured. For each type of tasks there is one task that
// starts the one with that number (Reynolds 1972, defunctionalisation). Such a
// spawn is the last thing it does, so it takes no frame.
//
//===----------------------------------------------------------------------===//

#include "code/Unit.h"

using namespace llvm;

namespace tasklet::kite {

unsigned Unit::closure(const TaskDecl *Task, const TaskType *T) {
  std::vector<const TaskDecl *> &Of = Applies[T].Closures;
  for (size_t I = 0; I < Of.size(); ++I)
    if (Of[I] == Task)
      return I + 1;
  Of.push_back(Task);
  return Of.size();
}

std::string Unit::apply(const TaskType *T) {
  std::string &Name = Applies[T].Name;
  if (Name.empty())
    Name = All.fresh("apply_" + Types.stem(T));
  return Name;
}

std::string Unit::captureStruct(const TaskDecl *Task) {
  std::string &Name = CaptureStructs[Task];
  if (Name.empty()) {
    Name = All.fresh(task(Task) + "_captures");
    CaptureTypes.open("typedef struct");
    for (const Capture &C : Task->Captures)
      CaptureTypes.add(Types.name(C.Inside->Ty) + " " +
                       All.of(C.Inside, C.Inside->Name) + ";");
    CaptureTypes.close(" " + Name + ";");
  }
  return Name;
}

std::string Unit::captureFunction(const TaskDecl *Task) {
  std::string Struct = captureStruct(Task);
  std::string &Name = CaptureFunctions[Task];
  if (!Name.empty())
    return Name;
  Name = All.fresh("capture_" + task(Task));
  std::string Parameters;
  for (const Capture &C : Task->Captures)
    Parameters += (Parameters.empty() ? "" : ", ") + Types.name(C.Inside->Ty) +
                  " " + All.of(C.Inside, C.Inside->Name);
  CaptureTypes.open("static __global const void *" + Name + "(" + Parameters +
                    ")");
  CaptureTypes.add("__global " + Struct + " *made = (__global " + Struct +
                   " *)tkl_alloc(sizeof(" + Struct + "));");
  for (const Capture &C : Task->Captures) {
    std::string Field = All.of(C.Inside, C.Inside->Name);
    CaptureTypes.add("made->" + Field + " = " + Field + ";");
  }
  CaptureTypes.add("return made;");
  CaptureTypes.close();
  return Name;
}

void Unit::writeClosures() {
  // Declared in front of the tasks, since these apply each other.
  for (auto &[T, Applied] : Applies) {
    if (Applied.Name.empty())
      continue;
    std::string Parameters =
                    "__constant char *message, " + Types.name(T) + " what",
                Arguments;
    for (size_t I = 0; I < T->Parameters.size(); ++I) {
      std::string Name = "a" + std::to_string(I);
      Parameters += ", " + Types.name(T->Parameters[I]) + " " + Name;
      Arguments += (I ? ", " : "") + Name;
    }
    std::string Head = "static __task " + result(T->Result) + " " +
                       Applied.Name + "(" + Parameters + ")";
    Prototypes.add(Head + ";");
    Tasks.open(Head);
    bool IsVoid = isUnit(T->Result);
    if (Applied.Closures.empty()) {
      // No task became a value of this type, so that there is nothing to wait
      // for: all values are zeroes.
      Tasks.add("tkl_fail(message, 0, 0);");
      if (!IsVoid)
        Tasks.add("return " + Types.zero(T->Result) + ";");
      Tasks.close();
      Tasks.blank();
      continue;
    }
    if (!IsVoid)
      Tasks.add(Types.name(T->Result) + " result;");
    Tasks.open("switch (what.code)");
    for (size_t I = 0; I < Applied.Closures.size(); ++I) {
      const TaskDecl *Task = Applied.Closures[I];
      std::string All = Arguments;
      if (!Task->Captures.empty())
        All = "(__global const " + captureStruct(Task) + " *)what.captured" +
              (All.empty() ? "" : ", ") + All;
      Tasks.add("case " + Twine(I + 1) + ":");
      Tasks.add((IsVoid ? "  () <- " : "  result <- ") + task(Task) + "(" +
                All + ");");
      Tasks.add("  break;");
    }
    Tasks.add("default:");
    Tasks.add("  tkl_fail(message, 0, 0);");
    Tasks.close();
    if (!IsVoid) {
      Tasks.add("force (result);");
      Tasks.add("return result;");
    }
    Tasks.close();
    Tasks.blank();
  }
}

} // namespace tasklet::kite
