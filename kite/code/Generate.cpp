//===- Generate.cpp - From graphs to Tasklets -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "code/Generate.h"

#include "code/Prelude.h"
#include "code/Stores.h"
#include "code/Tasks.h"
#include "graphs/Build.h"
#include "graphs/Flatten.h"

using namespace llvm;

namespace tasklet::kite {

static std::string parameters(Unit &U, ExprCode &E, const TaskDecl *Task) {
  std::string List;
  if (!Task->Captures.empty())
    List = "__global const " + U.captureStruct(Task) + " *captured";
  for (const VarDecl *V : Task->Parameters)
    List +=
        (List.empty() ? "" : ", ") + U.Types.name(V->Ty) + " " + E.variable(V);
  return List.empty() ? "void" : List;
}

/// Reports and messages of the compiler name the line of the declaration.
static void markHead(Unit &U, const TaskDecl *Task, Lines &Code) {
  SMRange Place = Task->NameRange.isValid() ? Task->NameRange : Task->Range;
  if (!U.Options.MarkLines || !Place.isValid())
    return;
  auto [File, Line] = U.lineOf(Place);
  Code.from(File, Line);
}

static void writeTask(Unit &U, TaskDecl *Task, AstContext &Nodes) {
  TaskCode Code(U, U.task(Task), Task->ResultType);
  std::string Head = "static __task " + U.result(Task->ResultType) + " " +
                     U.task(Task) + "(" +
                     parameters(U, Code.expressions(), Task) + ")";
  U.Prototypes.add(Head + ";");
  markHead(U, Task, Code.lines());
  Code.lines().open(Head);
  TaskGraph G = buildGraph(*Task);
  if (U.Options.Flatten)
    flattenGraph(G, U.Program, Nodes);
  joinStores(G.Body, Nodes);
  Code.writeBody(G);
  Code.lines().close();
  U.Tasks.append(Code.lines());
  U.Tasks.blank();
}

/// Kernels have no arguments of type bool.
static std::string argumentType(Unit &U, const Type *T) {
  auto *Plain = dyn_cast<BaseType>(T);
  return Plain && Plain->B == Base::Bool ? "uchar" : U.Types.name(T);
}

/// The kernel of an exported task: each work-item starts one root.
static void writeKernel(Unit &U, const TaskDecl *Task) {
  std::string List, Arguments;
  auto Add = [](std::string &To, const std::string &What) {
    To += (To.empty() ? "" : ", ") + What;
  };
  const Type *Result = Task->ResultType;
  auto *Array = dyn_cast<ArrayType>(Result);
  std::string ResultName = U.All.fresh("result");
  if (Array) {
    Add(List,
        "__global " + argumentType(U, Array->Element) + " *" + ResultName);
    Add(List, "ulong " + ResultName + "_length");
  } else if (!isUnit(Result)) {
    Add(List, "__global " + argumentType(U, Result) + " *" + ResultName);
  }
  for (const VarDecl *V : Task->Parameters) {
    std::string Name = U.All.fresh(V->Name);
    if (auto *Of = dyn_cast<ArrayType>(V->Ty)) {
      std::string Given = argumentType(U, Of->Element),
                  Element = U.Types.name(Of->Element);
      Add(List,
          "__global " + Given + " *" + Name + ", ulong " + Name + "_length");
      Add(Arguments,
          "(" + U.Types.name(Of) + "){" +
              (Given == Element ? "" : "(__global " + Element + " *)") + Name +
              ", " + Name + "_length}");
      continue;
    }
    std::string Given = argumentType(U, V->Ty);
    Add(List, Given + " " + Name);
    Add(Arguments, Given == U.Types.name(V->Ty) ? Name : Name + " != 0");
  }
  std::string Started = U.task(Task) + "(" + Arguments + ")";
  if (Array) {
    // A task of its own waits for the array, and copies it.
    std::string Copy = U.All.fresh(Task->Name + "_result");
    std::string Element = U.Types.name(Array->Element);
    std::string Parameters = List;
    U.Tasks.open("static __task void " + Copy + "(" + List + ")");
    U.Tasks.add(U.Types.name(Array) + " made;");
    U.Tasks.add("made <- " + Started + ";");
    U.Tasks.add("force (made);");
    U.Tasks.add("if (made.length > " + ResultName + "_length)");
    U.Tasks.add("  tkl_fail(" +
                U.message(Task->NameRange, "the result of '" + Task->Name +
                                               "' has %0 elements, but its "
                                               "buffer has room for %1") +
                ", made.length, " + ResultName + "_length);");
    U.Tasks.add("for (ulong i = 0; i < made.length; ++i)");
    U.Tasks.add("  " + ResultName + "[i] = made.data[i];");
    U.Tasks.close();
    U.Tasks.blank();
    // What the kernel hands on are its own parameters; each work-item has its
    // own part of the result.
    std::string Handed;
    StringRef Rest = List;
    bool IsFirst = true;
    while (!Rest.empty()) {
      auto [One, Others] = Rest.split(", ");
      std::string Name = One.substr(One.find_last_of(" *") + 1).str();
      Add(Handed,
          IsFirst ? Name + " + get_global_id(0) * " + Name + "_length" : Name);
      IsFirst = false;
      Rest = Others;
    }
    Started = Copy + "(" + Handed + ")";
  }
  markHead(U, Task, U.Kernels);
  U.Kernels.open("__kernel void " + kernelName(Task->Name) + "(" +
                 (List.empty() ? "void" : List) + ")");
  U.Kernels.add(
      (Array || isUnit(Result) ? "()" : ResultName + "[get_global_id(0)]") +
      " <- " + Started + ";");
  U.Kernels.close();
  U.Kernels.blank();
}

std::string kernelName(StringRef Task) {
  return isReservedInOpenCL(Task) ? "kite_" + Task.str() : Task.str();
}

std::string generate(const CheckedProgram &Program, AstContext &Nodes,
                     SourceMgr &Sources, const CodeOptions &Options) {
  Unit U(Program, Sources, Options);
  // Kernels have the names of their tasks, which get others.
  for (const TaskDecl *Task : Program.Tasks)
    if (Task->IsExported)
      U.All.fresh(kernelName(Task->Name));
  for (const TaskDecl *Task : Program.Tasks)
    if (Task->IsExported)
      U.All.of(Task, Task->Name + "_task");

  Lines Constants;
  ExprCode E(U);
  for (const VarDecl *V : Program.Constants)
    Constants.add("static __constant " + U.Types.name(V->Ty) + " " +
                  U.All.of(V, V->Name) + " = " + E.get(V->Value) + ";");
  for (TaskDecl *Task : Program.Tasks)
    writeTask(U, Task, Nodes);
  U.writeClosures();
  for (const TaskDecl *Task : Program.Tasks)
    if (Task->IsExported)
      writeKernel(U, Task);
  U.writeTreePrinter();

  std::string Text = "// Generated by kitec. Compile it with taskletc "
                     "-fwrapv.\n"
                     "#pragma clang diagnostic ignored \"-Weverything\"\n\n";
  Text += preludeFor(U.HasLocks);
  // Types have their names from all the other sections.
  for (const std::string &Section :
       {U.Texts.str(), U.Types.str(), Constants.str(), U.CaptureTypes.str(),
        U.Functions.str(), U.Prototypes.str(), U.Tasks.str(), U.Kernels.str()})
    if (!Section.empty())
      Text += Section + "\n";
  return Text;
}

} // namespace tasklet::kite
