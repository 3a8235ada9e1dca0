//===- Clang.h - Differences between Clang versions -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// No other file may test the Clang version (passes/ir/LLVMCompat.h does for
/// LLVM).
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_COMPAT_CLANG_H
#define TASKLET_COMPAT_CLANG_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/Version.h"

#if CLANG_VERSION_MAJOR < 15 || CLANG_VERSION_MAJOR > 19
#error "Supported: Clang 15 to 19"
#endif

namespace tasklet {

/// The attribute that becomes the function attribute "llvm.assume" of the IR.
#if CLANG_VERSION_MAJOR >= 19
using AssumptionAttr = clang::OMPAssumeAttr;
#else
using AssumptionAttr = clang::AssumptionAttr;
#endif

/// What the driver passes on for SPIR: LLVM 15 has typed pointers there. Later
/// ones have no choice, and get an option that changes nothing.
#if CLANG_VERSION_MAJOR >= 16
constexpr char PointersOfSpir[] = "-disable-free";
#else
constexpr char PointersOfSpir[] = "-no-opaque-pointers";
#endif

/// `__attribute__((error(Text)))`
inline clang::Attr *createErrorAttr(clang::ASTContext &Context,
                                    llvm::StringRef Text) {
#if CLANG_VERSION_MAJOR >= 17
  return clang::ErrorAttr::CreateImplicit(Context, Text);
#else
  return clang::ErrorAttr::CreateImplicit(Context, Text, clang::SourceRange(),
                                          clang::AttributeCommonInfo::AS_GNU,
                                          clang::ErrorAttr::GNU_error);
#endif
}

/// True for `int : 3;`.
inline bool isUnnamedBitField(const clang::FieldDecl *Field) {
#if CLANG_VERSION_MAJOR >= 19
  return Field->isUnnamedBitField();
#else
  return Field->isUnnamedBitfield();
#endif
}

} // namespace tasklet

#endif
