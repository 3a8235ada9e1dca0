//===- WriteManifest.h - What the host must know ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_MANIFEST_WRITEMANIFEST_H
#define TASKLET_PASSES_MANIFEST_WRITEMANIFEST_H

#include "llvm/IR/PassManager.h"

namespace tasklet {

/// Sizes that the program fixes, in bytes.
struct ProgramSizes {
  uint64_t Record = 0;
  uint64_t Chunk = 0;
  unsigned TeamLanes = 1; ///< tasks/Team.h
};

/// Puts the manifest (docs/abi.md, section 4) of a lowered program into \p M.
/// \p Steps has the names of its steps if it can be traced.
void setManifest(llvm::Module &M, const ProgramSizes &Sizes,
                 const std::vector<std::string> &Steps = {});

/// Puts the manifest of an object into \p M.
void setObjectManifest(llvm::Module &M, bool Tasklets);

/// `tkl-manifest`: writes the manifest to the file that the option
/// -tkl-manifest=FILE names, if any.
///
/// Input:     a lowered program, or an object, with its manifest.
/// Output:    the same.
/// Reports:   a file that cannot be written.
struct ManifestPass : llvm::PassInfoMixin<ManifestPass> {
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace tasklet

#endif
