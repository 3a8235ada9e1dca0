//===- Object.h - Parts of programs that are linked later -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// An *object* is a part of a program in the form in which the plugin left it
/// (docs/abi.md, section 1), with the mark `__tkl_object`, whose value is the
/// version of the ABI. Steps are numbered, frames laid out and records sized
/// for a program as a whole, so all of that waits for the link (Link.h).
///
/// With `-mllvm -tkl-object` the pipeline makes an object: `tkl-object` runs
/// tkl-prepare and tkl-escape for their errors, then hides the program from
/// clang's own passes, which must not touch it before ours, until
/// `tkl-object-restore`, the last pass of all, brings it back.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_PIPELINE_OBJECT_H
#define TASKLET_PASSES_PIPELINE_OBJECT_H

#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

#include <memory>

namespace tasklet {

/// Was `-tkl-object` given?
bool wantsObject();

/// The version in the mark of an object; 0 if \p M is none.
unsigned objectVersion(const llvm::Module &M);

/// Removes all functions, variables and named metadata.
void emptyModule(llvm::Module &M);

/// Input:     the module as clang's code generator left it.
/// Output:    the module, emptied; its contents lie in the parking place.
/// Reports:   what tkl-prepare and tkl-escape report about this part.
class ObjectPass : public llvm::PassInfoMixin<ObjectPass> {
  std::shared_ptr<std::unique_ptr<llvm::Module>> Parked;

public:
  explicit ObjectPass(std::shared_ptr<std::unique_ptr<llvm::Module>> Parked)
      : Parked(std::move(Parked)) {}
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }
};

/// Fills the module again from the parking place, if something is there.
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
