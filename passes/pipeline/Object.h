//===- Object.h - Parts of programs that are linked later -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// An *object* is a part of a program in the form in which the plugin left it
/// (docs/abi.md, section 1). It has the mark `__tkl_object`, whose value is the
/// version of the ABI. The numbers of steps, the layout of frames and the size
/// of records depend on the whole program. So the passes that choose them wait
/// for the link (Link.h).
///
/// With `-mllvm -tkl-object` the pipeline makes an object. `tkl-object` runs
/// tkl-linearise, tkl-prepare, tkl-future-uses and tkl-escape for their
/// errors. Then it hides the program from
/// clang's own passes, which must not change it before ours run.
/// `tkl-object-restore`, the last pass of all, brings it back.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_PIPELINE_OBJECT_H
#define TASKLET_PASSES_PIPELINE_OBJECT_H

#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

#include <memory>
#include <string>
#include <vector>

namespace tasklet {

/// Was `-tkl-object` given?
bool wantsObject();

/// The version in the mark of an object; 0 if \p M is none.
unsigned objectVersion(const llvm::Module &M);

/// Those of --check= and --trace that were given: all objects of a program and
/// the link need the same ones.
std::vector<std::string> givenOptions();

/// Removes all functions, variables and named metadata.
void emptyModule(llvm::Module &M);

/// Input:     the module as clang's code generator left it.
/// Output:    an empty module; its contents are in the parking place.
/// Reports:   all errors of tkl-linearise, tkl-prepare, tkl-future-uses and
///            tkl-escape that this part shows by itself.
class ObjectPass : public llvm::PassInfoMixin<ObjectPass> {
  std::shared_ptr<std::unique_ptr<llvm::Module>> Parked;

public:
  explicit ObjectPass(std::shared_ptr<std::unique_ptr<llvm::Module>> Parked)
      : Parked(std::move(Parked)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// Moves the contents of the parking place, if any, back into the module.
class RestoreObjectPass : public llvm::PassInfoMixin<RestoreObjectPass> {
  std::shared_ptr<std::unique_ptr<llvm::Module>> Parked;

public:
  explicit RestoreObjectPass(
      std::shared_ptr<std::unique_ptr<llvm::Module>> Parked)
      : Parked(std::move(Parked)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
