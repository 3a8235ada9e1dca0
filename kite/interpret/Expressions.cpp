//===- Expressions.cpp - What expressions give ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "interpret/Arithmetic.h"
#include "interpret/Machine.h"
#include "interpret/Ranges.h"

using namespace tasklet::kite;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

// As in Statements.cpp.
#define OWN_FRAME __attribute__((noinline))

Value Machine::eval(const Expr *E, Frame &F) {
  switch (E->K) {
  case Expr::Kind::Name:
    return evalName(*cast<NameExpr>(E), F);
  case Expr::Kind::Integer:
  case Expr::Kind::Floating:
    return evalLiteralNumber(*E);
  case Expr::Kind::Boolean:
    return Value::ofBool(cast<BooleanExpr>(E)->Value);
  case Expr::Kind::String:
    return Value();
  case Expr::Kind::Unary:
    return evalUnary(*cast<UnaryExpr>(E), F);
  case Expr::Kind::Binary:
    return evalBinary(*cast<BinaryExpr>(E), F);
  case Expr::Kind::Conditional: {
    auto *C = cast<ConditionalExpr>(E);
    bool IsTrue = eval(C->Condition, F).isTrue();
    return eval(IsTrue ? C->Then : C->Else, F);
  }
  case Expr::Kind::Call:
    return evalCall(*cast<CallExpr>(E), F);
  case Expr::Kind::Field:
    return evalField(*cast<FieldExpr>(E), F);
  case Expr::Kind::TupleField:
    return eval(cast<TupleFieldExpr>(E)->Base, F)
        .part(cast<TupleFieldExpr>(E)->Number);
  case Expr::Kind::Index:
    return evalIndex(*cast<IndexExpr>(E), F);
  case Expr::Kind::Tuple:
    return evalParts(cast<TupleExpr>(E)->Elements, F);
  case Expr::Kind::Literal:
    return evalLiteral(*cast<LiteralExpr>(E), F);
  case Expr::Kind::Array:
    return evalParts(cast<ArrayExpr>(E)->Elements, F);
  case Expr::Kind::New:
    return evalNew(*cast<NewExpr>(E), F);
  case Expr::Kind::Range:
    return evalRange(*cast<RangeExpr>(E), F);
  case Expr::Kind::Task:
    return evalTask(*cast<TaskExpr>(E)->Task, F);
  case Expr::Kind::Future:
    return eval(cast<FutureExpr>(E)->Operand, F);
  case Expr::Kind::Force:
    return eval(cast<ForceExpr>(E)->Operand, F);
  case Expr::Kind::Widen:
    return evalWiden(*cast<WidenExpr>(E), F);
  }
  return Value();
}

OWN_FRAME Value Machine::evalName(const NameExpr &E, Frame &F) {
  if (auto *Variable = dyn_cast<VarDecl>(E.Target))
    return Variable->Role == VarRole::Constant ? evalConstant(*Variable)
                                               : evalVariable(*Variable, F);
  auto *Task = cast<TaskDecl>(E.Target);
  if (Task->Captures.empty())
    return Value::ofTask(Task, 0);
  // It calls itself.
  if (Task == F.Task)
    return F.Self;
  return F.Slots[slotOf(Task).Number];
}

Value Machine::evalVariable(const VarDecl &D, Frame &F) {
  Slot Place = slotOf(&D);
  if (Place.IsAlias)
    return F.Slots[Place.Number].part(F.Slots[Place.Number + 1].bits());
  return F.Slots[Place.Number];
}

OWN_FRAME Value Machine::evalConstant(const VarDecl &D) {
  auto Known = Constants.find(&D);
  if (Known != Constants.end())
    return Known->second;
  Frame Outside;
  Value New = D.Value ? eval(D.Value, Outside) : Value();
  Constants[&D] = New;
  return New;
}

OWN_FRAME Value Machine::evalTask(const TaskDecl &Task, Frame &F) {
  Value Made = Value::ofTask(&Task, Task.Captures.size());
  for (size_t I = 0; I < Task.Captures.size(); ++I)
    Made.shared(I) = evalVariable(*Task.Captures[I].Outside, F);
  return Made;
}

OWN_FRAME Value Machine::evalLiteralNumber(const Expr &E) {
  Base To = cast<BaseType>(E.Ty)->B;
  Value Number;
  if (auto *Integer = dyn_cast<IntegerExpr>(&E))
    Number = convertScalar(Value::ofInteger(Integer->Value), Base::Ulong, To);
  else
    Number = convertScalar(Value::ofFloating(cast<FloatingExpr>(E).Value),
                           Base::Double, To);
  // Where a vector is expected, it stands for all components.
  auto &Ty = *cast<BaseType>(E.Ty);
  if (!Ty.isVector())
    return Number;
  Value Made = Value::ofParts(Ty.Width);
  for (unsigned I = 0; I < Ty.Width; ++I)
    Made.shared(I) = Number;
  return Made;
}

OWN_FRAME Value Machine::evalUnary(const UnaryExpr &E, Frame &F) {
  return applyUnary(E.Op, eval(E.Operand, F),
                    cast<BaseType>(valueType(E.Operand->Ty)));
}

/// `==` of base types, and of tuples and structures of them.
static bool areEqual(const Value &Left, const Value &Right, const Type &Ty,
                     const BaseType &Bool) {
  if (auto *Base = dyn_cast<BaseType>(&Ty)) {
    if (!Base->isVector())
      return applyBinary(BinaryOp::Equal, Left, *Base, Right, *Base, Bool)
          ->isTrue();
    BaseType Component(Base->B, 1);
    for (unsigned I = 0; I < Base->Width; ++I)
      if (!areEqual(Left.part(I), Right.part(I), Component, Bool))
        return false;
    return true;
  }
  if (auto *Tuple = dyn_cast<TupleType>(&Ty)) {
    for (size_t I = 0; I < Tuple->Elements.size(); ++I)
      if (!areEqual(Left.part(I), Right.part(I), valueType(Tuple->Elements[I]),
                    Bool))
        return false;
    return true;
  }
  if (auto *Named = dyn_cast<NamedType>(&Ty))
    for (size_t I = 0; I < Named->Fields.size(); ++I)
      if (!areEqual(Left.part(I), Right.part(I), valueType(Named->Fields[I].Ty),
                    Bool))
        return false;
  return true;
}

Value Machine::compute(BinaryOp Op, const Value &Left, const Type &LeftType,
                       const Value &Right, const Type &RightType,
                       const Type &Result, llvm::SMRange Where) {
  auto *LeftBase = dyn_cast<BaseType>(&LeftType);
  auto &ResultBase = cast<BaseType>(Result);
  if (!LeftBase || (LeftBase->isVector() && !ResultBase.isVector())) {
    bool Equal = areEqual(Left, Right, LeftType, ResultBase);
    return Value::ofBool(Equal == (Op == BinaryOp::Equal));
  }
  if (std::optional<Value> Done = applyBinary(
          Op, Left, *LeftBase, Right, cast<BaseType>(RightType), ResultBase))
    return *Done;
  fail(Where, "integer division by zero");
  return Value();
}

OWN_FRAME Value Machine::evalBinary(const BinaryExpr &E, Frame &F) {
  Value Left = eval(E.Left, F);
  if (E.Op == BinaryOp::And)
    return Left.isTrue() ? eval(E.Right, F) : Left;
  if (E.Op == BinaryOp::Or)
    return Left.isTrue() ? Left : eval(E.Right, F);
  Value Right = eval(E.Right, F);
  return compute(E.Op, Left, valueType(E.Left->Ty), Right,
                 valueType(E.Right->Ty), *E.Ty, E.OpRange);
}

OWN_FRAME Value Machine::evalField(const FieldExpr &E, Frame &F) {
  Value Whole = eval(E.Base, F);
  if (E.Components.empty())
    return Whole.part(E.Number);
  if (E.Components.size() == 1)
    return Whole.part(E.Components[0]);
  Value Made = Value::ofParts(E.Components.size());
  for (size_t I = 0; I < E.Components.size(); ++I)
    Made.shared(I) = Whole.part(E.Components[I]);
  return Made;
}

bool Machine::checkIndex(const IndexExpr &E, const Value &Index,
                         uint64_t Size) {
  if (failed())
    return false;
  // A negative index of a signed type is a large number here.
  if (Index.bits() < Size)
    return true;
  bool IsSigned = cast<BaseType>(valueType(E.Index->Ty)).isSigned();
  std::string Number =
      IsSigned ? std::to_string(Index.integer()) : std::to_string(Index.bits());
  bool IsRange = valueType(E.Base->Ty).K == Type::Kind::Range;
  fail(E.Index->Range, "index " + llvm::Twine(Number) + " is outside of " +
                           (IsRange ? "a range" : "an array") + " of length " +
                           llvm::Twine(Size));
  return false;
}

OWN_FRAME Value Machine::evalIndex(const IndexExpr &E, Frame &F) {
  Value Collection = eval(E.Base, F);
  Value Index = eval(E.Index, F);
  auto *Range = dyn_cast<RangeType>(&valueType(E.Base->Ty));
  uint64_t Size = Range ? sizeOfRange(Collection) : Collection.size();
  if (!checkIndex(E, Index, Size))
    return Value();
  return Range ? elementOfRange(Collection, Range->Element->B, Index.bits())
               : Collection.part(Index.bits());
}

OWN_FRAME Value Machine::evalParts(llvm::ArrayRef<Expr *> Elements, Frame &F) {
  Value Made = Value::ofParts(Elements.size());
  for (size_t I = 0; I < Elements.size(); ++I)
    Made.shared(I) = eval(Elements[I], F);
  return Made;
}

OWN_FRAME Value Machine::evalLiteral(const LiteralExpr &E, Frame &F) {
  auto *Ty = cast<NamedType>(E.Ty);
  Value Made = Ty->isUnion() ? Value::ofParts(1, E.Fields[0].Number)
                             : Value::ofParts(Ty->Fields.size());
  for (const FieldValue &Field : E.Fields)
    Made.shared(Ty->isUnion() ? 0 : Field.Number) = eval(Field.Value, F);
  return Made;
}

Value Machine::makeArray(const NewExpr &E, llvm::ArrayRef<uint64_t> Sizes) {
  Value Made = Value::ofParts(Sizes[0]);
  if (Sizes[0] != 0 && !Made.hasParts()) {
    fail(E.Range,
         "no memory for an array of " + llvm::Twine(Sizes[0]) + " elements");
    return Value();
  }
  if (Sizes.size() > 1)
    for (uint64_t I = 0; I < Sizes[0] && !failed(); ++I)
      Made.shared(I) = makeArray(E, Sizes.drop_front());
  return Made;
}

/// As on devices, where `length` is an int.
void Machine::checkSize(llvm::SMRange Place, int64_t Size) {
  if (Size < 0 || Size > INT32_MAX)
    fail(Place, "an array cannot have " + llvm::Twine(Size) +
                    " elements, but 0 to " + llvm::Twine(INT32_MAX));
}

OWN_FRAME Value Machine::evalNew(const NewExpr &E, Frame &F) {
  llvm::SmallVector<uint64_t, 2> Sizes;
  int64_t Total = 1;
  for (const Expr *Size : E.Sizes) {
    Value Count = eval(Size, F);
    checkSize(Size->Range, Count.integer());
    Sizes.push_back(Count.bits());
    // Rows are parts of one array.
    if (!failed())
      checkSize(E.Sizes[0]->Range, Total *= Count.integer());
  }
  return failed() ? Value() : makeArray(E, Sizes);
}

OWN_FRAME Value Machine::evalRange(const RangeExpr &E, Frame &F) {
  Value First = eval(E.First, F);
  std::optional<Value> Second;
  if (E.Second)
    Second = eval(E.Second, F);
  Value Last = eval(E.Last, F);
  std::optional<Value> Made =
      makeRange(First, Second, Last, cast<RangeType>(E.Ty)->Element->B);
  if (!Made)
    fail(E.Range, "a range with a step of 0");
  return failed() ? Value() : *Made;
}

OWN_FRAME Value Machine::evalWiden(const WidenExpr &E, Frame &F) {
  return convert(eval(E.Operand, F), cast<BaseType>(valueType(E.Operand->Ty)),
                 *cast<BaseType>(E.Ty));
}

Value *Machine::place(const Expr *E, Frame &F, Value &Keep) {
  if (auto *Name = dyn_cast<NameExpr>(E)) {
    Slot Variable = slotOf(Name->Target);
    if (failed())
      return nullptr;
    if (!Variable.IsAlias)
      return &F.Slots[Variable.Number];
    return &F.Slots[Variable.Number].shared(
        F.Slots[Variable.Number + 1].bits());
  }
  if (auto *Index = dyn_cast<IndexExpr>(E)) {
    // Arrays are references: where this one stands does not matter.
    Value Array = eval(Index->Base, F);
    Value Number = eval(Index->Index, F);
    if (!checkIndex(*Index, Number, Array.size()))
      return nullptr;
    Keep = Array;
    return &Keep.shared(Number.bits());
  }
  const Expr *Base = isa<FieldExpr>(E) ? cast<FieldExpr>(E)->Base
                                       : cast<TupleFieldExpr>(E)->Base;
  Value *Whole = place(Base, F, Keep);
  if (!Whole)
    return nullptr;
  const Type &Ty = valueType(Base->Ty);
  if (auto *Tuple = dyn_cast<TupleType>(&Ty))
    return &Whole->own(cast<TupleFieldExpr>(E)->Number, Tuple->Elements.size());
  if (auto *Vector = dyn_cast<BaseType>(&Ty))
    return &Whole->own(cast<FieldExpr>(E)->Components[0], Vector->Width);
  return &Whole->own(cast<FieldExpr>(E)->Number,
                     cast<NamedType>(Ty).Fields.size());
}
