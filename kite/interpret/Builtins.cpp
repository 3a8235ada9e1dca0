//===- Builtins.cpp - Functions of OpenCL C by their names ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "interpret/Builtins.h"
#include "interpret/Arithmetic.h"

using namespace tasklet::kite;

/// For each component; a scalar stands for all of them.
static Value callForEach(ScalarFunction Function, llvm::ArrayRef<Value> A,
                         llvm::ArrayRef<const BaseType *> Types,
                         const BaseType &Result, bool IsRelation) {
  if (!Result.isVector())
    return Function(A.data(), Types[0]->B);
  Value Made = Value::ofParts(Result.Width);
  for (unsigned I = 0; I < Result.Width; ++I) {
    Value Components[3];
    for (size_t Which = 0; Which < A.size() && Which < 3; ++Which)
      Components[Which] = component(A[Which], *Types[Which], I);
    Value Part = Function(Components, Types[0]->B);
    // True has all bits set.
    Made.shared(I) = IsRelation ? Value::ofInteger(-Part.bits()) : Part;
  }
  return Made;
}

std::optional<Value>
tasklet::kite::callBuiltin(llvm::StringRef Name, llvm::ArrayRef<Value> A,
                           llvm::ArrayRef<const BaseType *> Types,
                           const BaseType &Result) {
  if (A.empty())
    return std::nullopt;
  llvm::StringRef Plain = Name;
  if (!Plain.consume_front("native_"))
    Plain.consume_front("half_");
  if (ScalarFunction Relation = findRelation(Plain))
    return callForEach(Relation, A, Types, Result, true);
  for (auto Find : {findMathFunction, findIntegerFunction})
    if (ScalarFunction Function = Find(Plain))
      return callForEach(Function, A, Types, Result, false);
  return callVectorFunction(Plain, A, Types, Result);
}

std::optional<Value> tasklet::kite::callAtomic(llvm::StringRef Name,
                                               const Value &Old,
                                               llvm::ArrayRef<Value> Operands,
                                               const BaseType &Type) {
  if (!Name.consume_front("atomic_"))
    Name.consume_front("atom_");
  Name.consume_front("fetch_");
  auto Compute = [&](BinaryOp Op, const Value &Right) {
    return applyBinary(Op, Old, Type, Right, Type, Type);
  };
  Value One = convertScalar(Value::ofInteger(1), Base::Int, Type.B);
  if (Name == "inc")
    return Compute(BinaryOp::Add, One);
  if (Name == "dec")
    return Compute(BinaryOp::Subtract, One);
  if (Operands.empty())
    return std::nullopt;
  const Value &Right = Operands[0];
  if (Name == "add")
    return Compute(BinaryOp::Add, Right);
  if (Name == "sub")
    return Compute(BinaryOp::Subtract, Right);
  if (Name == "and")
    return Compute(BinaryOp::BitAnd, Right);
  if (Name == "or")
    return Compute(BinaryOp::BitOr, Right);
  if (Name == "xor")
    return Compute(BinaryOp::BitXor, Right);
  if (Name == "xchg" || Name == "exchange")
    return Right;
  if (Name == "min" || Name == "max") {
    Value Both[] = {Old, Right};
    return findIntegerFunction(Name)(Both, Type.B);
  }
  if (Name == "cmpxchg" && Operands.size() > 1)
    return Old.bits() == Right.bits() ? Operands[1] : Old;
  return std::nullopt;
}
