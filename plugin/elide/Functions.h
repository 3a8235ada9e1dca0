//===- Functions.h - What C needs in place of OpenCL C ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Definitions of the functions that an elided program calls: OpenCL's
/// built-in functions, for the types with which it uses them, and operations
/// on vectors that C lacks. Their names begin with `__tkl_`, which no name of a
/// program does.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_ELIDE_FUNCTIONS_H
#define TASKLET_PLUGIN_ELIDE_FUNCTIONS_H

#include "clang/AST/ASTContext.h"
#include <set>
#include <string>
#include <vector>

namespace tasklet {

/// The name of a number type or vector type in <tasklet/serial.h>, such as
/// `uint` or `float4`; empty for all others.
std::string nameOfNumbers(clang::QualType Type);
/// The elements of a vector; 1 for all other types.
unsigned lanesOf(clang::QualType Type);
/// Of a vector, that of its elements.
clang::QualType elementOf(clang::QualType Type);

class Functions {
public:
  /// A built-in function of OpenCL C. Its name in C; empty if it has none.
  std::string builtin(const clang::FunctionDecl *Function);

  std::string splat(clang::QualType Vector);
  /// A vector of numbers and vectors.
  std::string make(clang::QualType Vector,
                   const std::vector<clang::QualType> &Parts);
  /// The elements \p Lanes of a vector, as a \p Result.
  std::string get(clang::QualType Vector, clang::QualType Result,
                  const std::vector<unsigned> &Lanes);
  /// Reads the bytes of a \p From as a \p To.
  std::string reinterpret(clang::QualType To, clang::QualType From);
  /// `c ? a : b` for a vector \p Condition.
  std::string choose(clang::QualType Type, clang::QualType Condition);
  /// \p Expression for each element; its operands are `a` and `b`.
  std::string each(const std::string &Name, clang::QualType Result,
                   const std::vector<clang::QualType> &Operands,
                   const std::string &Expression);
  /// A shift, whose second operand counts modulo the bits of the first.
  std::string shift(clang::QualType Type, clang::QualType Count, bool Left);

  /// All definitions, one a line.
  const std::string &definitions() const { return Text; }

private:
  std::string define(const std::string &Name, clang::QualType Result,
                     const std::string &Parameters, const std::string &Body);
  std::string elementwise(const std::string &Name,
                          const clang::FunctionDecl *Function,
                          const std::string &Expression);

  std::set<std::string> Known;
  std::string Text;
};

} // namespace tasklet

#endif
