//===- DependenceTest.h - Which places work-items may share -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// In x[2 * i] = x[2 * i + 1] no two work-items meet, and nobody has to run an
/// inspector to see that. What decides it are the *address forms* of the accesses
/// to memory that the kernel writes: how far the address moves with each id, and
/// what is left:
///
/// \code
///   address = parameter + strides[0] * id[0] + strides[1] * id[1]
///                       + strides[2] * id[2]
///                       + loops[0].step * any number from 0 to loops[0].most
///                       + ... + rest
/// \endcode
///
/// All are terms of the kernel's scalar arguments and of the range. Only the launch knows their
/// values; there the host makes the test (order/DependenceTest.h of the library).
/// The forms are those of the dependence tests of parallelising compilers (Goff,
/// Kennedy and Tseng, Practical dependence testing, PLDI 1991).
///
/// A term has the value of the program modulo 2^bits. Where a value is made wider,
/// or compared, the term must be exact, so the host has to check that it fits.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ORDERED_DEPENDENCETEST_H
#define TASKLET_PASSES_ORDERED_DEPENDENCETEST_H

#include "ordered/Slice.h"

#include "llvm/Support/JSON.h"

#include <optional>

namespace tasklet {

/// What the manifest says (docs/abi.md, section 4, `affine`): the forms of all
/// accesses of \p Found to memory that the kernel writes. Nothing if an address
/// has none, as in x[at[i]]. \p Params: how many parameters the kernel has.
std::optional<llvm::json::Object>
describeAddresses(const Slice &Found, unsigned Params,
                  llvm::FunctionAnalysisManager &FAM);

} // namespace tasklet

#endif
