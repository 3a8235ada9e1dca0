//===- WarpPaths.cpp - Code that all work-items of a warp reach -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/checks/WarpPaths.h"
#include "compat/Strings.h"
#include "plugin/checks/ForwardFlow.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tasklet {
namespace {

bool jumpsAway(const Stmt *S) {
  bool Found = false;
  forEachStmt(S, [&](const Stmt *Inner) {
    Found |= isa<BreakStmt>(Inner) || isa<ContinueStmt>(Inner) ||
             isa<GotoStmt>(Inner) || isa<ReturnStmt>(Inner);
    return !Found;
  });
  return Found;
}

/// Whether control never reaches the end of \p S.
bool alwaysJumps(const Stmt *S) {
  while (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    S = Block->body_empty() ? nullptr : Block->body_back();
  return S && (isa<BreakStmt>(S) || isa<ContinueStmt>(S) || isa<GotoStmt>(S) ||
               isa<ReturnStmt>(S));
}

/// What is known of the condition of \p If after it, if it may jump away.
std::optional<Condition> conditionAfter(const IfStmt *If) {
  if (!jumpsAway(If))
    return std::nullopt;
  Condition Found{If->getCond(), std::nullopt};
  bool Then = alwaysJumps(If->getThen());
  if (Then != alwaysJumps(If->getElse()))
    Found.Is = !Then;
  return Found;
}

/// The condition of \p Up that decides whether \p Child, a part of it, runs.
std::optional<Condition> conditionOf(const Stmt *Up, const Stmt *Child) {
  if (const auto *If = dyn_cast<IfStmt>(Up)) {
    if (Child != If->getCond())
      return Condition{If->getCond(), Child != If->getElse()};
  } else if (const auto *Choice = dyn_cast<ConditionalOperator>(Up)) {
    if (Child != Choice->getCond())
      return Condition{Choice->getCond(), Child == Choice->getTrueExpr()};
  } else if (const auto *Op = dyn_cast<BinaryOperator>(Up)) {
    if (Op->isLogicalOp() && Child == Op->getRHS())
      return Condition{Op->getLHS(), Op->getOpcode() == BO_LAnd};
  } else if (const auto *For = dyn_cast<ForStmt>(Up)) {
    if (For->getCond() && (Child == For->getBody() || Child == For->getInc()))
      return Condition{For->getCond(), true};
  } else if (const auto *While = dyn_cast<WhileStmt>(Up)) {
    if (Child == While->getBody())
      return Condition{While->getCond(), true};
  } else if (const auto *Switch = dyn_cast<SwitchStmt>(Up)) {
    if (Child == Switch->getBody())
      return Condition{Switch->getCond(), std::nullopt};
  }
  return std::nullopt;
}

/// Functions of OpenCL that differ between work-items whatever they are given.
bool differs(StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases("get_global_id", "get_local_id", "get_global_linear_id",
             "get_local_linear_id", "get_sub_group_local_id", "sub_group_elect",
             true)
      .StartsWith("get_sub_group_", endsWith(Name, "_mask"))
      .StartsWith("atomic_", true)
      .StartsWith("atom_", true)
      .StartsWith("sub_group_scan_", true)
      .StartsWith("sub_group_shuffle", true)
      .StartsWith("sub_group_rotate", true)
      .StartsWith("sub_group_inverse_", true)
      .StartsWith("read_image", true)
      .Default(false);
}

} // namespace

SmallVector<Condition, 4> conditionsAround(const ParentMap &Parents,
                                           const Stmt *S, const Stmt *Stop) {
  SmallVector<Condition, 4> Found;
  const Stmt *Child = S;
  for (const Stmt *Up = Parents.getParent(S); Up && Up != Stop;
       Child = Up, Up = Parents.getParent(Up)) {
    if (auto Outer = conditionOf(Up, Child))
      Found.push_back(*Outer);
    // `if (!p) continue;`
    if (const auto *Block = dyn_cast<CompoundStmt>(Up))
      for (const Stmt *Before : Block->body()) {
        if (Before == Child)
          break;
        if (const auto *If = dyn_cast<IfStmt>(Before))
          if (auto After = conditionAfter(If))
            Found.push_back(*After);
      }
  }
  return Found;
}

Store storeOf(const Stmt *Element) {
  const Expr *Left = nullptr;
  Store Found;
  if (const auto *Decls = dyn_cast<DeclStmt>(Element)) {
    const auto *Var = Decls->isSingleDecl()
                          ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                          : nullptr;
    if (Var && Var->hasLocalStorage() && Var->getInit())
      Found = {Var, Var->getInit(), /*Place=*/nullptr, true, true};
    return Found;
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(Element)) {
    if (!Op->isAssignmentOp())
      return {};
    Left = Op->getLHS();
    Found.Value = Op->getRHS();
    Found.Replaces = Op->getOpcode() == BO_Assign;
  } else if (const auto *Op = dyn_cast<UnaryOperator>(Element)) {
    if (!Op->isIncrementDecrementOp() && Op->getOpcode() != UO_AddrOf)
      return {};
    Left = Op->getSubExpr();
    Found.TakesAddress = Op->getOpcode() == UO_AddrOf;
  }
  const DeclRefExpr *Ref = Left ? rootVariable(Left) : nullptr;
  if (!Ref)
    return {};
  Found.Var = cast<VarDecl>(Ref->getDecl());
  Found.Place = Left;
  Found.Whole = Found.Replaces && Left->IgnoreParens() == Ref;
  return Found;
}

WarpPaths::WarpPaths(const FunctionModel &Model) : Model(Model) {
  StartOf[nullptr] = &Model.cfg()->getEntry();
  for (const CFGBlock *Block : *Model.cfg())
    for (const CFGElement &Element : *Block) {
      auto S = Element.getAs<CFGStmt>();
      if (!S || !BlockOf.try_emplace(S->getStmt(), Block).second)
        continue;
      SmallVector<const EverywhereBlock *, 2> Bodies;
      const Stmt *Inner = written(S->getStmt());
      while (const EverywhereBlock *E = Model.enclosingEverywhere(Inner)) {
        Bodies.push_back(E);
        Inner = E->Loop;
        // Clang numbers blocks against the flow.
        const CFGBlock *&First = StartOf[E];
        if (!First || First->getBlockID() < Block->getBlockID())
          First = Block;
      }
      std::reverse(Bodies.begin(), Bodies.end());
      if (!Bodies.empty())
        BodiesOf[S->getStmt()] = std::move(Bodies);
    }
  findVarying();
}

const Stmt *WarpPaths::written(const Stmt *S) const {
  const auto *Decls = dyn_cast<DeclStmt>(S);
  if (Decls)
    for (const auto &[Made, Written] : Model.cfg()->synthetic_stmts())
      if (Made == Decls)
        return Written;
  return S;
}

ArrayRef<const EverywhereBlock *>
WarpPaths::bodiesAround(const Stmt *Element) const {
  auto Found = BodiesOf.find(Element);
  if (Found == BodiesOf.end())
    return {};
  return Found->second;
}

bool WarpPaths::isUniform(const Expr *Condition) const {
  bool Uniform = true;
  forEachStmt(Condition, [&](const Stmt *S) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
      const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      // Each work-item has an array of its own.
      if (Var && Var->hasLocalStorage())
        Uniform &= !Varying.count(Var) && !Var->getType()->isArrayType();
    } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
      const FunctionDecl *Callee = directCallee(Call);
      Uniform &= Callee && Callee->getIdentifier() && !Callee->hasBody() &&
                 !differs(Callee->getName());
    } else if (isa<StmtExpr>(S) || isa<BlockExpr>(S)) {
      Uniform = false;
    }
    return Uniform;
  });
  return Uniform;
}

void WarpPaths::findVarying() {
  if (!Model.isKernel())
    for (const ParmVarDecl *Parameter : Model.function()->parameters())
      Varying.insert(Parameter);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const auto &[Element, Block] : BlockOf) {
      Store To = storeOf(Element);
      if (!To.Var || Varying.count(To.Var))
        continue;
      bool Same = !To.TakesAddress && (!To.Value || isUniform(To.Value));
      const Stmt *Here = written(Element);
      const EverywhereBlock *Body = Model.enclosingEverywhere(Here);
      for (const Condition &Outer :
           conditionsAround(Model.parents(), Here, Body ? Body->Loop : nullptr))
        Same = Same && isUniform(Outer.Test);
      if (!Same)
        Changed |= Varying.insert(To.Var).second;
    }
  }
}

bool WarpPaths::ends(const CFGBlock &Block,
                     const EverywhereBlock *Region) const {
  if (Region)
    return Block.getTerminatorStmt() == Region->Loop;
  return &Block == &Model.cfg()->getExit() || returnsFromForce(Model, Block);
}

namespace {

/// Whether the edge \p From, \p To ends a round of a loop around \p Target.
/// Clang numbers blocks against the flow, and those of a loop in a row.
bool endsRound(const CFGBlock &From, const CFGBlock &To,
               const CFGBlock &Target) {
  return From.getBlockID() <= Target.getBlockID() &&
         Target.getBlockID() <= To.getBlockID();
}

} // namespace

/// The blocks that lead to \p Target in the round of a loop that they are in:
/// work-items that go on to the next round have not come to this one.
llvm::BitVector WarpPaths::leadingTo(const CFGBlock *Target) const {
  llvm::BitVector Seen(Model.cfg()->getNumBlockIDs());
  SmallVector<const CFGBlock *, 16> Work{Target};
  Seen.set(Target->getBlockID());
  while (!Work.empty()) {
    const CFGBlock *To = Work.pop_back_val();
    for (const CFGBlock::AdjacentBlock &Before : To->preds()) {
      const CFGBlock *From = Before.getReachableBlock();
      if (!From || Seen.test(From->getBlockID()) ||
          endsRound(*From, *To, *Target) || returnsFromForce(Model, *From))
        continue;
      Seen.set(From->getBlockID());
      Work.push_back(From);
    }
  }
  return Seen;
}

/// Whether every path from the start of \p Region to its end leads through \p
/// Target.
bool WarpPaths::search(const CFGBlock *Target,
                       const EverywhereBlock *Region) const {
  const CFGBlock *First = StartOf.lookup(Region);
  if (!First)
    return false;
  llvm::BitVector Leads = leadingTo(Target);
  llvm::BitVector Seen(Model.cfg()->getNumBlockIDs());
  SmallVector<const CFGBlock *, 16> Work{First};
  Seen.set(First->getBlockID());
  while (!Work.empty()) {
    const CFGBlock *Block = Work.pop_back_val();
    if (Block == Target)
      continue;
    if (ends(*Block, Region) || !Leads.test(Block->getBlockID()))
      return false;
    const auto *Condition =
        dyn_cast_or_null<Expr>(Block->getTerminatorCondition());
    bool Together =
        Block->succ_size() > 1 && (!Condition || isUniform(Condition));
    for (const CFGBlock::AdjacentBlock &Next : Block->succs()) {
      const CFGBlock *To = Next.getReachableBlock();
      if (!To || Seen.test(To->getBlockID()) ||
          (Together && !Leads.test(To->getBlockID())))
        continue;
      Seen.set(To->getBlockID());
      Work.push_back(To);
    }
  }
  return true;
}

bool WarpPaths::allCome(const Stmt *Element, const EverywhereBlock *Region) {
  const CFGBlock *Block = BlockOf.lookup(Element);
  if (!Block)
    return false;
  auto [Place, New] = Known.try_emplace({Block, Region}, false);
  if (New)
    Place->second = search(Block, Region);
  return Place->second;
}

} // namespace tasklet
