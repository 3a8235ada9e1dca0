//===- Type.h - Types of Kite -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Types are unique: two equal types are one object of a TypeContext, so that
/// pointers are compared. Structures and unions are equal by name and
/// arguments; all other types by their parts.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_TYPES_TYPE_H
#define TASKLET_KITE_TYPES_TYPE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Casting.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tasklet::kite {

struct TypeDecl;

struct Type {
  enum class Kind {
    Base,
    Tuple,
    Array,
    Range,
    Named,
    Task,
    Future,
    Parameter,
  };
  const Kind K;

  virtual ~Type() = default;
  /// As users write it: `list(int)`, `(int, float)`, `task<int, int>`.
  std::string str() const;

protected:
  explicit Type(Kind K) : K(K) {}
};

enum class Base {
  Bool,
  Char,
  Uchar,
  Short,
  Ushort,
  Int,
  Uint,
  Long,
  Ulong,
  Half,
  Float,
  Double,
};

/// Bits of one component; of bool 8.
unsigned bitsOf(Base B);

/// A base type, or a vector of it.
struct BaseType : Type {
  const Base B;
  /// 1, or 2, 3, 4, 8, 16 for vectors.
  const unsigned Width;

  BaseType(Base B, unsigned Width) : Type(Kind::Base), B(B), Width(Width) {}
  bool isVector() const { return Width != 1; }
  bool isFloating() const { return B >= Base::Half; }
  bool isInteger() const { return B != Base::Bool && !isFloating(); }
  bool isSigned() const {
    return B == Base::Char || B == Base::Short || B == Base::Int ||
           B == Base::Long;
  }
  unsigned bits() const { return bitsOf(B); }
  static bool classof(const Type *T) { return T->K == Kind::Base; }
};

/// `(t, u)`; `()` is the tuple without elements. There is none with one.
struct TupleType : Type {
  const std::vector<const Type *> Elements;

  explicit TupleType(std::vector<const Type *> Elements)
      : Type(Kind::Tuple), Elements(std::move(Elements)) {}
  static bool classof(const Type *T) { return T->K == Kind::Tuple; }
};

/// `array(t)`: a reference to elements.
struct ArrayType : Type {
  const Type *const Element;

  explicit ArrayType(const Type *Element)
      : Type(Kind::Array), Element(Element) {}
  static bool classof(const Type *T) { return T->K == Kind::Array; }
};

/// `range(t)`, of an integer type: its elements cannot be assigned.
struct RangeType : Type {
  const BaseType *const Element;

  explicit RangeType(const BaseType *Element)
      : Type(Kind::Range), Element(Element) {}
  static bool classof(const Type *T) { return T->K == Kind::Range; }
};

struct FieldType {
  std::string Name;
  const Type *Ty = nullptr;
};

/// A structure or a union, with its arguments.
struct NamedType : Type {
  const TypeDecl *const Declaration;
  const std::vector<const Type *> Arguments;
  /// Fields or branches, in the order of the declaration. Filled after the
  /// type is made, since it may contain itself.
  std::vector<FieldType> Fields;
  /// A value may contain another value of this type; such values live in the
  /// memory of the command. Set after all fields are known.
  bool IsRecursive = false;

  NamedType(const TypeDecl *Declaration, std::vector<const Type *> Arguments)
      : Type(Kind::Named), Declaration(Declaration),
        Arguments(std::move(Arguments)) {}
  bool isUnion() const;
  static bool classof(const Type *T) { return T->K == Kind::Named; }
};

/// `task<t, ..., r>`.
struct TaskType : Type {
  const std::vector<const Type *> Parameters;
  const Type *const Result;

  TaskType(std::vector<const Type *> Parameters, const Type *Result)
      : Type(Kind::Task), Parameters(std::move(Parameters)), Result(Result) {}
  static bool classof(const Type *T) { return T->K == Kind::Task; }
};

/// `future(t)`: what an application has. Never of a future.
struct FutureType : Type {
  const Type *const Result;

  explicit FutureType(const Type *Result)
      : Type(Kind::Future), Result(Result) {}
  static bool classof(const Type *T) { return T->K == Kind::Future; }
};

/// A type parameter inside of a generic declaration. Checked programs have none.
struct ParameterType : Type {
  const std::string Name;
  /// The declaration that has it, and its number there.
  const void *const Owner;
  const unsigned Number;

  ParameterType(std::string Name, const void *Owner, unsigned Number)
      : Type(Kind::Parameter), Name(std::move(Name)), Owner(Owner),
        Number(Number) {}
  static bool classof(const Type *T) { return T->K == Kind::Parameter; }
};

/// Makes and owns types.
class TypeContext {
public:
  const BaseType *base(Base B, unsigned Width = 1);
  const TupleType *tuple(llvm::ArrayRef<const Type *> Elements);
  const TupleType *unit() { return tuple({}); }
  const ArrayType *array(const Type *Element);
  const RangeType *range(const BaseType *Element);
  /// The caller fills Fields and IsRecursive of a type that is new.
  NamedType *named(const TypeDecl *Declaration,
                   llvm::ArrayRef<const Type *> Arguments);
  const TaskType *task(llvm::ArrayRef<const Type *> Parameters,
                       const Type *Result);
  const FutureType *future(const Type *Result);
  const ParameterType *parameter(llvm::StringRef Name, const void *Owner,
                                 unsigned Number);

private:
  using Key = std::pair<std::vector<const void *>, std::vector<unsigned>>;
  std::map<Key, std::unique_ptr<Type>> Types;
};

inline bool isUnit(const Type *T) {
  auto *Tuple = llvm::dyn_cast<TupleType>(T);
  return Tuple && Tuple->Elements.empty();
}

} // namespace tasklet::kite

#endif
