//===- Returns.cpp - Statements behind a return ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "graphs/AnfSteps.h"
#include "graphs/Walk.h"

#include "llvm/ADT/DenseSet.h"

using namespace llvm;
using namespace tasklet::kite;

using List = std::vector<Stmt *>;

static bool mayReturn(Stmt &S) {
  bool Found = false;
  forEachStmtWithin(S, [&](Stmt &Inner) { Found |= isa<ReturnStmt>(Inner); });
  return Found;
}

namespace {

class ReturnSeparator {
public:
  ReturnSeparator(TaskDecl &Task, AstContext &Context, TypeContext &Types)
      : Task(Task), Context(Context), Types(Types) {}

  void run() {
    list(Task.Body->Body);
    if (!Flag)
      return;
    auto *True = Context.make<BooleanExpr>();
    True->Range = Flag->Range;
    True->Ty = Flag->Ty;
    True->Value = true;
    Flag->Value = True;
    Task.Body->Body.insert(Task.Body->Body.begin(),
                           makeDeclaration(Flag, Flag->Range, Context));
  }

private:
  /// How many ways lead to the end of a statement. Several may mean one that
  /// nothing can be added to.
  enum class Ends { None, One, Several };

  static Ends either(Ends A, Ends B) {
    if (A == Ends::None)
      return B;
    return B == Ends::None ? A : Ends::Several;
  }

  bool isGuard(const Stmt &S) const { return Guards.count(&S); }

  Ends endsOf(BlockStmt *Block) {
    return Block ? endsOf(Block->Body) : Ends::One;
  }

  /// Of a list that list() has worked on: all but the last statement complete.
  Ends endsOf(const List &Body) {
    return Body.empty() ? Ends::One : endsOf(*Body.back());
  }

  Ends endsOf(Stmt &S) {
    if (isa<ReturnStmt>(S))
      return Ends::None;
    if (!mayReturn(S))
      return Ends::One;
    if (auto *Block = dyn_cast<BlockStmt>(&S))
      return endsOf(Block->Body);
    if (auto *Then = dyn_cast<ThenStmt>(&S))
      return endsOf(*Then->Second);
    if (auto *If = dyn_cast<IfStmt>(&S))
      // Where the flag is false, the task has returned.
      return isGuard(*If) ? endsOf(If->Then)
                          : either(endsOf(If->Then), endsOf(If->Else));
    if (auto *Case = dyn_cast<CaseStmt>(&S)) {
      Ends Result = Ends::None;
      for (CaseBranch &Branch : Case->Branches)
        Result = either(Result, endsOf(Branch.Body));
      return Result;
    }
    return Ends::Several;
  }

  void list(List &Body) {
    for (size_t I = 0; I < Body.size(); ++I) {
      Body[I] = within(Body[I]);
      if (!mayReturn(*Body[I]))
        continue;
      List Rest(Body.begin() + I + 1, Body.end());
      Body.resize(I + 1);
      Ends At = endsOf(*Body[I]);
      if (Rest.empty() || At == Ends::None)
        return;
      list(Rest);
      if (At == Ends::One || isCheap(Rest)) {
        append(Body, Rest);
        return;
      }
      setFlagAtReturns(*Body[I]);
      Body.push_back(makeGuard(std::move(Rest), Body[I]->Range));
      return;
    }
  }

  /// May be copied to several ends.
  bool isCheap(const List &Rest) {
    if (Rest.size() != 1)
      return false;
    auto *Return = dyn_cast<ReturnStmt>(Rest.front());
    return Return && (!Return->Value ||
                      isa<NameExpr, IntegerExpr, BooleanExpr, FloatingExpr>(
                          Return->Value));
  }

  /// Puts \p Rest to the end of each path through \p Body that does not return.
  void append(List &Body, const List &Rest) {
    if (!Body.empty() && (mayReturn(*Body.back()) || isGuard(*Body.back()))) {
      appendTo(*Body.back(), Rest, &Body);
      return;
    }
    for (Stmt *S : Rest)
      Body.push_back(copyOf(S));
  }

  /// \p Rest comes to several places only if it is one return.
  Stmt *copyOf(Stmt *S) {
    auto *Return = dyn_cast<ReturnStmt>(S);
    if (!Return)
      return S;
    auto *Copy = Context.make<ReturnStmt>();
    Copy->Range = S->Range;
    Copy->Value = Return->Value ? cloneExpr(Return->Value, Context) : nullptr;
    return Copy;
  }

  void appendTo(BlockStmt *&Block, const List &Rest, SMRange Range) {
    if (!Block) {
      Block = Context.make<BlockStmt>();
      Block->Range = Range;
    }
    append(Block->Body, Rest);
  }

  /// To the ends of \p S, which may return or is a guard. \p After is the list that it ends.
  void appendTo(Stmt &S, const List &Rest, List *After) {
    if (isa<ReturnStmt>(S))
      return;
    if (auto *Block = dyn_cast<BlockStmt>(&S)) {
      append(Block->Body, Rest);
    } else if (auto *If = dyn_cast<IfStmt>(&S)) {
      appendTo(If->Then, Rest, S.Range);
      if (!isGuard(*If))
        appendTo(If->Else, Rest, S.Range);
    } else if (auto *Case = dyn_cast<CaseStmt>(&S)) {
      for (CaseBranch &Branch : Case->Branches)
        appendTo(Branch.Body, Rest, S.Range);
    } else if (auto *Then = dyn_cast<ThenStmt>(&S)) {
      if (!isa<BlockStmt>(Then->Second)) {
        auto *Block = Context.make<BlockStmt>();
        Block->Range = Then->Second->Range;
        Block->Body.push_back(Then->Second);
        Then->Second = Block;
      }
      append(cast<BlockStmt>(Then->Second)->Body, Rest);
    } else {
      // A loop or `critical`, for a return that is cheap to copy.
      setFlagAtReturns(S);
      List Copy;
      append(Copy, Rest);
      After->push_back(makeGuard(std::move(Copy), S.Range));
    }
  }

  /// The parts of a statement; its own form, if a return is in it.
  Stmt *within(Stmt *S) {
    switch (S->K) {
    case Stmt::Kind::If:
    case Stmt::Kind::Case:
    case Stmt::Kind::Block:
    case Stmt::Kind::Critical:
      inBlocks(*S);
      return S;
    case Stmt::Kind::For:
    case Stmt::Kind::Map: {
      inBlocks(*S);
      auto *Loop = cast<LoopStmt>(S);
      if (mayReturn(*Loop->Body)) {
        setFlagAtReturns(*Loop->Body);
        List Body = {makeGuard(std::move(Loop->Body->Body), S->Range)};
        Loop->Body->Body = std::move(Body);
      }
      return S;
    }
    case Stmt::Kind::While: {
      inBlocks(*S);
      auto *Loop = cast<WhileStmt>(S);
      if (mayReturn(*Loop->Body)) {
        setFlagAtReturns(*Loop->Body);
        auto *And = Context.make<BinaryExpr>();
        And->Range = Loop->Condition->Range;
        And->Ty = Loop->Condition->Ty;
        And->Op = BinaryOp::And;
        And->Left = makeName(flag(), And->Range, Context);
        And->Right = Loop->Condition;
        Loop->Condition = And;
      }
      return S;
    }
    case Stmt::Kind::Then: {
      auto *Then = cast<ThenStmt>(S);
      Then->First = within(Then->First);
      Then->Second = within(Then->Second);
      if (!mayReturn(*Then->First))
        return S;
      // Nothing that is behind the `then` is reached.
      if (endsOf(*Then->First) == Ends::None)
        return Then->First;
      setFlagAtReturns(*Then->First);
      Then->Second = makeGuard({Then->Second}, S->Range);
      return S;
    }
    default:
      return S;
    }
  }

  void inBlocks(Stmt &S) {
    if (auto *Block = dyn_cast<BlockStmt>(&S))
      return list(Block->Body);
    forEachStmt(S, [&](Stmt *&Block) { list(cast<BlockStmt>(Block)->Body); });
  }

  VarDecl *flag() {
    if (Flag)
      return Flag;
    Flag = Context.make<VarDecl>();
    Flag->Name = "ongoing";
    Flag->Range = Task.NameRange;
    Flag->NameRange = Task.NameRange;
    Flag->Ty = Types.base(Base::Bool);
    return Flag;
  }

  IfStmt *makeGuard(List Body, SMRange Range) {
    if (Body.size() == 1)
      if (auto *Block = dyn_cast<BlockStmt>(Body.front()))
        Body = Block->Body;
    auto *If = Context.make<IfStmt>();
    If->Range = Range;
    If->Condition = makeName(flag(), Range, Context);
    If->Then = Context.make<BlockStmt>();
    If->Then->Range = Range;
    If->Then->Body = std::move(Body);
    Guards.insert(If);
    return If;
  }

  /// `ongoing <- false;` before each return in \p S.
  void setFlagAtReturns(Stmt &S) {
    if (auto *Block = dyn_cast<BlockStmt>(&S)) {
      List &Body = Block->Body;
      if (!Body.empty() && isa<ReturnStmt>(Body.back()) &&
          Flagged.insert(Body.back()).second)
        Body.insert(Body.end() - 1, makeFlagFalse(Body.back()->Range));
    }
    forEachStmt(S, [&](Stmt *&Inner) {
      // A statement of `then` without braces.
      if (isa<ThenStmt>(S) && isa<ReturnStmt>(Inner) && !Flagged.count(Inner)) {
        auto *Block = Context.make<BlockStmt>();
        Block->Range = Inner->Range;
        Block->Body.assign(1, Inner);
        Inner = Block;
      }
      setFlagAtReturns(*Inner);
    });
  }

  Stmt *makeFlagFalse(SMRange Range) {
    auto *False = Context.make<BooleanExpr>();
    False->Range = Range;
    False->Ty = flag()->Ty;
    return makeAssign(makeName(flag(), Range, Context), False, Range, Context);
  }

  TaskDecl &Task;
  AstContext &Context;
  TypeContext &Types;
  VarDecl *Flag = nullptr;
  /// `if (ongoing)`
  DenseSet<const Stmt *> Guards;
  DenseSet<const Stmt *> Flagged;
};

} // namespace

void tasklet::kite::separateReturns(TaskDecl &Task, AstContext &Context,
                                    TypeContext &Types) {
  ReturnSeparator(Task, Context, Types).run();
}
