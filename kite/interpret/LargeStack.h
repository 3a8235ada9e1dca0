//===- LargeStack.h - Room for deep recursion -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs of Kite recurse a million levels deep; the interpreter recurses with
/// them. What recurses over programs or their values runs on a stack of its own,
/// of which only what is used takes memory.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_INTERPRET_LARGESTACK_H
#define TASKLET_KITE_INTERPRET_LARGESTACK_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstddef>

namespace tasklet::kite {

/// Runs \p Work on a stack of 8 GiB, or of half the machine's memory if that is
/// less, or of what the system gives, and waits for it. False if there is no
/// memory for any.
bool runOnLargeStack(llvm::function_ref<void()> Work);

/// Whether all of the stack is used but a reserve. On a stack that is not from
/// here, never.
bool isStackShort();

} // namespace tasklet::kite

#endif
