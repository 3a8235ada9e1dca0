//===- VariableAddresses.h - Addresses inside variables ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TASKS_VARIABLEADDRESSES_H
#define TASKLET_PASSES_TASKS_VARIABLEADDRESSES_H

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

/// Recomputes addresses inside a variable in every block that uses them
/// (rematerialisation, Briggs, Cooper and Torczon 1992). A continuation gets
/// the contents of the variable at another address, so it cannot use the old
/// one. And where blocks are copied, no phi of such addresses is needed.
void rematerialiseAddresses(llvm::Function &F);

} // namespace tasklet

#endif
