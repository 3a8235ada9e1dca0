//===- LaneLooper.h - Makes lane loops of nodes -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What makes the form of LaneForm.h of a kernel that is divided into nodes.
/// Nodes of plain code and visits are in LaneForm.cpp, sub-group functions in
/// LaneMeetings.cpp, and strips in LaneStripForm.cpp.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_LANELOOPER_H
#define TASKLET_PASSES_EVERYWHERE_LANELOOPER_H

#include "everywhere/LaneLoop.h"
#include "everywhere/LaneState.h"
#include "everywhere/LaneStrips.h"
#include "everywhere/LineariseNodes.h"
#include "everywhere/LineariseValues.h"
#include "everywhere/LineariseWays.h"
#include "everywhere/Uniformity.h"

namespace tasklet {

class LaneLooper {
  llvm::Function &F;
  llvm::LLVMContext &C;
  std::vector<Node> Nodes;
  NodeWays Ways;
  const Uniformity &Lanes;
  VariableSet Same; ///< variables that all lanes share
  LaneArrays Arrays;
  /// Where the leader's own code begins.
  llvm::Instruction *Start;
  LaneState Warp;
  /// For each node, i64: the lanes that go on there.
  std::vector<llvm::AllocaInst *> Here;
  /// The blocks before each node, and at the end.
  std::vector<llvm::BasicBlock *> Heads;
  llvm::DenseMap<const Visit *, llvm::AllocaInst *> Masks;
  llvm::DenseMap<llvm::Type *, llvm::AllocaInst *>
      Operands; ///< arrays for meetings
  std::vector<LaneLoop> Loops;
  llvm::DenseMap<const llvm::BasicBlock *, const Strip *> StripAt;

  llvm::BasicBlock *newBlock(const llvm::Twine &Name,
                             llvm::BasicBlock *Before) {
    return llvm::BasicBlock::Create(C, Name, &F, Before);
  }
  llvm::AllocaInst *newVariable(llvm::Type *Ty, const llvm::Twine &Name) {
    llvm::IRBuilder<> B(&*F.getEntryBlock().begin());
    return B.CreateAlloca(Ty, nullptr, Name);
  }
  llvm::Value *lanesAt(llvm::IRBuilder<> &B, unsigned Number) {
    return B.CreateLoad(B.getInt64Ty(), Here[Number]);
  }
  void move(llvm::IRBuilder<> &B, llvm::Value *Lanes, unsigned To);
  llvm::Value *take(llvm::IRBuilder<> &B, unsigned Number,
                    llvm::BasicBlock *Otherwise);
  LaneLoop loop(llvm::Value *Lanes, llvm::ArrayRef<llvm::BasicBlock *> Blocks,
                llvm::BasicBlock *Exit);
  void once(llvm::BasicBlock *Head, llvm::Value *Lane,
            llvm::ArrayRef<llvm::BasicBlock *> Blocks);
  bool isTogether(const Node &N) const {
    return N.Everybody || Lanes.isTogether(N.Blocks.front());
  }
  bool isSame(const llvm::Value *V) const;
  bool isSame(const llvm::BasicBlock &BB) const;
  llvm::Value *element(llvm::IRBuilder<> &B, llvm::Type *Ty, llvm::Value *Lane);
  void finish(llvm::BasicBlock *BB, unsigned Number,
              llvm::ArrayRef<unsigned> Targets);
  void hoist(llvm::IRBuilder<> &B, const Node &N);
  llvm::BranchInst *partsOneLane(const Node &N) const;
  void partOneLane(llvm::Value *Lanes, llvm::BranchInst *Out,
                   llvm::BasicBlock *Latch, llvm::BasicBlock *Done);
  void plain(unsigned Number);
  void begin(unsigned Number);
  void end(unsigned Number);
  void subGroup(unsigned Number);
  void strip(unsigned Number, const Strip &S);
  void broadcast(unsigned Number, llvm::BasicBlock *Head,
                 llvm::BasicBlock *Done);

public:
  LaneLooper(llvm::Function &F, std::vector<Node> Nodes,
             const Uniformity &Lanes, const VariableSet &Same,
             llvm::ArrayRef<Strip> Strips);
  void run();
};

} // namespace tasklet

#endif
