//===- CheckStmt.cpp - Statements --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "types/CheckerState.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tasklet::kite;

void Checker::checkBlock(BlockStmt *Block, bool IsMap, bool IsCritical,
                         VarDecl *First, VarDecl *Second) {
  push(In);
  Here->IsMap = IsMap;
  Here->IsCritical = IsCritical;
  for (VarDecl *Variable : {First, Second})
    if (Variable)
      declareValue(Variable);
  checkStatements(Block);
  pop();
}

void Checker::checkStatements(BlockStmt *Block) {
  Here->Block = Block;
  for (Here->Next = 0; Here->Next != Block->Body.size(); ++Here->Next)
    checkStmt(Block->Body[Here->Next]);
  insertHolders(Block);
}

// What stands in place of declarations: the instances of generic tasks, and
// behind a task the variable that holds it.
std::vector<Decl *> Checker::withHolders(const std::vector<Decl *> &Decls) {
  std::vector<Decl *> Result;
  for (Decl *D : Decls) {
    auto *Task = dyn_cast<TaskDecl>(D);
    std::vector<TaskDecl *> Made;
    if (!Task)
      Result.push_back(D);
    else if (Task->TypeParameters.empty())
      Made = {Task};
    else
      Made = info(Task).InstancesInOrder;
    for (TaskDecl *T : Made) {
      Result.push_back(T);
      if (VarDecl *Holder = info(T).Holder)
        Result.push_back(Holder);
    }
  }
  return Result;
}

void Checker::insertHolders(BlockStmt *Block) {
  std::vector<Stmt *> Body;
  for (Stmt *S : Block->Body) {
    // Behind `then` there is no place for statements of their own.
    SmallVector<Stmt *, 4> Waiting;
    if (isa<ThenStmt>(S))
      Waiting.push_back(S);
    while (!Waiting.empty()) {
      Stmt *Next = Waiting.pop_back_val();
      if (auto *Then = dyn_cast<ThenStmt>(Next)) {
        Waiting.push_back(Then->Second);
        Waiting.push_back(Then->First);
      } else if (auto *Inner = dyn_cast<DeclStmt>(Next)) {
        Inner->Decls = withHolders(Inner->Decls);
      }
    }
    auto *Declares = dyn_cast<DeclStmt>(S);
    if (!Declares || Declares->Decls.empty() ||
        !isa<TaskDecl>(Declares->Decls.front())) {
      Body.push_back(S);
      continue;
    }
    for (Decl *D : withHolders(Declares->Decls)) {
      auto *Each = Nodes.make<DeclStmt>();
      Each->Range = S->Range;
      Each->Decls.push_back(D);
      Body.push_back(Each);
    }
  }
  Block->Body = std::move(Body);
}

void Checker::checkStmt(Stmt *S) {
  switch (S->K) {
  case Stmt::Kind::Expression: {
    auto *E = cast<ExprStmt>(S);
    // Not forced: who does not look at the result does not wait for it.
    E->Value = check(E->Value, nullptr);
    if (E->Value->Ty && !isa<CallExpr>(E->Value) && !isa<FutureExpr>(E->Value))
      Messages.warning(E->Value->Range, "this value is not used");
    return;
  }
  case Stmt::Kind::Declaration:
    return checkDeclStmt(cast<DeclStmt>(S));
  case Stmt::Kind::Assign:
    return checkAssign(cast<AssignStmt>(S));
  case Stmt::Kind::Return:
    return checkReturn(cast<ReturnStmt>(S));
  case Stmt::Kind::Then:
    checkStmt(cast<ThenStmt>(S)->First);
    checkStmt(cast<ThenStmt>(S)->Second);
    return;
  case Stmt::Kind::Block:
    return checkBlock(cast<BlockStmt>(S));
  case Stmt::Kind::If: {
    auto *If = cast<IfStmt>(S);
    If->Condition = condition(If->Condition, "the condition of 'if'");
    checkBlock(If->Then);
    if (If->Else)
      checkBlock(If->Else);
    return;
  }
  case Stmt::Kind::Case:
    return checkCase(cast<CaseStmt>(S));
  case Stmt::Kind::For:
  case Stmt::Kind::Map:
    return checkLoop(cast<LoopStmt>(S));
  case Stmt::Kind::While: {
    auto *While = cast<WhileStmt>(S);
    While->Condition = condition(While->Condition, "the condition of 'while'");
    checkBlock(While->Body);
    return;
  }
  case Stmt::Kind::Critical: {
    auto *Critical = cast<CriticalStmt>(S);
    Critical->Lock = value(Critical->Lock, nullptr);
    const Type *T = Critical->Lock->Ty;
    if (T && !isa<ArrayType>(T))
      error(Critical->Lock->Range,
            "'critical' is for an array, which all tasks share, found '" +
                T->str() + "'; 'new(int)(1)' makes a lock");
    checkBlock(Critical->Body, false, true);
    return;
  }
  }
}

void Checker::checkVariable(VarDecl *Variable) {
  if (Variable->Written) {
    const Type *T = resolve(Variable->Written);
    Variable->Ty = T;
    if (Variable->Value) {
      Reason Why{Variable->Written->Range, "the type is declared here"};
      Variable->Value = expect(Variable->Value, T, Why);
    } else {
      requireZero(T, Variable->Written->Range);
    }
  } else if (Variable->Value) {
    Variable->Value = check(Variable->Value, nullptr);
    // Only `task e` makes a variable of a future.
    if (!isa<FutureExpr>(Variable->Value))
      Variable->Value = force(Variable->Value);
    Variable->Ty = Variable->Value->Ty;
  } else {
    error(Variable->NameRange,
          "'" + Variable->Name + "' needs a type or a value");
  }
}

void Checker::checkDeclStmt(DeclStmt *S) {
  for (Decl *D : S->Decls) {
    switch (D->K) {
    case Decl::Kind::Variable:
      checkVariable(cast<VarDecl>(D));
      declareValue(D);
      break;
    case Decl::Kind::Task: {
      auto *Task = cast<TaskDecl>(D);
      if (Task->IsExported)
        error(Task->NameRange, "only tasks outside of others are exported");
      declareValue(Task);
      declareTask(Task);
      if (Task->TypeParameters.empty()) {
        Task->UniqueName = uniqueName(In->Task->UniqueName + "_" + Task->Name);
        checkTask(Task);
      } else {
        checkGeneric(Task);
      }
      break;
    }
    case Decl::Kind::Type: {
      auto *Type = cast<TypeDecl>(D);
      declareType(Type);
      checkTypeDecl(Type);
      fillAll();
      checkFinite(Type);
      break;
    }
    case Decl::Kind::Import:
      break;
    }
  }
}

void Checker::checkReturn(ReturnStmt *S) {
  for (Scope *At = Here; At && At->Task == In; At = At->Outer)
    if (At->IsMap) {
      error(S->Range, "cannot return from a 'map': its tasks run at once; "
                      "assign to an element of an array");
      break;
    }
  if (In->InfersResult) {
    S->Value = value(S->Value, nullptr);
    In->Result = S->Value->Ty;
    return;
  }
  const Type *T = In->Result;
  Reason Why{In->Task->Result ? In->Task->Result->Range : In->Task->NameRange,
             "the result is declared here"};
  if (S->Value) {
    S->Value = expect(S->Value, T, Why);
    return;
  }
  if (T && !isUnit(T))
    error(S->Range, "expected a value of '" + T->str() + "' behind 'return'",
          {{Why.Range, Why.Text}});
}

void Checker::checkCase(CaseStmt *S) {
  S->Value = value(S->Value, nullptr);
  const NamedType *Union = nullptr;
  if (S->Value->Ty) {
    Union = dyn_cast<NamedType>(S->Value->Ty);
    if (!Union || !Union->isUnion()) {
      error(S->Value->Range,
            "'case' is for unions, found '" + S->Value->Ty->str() + "'");
      Union = nullptr;
    }
  }
  std::vector<const CaseBranch *> Given(Union ? Union->Fields.size() : 0);
  bool AllKnown = true;
  for (CaseBranch &Branch : S->Branches) {
    const Type *Data = nullptr;
    if (Union) {
      auto Place = find_if(Union->Fields, [&](const FieldType &Field) {
        return Field.Name == Branch.Name;
      });
      if (Place == Union->Fields.end()) {
        AllKnown = false;
        error(Branch.NameRange,
              "'" + Union->str() + "' has no branch '" + Branch.Name + "'",
              {similarField(Union->Declaration, Branch.Name)});
      } else {
        Branch.Number = Place - Union->Fields.begin();
        Data = Place->Ty;
        if (Given[Branch.Number])
          error(Branch.NameRange, "branch '" + Branch.Name + "' is there twice",
                {{Given[Branch.Number]->NameRange, "the other one is here"}});
        else
          Given[Branch.Number] = &Branch;
      }
    }
    if (Branch.Payload) {
      Branch.Payload->Role = VarRole::Payload;
      Branch.Payload->Ty = Data;
    }
    checkBlock(Branch.Body, false, false, Branch.Payload);
  }
  if (!Union || !AllKnown)
    return;
  std::string Missing;
  std::vector<Note> Notes;
  unsigned Number = 0;
  for (size_t I = 0; I != Given.size(); ++I)
    if (!Given[I]) {
      ++Number;
      Missing += (Missing.empty() ? "'" : ", '") + Union->Fields[I].Name + "'";
      Notes.push_back({Union->Declaration->Fields[I].NameRange,
                       "'" + Union->Fields[I].Name + "' is declared here"});
    }
  if (Number)
    error(SMRange(S->Range.Start, S->Value->Range.End),
          "'case' without " + Twine(Number == 1 ? "branch " : "branches ") +
              Missing,
          Notes);
}

void Checker::checkLoop(LoopStmt *S) {
  S->Collection = value(S->Collection, nullptr);
  const Type *Element = nullptr;
  bool IsFixed = false;
  if (const Type *T = S->Collection->Ty) {
    if (auto *Array = dyn_cast<ArrayType>(T)) {
      Element = Array->Element;
    } else if (auto *Range = dyn_cast<RangeType>(T)) {
      Element = Range->Element;
      IsFixed = true;
    } else {
      error(S->Collection->Range, Twine(isa<MapStmt>(S) ? "'map'" : "'for'") +
                                      " is for arrays and ranges, found '" +
                                      T->str() + "'");
    }
  }
  if (S->Element) {
    S->Element->Role = VarRole::Element;
    S->Element->Ty = Element;
    if (IsFixed)
      FixedElements.insert(S->Element);
  }
  if (S->Index) {
    S->Index->Role = VarRole::Index;
    S->Index->Ty = Types.base(Base::Int);
  }
  checkBlock(S->Body, isa<MapStmt>(S), false, S->Element, S->Index);
}
