//===- AddressSpaces.h - SPIR's address spaces ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_ADDRESSSPACES_H
#define TASKLET_PASSES_IR_ADDRESSSPACES_H

namespace tasklet {
namespace space {
// SPIR 1.2 specification, section 2.2.
constexpr unsigned Private = 0;
constexpr unsigned Global = 1;
constexpr unsigned Constant = 2;
constexpr unsigned Local = 3;
constexpr unsigned Generic = 4;
} // namespace space
} // namespace tasklet

#endif
