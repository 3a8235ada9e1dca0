//===- OperandElsewhere.h - What lanes give that are not there --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A shuffle may read from a lane that is not at the call. If the call passes a
/// variable or a part of one, that lane gives its current value of it; otherwise
/// it gives 0.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_EVERYWHERE_OPERANDELSEWHERE_H
#define TASKLET_PASSES_EVERYWHERE_OPERANDELSEWHERE_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class Instruction;
class Type;
class Value;
} // namespace llvm

namespace tasklet {

class OperandElsewhere {
  llvm::Type *Ty;
  /// What reads the variable for the call, the last instruction first. They must
  /// live as long as this object.
  llvm::SmallVector<llvm::Instruction *, 4> Steps;

public:
  /// Of the first operand of \p Call.
  explicit OperandElsewhere(llvm::CallBase &Call);

  /// The variable that is read; null if there is none.
  const llvm::Value *variable() const;

  /// Emits before \p At, in a place that all lanes come to, the value of a lane
  /// that is not at the call.
  llvm::Value *emit(llvm::Instruction *At) const;
};

} // namespace tasklet

#endif
