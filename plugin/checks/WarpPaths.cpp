//===- WarpPaths.cpp - Where all work-items of a warp come by -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/checks/WarpPaths.h"
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

/// The condition of \p Up that decides whether \p Child, a part of it, runs.
const Expr *conditionOf(const Stmt *Up, const Stmt *Child) {
  if (const auto *If = dyn_cast<IfStmt>(Up))
    return Child != If->getCond() ? If->getCond() : nullptr;
  if (const auto *Choice = dyn_cast<ConditionalOperator>(Up))
    return Child != Choice->getCond() ? Choice->getCond() : nullptr;
  if (const auto *Op = dyn_cast<BinaryOperator>(Up))
    return Op->isLogicalOp() && Child == Op->getRHS() ? Op->getLHS() : nullptr;
  if (const auto *For = dyn_cast<ForStmt>(Up))
    return Child == For->getBody() || Child == For->getInc() ? For->getCond()
                                                             : nullptr;
  if (const auto *While = dyn_cast<WhileStmt>(Up))
    return Child == While->getBody() ? While->getCond() : nullptr;
  if (const auto *Switch = dyn_cast<SwitchStmt>(Up))
    return Child == Switch->getBody() ? Switch->getCond() : nullptr;
  return nullptr;
}

/// Functions of OpenCL that differ between work-items whatever they are given.
bool differs(StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases("get_global_id", "get_local_id", "get_global_linear_id",
             "get_local_linear_id", "get_sub_group_local_id", "sub_group_elect",
             true)
      .StartsWith("get_sub_group_", Name.endswith("_mask"))
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

SmallVector<const Expr *, 4> conditionsAround(const FunctionModel &Model,
                                              const Stmt *S, const Stmt *Stop) {
  SmallVector<const Expr *, 4> Found;
  const Stmt *Child = S;
  for (const Stmt *Up = Model.parents().getParent(S); Up && Up != Stop;
       Child = Up, Up = Model.parents().getParent(Up)) {
    if (const Expr *Condition = conditionOf(Up, Child))
      Found.push_back(Condition);
    // `if (!p) continue;`
    if (const auto *Block = dyn_cast<CompoundStmt>(Up))
      for (const Stmt *Before : Block->body()) {
        if (Before == Child)
          break;
        const auto *If = dyn_cast<IfStmt>(Before);
        if (If && jumpsAway(If))
          Found.push_back(If->getCond());
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
      Found = {Var, Var->getInit(), true};
    return Found;
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(Element)) {
    if (!Op->isAssignmentOp())
      return {};
    Left = Op->getLHS();
    Found.Value = Op->getRHS();
    Found.Whole = Op->getOpcode() == BO_Assign;
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
  Found.Whole &= Left->IgnoreParens() == Ref;
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
      for (const Expr *Condition :
           conditionsAround(Model, Here, Body ? Body->Loop : nullptr))
        Same = Same && isUniform(Condition);
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

llvm::BitVector WarpPaths::leadingTo(const CFGBlock *Target) const {
  llvm::BitVector Seen(Model.cfg()->getNumBlockIDs());
  SmallVector<const CFGBlock *, 16> Work{Target};
  Seen.set(Target->getBlockID());
  while (!Work.empty())
    for (const CFGBlock::AdjacentBlock &Before : Work.pop_back_val()->preds()) {
      const CFGBlock *From = Before.getReachableBlock();
      if (!From || Seen.test(From->getBlockID()) ||
          returnsFromForce(Model, *From))
        continue;
      Seen.set(From->getBlockID());
      Work.push_back(From);
    }
  return Seen;
}

/// Whether there is no way from the start of \p Region to its end around
/// \p Target.
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
