//===- NpyFile.h - Arrays in files of NumPy ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `@file.npy` as an argument, and `-o file.npy`: array(t) and array(array(t))
/// of base types, as arrays of NumPy with one and two dimensions. Elements have
/// exactly the type; nothing is converted. Files are little-endian, in C order.
///
///   bool |b1   char |i1   short <i2   int <i4   long <i8   half <f2
///              uchar |u1  ushort <u2  uint <u4  ulong <u8  float <f4
///                                                          double <f8
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_INTERPRET_NPYFILE_H
#define TASKLET_KITE_INTERPRET_NPYFILE_H

#include "interpret/Value.h"
#include "types/Type.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace tasklet::kite {

/// Empty, with what is wrong in \p Error, if there is no such file, or if it is
/// none for \p Ty.
std::optional<Value> readNpy(llvm::StringRef Path, const Type &Ty,
                             std::string &Error);

/// False, with the reason in \p Error; then there is no file. Rows of different
/// lengths cannot be written.
bool writeNpy(llvm::StringRef Path, const Value &V, const Type &Ty,
              std::string &Error);

/// Whether values of \p Ty can be in such files.
bool isNpyType(const Type &Ty);

} // namespace tasklet::kite

#endif
