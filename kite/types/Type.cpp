//===- Type.cpp - Types of Kite -----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "types/Type.h"

#include "syntax/Decl.h"

using namespace tasklet::kite;
using llvm::cast;

static const char *nameOf(Base B) {
  switch (B) {
  case Base::Bool:
    return "bool";
  case Base::Char:
    return "char";
  case Base::Uchar:
    return "uchar";
  case Base::Short:
    return "short";
  case Base::Ushort:
    return "ushort";
  case Base::Int:
    return "int";
  case Base::Uint:
    return "uint";
  case Base::Long:
    return "long";
  case Base::Ulong:
    return "ulong";
  case Base::Half:
    return "half";
  case Base::Float:
    return "float";
  case Base::Double:
    return "double";
  }
  return "";
}

static std::string list(const std::vector<const Type *> &Types) {
  std::string Text;
  for (const Type *T : Types) {
    if (!Text.empty())
      Text += ", ";
    Text += T->str();
  }
  return Text;
}

std::string Type::str() const {
  switch (K) {
  case Kind::Base: {
    auto *T = cast<BaseType>(this);
    std::string Name = nameOf(T->B);
    return T->isVector() ? Name + std::to_string(T->Width) : Name;
  }
  case Kind::Tuple:
    return "(" + list(cast<TupleType>(this)->Elements) + ")";
  case Kind::Array:
    return "array(" + cast<ArrayType>(this)->Element->str() + ")";
  case Kind::Range:
    return "range(" + cast<RangeType>(this)->Element->str() + ")";
  case Kind::Named: {
    auto *T = cast<NamedType>(this);
    if (T->Arguments.empty())
      return T->Declaration->Name;
    return T->Declaration->Name + "(" + list(T->Arguments) + ")";
  }
  case Kind::Task: {
    auto *T = cast<TaskType>(this);
    std::vector<const Type *> Parts = T->Parameters;
    Parts.push_back(T->Result);
    return "task<" + list(Parts) + ">";
  }
  case Kind::Future:
    return "future(" + cast<FutureType>(this)->Result->str() + ")";
  case Kind::Parameter:
    return cast<ParameterType>(this)->Name;
  }
  return "";
}

unsigned tasklet::kite::bitsOf(Base B) {
  switch (B) {
  case Base::Bool:
  case Base::Char:
  case Base::Uchar:
    return 8;
  case Base::Short:
  case Base::Ushort:
  case Base::Half:
    return 16;
  case Base::Int:
  case Base::Uint:
  case Base::Float:
    return 32;
  case Base::Long:
  case Base::Ulong:
  case Base::Double:
    return 64;
  }
  return 0;
}

bool NamedType::isUnion() const { return Declaration->IsUnion; }

// A type is found by its kind, its numbers and the objects that it is made of.
template <class T, class Make>
static T *
unique(std::map<std::pair<std::vector<const void *>, std::vector<unsigned>>,
                std::unique_ptr<Type>> &Types,
       Type::Kind Kind, std::vector<const void *> Parts,
       std::vector<unsigned> Numbers, Make MakeNew) {
  Numbers.push_back(static_cast<unsigned>(Kind));
  std::unique_ptr<Type> &Slot = Types[{std::move(Parts), std::move(Numbers)}];
  if (!Slot)
    Slot = MakeNew();
  return static_cast<T *>(Slot.get());
}

const BaseType *TypeContext::base(Base B, unsigned Width) {
  return unique<BaseType>(Types, Type::Kind::Base, {},
                          {static_cast<unsigned>(B), Width},
                          [&] { return std::make_unique<BaseType>(B, Width); });
}

const TupleType *TypeContext::tuple(llvm::ArrayRef<const Type *> Elements) {
  // With braces it would be a list of two pointers.
  std::vector<const void *> Parts(Elements.begin(), Elements.end());
  return unique<TupleType>(Types, Type::Kind::Tuple, std::move(Parts), {}, [&] {
    return std::make_unique<TupleType>(Elements.vec());
  });
}

const ArrayType *TypeContext::array(const Type *Element) {
  return unique<ArrayType>(Types, Type::Kind::Array, {Element}, {}, [&] {
    return std::make_unique<ArrayType>(Element);
  });
}

const RangeType *TypeContext::range(const BaseType *Element) {
  return unique<RangeType>(Types, Type::Kind::Range, {Element}, {}, [&] {
    return std::make_unique<RangeType>(Element);
  });
}

NamedType *TypeContext::named(const TypeDecl *Declaration,
                              llvm::ArrayRef<const Type *> Arguments) {
  std::vector<const void *> Parts(Arguments.begin(), Arguments.end());
  Parts.push_back(Declaration);
  return unique<NamedType>(Types, Type::Kind::Named, std::move(Parts), {}, [&] {
    return std::make_unique<NamedType>(Declaration, Arguments.vec());
  });
}

const TaskType *TypeContext::task(llvm::ArrayRef<const Type *> Parameters,
                                  const Type *Result) {
  std::vector<const void *> Parts(Parameters.begin(), Parameters.end());
  Parts.push_back(Result);
  return unique<TaskType>(Types, Type::Kind::Task, std::move(Parts), {}, [&] {
    return std::make_unique<TaskType>(Parameters.vec(), Result);
  });
}

const FutureType *TypeContext::future(const Type *Result) {
  return unique<FutureType>(Types, Type::Kind::Future, {Result}, {}, [&] {
    return std::make_unique<FutureType>(Result);
  });
}

const ParameterType *TypeContext::parameter(llvm::StringRef Name,
                                            const void *Owner,
                                            unsigned Number) {
  return unique<ParameterType>(
      Types, Type::Kind::Parameter, {Owner}, {Number}, [&] {
        return std::make_unique<ParameterType>(Name.str(), Owner, Number);
      });
}
