//===- MemoryAccesses.h - Which memory an instruction reaches ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_MEMORYACCESSES_H
#define TASKLET_PASSES_ORDERED_MEMORYACCESSES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Alignment.h"

#include <optional>

namespace llvm {
class CallInst;
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace tasklet {

/// What a pointer may point into.
struct Bases {
  llvm::SmallVector<unsigned, 2> Params; ///< pointer parameters, ascending
  bool Private = false;                  ///< variables of the work-item
  bool Constant = false; ///< program-scope constants: nobody writes them
  bool Variable = false; ///< program-scope variables
  bool Unknown = false;  ///< such as a pointer that was loaded
  /// Memory that other work-items see.
  bool isShared() const { return !Params.empty() || Variable || Unknown; }
};

Bases basesOf(const llvm::Value &Pointer);

/// Whether \p Pointer leads to the memory of one of \p Params, always the same, and
/// to no other memory.
bool leadsToOne(const llvm::Value &Pointer, llvm::ArrayRef<unsigned> Params);

/// One piece of memory that an instruction reads or writes: \ref Size bytes,
/// \ref Stride times \ref Index bytes after \ref Pointer.
struct Access {
  llvm::Value *Pointer = nullptr;
  llvm::Value *Index = nullptr; ///< null: 0
  uint64_t Stride = 0;
  llvm::Value *DynamicSize = nullptr; ///< bytes; null: Size
  uint64_t Size = 0;
  llvm::Align Alignment;
  bool Reads = false;
  bool Writes = false;
};

/// The accesses of \p I, to memory of any kind; none if it is not known which
/// those are.
std::optional<llvm::SmallVector<Access, 2>> accessesOf(llvm::Instruction &I);

/// Bytes of what the first pointer that \p Call, of a built-in function, is given
/// points to, as the mangled name has it; 0 if that is not known.
uint64_t pointeeSizeOf(const llvm::CallInst &Call);

/// The parameters that are images and that \p I, a call, is given.
llvm::SmallVector<unsigned, 2> imagesOf(const llvm::Instruction &I);

/// Whether \p F compares addresses of shared memory, but with null, or makes
/// numbers of them.
bool usesAddresses(const llvm::Function &F);

/// Whether \p I has an effect that decides no address: printf, fences.
bool isOnlyForOthers(const llvm::Instruction &I);

} // namespace tasklet

#endif
