//===- Types.h - Types of Kite in OpenCL C ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What stands for a type of Kite in the generated source:
///
///   bool, int, float4    themselves
///   ()                   `unit`, a char that is 0; of tasks `void`
///   (t, u)               a structure with _0, _1
///   struct               a structure with the fields' names
///   union                a structure with `tag` and a union of the branches
///   array(t)             a structure of a pointer, `data`, and `length`
///   range(t)             a structure of `first`, `step` and `length`
///   task<t, r>           a structure of `code`, which of the closures it is, and
///                        `captured`, a pointer to what it captured
///   recursive types      a pointer to an unchangeable `cell` in the memory of the
///                        command; null is the zero
///
/// Each type is declared when it is asked for the first time. Functions that
/// belong to a type (its constructor, comparison, print) come likewise.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_CODE_TYPES_H
#define TASKLET_KITE_CODE_TYPES_H

#include "code/Lines.h"
#include "code/Names.h"
#include "types/Type.h"

#include <set>

namespace tasklet::kite {

class TypeCode {
public:
  explicit TypeCode(Names &All) : All(All) {}

  /// The name of \p T.
  std::string name(const Type *T);
  /// A value of zeroes.
  std::string zero(const Type *T);
  /// Values of \p T are pointers to cells.
  static bool isBoxed(const Type *T);
  /// What a field is called in a structure of \p T.
  std::string field(const Type *T, unsigned Number);
  /// The type of the field.
  static const Type *fieldType(const Type *T, unsigned Number);
  /// Of a boxed type: the structure that is pointed to.
  std::string cell(const NamedType *T);
  /// Of a boxed type: the cell of \p Value, zeroes for null.
  std::string unbox(const NamedType *T, llvm::StringRef Value);
  /// Of a boxed type: a new value with the cell \p Cell.
  std::string box(const NamedType *T, llvm::StringRef Cell);
  /// A condition.
  std::string equal(const Type *T, llvm::StringRef A, llvm::StringRef B);
  /// A name in the form of an identifier: `list_int`.
  std::string stem(const Type *T);
  /// `new_float(n)`; with two sizes rows.
  std::string makeArray(const ArrayType *T, unsigned Sizes);
  /// `list3_int(a, b, c)`: a new array of these.
  std::string listArray(const ArrayType *T, unsigned Count);
  /// `range_int_from(first, last)`, or `(first, second, last)`.
  std::string makeRange(const RangeType *T, bool HasSecond);
  /// `divide_int(a, b, message)`, or of the remainder.
  std::string divide(const BaseType *T, bool Divides);
  /// `ctz_int`: OpenCL C has `ctz` since version 2.0 only.
  std::string trailingZeroes(const BaseType *T);

  /// Declarations of all types so far, and of what belongs to them. To be
  /// printed before everything else.
  std::string str();

private:
  void declare(const Type *T);
  void define(const Type *T);
  void defineFields(const Type *T);
  const std::string &given(const Type *T, llvm::StringRef Suffix = "");

  Names &All;
  /// For components of vectors.
  TypeContext Base;
  std::set<const Type *> Declared, Defined;
  std::vector<const Type *> Order;
  std::map<std::pair<const Type *, std::string>, std::string> Functions;
  Lines Forward, Bodies, Code;
};

} // namespace tasklet::kite

#endif
