//===- Calls.cpp - Applications and functions that are built in -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "interpret/Arithmetic.h"
#include "interpret/Builtins.h"
#include "interpret/Machine.h"
#include "interpret/PrintValue.h"
#include "interpret/Ranges.h"

using namespace tasklet::kite;
using llvm::cast;
using llvm::dyn_cast;

// As in Statements.cpp.
#define OWN_FRAME __attribute__((noinline))

Value Machine::evalCall(const CallExpr &E, Frame &F) {
  switch (E.Call) {
  case CallKind::Application:
    return evalApplication(E, F);
  case CallKind::Builtin:
    return evalBuiltin(E, F);
  case CallKind::Atomic:
    return evalAtomic(E, F);
  case CallKind::Conversion:
    return evalConversion(E, F);
  case CallKind::Length: {
    Value Collection = eval(E.Arguments[0], F);
    bool IsRange = valueType(E.Arguments[0]->Ty).K == Type::Kind::Range;
    uint64_t Size = IsRange ? sizeOfRange(Collection) : Collection.size();
    return Value::ofInteger(wrap(Size, cast<BaseType>(E.Ty)->B));
  }
  case CallKind::Print:
    return evalPrint(E, F);
  }
  return Value();
}

OWN_FRAME Value Machine::evalApplication(const CallExpr &E, Frame &F) {
  Value Task = eval(E.Callee, F);
  llvm::SmallVector<Value, 4> Arguments;
  for (const Expr *Argument : E.Arguments)
    Arguments.push_back(eval(Argument, F));
  return apply(Task, Arguments, E.Range);
}

OWN_FRAME Value Machine::evalPrint(const CallExpr &E, Frame &F) {
  // One piece: a print is whole.
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  for (const Expr *Argument : E.Arguments) {
    if (auto *String = dyn_cast<StringExpr>(Argument)) {
      Stream << String->Value;
      continue;
    }
    Value V = eval(Argument, F);
    if (failed())
      return Value();
    std::string Problem = printValue(V, valueType(Argument->Ty), Stream);
    if (!Problem.empty())
      fail(Argument->Range, Problem);
  }
  if (!failed())
    Prints << Text;
  return Value();
}

OWN_FRAME Value Machine::evalConversion(const CallExpr &E, Frame &F) {
  auto &To = *cast<BaseType>(E.Ty);
  if (E.Arguments.size() == 1)
    return convert(eval(E.Arguments[0], F),
                   cast<BaseType>(valueType(E.Arguments[0]->Ty)), To);
  // `float4(a, b)`: the components of all arguments, in order.
  Value Made = Value::ofParts(To.Width);
  unsigned Next = 0;
  for (const Expr *Argument : E.Arguments) {
    Value From = eval(Argument, F);
    auto &FromType = cast<BaseType>(valueType(Argument->Ty));
    for (unsigned I = 0; I < FromType.Width && Next < To.Width; ++I)
      Made.shared(Next++) =
          convertScalar(component(From, FromType, I), FromType.B, To.B);
  }
  return Made;
}

OWN_FRAME Value Machine::evalBuiltin(const CallExpr &E, Frame &F) {
  llvm::SmallVector<Value, 3> Arguments;
  llvm::SmallVector<const BaseType *, 3> Types;
  for (const Expr *Argument : E.Arguments) {
    Arguments.push_back(eval(Argument, F));
    Types.push_back(cast<BaseType>(&valueType(Argument->Ty)));
  }
  llvm::StringRef Name = cast<NameExpr>(E.Callee)->Name;
  if (std::optional<Value> Result =
          callBuiltin(Name, Arguments, Types, cast<BaseType>(valueType(E.Ty))))
    return *Result;
  fail(E.Range, "the interpreter has no function '" + Name + "'");
  return Value();
}

OWN_FRAME Value Machine::evalAtomic(const CallExpr &E, Frame &F) {
  llvm::SmallVector<Value, 2> Operands;
  for (size_t I = 1; I < E.Arguments.size(); ++I)
    Operands.push_back(eval(E.Arguments[I], F));
  Value Keep;
  Value *Place = place(E.Arguments[0], F, Keep);
  if (!Place)
    return Value();
  llvm::StringRef Name = cast<NameExpr>(E.Callee)->Name;
  Value Old = *Place;
  std::optional<Value> New = callAtomic(
      Name, Old, Operands, cast<BaseType>(valueType(E.Arguments[0]->Ty)));
  if (!New) {
    fail(E.Range, "the interpreter has no function '" + Name + "'");
    return Value();
  }
  *Place = std::move(*New);
  return Old;
}
