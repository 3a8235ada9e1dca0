//===- Types.cpp - Types of Kite in OpenCL C ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "code/Types.h"

#include "syntax/Decl.h"

#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace tasklet::kite {

bool TypeCode::isBoxed(const Type *T) {
  auto *Named = dyn_cast<NamedType>(T);
  return Named && Named->IsRecursive;
}

const Type *TypeCode::fieldType(const Type *T, unsigned Number) {
  if (auto *Tuple = dyn_cast<TupleType>(T))
    return Tuple->Elements[Number];
  return cast<NamedType>(T)->Fields[Number].Ty;
}

std::string TypeCode::field(const Type *T, unsigned Number) {
  if (isa<TupleType>(T))
    return ("_" + Twine(Number)).str();
  // Fields hide nothing, but macros and keywords are no names of fields.
  const std::string &Name = cast<NamedType>(T)->Fields[Number].Name;
  return isReservedInOpenCL(Name) || Name == "tag" ? Name + "_" : Name;
}

std::string TypeCode::stem(const Type *T) {
  switch (T->K) {
  case Type::Kind::Base:
    return T->str();
  case Type::Kind::Tuple: {
    if (isUnit(T))
      return "unit";
    std::string Stem = "tuple";
    for (const Type *Element : cast<TupleType>(T)->Elements)
      Stem += "_" + stem(Element);
    return Stem;
  }
  case Type::Kind::Array:
    return "array_" + stem(cast<ArrayType>(T)->Element);
  case Type::Kind::Range:
    return "range_" + stem(cast<RangeType>(T)->Element);
  case Type::Kind::Named: {
    std::string Stem = cast<NamedType>(T)->Declaration->Name;
    for (const Type *Argument : cast<NamedType>(T)->Arguments)
      Stem += "_" + stem(Argument);
    return Stem;
  }
  case Type::Kind::Task: {
    std::string Stem = "task";
    for (const Type *Parameter : cast<TaskType>(T)->Parameters)
      Stem += "_" + stem(Parameter);
    return Stem + "_" + stem(cast<TaskType>(T)->Result);
  }
  case Type::Kind::Future:
    return stem(cast<FutureType>(T)->Result);
  case Type::Kind::Parameter:
    break;
  }
  llvm_unreachable("a checked program has no type parameters");
}

const std::string &TypeCode::given(const Type *T, StringRef Suffix) {
  auto Place = Functions.find({T, Suffix.str()});
  if (Place == Functions.end())
    Place = Functions
                .emplace(std::make_pair(T, Suffix.str()),
                         All.fresh(stem(T) + Suffix.str()))
                .first;
  return Place->second;
}

std::string TypeCode::name(const Type *T) {
  if (auto *Future = dyn_cast<FutureType>(T))
    return name(Future->Result);
  if (isa<BaseType>(T) || isUnit(T))
    return stem(T);
  declare(T);
  return given(T);
}

std::string TypeCode::cell(const NamedType *T) {
  declare(T);
  return "struct " + given(T, "_cell");
}

/// Makes the name usable.
void TypeCode::declare(const Type *T) {
  if (!Declared.insert(T).second)
    return;
  Order.push_back(T);
  if (isBoxed(T))
    Forward.add("typedef __global const struct " + given(T, "_cell") + " *" +
                given(T) + ";");
  else
    Forward.add("typedef struct " + given(T) + " " + given(T) + ";");
}

void TypeCode::defineFields(const Type *T) {
  if (auto *Tuple = dyn_cast<TupleType>(T)) {
    for (size_t I = 0; I < Tuple->Elements.size(); ++I)
      Bodies.add(name(Tuple->Elements[I]) + " " + field(T, I) + ";");
    return;
  }
  auto *Named = cast<NamedType>(T);
  if (Named->isUnion()) {
    Bodies.add("int tag;");
    Bodies.open("union");
  }
  for (size_t I = 0; I < Named->Fields.size(); ++I)
    Bodies.add(name(Named->Fields[I].Ty) + " " + field(T, I) + ";");
  if (Named->Fields.empty())
    Bodies.add("unit nothing;");
  if (Named->isUnion())
    Bodies.close(";");
}

/// Gives the structure its body, behind those of all that it contains.
void TypeCode::define(const Type *T) {
  declare(T);
  if (!Defined.insert(T).second)
    return;
  auto Contains = [&](const Type *Part) {
    if (isa<BaseType>(Part) || isUnit(Part))
      return;
    if (isBoxed(Part))
      declare(Part);
    else
      define(Part);
  };
  switch (T->K) {
  case Type::Kind::Tuple:
    for (const Type *Element : cast<TupleType>(T)->Elements)
      Contains(Element);
    break;
  case Type::Kind::Named:
    for (const FieldType &Field : cast<NamedType>(T)->Fields)
      Contains(Field.Ty);
    break;
  default:
    break;
  }
  Bodies.open("struct " + (isBoxed(T) ? given(T, "_cell") : given(T)));
  switch (T->K) {
  case Type::Kind::Array:
    Bodies.add("__global " + name(cast<ArrayType>(T)->Element) + " *data;");
    Bodies.add("ulong length;");
    break;
  case Type::Kind::Range: {
    std::string Element = name(cast<RangeType>(T)->Element);
    Bodies.add(Element + " first, step;");
    Bodies.add("ulong length;");
    break;
  }
  case Type::Kind::Task:
    Bodies.add("uint code;");
    Bodies.add("__global const void *captured;");
    break;
  default:
    defineFields(T);
  }
  Bodies.close(";");
}

std::string TypeCode::zero(const Type *T) {
  if (auto *Future = dyn_cast<FutureType>(T))
    return zero(Future->Result);
  if (auto *Plain = dyn_cast<BaseType>(T)) {
    if (Plain->isVector())
      return "(" + name(T) + ")(0)";
    return Plain->B == Base::Bool ? "false" : "0";
  }
  if (isUnit(T) || isBoxed(T))
    return "0";
  return "(" + name(T) + "){0}";
}

std::string TypeCode::str() {
  // Defining one may declare others.
  for (size_t I = 0; I < Order.size(); ++I)
    define(Order[I]);
  return Forward.str() + Bodies.str() + Code.str();
}

} // namespace tasklet::kite
