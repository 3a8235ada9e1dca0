//===- Slice.h - What decides the accesses of a work-item -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The slice of an ordered kernel is its body reduced to what decides which
/// monitored memory a work-item reads and writes (Weiser 1984, backward over
/// addresses and control). It stores nothing, and in the place of each access
/// to monitored memory there is a mark:
///
/// \code
///   call void @tkl.access.read(i32 parameter, i8* align A address, i64 bytes)
///   call void @tkl.access.write(...)
/// \endcode
///
/// It reads no memory that the kernel writes, since it runs before. Where such
/// memory decides a branch, both sides count (BothSides.h). Where it decides an
/// address, a size, or how often a loop runs, there is no slice. A slice never
/// misses an access, and may have some that the kernel does not make.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_SLICE_H
#define TASKLET_PASSES_ORDERED_SLICE_H

#include "ordered/Obstacle.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Alignment.h"

namespace llvm {
class CallInst;
class IRBuilderBase;
class Instruction;
} // namespace llvm

namespace tasklet {

struct Slice {
  /// With the parameters of the body; null if there is no slice.
  llvm::Function *F = nullptr;
  /// Parameters through which it reads memory.
  llvm::SmallVector<unsigned, 4> Inspected;
  /// Parameters of the body that it uses at all.
  llvm::SmallVector<unsigned, 8> Used;
  /// Parameters whose memory must have a known size, since the slice may
  /// compute addresses outside of it.
  llvm::SmallVector<unsigned, 4> Guarded;
  /// Parameters through which the kernel may write.
  llvm::SmallVector<unsigned, 4> Written;
  /// Bytes of an element of the conflict space, a power of two.
  uint64_t Grain = 0;
  /// It has an access in a loop, or to more than one monitored parameter.
  bool TouchesMuch = false;
  /// All accesses are to one place.
  bool TouchesOnePlace = false;
  /// Where the memory of arguments lies decides its accesses.
  bool UsesAddresses = false;
  /// It makes just the accesses that the kernel makes.
  bool IsExact = true;

  /// Without slice: why.
  Obstacle WhyNot;
};

/// Emits the mark \p Name of an access to the memory of \p Param.
llvm::CallInst *createMark(llvm::IRBuilderBase &B, llvm::StringRef Name,
                           unsigned Param, llvm::Value &Address,
                           llvm::Value &Size, llvm::Align Alignment);

/// Whether \p I is one, of any name.
bool isMark(const llvm::Instruction &I);

/// Removes what no mark of \p F needs: \p F stores nothing.
void dropUnneeded(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

/// \p Monitored: indices of parameters.
Slice makeSlice(llvm::Function &Body, llvm::ArrayRef<unsigned> Monitored,
                llvm::FunctionAnalysisManager &FAM);

} // namespace tasklet

#endif
