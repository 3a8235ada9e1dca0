//===- Matrix.h - Lower triangular matrices ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_LOWER_SOLVE_MATRIX_H
#define TASKLET_SAMPLES_LOWER_SOLVE_MATRIX_H

#include <CL/cl.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lowersolve {

/// Rows of a lower triangular matrix, in the form that lower_solve.cl reads:
/// columns rise within a row, so that its diagonal is last.
struct Matrix {
  std::vector<cl_int> Row = {0};
  std::vector<cl_int> Column;
  std::vector<cl_double> Value;

  size_t size() const { return Row.size() - 1; }

  /// The loop that the kernel is made of.
  std::vector<cl_double> solve(const std::vector<cl_double> &B) const;

  /// How many levels there are at least if each row is by itself. The library
  /// may keep rows together that follow each other, and need fewer.
  uint32_t levels() const;
};

/// The lower triangle of the matrix of a grid with \p Side points in each of
/// \p Dimensions: 2 * Dimensions on the diagonal, -1 for each neighbour.
[[nodiscard]] Matrix makeLaplacian(size_t Side, unsigned Dimensions);

/// The lower triangle, with the diagonal, of the matrix in a Matrix Market file
/// ("matrix coordinate real|integer|pattern general|symmetric"). The values of
/// a pattern are made up. Throws std::runtime_error, with file and line, if the
/// file is wrong, and if the diagonal has a zero or a gap.
[[nodiscard]] Matrix readMatrix(const std::string &FileName);

} // namespace lowersolve

#endif
