//===- SpaceMapping.h - From SPIR's address spaces to PTX's -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The two differ in two numbers, so that types of pointers change:
///
///              SPIR  PTX
///   private      0    0   what a program calls private is generic in LLVM's
///   global       1    1   back end, which finds out what is private
///   constant     2    4
///   local        3    3
///   generic      4    0
///
/// Names of built-in functions say which spaces their pointers have.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_TARGET_NVPTX_SPACEMAPPING_H
#define TASKLET_PASSES_TARGET_NVPTX_SPACEMAPPING_H

#include "ir/AddressSpaces.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

#include <string>

namespace tasklet {

constexpr AddressSpaces PtxSpaces = {0, 1, 4, 3, 0};

/// The types of PTX for those of SPIR. Pointers are opaque.
class TypeMapping : public llvm::ValueMapTypeRemapper {
  llvm::DenseMap<llvm::Type *, llvm::Type *> Known;
  llvm::Type *map(llvm::Type *Ty);

public:
  llvm::Type *remapType(llvm::Type *Ty) override;
  llvm::AttributeList remap(llvm::LLVMContext &C, llvm::AttributeList List);
};

/// Constant casts from generic to private, which are none any more.
class CastMapping : public llvm::ValueMaterializer {
  llvm::ValueToValueMapTy &Values;
  TypeMapping &Types;

public:
  CastMapping(llvm::ValueToValueMapTy &Values, TypeMapping &Types)
      : Values(Values), Types(Types) {}
  llvm::Value *materialize(llvm::Value *V) override;
};

unsigned ptxSpace(unsigned SpirSpace);

/// The mangled name of the same built-in function.
std::string ptxName(llvm::StringRef Name);

} // namespace tasklet

#endif
