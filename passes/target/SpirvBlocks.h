//===- SpirvBlocks.h - Functions in the shape of SPIR-V ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_SPIRVBLOCKS_H
#define TASKLET_PASSES_TARGET_SPIRVBLOCKS_H

namespace llvm {
class Function;
} // namespace llvm

namespace tasklet {

/// Gives \p F the shape that validators of SPIR-V ask for, where LLVM's verifier
/// asks for less and the translator keeps what it finds:
///
///  - A block comes after those that dominate it (SPIR-V 2.16.1, "the order of
///    blocks"): blocks are in reverse post-order, and unreachable ones are gone.
///  - Variables are the first instructions of the entry block (2.16.1). So
///    `memmove` of a constant size goes through a variable of its own: the
///    translator would make one in the middle.
///  - OpPhi names each predecessor once: a `switch` has one edge to each block
///    with phis.
///  - OpSelect of vectors has a vector of conditions (before version 1.4).
///  - Loops have no hints: of these the translator makes merge blocks that
///    loops of kernels do not have.
///
/// Returns true if anything changed. Cost: O(instructions).
bool shapeForSpirv(llvm::Function &F);

} // namespace tasklet

#endif
