//===- AddressSpaces.h - Numbers of the address spaces ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_ADDRESSSPACES_H
#define TASKLET_PASSES_IR_ADDRESSSPACES_H

namespace tasklet {

struct AddressSpaces {
  unsigned Private, Global, Constant, Local, Generic;
};

/// SPIR 1.2 specification, section 2.2.
constexpr AddressSpaces SpirSpaces = {0, 1, 2, 3, 4};

/// Those of the target that was chosen (Target.h).
const AddressSpaces &spaces();

} // namespace tasklet

#endif
