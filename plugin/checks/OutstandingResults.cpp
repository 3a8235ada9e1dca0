//===- OutstandingResults.cpp - What has been spawned and not arrived -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/checks/OutstandingResults.h"
#include "plugin/checks/SpawnPlaces.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Analysis/CFG.h"

using namespace clang;

namespace tasklet {

OutstandingResults::State OutstandingResults::entryState() const {
  State S;
  S.Reached = true;
  return S;
}

bool OutstandingResults::join(State &Into, const State &From) const {
  if (!Into.Reached) {
    Into = From;
    return true;
  }
  bool Grew = PathConditions::intersect(Into.Known, From.Known);
  for (const auto &[Var, There] : From.Futures) {
    auto [Entry, New] = Into.Futures.insert({Var, There});
    Grew |= New;
    Pending &Here = Entry->second;
    for (const auto &[Number, Only] : There.Spawns) {
      auto [Known, NewSpawn] = Here.Spawns.insert({Number, Only});
      Grew |= NewSpawn || PathConditions::intersect(Known->second, Only);
    }
    for (const Expr *Part : std::set<const Expr *>(Here.Forced))
      if (!isWithin(Part, There.Forced)) {
        Here.Forced.erase(Part);
        Grew = true;
      }
  }
  return Grew;
}

bool OutstandingResults::follow(State &S, const CFGBlock &Block,
                                unsigned Next) {
  Facts Here = Conditions.onEdge(Block, Next);
  if (!PathConditions::agree(Here, S.Known))
    return false;
  for (auto Future = S.Futures.begin(); Future != S.Futures.end();) {
    auto &Spawns = Future->second.Spawns;
    for (auto Each = Spawns.begin(); Each != Spawns.end();)
      Each = PathConditions::agree(Here, Each->second) ? std::next(Each)
                                                       : Spawns.erase(Each);
    Future = Spawns.empty() ? S.Futures.erase(Future) : std::next(Future);
  }
  for (const auto &[Number, Value] : Here) {
    S.Known[Number] = Value;
    for (auto &[Var, Future] : S.Futures)
      for (auto &[Sp, Only] : Future.Spawns)
        Only[Number] = Value;
  }
  return true;
}

void OutstandingResults::transfer(State &S, const Stmt *Element) const {
  Conditions.forget(S.Known, Element);
  for (auto &[Var, Future] : S.Futures)
    for (auto &[Number, Only] : Future.Spawns)
      Conditions.forget(Only, Element);
  if (const Spawn *Sp = Model.spawnAt(Element)) {
    if (Sp->Declared)
      S.Futures.erase(Sp->Declared);
    // A wrong one starts nothing.
    if (Sp->Future && Sp->Call)
      spawnInto(S, *Sp);
  } else if (const auto *Ref = dyn_cast<DeclRefExpr>(Element)) {
    if (Model.isListed(Ref))
      if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl()))
        force(S, Var, Model.listedPart(Ref));
  } else if (const auto *Decls = dyn_cast<DeclStmt>(Element)) {
    // A new variable each time control comes here.
    for (const Decl *D : Decls->decls())
      if (const auto *Var = dyn_cast<VarDecl>(D))
        S.Futures.erase(Var);
  }
}

void OutstandingResults::spawnInto(State &S, const Spawn &Sp) const {
  Pending &Future = S.Futures[Sp.Future];
  Future.Spawns[&Sp - Model.spawns().data()] = S.Known;
  for (const Expr *Part : std::set<const Expr *>(Future.Forced))
    if (!certainlyDisjoint(Sp.place(), pathTo(Part), Model.context()))
      Future.Forced.erase(Part);
}

/// A force names \p Part of \p Var. It waits for every result that may have
/// gone there.
void OutstandingResults::force(State &S, const VarDecl *Var,
                               const Expr *Part) const {
  auto Found = S.Futures.find(Var);
  if (Found == S.Futures.end())
    return;
  Pending &Future = Found->second;
  LvaluePath Path = pathTo(Part);
  for (auto Each = Future.Spawns.begin(); Each != Future.Spawns.end();)
    Each = certainlyDisjoint(Model.spawns()[Each->first].place(), Path,
                             Model.context())
               ? std::next(Each)
               : Future.Spawns.erase(Each);
  if (Future.Spawns.empty())
    S.Futures.erase(Found);
  else
    Future.Forced.insert(Part);
}

bool OutstandingResults::isWithin(const Expr *Part,
                                  const std::set<const Expr *> &Parts) const {
  return Parts.count(Part) || llvm::any_of(Parts, [&](const Expr *Whole) {
           return certainlyWithin(pathTo(Part), pathTo(Whole), Model.context());
         });
}

const Spawn *OutstandingResults::firstSpawn(const State &S,
                                            const ValueDecl *D) const {
  auto Found = S.Futures.find(dyn_cast<VarDecl>(D));
  return Found == S.Futures.end()
             ? nullptr
             : &Model.spawns()[Found->second.Spawns.begin()->first];
}

} // namespace tasklet
