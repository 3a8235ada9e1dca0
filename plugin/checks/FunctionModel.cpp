//===- FunctionModel.cpp - The additions in one function ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/checks/FunctionModel.h"
#include "plugin/marks/TaskMarks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/BitVector.h"

using namespace clang;

namespace tasklet {

void forEachStmt(const Stmt *Root,
                 llvm::function_ref<bool(const Stmt *)> Visit) {
  SmallVector<const Stmt *, 32> Stack;
  if (Root)
    Stack.push_back(Root);
  while (!Stack.empty()) {
    const Stmt *S = Stack.pop_back_val();
    if (!Visit(S))
      continue;
    size_t First = Stack.size();
    if (const auto *Block = dyn_cast<BlockExpr>(S)) {
      if (const Stmt *BlockBody = Block->getBody())
        Stack.push_back(BlockBody);
    } else {
      for (const Stmt *Child : S->children())
        if (Child)
          Stack.push_back(Child);
    }
    std::reverse(Stack.begin() + First, Stack.end());
  }
}

bool isEverywhere(const Stmt *S, const SourceMarks &Marks) {
  if (const auto *Do = dyn_cast<DoStmt>(S))
    return Marks.Everywheres.count(Do->getDoLoc());
  if (const auto *Loop = dyn_cast<WhileStmt>(S))
    return Marks.Everywheres.count(Loop->getWhileLoc());
  return false;
}

const FunctionDecl *directCallee(const CallExpr *Call) {
  const auto *Ref =
      dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreParenImpCasts());
  return Ref ? dyn_cast<FunctionDecl>(Ref->getDecl()) : nullptr;
}

FunctionModel::FunctionModel(const FunctionDecl *Function, ASTContext &Context,
                             const SourceMarks &Marks)
    : Function(Function), Context(Context), Body(Function->getBody()),
      Task(tasklet::isTask(Function)),
      Kernel(Function->hasAttr<OpenCLKernelAttr>()),
      Parents(std::make_unique<ParentMap>(const_cast<Stmt *>(Body))) {
  forEachStmt(Body, [&](const Stmt *S) {
    if (const auto *Block = dyn_cast<BlockExpr>(S))
      Parents->addStmt(const_cast<Stmt *>(Block->getBody()));
    if (const auto *E = dyn_cast<Expr>(S))
      Errors |= E->containsErrors();
    if (const auto *Loop = dyn_cast<WhileStmt>(S)) {
      auto Found = Marks.Forces.find(Loop->getWhileLoc());
      if (Found != Marks.Forces.end())
        findForce(Loop, Found->second);
    } else if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
      auto Found = Marks.Waits.find(Block->getLBracLoc());
      if (Found != Marks.Waits.end())
        findWait(Block, Found->second);
    } else if (const auto *Do = dyn_cast<DoStmt>(S)) {
      auto Found = Marks.Everywheres.find(Do->getDoLoc());
      if (Found != Marks.Everywheres.end())
        findEverywhere(Do, Found->second);
    } else if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
      findDeclaredSpawns(Decls, Marks);
    } else if (const auto *Assign = dyn_cast<BinaryOperator>(S)) {
      auto Found = Assign->getOpcode() == BO_Assign
                       ? Marks.Spawns.find(Assign->getOperatorLoc())
                       : Marks.Spawns.end();
      if (Found != Marks.Spawns.end())
        findSpawn(Assign, Found->second);
    } else if (const auto *Op = dyn_cast<UnaryOperator>(S)) {
      auto Found = Op->getOpcode() == UO_Extension
                       ? Marks.Spawns.find(Op->getOperatorLoc())
                       : Marks.Spawns.end();
      if (Found != Marks.Spawns.end())
        findSpawn(Op, Found->second);
    }
    return true;
  });
}

FunctionModel::~FunctionModel() = default;

void FunctionModel::findForce(const WhileStmt *Loop, const ForceMark &Mark) {
  Force F;
  F.Word = Loop->getWhileLoc();
  F.Statement = F.Loop = Loop;
  F.List = Mark;
  findMarkers(F, Loop->getBody());
  Forces.push_back(std::move(F));
}

void FunctionModel::findWait(const CompoundStmt *Block, const ForceMark &Mark) {
  Force F;
  F.Word = Block->getLBracLoc();
  F.Statement = Block;
  F.List = Mark;
  findMarkers(F, Block);
  Forces.push_back(std::move(F));
}

void FunctionModel::findMarkers(Force &F, const Stmt *Body) {
  if (const auto *Block = dyn_cast<CompoundStmt>(Body)) {
    for (const Stmt *S : Block->body()) {
      const auto *Call = dyn_cast<CallExpr>(S);
      const FunctionDecl *Callee = Call ? directCallee(Call) : nullptr;
      if (!Callee || !Callee->getIdentifier())
        break;
      ++F.FirstUserStmt;
      if (Callee->getName() == ForceName || Callee->getName() == WaitName) {
        F.Mark = Call;
        break;
      }
      if (Callee->getName() != ForceVarName || Call->getNumArgs() != 1) {
        --F.FirstUserStmt;
        break;
      }
      const auto *Address =
          dyn_cast<UnaryOperator>(Call->getArg(0)->IgnoreParenCasts());
      const Expr *Part =
          Address ? Address->getSubExpr()->IgnoreParens() : nullptr;
      const auto *Ref =
          Part ? dyn_cast<DeclRefExpr>(pathTo(Part).Root) : nullptr;
      if (Part && !Ref)
        F.Elsewhere.push_back(Part);
      if (!Ref)
        continue;
      F.Names.push_back(Ref);
      F.Parts.push_back(Part);
    }
  }
}

void FunctionModel::findEverywhere(const DoStmt *Loop,
                                   const EverywhereMark &Mark) {
  EverywhereBlock E;
  E.Loop = Loop;
  E.Mark = Mark;
  const auto *Body = dyn_cast<CompoundStmt>(Loop->getBody());
  const auto *First = Mark.Mask.isValid() && Body && !Body->body_empty()
                          ? dyn_cast<DeclStmt>(Body->body_front())
                          : nullptr;
  if (First && First->isSingleDecl())
    E.Mask = dyn_cast<VarDecl>(First->getSingleDecl());
  Everywheres.push_back(E);
}

void FunctionModel::findDeclaredSpawns(const DeclStmt *Decls,
                                       const SourceMarks &Marks) {
  for (const Decl *D : Decls->decls()) {
    const auto *Var = dyn_cast<VarDecl>(D);
    const auto *Op =
        Var && Var->getInit()
            ? dyn_cast<UnaryOperator>(Var->getInit()->IgnoreImpCasts())
            : nullptr;
    auto Found = Op && Op->getOpcode() == UO_Extension
                     ? Marks.Declared.find(Op->getOperatorLoc())
                     : Marks.Declared.end();
    if (Found != Marks.Declared.end())
      findSpawn(Op, Found->second, Var);
  }
}

LvaluePath Spawn::place() const {
  return Destination ? pathTo(Destination) : LvaluePath();
}

void FunctionModel::findSpawn(const Expr *Statement, SourceLocation Arrow,
                              const VarDecl *Declared) {
  Spawn S;
  S.Statement = Statement;
  S.Arrow = Arrow;
  S.Declared = Declared;
  if (Declared && Declared->hasLocalStorage())
    S.Future = Declared;
  const Expr *Right = Statement;
  if (const auto *Assign = dyn_cast<BinaryOperator>(Statement)) {
    S.Destination = Assign->getLHS();
    S.FutureRef = rootVariable(S.Destination);
    // What cannot receive a result becomes no future.
    if (S.FutureRef && S.Destination->getObjectKind() == OK_Ordinary)
      S.Future = cast<VarDecl>(S.FutureRef->getDecl());
    Right = Assign->getRHS();
  }
  // The call stands after the `__extension__` that stands for `-`, and after
  // the implicit conversion to the destination's type.
  while (true) {
    Right = Right->IgnoreParenImpCasts();
    const auto *Op = dyn_cast<UnaryOperator>(Right);
    if (!Op || Op->getOpcode() != UO_Extension)
      break;
    Right = Op->getSubExpr();
  }
  S.Right = Right;
  if (const auto *Call = dyn_cast<CallExpr>(Right)) {
    const FunctionDecl *Callee = directCallee(Call);
    if (Callee && tasklet::isTask(Callee))
      S.Call = Call;
  }
  Spawns.push_back(S);
}

const Spawn *FunctionModel::spawnAt(const Stmt *Statement) const {
  // The CFG skips `__extension__`, so without a destination only the right-hand
  // side is an element.
  const auto *Decls = dyn_cast<DeclStmt>(Statement);
  for (const Spawn &S : Spawns)
    if (S.Declared ? Decls && Decls->isSingleDecl() &&
                         Decls->getSingleDecl() == S.Declared
                   : S.Statement == Statement ||
                         (S.isDetached() && S.Right == Statement))
      return &S;
  return nullptr;
}

const Force *FunctionModel::forceOf(const Stmt *Loop) const {
  for (const Force &F : Forces)
    if (Loop && F.Loop == Loop)
      return &F;
  return nullptr;
}

const Force *FunctionModel::forceAt(const Stmt *Element) const {
  for (const Force &F : Forces)
    if (F.Mark == Element)
      return &F;
  return nullptr;
}

const EverywhereBlock *FunctionModel::everywhereOf(const Stmt *Loop) const {
  for (const EverywhereBlock &E : Everywheres)
    if (E.Loop == Loop)
      return &E;
  return nullptr;
}

const Spawn *FunctionModel::spawnInto(const DeclRefExpr *Ref) const {
  for (const Spawn &S : Spawns)
    if (S.FutureRef == Ref)
      return &S;
  return nullptr;
}

const Force *FunctionModel::enclosingForce(const Stmt *S) const {
  for (S = Parents->getParent(S); S; S = Parents->getParent(S))
    if (const Force *F = forceOf(S))
      return F;
  return nullptr;
}

const EverywhereBlock *FunctionModel::enclosingEverywhere(const Stmt *S) const {
  for (S = Parents->getParent(S); S; S = Parents->getParent(S))
    if (const EverywhereBlock *E = everywhereOf(S))
      return E;
  return nullptr;
}

void FunctionModel::findOrder() const {
  KnowsOrder = true;
  if (!cfg() ||
      llvm::none_of(Forces, [](const Force &F) { return F.isWait(); }))
    return;
  // Whether a block is reached before a wait, and after one.
  unsigned Size = cfg()->getNumBlockIDs();
  llvm::BitVector Reached[2] = {llvm::BitVector(Size), llvm::BitVector(Size)};
  SmallVector<std::pair<const CFGBlock *, bool>, 32> Work;
  auto Reach = [&](const CFGBlock *Block, bool IsAfter) {
    if (Block && !Reached[IsAfter].test(Block->getBlockID())) {
      Reached[IsAfter].set(Block->getBlockID());
      Work.push_back({Block, IsAfter});
    }
  };
  Reach(&cfg()->getEntry(), false);
  while (!Work.empty()) {
    auto [Block, IsAfter] = Work.pop_back_val();
    for (const CFGElement &Element : *Block) {
      auto S = Element.getAs<CFGStmt>();
      if (!S)
        continue;
      (IsAfter ? After : Before).insert(S->getStmt());
      const Force *F = forceAt(S->getStmt());
      IsAfter |= F && F->isWait();
    }
    // The function returns at the end of the body of a force.
    const Stmt *Loop = Block->getLoopTarget();
    if (Loop && forceOf(Loop))
      continue;
    for (const CFGBlock::AdjacentBlock &Next : Block->succs())
      Reach(Next.getReachableBlock(), IsAfter);
  }
}

/// Whether \p Elements has \p S, or, for a statement that is no element of the
/// CFG, the first element in it.
static bool reaches(const llvm::DenseSet<const Stmt *> &Elements,
                    const llvm::DenseSet<const Stmt *> &Others, const Stmt *S) {
  bool Found = false, Known = false;
  forEachStmt(S, [&](const Stmt *Inner) {
    if (Known)
      return false;
    Found = Elements.count(Inner);
    Known = Found || Others.count(Inner);
    return !Known;
  });
  return Found;
}

bool FunctionModel::isAfterWait(const Stmt *S) const {
  if (!KnowsOrder)
    findOrder();
  return !After.empty() && reaches(After, Before, S);
}

bool FunctionModel::isBeforeWaits(const Stmt *S) const {
  if (!KnowsOrder)
    findOrder();
  return After.empty() || reaches(Before, After, S);
}

const Expr *FunctionModel::listedPart(const DeclRefExpr *Ref) const {
  for (const Force &F : Forces)
    for (const auto &[Name, Part] : llvm::zip(F.Names, F.Parts))
      if (Name == Ref)
        return Part;
  return nullptr;
}

bool FunctionModel::isInBlock(const Stmt *S) const {
  // The body of a block has no parent in the map of the function.
  while (const Stmt *Up = Parents->getParent(S))
    S = Up;
  return S != Body;
}

const Stmt *FunctionModel::parent(const Stmt *S) const {
  do
    S = Parents->getParent(S);
  while (S && (isa<ParenExpr>(S) || isa<ImplicitCastExpr>(S)));
  return S;
}

const CFG *FunctionModel::cfg() const {
  if (!TriedGraph) {
    TriedGraph = true;
    CFG::BuildOptions Options;
    Options.setAllAlwaysAdd();
    Graph =
        CFG::buildCFG(Function, const_cast<Stmt *>(Body), &Context, Options);
  }
  return Graph.get();
}

} // namespace tasklet
