//===- StripWriter.h - Turns of a loop side by side -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes code for a strip of turns of a loop (StripNest.h): each code part becomes
/// a loop over the *lanes*, the turns of the strip, and the loops are around them.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_LOOPS_STRIPWRITER_H
#define TASKLET_PASSES_LOOPS_STRIPWRITER_H

#include "loops/StripNest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace tasklet {

/// Metadata of the arrays.
constexpr char LaneArrayMark[] = "tkl.lanes";

class StripWriter {
public:
  /// How many lanes, and what LLVM is told of the loops over them.
  struct Form {
    unsigned MostLanes;
    /// Properties of such a loop, beside that its lanes are independent: of one
    /// within others (true), and of the others.
    llvm::function_ref<llvm::SmallVector<llvm::Metadata *, 4>(bool)> Marks;
  };

  StripWriter(const StripNest &Nest, Form Wanted);

  /// Behind \p From, which has no end yet: \p Count turns (i64, not 0), from
  /// number \p Base (i64) on. Returns the block in which control goes on. It has no
  /// end either.
  llvm::BasicBlock *write(llvm::BasicBlock *From, llvm::Value *Base,
                          llvm::Value *Count);

private:
  /// Code where values are needed.
  struct Place {
    llvm::IRBuilder<> &B;
    const NestPart *Where; ///< null: all lanes share them
    llvm::Value *Lane, *Turn;
    llvm::DenseMap<const llvm::Value *, llvm::Value *> Known{};
  };

  const StripNest &Nest;
  const Form Wanted;
  llvm::Function &F;
  llvm::LLVMContext &C;
  llvm::Value *Base = nullptr, *Count = nullptr;
  llvm::DenseMap<const llvm::Instruction *, llvm::AllocaInst *> Arrays;
  llvm::DenseMap<const llvm::PHINode *, llvm::PHINode *> Scalars;
  llvm::MDNode *ArrayGroup; ///< of accesses to arrays
  unsigned Depth = 0;

  llvm::BasicBlock *newBlock(const llvm::Twine &Name);
  llvm::Value *element(llvm::IRBuilder<> &B, const llvm::Instruction *Of,
                       llvm::Value *Lane);
  llvm::Value *read(Place &At, const llvm::Instruction *Of);
  void keep(llvm::IRBuilder<> &B, const llvm::Instruction *Of, llvm::Value *V,
            llvm::Value *Lane);
  llvm::Value *counter(Place &At, const llvm::PHINode &Phi);
  llvm::Value *value(Place &At, const llvm::Value *V);
  llvm::MDNode *makeLoopID(bool IsInner);
  bool isIdle(const NestPart &Part) const;
  llvm::BasicBlock *code(const NestPart &Part, llvm::BasicBlock *From);
  llvm::BasicBlock *loop(const llvm::Loop &Of,
                         const std::vector<NestPart> &Parts,
                         llvm::BasicBlock *From);
  llvm::BasicBlock *all(const std::vector<NestPart> &Parts,
                        llvm::BasicBlock *From);
};

} // namespace tasklet

#endif
