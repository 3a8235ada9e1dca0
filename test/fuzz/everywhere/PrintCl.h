//===- PrintCl.h - Programs with everywhere as OpenCL C ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_EVERYWHERE_PRINTCL_H
#define TASKLET_TEST_FUZZ_EVERYWHERE_PRINTCL_H

#include "Ast.h"

namespace tasklet::simd {

/// A mistake that a compiler could make; the program is printed with it.
enum class Fault : uint8_t {
  None,
  Mask,    ///< The mask has one lane too many, if one is missing.
  Waiting, ///< Bodies do nothing in lanes that did not come to them.
  Order,   ///< Where both parts of an if have a visit, the second is first.
  Jump,    ///< A body lets lanes forget the break with which they left a loop
           ///< whose end they wait at.
  Scope,   ///< A variable is lost at the end of its scope.
  Sweep,   ///< The last turn of a sweep is left out where its number is odd.
  Operand  ///< A variable that is shuffled is 0 in lanes that are not there.
};

/// The code that all programs of one source need.
std::string printPrelude();

/// The source of the program. Each name at file scope begins with \p Prefix,
/// so that many programs fit into one source; the kernel is PREFIX_kernel, its
/// arguments are the words, the counters and the last values (Layout).
std::string printCl(const Program &P, const std::string &Prefix,
                    Fault Planted = Fault::None);

} // namespace tasklet::simd

#endif // TASKLET_TEST_FUZZ_EVERYWHERE_PRINTCL_H
