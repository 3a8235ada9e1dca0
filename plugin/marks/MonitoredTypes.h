//===- MonitoredTypes.h - Which pointers may lead to one place --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel marked `__ordered` without a list monitors the pointers that it may
/// write through. It also monitors those that it can only read through, if the
/// rules of C for types let both lead to one place.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_MARKS_MONITOREDTYPES_H
#define TASKLET_PLUGIN_MARKS_MONITOREDTYPES_H

#include "llvm/ADT/SmallVector.h"

namespace clang {
class FunctionDecl;
class QualType;
} // namespace clang

namespace tasklet {

/// Whether \p Type is a pointer to `__global` memory.
bool isGlobalPointer(clang::QualType Type);

/// The indices of the parameters that \p Kernel monitors if it lists none.
llvm::SmallVector<unsigned, 8>
monitoredByTypes(const clang::FunctionDecl *Kernel);

} // namespace tasklet

#endif
