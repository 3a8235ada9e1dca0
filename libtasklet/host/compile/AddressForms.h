//===- AddressForms.h - The addresses of an ordered kernel ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What the compiler says about the accesses of an ordered kernel to memory that
/// it writes, if all their addresses are sums of multiples of ids:
///
/// \code
///   address = parameter + strides[0] * id[0] + strides[1] * id[1]
///                       + strides[2] * id[2]
///                       + loops[0].Step * any number from 0 to loops[0].Most
///                       + ... + rest
/// \endcode
///
/// docs/abi.md, section 4, `affine`.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_COMPILE_ADDRESSFORMS_H
#define TASKLET_HOST_COMPILE_ADDRESSFORMS_H

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace tasklet {

/// A number that the launch knows, or any number of an interval that it knows.
struct AddressTerm {
  enum Kind {
    Number,   ///< Value
    Argument, ///< parameter Value, or Bytes bytes of it from First on, signed
    Id,       ///< in dimension Value: any id; likewise the next two
    Size,
    Offset,
    Sum, ///< of Operands; likewise the next ones
    Product,
    Greater,
    Less,
    Quotient, ///< rounded down; of numbers that are not negative
    Signed,   ///< Operands[0], which must fit in Value bits
    Unsigned,
    UpTo, ///< any number from 0 to Operands[0]
  };
  Kind K = Number;
  int64_t Value = 0;
  uint32_t First = 0, Bytes = 0; ///< Bytes of an argument; 0: all of it
  std::vector<AddressTerm> Operands;
};

/// The access is made in each round of a loop.
struct AddressLoop {
  AddressTerm Step;
  AddressTerm Most; ///< rounds after the first, at most
};

struct AddressForm {
  uint32_t Param = 0;
  uint64_t Bytes = 0; ///< of the access
  bool Writes = false;
  bool IsSure = false; ///< Each work-item makes it.
  std::array<AddressTerm, 3> Strides;
  std::vector<AddressLoop> Loops;
  AddressTerm Rest;
};

struct AddressForms {
  std::vector<AddressForm> Accesses;
  /// If one of these does not fit, the forms say nothing.
  std::vector<AddressTerm> Checks;
};

/// Reads the value of `affine`. False: it is malformed, or names a parameter from
/// number \p Params on.
[[nodiscard]] bool readAddressForms(const nlohmann::json &Object,
                                    uint32_t Params, AddressForms &Forms);

} // namespace tasklet

#endif
