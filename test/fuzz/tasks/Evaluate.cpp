//===- Evaluate.cpp - Arithmetic of random programs -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Evaluate.h"

namespace tasklet::fuzz {

uint64_t convert(Scalar To, uint64_t Bits) {
  switch (To) {
  case Scalar::Bool:
    return Bits != 0;
  case Scalar::Char:
    return static_cast<int64_t>(static_cast<int8_t>(Bits));
  case Scalar::UChar:
    return static_cast<uint8_t>(Bits);
  case Scalar::Short:
    return static_cast<int64_t>(static_cast<int16_t>(Bits));
  case Scalar::UShort:
    return static_cast<uint16_t>(Bits);
  case Scalar::Int:
    return static_cast<int64_t>(static_cast<int32_t>(Bits));
  case Scalar::UInt:
    return static_cast<uint32_t>(Bits);
  case Scalar::Long:
  case Scalar::ULong:
  case Scalar::Float: // The caller has seen to it that it fits.
    return Bits;
  }
  return Bits;
}

uint64_t store(Scalar To, uint64_t Bits) {
  return To == Scalar::Float ? static_cast<uint16_t>(Bits) : convert(To, Bits);
}

uint64_t narrow(bool Wide, uint64_t Bits) {
  return Wide ? Bits : static_cast<uint32_t>(Bits);
}

uint64_t compute(Op Operator, bool Wide, uint64_t A, uint64_t B) {
  unsigned Width = Wide ? 64 : 32;
  switch (Operator) {
  case Op::Add:
    return A + B;
  case Op::Sub:
    return A - B;
  case Op::Mul:
    return A * B;
  case Op::And:
    return A & B;
  case Op::Or:
    return A | B;
  case Op::Xor:
    return A ^ B;
  case Op::Shl:
    return A << (B & (Width - 1));
  case Op::Shr:
    return A >> (B & (Width - 1));
  case Op::Div:
    return A / (B | 1);
  case Op::Rem:
    return A % (B | 1);
  case Op::Less:
    return A < B;
  case Op::Equal:
    return A == B;
  case Op::NotEqual:
    return A != B;
  case Op::LogicalAnd:
    return A && B;
  case Op::LogicalOr:
    return A || B;
  case Op::Min:
    return A < B ? A : B;
  case Op::Max:
    return A < B ? B : A;
  case Op::Rotate: {
    unsigned By = B % Width;
    return By == 0 ? A : A << By | A >> (Width - By);
  }
  case Op::Neg:
    return 0 - A;
  case Op::Not:
    return ~A;
  case Op::LogicalNot:
    return !A;
  case Op::PopCount:
    return __builtin_popcountll(A);
  }
  return 0;
}

} // namespace tasklet::fuzz
