//===- DeviceUses.h - What needs other work-items or the device -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Tasks, bodies of forces and of everywhere, and ordered kernels each refuse
/// some functions of OpenCL C and some memory. They refuse it in the functions
/// that they call, too.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_CHECKS_DEVICEUSES_H
#define TASKLET_PLUGIN_CHECKS_DEVICEUSES_H

#include "plugin/marks/SourceMarks.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace clang {
class FunctionDecl;
class ValueDecl;
} // namespace clang

namespace tasklet {

enum class DeviceKind {
  Other,
  WorkItem,      ///< asks which work-item this is
  WorkGroup,     ///< needs all of a work-group
  SubGroup,      ///< the same for a sub-group; bodies of everywhere have it
  OtherSubGroup, ///< they do not have it
  ImageWrite,
  DeviceQueue, ///< enqueues kernels from the device, or serves that
};

/// What \p Decl is, if it is one of OpenCL's own functions.
DeviceKind kindOf(const clang::ValueDecl *Decl);
DeviceKind kindOf(llvm::StringRef Name);

/// Whether \p Decl is a variable in local memory.
bool isLocalVariable(const clang::ValueDecl *Decl);

/// What some place refuses.
struct DeviceRules {
  llvm::function_ref<bool(DeviceKind, bool InEverywhere)> Functions;
  bool LocalVariables;
  bool Everywheres;
};

/// Something that has no meaning where it is reached.
struct DeviceUse {
  /// A function, or the variable in local memory that is declared there.
  const clang::ValueDecl *What = nullptr;
  /// It is an everywhere instead.
  bool IsEverywhere = false;
  clang::SourceLocation Loc;

  explicit operator bool() const { return Loc.isValid(); }
};

/// Looks for the first use in \p Root and what it calls. \p InEverywhere:
/// whether \p Root is called in the body of an everywhere.
DeviceUse findDeviceUse(const clang::FunctionDecl *Root, bool InEverywhere,
                        const SourceMarks &Marks, const DeviceRules &Refused);

} // namespace tasklet

#endif
