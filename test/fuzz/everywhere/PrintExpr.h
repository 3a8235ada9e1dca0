//===- PrintExpr.h - Expressions as OpenCL C --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The half of PrintCl.h that names things: variables and their members, memory
/// by the macros of the program, and expressions. The other half keeps track of
/// the printed function and the number of enclosing bodies.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_EVERYWHERE_PRINTEXPR_H
#define TASKLET_TEST_FUZZ_EVERYWHERE_PRINTEXPR_H

#include "PrintCl.h"

namespace tasklet::simd {

class ExprPrinter {
protected:
  ExprPrinter(const std::string &Prefix, Fault Planted)
      : Prefix(Prefix), Planted(Planted) {}

  static std::string str(uint64_t N) { return std::to_string(N); }
  std::string macro(const std::string &Name) const {
    return Prefix + "_" + Name;
  }

  static std::string name(const simd::Function &F, int Var);
  std::string name(int Var) const { return name(*F, Var); }
  /// The mask as a number without sign.
  std::string maskBits(int Var) const;
  std::string expr(const Expr &E) const;
  /// Whether the type is long; otherwise it is uint.
  bool isLong(int Var) const;

  const std::string Prefix;
  const Fault Planted;
  const Function *F = nullptr; ///< The one that is printed.
  unsigned Bodies = 0;         ///< Those of everywhere that are around.

private:
  std::string binary(const Expr &E) const;
  std::string lane(const Expr &E) const;
  /// Of a shuffle or broadcast.
  std::string source(const Expr &E) const;
  /// A sub-group function whose values are of the width.
  std::string exchange(const char *Name, const Expr &E,
                       const std::string &More = "") const;
};

} // namespace tasklet::simd

#endif // TASKLET_TEST_FUZZ_EVERYWHERE_PRINTEXPR_H
