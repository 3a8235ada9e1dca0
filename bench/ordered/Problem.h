//===- Problem.h - Loops that are measured ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_BENCH_ORDERED_PROBLEM_H
#define TASKLET_BENCH_ORDERED_PROBLEM_H

#include <CL/opencl.hpp>

#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace ordered {

/// A buffer, and what is in it before a run.
struct Array {
  std::vector<char> Bytes;
  bool IsWritten = false; ///< Its result is compared.
};

/// The number of an array, or a value.
struct ArrayNumber {
  size_t Number;
};
using Argument = std::variant<ArrayNumber, cl_int, cl_uint, cl_double>;

struct Launch {
  std::string Kernel;
  std::vector<Argument> Arguments;
  cl::NDRange Range;
};

/// Where the serial loop works: the memory of each array.
class Memory {
public:
  explicit Memory(std::vector<char *> At) : At(std::move(At)) {}
  template <typename T> T *get(size_t Number) const {
    return reinterpret_cast<T *>(At[Number]);
  }

private:
  std::vector<char *> At;
};

struct Problem {
  std::string Name;
  std::vector<Array> Arrays;
  std::vector<Launch> Launches; ///< One after the other, Steps times.
  unsigned Steps = 1;
  std::function<void(const Memory &)> Serial;
  /// Work-items do not conflict: without `__ordered` the kernels are right.
  bool HasPlain = false;
  /// A pass for each level would take for ever.
  bool HasOnlyThinLevels = false;
  /// What is used in the place of an ordered kernel, and is right up to the
  /// order of additions. Empty: nothing.
  std::string Atomic;

  template <typename T>
  ArrayNumber add(const std::vector<T> &From, bool IsWritten = false) {
    Arrays.push_back({});
    Arrays.back().Bytes.resize(From.size() * sizeof(T));
    memcpy(Arrays.back().Bytes.data(), From.data(), From.size() * sizeof(T));
    Arrays.back().IsWritten = IsWritten;
    return {Arrays.size() - 1};
  }
};

struct Size {
  size_t Items;   ///< A power of 2: work-items of the loops over vectors.
  uint32_t Seed;  ///< of std::mt19937, which makes all random numbers.
  unsigned Steps; ///< of fdtd-2d
};

/// The names that makeProblem knows, those of the paper first.
[[nodiscard]] const std::vector<std::string> &problemNames();
[[nodiscard]] Problem makeProblem(const std::string &Name, const Size &How);

} // namespace ordered

#endif
