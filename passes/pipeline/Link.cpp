//===- Link.cpp - Link several objects into one program -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "pipeline/Link.h"
#include "ir/Diagnose.h"
#include "ir/Marks.h"
#include "ir/Names.h"
#include "pipeline/Object.h"

#include "tkl_abi.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;
using namespace tasklet;

static cl::list<std::string>
    ObjectFiles("tkl-link", cl::desc("Link an object into the program"),
                cl::value_desc("file"));

static std::unique_ptr<Module> readObject(Module &M, StringRef Path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer) {
    reportError(M, "the object '" + Path +
                       "' cannot be read: " + Buffer.getError().message());
    return nullptr;
  }
  SMDiagnostic Why;
  std::unique_ptr<Module> Object =
      parseIR((*Buffer)->getMemBufferRef(), Why, M.getContext());
  if (!Object)
    reportError(M, "'" + Path + "' is no object: " + Why.getMessage());
  return Object;
}

/// May \p Object be a part of a program?
static bool checkObject(const Module &M, const Module &Object) {
  std::string Name = Object.getModuleIdentifier();
  if (Object.getNamedMetadata(names::Manifest)) {
    reportError(M, "'" + Name +
                       "' is a complete program; only objects can be linked "
                       "with others");
    return false;
  }
  unsigned Version = objectVersion(Object);
  if (Version && Version != TKL_ABI_VERSION) {
    reportError(M, "the object of '" + Name + "' has version " +
                       Twine(Version) + " of the ABI, this compiler makes " +
                       Twine(TKL_ABI_VERSION) + "; compile it again");
    return false;
  }
  if (Object.getTargetTriple() != M.getTargetTriple()) {
    reportError(M, "the object of '" + Name + "' is for the target '" +
                       Object.getTargetTriple() + "', not for '" +
                       M.getTargetTriple() + "'");
    return false;
  }
  // What it was made for would silently not happen.
  const NamedMDNode *Options = Object.getNamedMetadata(names::ObjectOptions);
  for (unsigned I = 0;
       Options && !wantsObject() && I < Options->getNumOperands(); ++I) {
    StringRef Option =
        cast<MDString>(Options->getOperand(I)->getOperand(0))->getString();
    if (is_contained(givenOptions(), Option))
      continue;
    reportError(M, "the object of '" + Name + "' was made with '" + Option +
                       "', and the program is linked without; give it here, "
                       "too, or make the object without it");
    return false;
  }
  return true;
}

static std::string describe(const GlobalValue &G) {
  return "'" + G.getName().str() + "'";
}

/// For each defined name, the object that defines it.
using Definers = StringMap<std::string>;

static void addDefinitions(const Module &Object, Definers &DefinedIn) {
  for (const GlobalValue &G : Object.global_values())
    if (G.isStrongDefinitionForLinker() && !G.hasLocalLinkage())
      DefinedIn.try_emplace(G.getName(), Object.getModuleIdentifier());
}

/// Compares the functions and variables of both modules by name.
static bool checkNames(const Module &M, const Module &Object,
                       const Definers &DefinedIn) {
  bool Ok = true;
  std::string There = Object.getModuleIdentifier();
  for (const GlobalValue &Theirs : Object.global_values()) {
    const GlobalValue *Ours = M.getNamedValue(Theirs.getName());
    if (!Ours || Ours->hasLocalLinkage() || Theirs.hasLocalLinkage())
      continue;
    if (Ours->isStrongDefinitionForLinker() &&
        Theirs.isStrongDefinitionForLinker()) {
      reportError(M, describe(Theirs) + " is defined twice, in '" +
                         DefinedIn.lookup(Theirs.getName()) + "' and in '" +
                         There + "'");
      Ok = false;
      continue;
    }
    auto *F = dyn_cast<Function>(&Theirs), *G = dyn_cast<Function>(Ours);
    if (F && G && isMarkedAsTask(*F) != isMarkedAsTask(*G)) {
      auto What = [](const Function &Which) {
        return isMarkedAsTask(Which) ? "a task" : "no task";
      };
      reportError(M, describe(Theirs) + " is " + What(*F) + " in '" + There +
                         "', but " + What(*G) +
                         " in another object; declare it with __task in both, "
                         "or in neither");
      Ok = false;
    }
  }
  return Ok;
}

/// True if both are the same but for names of structures.
static bool haveOneLayout(Type *A, Type *B) {
  if (A == B)
    return true;
  if (!A || !B || !isa<StructType, ArrayType>(A) ||
      A->getTypeID() != B->getTypeID() ||
      A->getNumContainedTypes() != B->getNumContainedTypes())
    return false;
  if (A->isArrayTy() && A->getArrayNumElements() != B->getArrayNumElements())
    return false;
  return all_of(zip(A->subtypes(), B->subtypes()), [](auto Pair) {
    return haveOneLayout(std::get<0>(Pair), std::get<1>(Pair));
  });
}

/// The types of functions, and of structures that pointers hand over.
static bool fits(const CallInst &Call, const Function &Callee) {
  if (Callee.getFunctionType() != Call.getFunctionType())
    return false;
  for (unsigned I = 0; I < Callee.arg_size(); ++I)
    if (!haveOneLayout(Call.getParamByValType(I),
                       Callee.getParamByValType(I)) ||
        !haveOneLayout(Call.getParamStructRetType(I),
                       Callee.getParamStructRetType(I)))
      return false;
  return true;
}

/// Checks that calls fit the definitions: each object declares the functions of
/// other objects itself, and may do so in a different way.
static bool checkCalls(Module &M) {
  bool Ok = true;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallInst>(&I);
      auto *Callee = Call ? dyn_cast<Function>(
                                Call->getCalledOperand()->stripPointerCasts())
                          : nullptr;
      if (!Callee || fits(*Call, *Callee))
        continue;
      reportError(F, Call,
                  describe(*Callee) +
                      " is declared here with other parameters or another "
                      "result than where it is defined");
      Ok = false;
    }
  return Ok;
}

/// Checks for recursion across objects. The plugin rejects recursion within one
/// source.
static bool checkRecursion(Module &M) {
  bool Ok = true;
  CallGraph Graph(M);
  for (auto Cycle = scc_begin(&Graph); !Cycle.isAtEnd(); ++Cycle) {
    Function *F = Cycle->front()->getFunction();
    if (!Cycle.hasCycle() || !F || isMarkedAsTask(*F))
      continue;
    reportError(M, "function " + describe(*F) +
                       " calls itself through functions of other objects, "
                       "which OpenCL C does not allow; make it a task");
    Ok = false;
  }
  return Ok;
}

/// Reports the first spawn of each task that is missing.
static bool checkTasksDefined(Module &M) {
  bool Ok = true;
  for (Function &Task : M) {
    if (!Task.isDeclaration() || !isMarkedAsTask(Task) || Task.use_empty() ||
        Task.getName() == names::ServiceAcquire)
      continue;
    CallInst *First = nullptr;
    for (Function &F : M)
      for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallInst>(&I))
          if (!First && Call->getCalledFunction() == &Task)
            First = Call;
    std::string Message = "task " + describe(Task) +
                          " is spawned but nowhere defined; define it, or "
                          "link the object that does";
    if (First)
      reportError(*First->getFunction(), First, Message);
    else
      reportError(M, Message);
    Ok = false;
  }
  return Ok;
}

static bool removeMark(Module &M) {
  if (NamedMDNode *Options = M.getNamedMetadata(names::ObjectOptions);
      Options && !wantsObject())
    Options->eraseFromParent();
  GlobalVariable *Mark = M.getNamedGlobal(names::ObjectMark);
  if (Mark)
    Mark->eraseFromParent();
  return Mark;
}

PreservedAnalyses LinkPass::run(Module &M, ModuleAnalysisManager &AM) {
  if (ObjectFiles.empty() && M.getNamedMetadata(names::Manifest))
    return PreservedAnalyses::all(); // Lowered long ago.
  bool Ok = checkObject(M, M);
  Definers DefinedIn;
  addDefinitions(M, DefinedIn);
  for (const std::string &Path : ObjectFiles) {
    std::unique_ptr<Module> Object = readObject(M, Path);
    if (!Object || !checkObject(M, *Object) ||
        !checkNames(M, *Object, DefinedIn)) {
      Ok = false;
      continue;
    }
    addDefinitions(*Object, DefinedIn);
    // If this fails, the context's handler has already reported the reason.
    Ok &= !Linker::linkModules(M, std::move(Object));
  }
  if (!ObjectFiles.empty())
    Ok = Ok && checkCalls(M) && checkRecursion(M);
  if (!wantsObject())
    Ok = Ok && checkTasksDefined(M);
  if (!Ok) {
    // The other passes cannot work on half a program.
    AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager().clear();
    emptyModule(M);
    return PreservedAnalyses::none();
  }
  bool Changed = removeMark(M) || !ObjectFiles.empty();
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
