//===- Supported.h - What is not compiled for devices -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs that are right, and that the interpreter runs, may have what the code
/// generator has no code for: values of type `half`, which are an extension that
/// not all devices have.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_CODE_SUPPORTED_H
#define TASKLET_KITE_CODE_SUPPORTED_H

#include "syntax/Diagnostics.h"
#include "types/CheckedProgram.h"

namespace tasklet::kite {

/// Whether generate() has code for all tasks of \p Program. If not, there is one
/// error, at the first place of the source that says so; toNormalForm() would have
/// moved the places.
bool isSupported(const CheckedProgram &Program, Diagnostics &Messages);

} // namespace tasklet::kite

#endif
