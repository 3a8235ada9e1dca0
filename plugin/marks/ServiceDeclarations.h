//===- ServiceDeclarations.h - Names of functions for tasks -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A program may call functions of the runtime, such as `tkl_alloc`, without a
/// declaration. Clang asks for them when it has found no declaration of a name.
/// So a program that declares such a name itself, anywhere in scope, never
/// comes here and keeps its meaning.
///
/// The models are in the predefines (Plugin.cpp): `__tkl_service_alloc` has the
/// type and the attributes of `tkl_alloc`, and its name is the name in the IR.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_MARKS_SERVICEDECLARATIONS_H
#define TASKLET_PLUGIN_MARKS_SERVICEDECLARATIONS_H

#include "clang/Sema/ExternalSemaSource.h"

namespace clang {
class FunctionDecl;
class Sema;
} // namespace clang

namespace tasklet {

class ServiceDeclarations : public clang::ExternalSemaSource {
public:
  ServiceDeclarations() { Retain(); } // It is a member of another object.

  bool LookupUnqualified(clang::LookupResult &Result,
                         clang::Scope *Scope) override;
};

/// Whether \p Function is one of the runtime's for tasks.
bool isService(const clang::FunctionDecl *Function);

} // namespace tasklet

#endif
