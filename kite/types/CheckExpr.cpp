//===- CheckExpr.cpp - Expressions -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "types/CheckerState.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tasklet::kite;

Expr *Checker::check(Expr *E, const Type *Hint) {
  switch (E->K) {
  case Expr::Kind::Name:
    return checkName(cast<NameExpr>(E), Hint);
  case Expr::Kind::Integer:
    return checkInteger(cast<IntegerExpr>(E), Hint, false);
  case Expr::Kind::Floating:
    return checkFloating(cast<FloatingExpr>(E), Hint);
  case Expr::Kind::Boolean:
    E->Ty = Types.base(Base::Bool);
    return E;
  case Expr::Kind::String:
    error(E->Range, "a text can only be an argument of 'print'");
    return E;
  case Expr::Kind::Unary:
    return checkUnary(cast<UnaryExpr>(E), Hint);
  case Expr::Kind::Binary:
    return checkBinary(cast<BinaryExpr>(E), Hint);
  case Expr::Kind::Conditional:
    return checkConditional(cast<ConditionalExpr>(E), Hint);
  case Expr::Kind::Call:
    return checkCall(cast<CallExpr>(E), Hint);
  case Expr::Kind::Field:
    return checkField(cast<FieldExpr>(E));
  case Expr::Kind::TupleField:
    return checkTupleField(cast<TupleFieldExpr>(E));
  case Expr::Kind::Index:
    return checkIndex(cast<IndexExpr>(E));
  case Expr::Kind::Tuple:
    return checkTuple(cast<TupleExpr>(E), Hint);
  case Expr::Kind::Literal:
    return checkLiteral(cast<LiteralExpr>(E), Hint);
  case Expr::Kind::Array:
    return checkArray(cast<ArrayExpr>(E), Hint);
  case Expr::Kind::New:
    return checkNew(cast<NewExpr>(E));
  case Expr::Kind::Range:
    return checkRange(cast<RangeExpr>(E), Hint);
  case Expr::Kind::Task:
    return checkAnonymous(cast<TaskExpr>(E));
  case Expr::Kind::Future:
    return checkFuture(cast<FutureExpr>(E));
  case Expr::Kind::Force:
  case Expr::Kind::Widen:
    // Made by the checker, hence checked.
    return E;
  }
  return E;
}

// The rule FORCE: a future where its value is needed.
Expr *Checker::force(Expr *E) {
  auto *Future = dyn_cast_or_null<FutureType>(E->Ty);
  if (!Future)
    return E;
  auto *Forced = Nodes.make<ForceExpr>();
  Forced->Range = E->Range;
  Forced->Operand = E;
  Forced->Ty = Future->Result;
  return Forced;
}

Expr *Checker::expect(Expr *E, const Type *To, const Reason &Why) {
  if (!To)
    return value(E, nullptr);
  // Into what is written here, so that the error is at the part that is wrong.
  if (auto *Tuple = dyn_cast<TupleExpr>(E)) {
    auto *Wanted = dyn_cast<TupleType>(To);
    if (Wanted && Wanted->Elements.size() == Tuple->Elements.size()) {
      bool IsGood = true;
      for (size_t I = 0; I != Tuple->Elements.size(); ++I) {
        Tuple->Elements[I] =
            expect(Tuple->Elements[I], Wanted->Elements[I], Why);
        IsGood &= Tuple->Elements[I]->Ty != nullptr;
      }
      E->Ty = IsGood ? To : nullptr;
      return E;
    }
  }
  if (auto *Array = dyn_cast<ArrayExpr>(E)) {
    if (auto *Wanted = dyn_cast<ArrayType>(To)) {
      bool IsGood = true;
      for (Expr *&Element : Array->Elements) {
        Element = expect(Element, Wanted->Element, Why);
        IsGood &= Element->Ty != nullptr;
      }
      E->Ty = IsGood ? To : nullptr;
      return E;
    }
  }
  if (auto *Conditional = dyn_cast<ConditionalExpr>(E)) {
    Conditional->Condition =
        condition(Conditional->Condition, "the condition of '?:'");
    Conditional->Then = expect(Conditional->Then, To, Why);
    Conditional->Else = expect(Conditional->Else, To, Why);
    bool IsGood = Conditional->Condition->Ty && Conditional->Then->Ty &&
                  Conditional->Else->Ty;
    E->Ty = IsGood ? To : nullptr;
    return E;
  }
  return convert(check(E, To), To, Why);
}

static std::string rangeOf(const BaseType *T) {
  unsigned Bits = T->bits();
  std::string Text;
  raw_string_ostream Stream(Text);
  if (T->isSigned())
    Stream << "-" << (uint64_t(1) << (Bits - 1)) << " to "
           << (uint64_t(1) << (Bits - 1)) - 1;
  else
    Stream << "0 to "
           << (Bits == 64 ? ~uint64_t(0) : (uint64_t(1) << Bits) - 1);
  return Stream.str();
}

Expr *Checker::convert(Expr *E, const Type *To, const Reason &Why) {
  if (!E->Ty || !To || E->Ty == To)
    return E;
  if (!isa<FutureType>(To))
    E = force(E);
  if (E->Ty == To)
    return E;
  auto *From = dyn_cast<BaseType>(E->Ty);
  auto *Wanted = dyn_cast<BaseType>(To);
  if (From && Wanted && losesNothing(From, Wanted))
    return widen(E, Wanted);

  std::vector<Note> Notes;
  if (!Why.Text.empty() && Why.Range.isValid())
    Notes.push_back({Why.Range, Why.Text});
  const Expr *Inner = E;
  if (auto *Forced = dyn_cast<ForceExpr>(Inner))
    Inner = Forced->Operand;
  if (auto *Name = dyn_cast<NameExpr>(Inner))
    if (Name->Target && Name->Target->NameRange.isValid())
      Notes.push_back({Name->Target->NameRange,
                       "'" + Name->Name + "' is declared here"});

  std::optional<WrittenInteger> Literal = writtenInteger(E);
  if (Literal && Wanted && !Wanted->isVector() && Wanted->isInteger()) {
    error(E->Range,
          Twine(Literal->IsNegative ? "-" : "") + Twine(Literal->Magnitude) +
              " does not fit in '" + To->str() + "' (" + rangeOf(Wanted) + ")",
          Notes);
  } else {
    std::string Text =
        "expected '" + To->str() + "', found '" + E->Ty->str() + "'";
    std::vector<SMFixIt> FixIts;
    bool IsNumber = From && Wanted && !From->isVector() && !Wanted->isVector();
    if (IsNumber && Wanted->B == Base::Bool) {
      Text += "; write '!= 0'";
    } else if (IsNumber) {
      Text += "; write '" + To->str() + "(...)' to convert";
      FixIts.emplace_back(SMRange(E->Range.Start, E->Range.Start),
                          To->str() + "(");
      FixIts.emplace_back(SMRange(E->Range.End, E->Range.End), ")");
    }
    error(E->Range, Text, Notes, FixIts);
  }
  E->Ty = nullptr;
  return E;
}

Expr *Checker::condition(Expr *E, const char *Of) {
  const Type *Bool = Types.base(Base::Bool);
  E = value(E, Bool);
  if (!E->Ty || E->Ty == Bool)
    return E;
  auto *T = dyn_cast<BaseType>(E->Ty);
  std::string Text = std::string(Of) + " is a bool, found '" + E->Ty->str() + "'";
  std::vector<SMFixIt> FixIts;
  if (T && !T->isVector()) {
    const char *Zero = T->isFloating() ? " != 0.0" : " != 0";
    Text += std::string("; write '") + (Zero + 1) + "'";
    FixIts.emplace_back(SMRange(E->Range.End, E->Range.End), Zero);
  } else if (T) {
    Text += "; write 'any(...)' or 'all(...)'";
  }
  error(E->Range, Text, {}, FixIts);
  E->Ty = nullptr;
  return E;
}

Expr *Checker::integer(Expr *E, const char *Of) {
  E = value(E, Types.base(Base::Int));
  if (!E->Ty)
    return E;
  auto *T = dyn_cast<BaseType>(E->Ty);
  if (T && T->isInteger() && !T->isVector())
    return E;
  std::vector<SMFixIt> FixIts;
  std::string Text =
      std::string(Of) + " is an integer, found '" + E->Ty->str() + "'";
  if (T && T->isFloating() && !T->isVector()) {
    Text += "; write 'int(...)'";
    FixIts.emplace_back(SMRange(E->Range.Start, E->Range.Start), "int(");
    FixIts.emplace_back(SMRange(E->Range.End, E->Range.End), ")");
  }
  error(E->Range, Text, {}, FixIts);
  E->Ty = nullptr;
  return E;
}

bool Checker::takesHint(const Expr *E) {
  switch (E->K) {
  case Expr::Kind::Integer:
  case Expr::Kind::Floating:
    return true;
  case Expr::Kind::Unary:
    return takesHint(cast<UnaryExpr>(E)->Operand);
  case Expr::Kind::Binary: {
    auto *B = cast<BinaryExpr>(E);
    switch (B->Op) {
    case BinaryOp::ShiftLeft:
    case BinaryOp::ShiftRight:
      return takesHint(B->Left);
    case BinaryOp::Less:
    case BinaryOp::LessEqual:
    case BinaryOp::Greater:
    case BinaryOp::GreaterEqual:
    case BinaryOp::Equal:
    case BinaryOp::NotEqual:
    case BinaryOp::And:
    case BinaryOp::Or:
      return false;
    default:
      return takesHint(B->Left) && takesHint(B->Right);
    }
  }
  case Expr::Kind::Conditional:
    return takesHint(cast<ConditionalExpr>(E)->Then) &&
           takesHint(cast<ConditionalExpr>(E)->Else);
  case Expr::Kind::Tuple:
    return any_of(cast<TupleExpr>(E)->Elements,
                  [&](const Expr *Part) { return takesHint(Part); });
  case Expr::Kind::Array:
    return all_of(cast<ArrayExpr>(E)->Elements,
                  [&](const Expr *Part) { return takesHint(Part); });
  case Expr::Kind::Range: {
    auto *R = cast<RangeExpr>(E);
    return takesHint(R->First) && takesHint(R->Last) &&
           (!R->Second || takesHint(R->Second));
  }
  case Expr::Kind::Literal: {
    auto *Of = cast<LiteralExpr>(E)->Of;
    if (!Of || !Of->Arguments.empty())
      return false;
    Scope::TypeName *Name = findType(Of->Name);
    return Name && Name->D && !Name->D->TypeParameters.empty();
  }
  case Expr::Kind::Name: {
    auto *Task = dyn_cast_or_null<TaskDecl>(
        findValue(cast<NameExpr>(E)->Name).D);
    return Task && !Task->TypeParameters.empty();
  }
  case Expr::Kind::Call:
    return isa<NameExpr>(cast<CallExpr>(E)->Callee) &&
           takesHint(cast<CallExpr>(E)->Callee);
  default:
    return false;
  }
}

Expr *Checker::checkConditional(ConditionalExpr *E, const Type *Hint) {
  E->Condition = condition(E->Condition, "the condition of '?:'");
  checkOperands(E->Then, E->Else, Hint);
  if (!E->Then->Ty || !E->Else->Ty)
    return E;
  if (E->Then->Ty == E->Else->Ty)
    E->Ty = E->Then->Ty;
  else
    E->Ty = common(E->Then, E->Else, E->Range, "'?:'");
  if (!E->Condition->Ty)
    E->Ty = nullptr;
  return E;
}

Expr *Checker::checkField(FieldExpr *E) {
  E->Base = value(E->Base, nullptr);
  if (!E->Base->Ty)
    return E;
  if (auto *Vector = dyn_cast<BaseType>(E->Base->Ty))
    if (Vector->isVector()) {
      checkComponents(E, Vector);
      return E;
    }
  auto *Named = dyn_cast<NamedType>(E->Base->Ty);
  if (!Named) {
    std::string Text =
        "'" + E->Base->Ty->str() + "' has no field '" + E->Name + "'";
    if (isa<ArrayType>(E->Base->Ty) && E->Name == "length")
      Text += "; write 'length(...)'";
    error(E->NameRange, Text);
    return E;
  }
  Note Declared{Named->Declaration->NameRange,
                "'" + Named->Declaration->Name + "' is declared here"};
  if (Named->isUnion()) {
    error(E->NameRange,
          "'" + Named->str() + "' is a union; 'case' takes it apart",
          {Declared});
    return E;
  }
  for (size_t I = 0; I != Named->Fields.size(); ++I)
    if (Named->Fields[I].Name == E->Name) {
      E->Number = I;
      E->Ty = Named->Fields[I].Ty;
      return E;
    }
  unsigned Best = E->Name.size() / 3 + 1;
  std::vector<Note> Notes;
  for (const FieldDecl &Field : Named->Declaration->Fields) {
    unsigned Distance =
        StringRef(Field.Name).edit_distance(E->Name, true, Best);
    if (Distance < Best) {
      Best = Distance;
      Notes = {{Field.NameRange, "did you mean '" + Field.Name + "'?"}};
    }
  }
  if (Notes.empty())
    Notes.push_back(Declared);
  error(E->NameRange, "'" + Named->str() + "' has no field '" + E->Name + "'",
        Notes);
  return E;
}

void Checker::checkComponents(FieldExpr *E, const BaseType *Vector) {
  StringRef Name = E->Name;
  unsigned Width = Vector->Width;
  bool IsGood = true;
  std::vector<unsigned> Picked;
  if (Name == "lo" || Name == "hi" || Name == "even" || Name == "odd") {
    // Of three components the fourth is not defined.
    unsigned Half = (Width + 1) / 2;
    for (unsigned I = 0; I != Half; ++I)
      Picked.push_back(Name == "lo"     ? I
                       : Name == "hi"   ? I + Half
                       : Name == "even" ? 2 * I
                                        : 2 * I + 1);
  } else if (Name.size() > 1 && (Name[0] == 's' || Name[0] == 'S')) {
    for (char C : Name.drop_front()) {
      unsigned Digit = hexDigitValue(C);
      IsGood &= Digit != ~0U;
      Picked.push_back(Digit);
    }
  } else {
    StringRef Letters =
        Name.find_first_of("rgba") != StringRef::npos ? "rgba" : "xyzw";
    for (char C : Name) {
      size_t Place = Letters.find(C);
      IsGood &= Place != StringRef::npos;
      Picked.push_back(Place);
    }
  }
  for (unsigned Number : Picked)
    IsGood &= Number < Width;
  size_t N = Picked.size();
  IsGood &= N == 1 || N == 2 || N == 3 || N == 4 || N == 8 || N == 16;
  if (!IsGood) {
    error(E->NameRange, "'" + Vector->str() + "' has no components '" + Name +
                            "'; they are 'x', 'y', 'z', 'w', or 's0' to 'sf', "
                            "1, 2, 3, 4, 8 or 16 of them");
    return;
  }
  E->Components = Picked;
  E->Ty = Types.base(Vector->B, N);
}

Expr *Checker::checkTupleField(TupleFieldExpr *E) {
  E->Base = value(E->Base, nullptr);
  if (!E->Base->Ty)
    return E;
  auto *Tuple = dyn_cast<TupleType>(E->Base->Ty);
  if (!Tuple)
    error(E->Range, "'." + Twine(E->Number) + "' is of tuples, found '" +
                        E->Base->Ty->str() + "'");
  else if (E->Number >= Tuple->Elements.size())
    error(E->Range, "'" + Tuple->str() + "' has no element " +
                        Twine(E->Number) + "; it has " +
                        Twine(Tuple->Elements.size()) +
                        ", and the first is '.0'");
  else
    E->Ty = Tuple->Elements[E->Number];
  return E;
}

Expr *Checker::checkIndex(IndexExpr *E) {
  E->Base = value(E->Base, nullptr);
  E->Index = integer(E->Index, "an index");
  if (!E->Base->Ty)
    return E;
  const Type *Element = nullptr;
  if (auto *Array = dyn_cast<ArrayType>(E->Base->Ty))
    Element = Array->Element;
  else if (auto *Range = dyn_cast<RangeType>(E->Base->Ty))
    Element = Range->Element;
  else
    error(E->Base->Range,
          "only arrays and ranges have elements '[...]', found '" +
              E->Base->Ty->str() + "'");
  if (E->Index->Ty)
    E->Ty = Element;
  return E;
}

Expr *Checker::checkTuple(TupleExpr *E, const Type *Hint) {
  auto *Wanted = dyn_cast_or_null<TupleType>(Hint);
  if (Wanted && Wanted->Elements.size() != E->Elements.size())
    Wanted = nullptr;
  std::vector<const Type *> Elements;
  for (size_t I = 0; I != E->Elements.size(); ++I) {
    E->Elements[I] =
        value(E->Elements[I], Wanted ? Wanted->Elements[I] : nullptr);
    Elements.push_back(E->Elements[I]->Ty);
  }
  if (is_contained(Elements, nullptr))
    return E;
  const Type *T = Elements.size() == 1 ? Elements[0] : Types.tuple(Elements);
  if (isTooLarge(T))
    error(E->Range, "the type of this tuple is too large; use a structure");
  else
    E->Ty = T;
  return E;
}

Expr *Checker::checkArray(ArrayExpr *E, const Type *Hint) {
  auto *Wanted = dyn_cast_or_null<ArrayType>(Hint);
  const Type *Element = Wanted ? Wanted->Element : nullptr;
  if (E->Elements.empty() && !Element) {
    error(E->Range, "the type of '[]' is not known here; write "
                    "'new(int)(0)' for an array of int without elements");
    return E;
  }
  // The first that has a type of its own decides; literals follow.
  std::vector<bool> Done(E->Elements.size());
  bool IsGood = true;
  const BaseType *Widest = nullptr;
  const Type *First = nullptr;
  for (int Round = 0; Round != 2; ++Round)
    for (size_t I = 0; I != E->Elements.size(); ++I) {
      Expr *&Part = E->Elements[I];
      if (Done[I] || (Round == 0 && takesHint(Part)))
        continue;
      Done[I] = true;
      Part = value(Part, First ? First : Element);
      IsGood &= Part->Ty != nullptr;
      if (!Part->Ty)
        continue;
      auto *T = dyn_cast<BaseType>(Part->Ty);
      if (!First)
        First = Part->Ty;
      if (T && (!Widest || losesNothing(Widest, T)))
        Widest = T;
    }
  if (!IsGood)
    return E;
  if (Widest && First && isa<BaseType>(First))
    First = Widest;
  if (!First)
    First = Element;
  for (Expr *&Part : E->Elements) {
    Part = convert(Part, First, {E->Elements[0]->Range,
                                 "the elements of an array have one type"});
    IsGood &= Part->Ty != nullptr;
  }
  if (IsGood)
    E->Ty = Types.array(First);
  return E;
}

Expr *Checker::checkNew(NewExpr *E) {
  const Type *T = resolve(E->Element);
  requireZero(T, E->Element->Range);
  bool IsGood = T != nullptr;
  for (Expr *&Size : E->Sizes) {
    Size = integer(Size, "the size of an array");
    IsGood &= Size->Ty != nullptr;
    std::optional<WrittenInteger> Literal = writtenInteger(Size);
    if (Literal && Literal->IsNegative && Literal->Magnitude)
      error(Size->Range, "the size of an array is not negative");
  }
  if (E->Sizes.empty()) {
    error(E->Range, "'new' needs a size: 'new(int)(10)'");
    return E;
  }
  if (!IsGood)
    return E;
  for (size_t I = 0; I != E->Sizes.size(); ++I)
    T = Types.array(T);
  E->Ty = T;
  return E;
}

Expr *Checker::checkRange(RangeExpr *E, const Type *Hint) {
  auto *Wanted = dyn_cast_or_null<RangeType>(Hint);
  const Type *Element = Wanted ? Wanted->Element : nullptr;
  Expr **Parts[] = {&E->First, &E->Second, &E->Last};
  const BaseType *Widest = nullptr;
  bool IsGood = true, Done[3] = {};
  for (int Round = 0; Round != 2; ++Round)
    for (int I = 0; I != 3; ++I) {
      Expr *&Part = *Parts[I];
      if (!Part || Done[I] || (Round == 0 && takesHint(Part)))
        continue;
      Done[I] = true;
      Part = value(Part, Widest ? Widest : Element);
      if (!Part->Ty) {
        IsGood = false;
        continue;
      }
      auto *T = dyn_cast<BaseType>(Part->Ty);
      if (!T || !T->isInteger() || T->isVector()) {
        error(Part->Range,
              "the parts of a range are integers, found '" + Part->Ty->str() +
                  "'");
        IsGood = false;
      } else if (!Widest || losesNothing(Widest, T)) {
        Widest = T;
      }
    }
  if (!IsGood)
    return E;
  for (Expr **Part : Parts)
    if (*Part) {
      *Part = convert(*Part, Widest,
                      {E->Range, "the parts of a range have one type"});
      IsGood &= (*Part)->Ty != nullptr;
    }
  if (IsGood)
    E->Ty = Types.range(Widest);
  return E;
}

Expr *Checker::checkAnonymous(TaskExpr *E) {
  TaskDecl *Task = E->Task;
  if (!In) {
    error(E->Range, "a task cannot be part of a constant");
    return E;
  }
  declareTask(Task);
  Task->UniqueName = uniqueName(In->Task->UniqueName + "_task");
  Contexts.emplace_back();
  checkBody(Task, Contexts.back(), {});
  E->Ty = typeOf(Task);
  return E;
}

// `task e` of anything but an application makes a task of e, so that later
// stages see an application only.
Expr *Checker::checkFuture(FutureExpr *E) {
  if (!In) {
    error(E->Range, "a future cannot be part of a constant");
    return E;
  }
  bool IsCall = false;
  if (auto *Call = dyn_cast<CallExpr>(E->Operand)) {
    IsCall = true;
    if (auto *Name = dyn_cast<NameExpr>(Call->Callee))
      IsCall = findValue(Name->Name).D || Name->Name == "print";
  }
  if (!IsCall) {
    auto *Return = Nodes.make<ReturnStmt>();
    Return->Range = E->Operand->Range;
    Return->Value = E->Operand;
    auto *Body = Nodes.make<BlockStmt>();
    Body->Range = E->Operand->Range;
    Body->Body.push_back(Return);
    auto *Task = Nodes.make<TaskDecl>();
    Task->Range = Task->NameRange = E->Operand->Range;
    Task->Body = Body;
    Task->UniqueName = uniqueName(In->Task->UniqueName + "_task");
    info(Task).Where = Here;
    info(Task).Around = In;
    info(Task).InfersResult = true;
    Contexts.emplace_back();
    checkBody(Task, Contexts.back(), {});
    auto *Anonymous = Nodes.make<TaskExpr>();
    Anonymous->Range = E->Operand->Range;
    Anonymous->Task = Task;
    Anonymous->Ty = typeOf(Task);
    auto *Call = Nodes.make<CallExpr>();
    Call->Range = E->Operand->Range;
    Call->Callee = Anonymous;
    if (auto *T = dyn_cast_or_null<TaskType>(Anonymous->Ty))
      Call->Ty = Types.future(T->Result);
    E->Operand = Call;
    E->Ty = Call->Ty;
    return E;
  }
  E->Operand = check(E->Operand, nullptr);
  E->Ty = E->Operand->Ty;
  return E;
}
