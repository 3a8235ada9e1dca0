//===- CheckForceBody.cpp - How a force body is entered and left ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A force body is entered at its start, when results arrive, and left by
/// `return` or at its end, which returns, too. For Clang it is the body of an
/// endless loop. So jumps that would be valid in a loop are found here.
///
//===----------------------------------------------------------------------===//

#include "plugin/checks/Checks.h"
#include "plugin/checks/ForwardFlow.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace tasklet {
namespace {

class ForceBodyCheck {
public:
  ForceBodyCheck(const FunctionModel &Model, Report &Diag)
      : Model(Model), Diag(Diag) {}

  /// False if something jumps into a body.
  bool run() {
    forEachStmt(Model.body(), [&](const Stmt *S) {
      checkJump(S);
      return true;
    });
    if (Model.cfg() && !Model.hasErrors()) {
      findReachable();
      checkEnds();
      checkUnreachable();
      checkRounds();
    }
    return !JumpsIn;
  }

private:
  void checkJump(const Stmt *S) {
    if (const auto *Break = dyn_cast<BreakStmt>(S)) {
      checkLeaving(S, Break->getBreakLoc(), "break", /*SwitchToo=*/true);
    } else if (const auto *Continue = dyn_cast<ContinueStmt>(S)) {
      if (const Force *F = checkLeaving(S, Continue->getContinueLoc(),
                                        "continue", /*SwitchToo=*/false))
        Continued.insert(F->Loop);
    } else if (const auto *Goto = dyn_cast<GotoStmt>(S)) {
      checkGoto(Goto);
    } else if (const auto *Case = dyn_cast<SwitchCase>(S)) {
      // A case inside a force body of a switch around it.
      for (const Stmt *Up = S; Up; Up = Model.parents().getParent(Up)) {
        if (isa<SwitchStmt>(Up))
          return;
        if (Model.forceOf(Up)) {
          Diag.error(Case->getKeywordLoc(),
                     "a 'switch' cannot jump into the body of a 'force'");
          JumpsIn = true;
          Diag.note(Up->getBeginLoc(), "move the 'case' out of this 'force'");
          return;
        }
      }
    }
  }

  /// Reports a jump that leaves a force body, and returns that force.
  const Force *checkLeaving(const Stmt *S, SourceLocation Loc,
                            const char *Keyword, bool SwitchToo) {
    for (const Stmt *Up = S; Up; Up = Model.parents().getParent(Up)) {
      if (const Force *F = Model.forceOf(Up)) {
        Diag.error(Loc, "'%0' cannot leave the body of a 'force'") << Keyword;
        Diag.note(F->Loop->getWhileLoc(),
                  "this 'force' ends the step: its body goes on to a 'return', "
                  "or to its own end in a void task");
        return F;
      }
      if (isa<WhileStmt>(Up) || isa<ForStmt>(Up) || isa<DoStmt>(Up) ||
          (SwitchToo && isa<SwitchStmt>(Up)))
        return nullptr;
    }
    return nullptr;
  }

  void checkGoto(const GotoStmt *Goto) {
    const LabelStmt *Target = Goto->getLabel()->getStmt();
    if (!Target)
      return;
    const Force *From = Model.enclosingForce(Goto);
    const Force *To = Model.enclosingForce(Target);
    if (From == To)
      return;
    for (const Force *F = From; F; F = Model.enclosingForce(F->Loop))
      if (F == To) {
        Diag.error(Goto->getGotoLoc(),
                   "'goto' cannot leave the body of a 'force'");
        Diag.note(From->Loop->getWhileLoc(),
                  "this 'force' ends the step: its body goes on to a 'return', "
                  "or to its own end in a void task");
        return;
      }
    if (!To) {
      Diag.error(Goto->getGotoLoc(),
                 "'goto' cannot leave the body of a 'force'");
      Diag.note(Target->getBeginLoc(), "the label is outside");
      return;
    }
    Diag.error(Goto->getGotoLoc(),
               "'goto' cannot jump into the body of a 'force'");
    JumpsIn = true;
    Diag.note(To->Loop->getWhileLoc(),
              "this body runs when the results have arrived, and only then");
  }

  void findReachable() {
    const CFG &Graph = *Model.cfg();
    llvm::BitVector Seen(Graph.getNumBlockIDs());
    SmallVector<const CFGBlock *, 32> Work{&Graph.getEntry()};
    Seen.set(Graph.getEntry().getBlockID());
    while (!Work.empty()) {
      const CFGBlock *Block = Work.pop_back_val();
      for (const CFGElement &Element : *Block)
        if (auto S = Element.getAs<CFGStmt>())
          Reachable.insert(S->getStmt());
      if (const Stmt *Label = Block->getLabel())
        Reachable.insert(Label);
      if (const Stmt *Terminator = Block->getTerminatorStmt())
        Reachable.insert(Terminator);
      if (const Force *F = returnsFromForce(Model, *Block)) {
        Ends.insert(F->Loop);
        continue;
      }
      if (const Stmt *Loop = Block->getLoopTarget())
        GoesOn.insert(Loop);
      for (const CFGBlock::AdjacentBlock &Next : Block->succs())
        if (const CFGBlock *To = Next.getReachableBlock())
          if (!Seen.test(To->getBlockID())) {
            Seen.set(To->getBlockID());
            Work.push_back(To);
          }
    }
  }

  void checkEnds() {
    if (Model.function()->getReturnType()->isVoidType())
      return;
    for (const Force &F : Model.forces()) {
      if (F.isWait())
        continue;
      // To the CFG, a `continue` that has been reported leads to the end.
      if (!Ends.count(F.Loop) || Continued.count(F.Loop) ||
          Model.isInBlock(F.Loop))
        continue;
      Diag.error(F.Loop->getEndLoc(),
                 "the end of this 'force' body is reached without a result of "
                 "type %0")
          << Model.function()->getReturnType();
      Diag.note(F.Loop->getWhileLoc(),
                "the body returns from the task: end it with 'return'");
    }
  }

  bool isReachable(const Stmt *S) const {
    bool Found = false;
    forEachStmt(S, [&](const Stmt *Inner) {
      Found = Found || Reachable.count(Inner);
      return !Found;
    });
    return Found;
  }

  /// Warns of the first statement after one that never completes because of the
  /// force statements in it.
  void checkUnreachable() {
    forEachStmt(Model.body(), [&](const Stmt *S) {
      const auto *Block = dyn_cast<CompoundStmt>(S);
      if (!Block)
        return true;
      const Stmt *Before = nullptr;
      for (const Stmt *Next : Block->body()) {
        // A `break` after every case is a habit, and a good one.
        if (!hasCode(Next) || isa<BreakStmt>(Next))
          continue;
        if (Before && containsForce(Before) && isReachable(Before) &&
            !isReachable(Next)) {
          warnUnreachable(Next);
          break;
        }
        Before = Next;
      }
      return true;
    });
  }

  void warnUnreachable(const Stmt *S) {
    SourceLocation Loc = S->getBeginLoc();
    if (!Diag.enabled(Warning::Unreachable, Loc))
      return;
    Diag.warning(Loc, Warning::Unreachable,
                 "this is never reached: a 'force' body returns from the task");
    Diag.note(Loc, "move it into the body of the 'force', or remove it");
  }

  /// The loop of the user's that holds \p F under no condition, or null.
  const Stmt *loopAround(const Force &F) const {
    const Stmt *Up = F.Loop;
    while ((Up = Model.parents().getParent(Up))) {
      // `do { ... } while (0)` is what macros look like.
      if (const auto *Do = dyn_cast<DoStmt>(Up)) {
        bool Again = true;
        if (Do->getCond()->EvaluateAsBooleanCondition(Again, Model.context()) &&
            !Again)
          continue;
        return Up;
      }
      if (isa<ForStmt>(Up))
        return Up;
      if (isa<WhileStmt>(Up))
        return Model.forceOf(Up) ? nullptr : Up;
      if (!isa<CompoundStmt>(Up) && !isa<LabelStmt>(Up) &&
          !isa<AttributedStmt>(Up))
        return nullptr;
    }
    return nullptr;
  }

  /// Warns of loops that look as if they went on after the end of a body.
  void checkRounds() {
    for (const Force &F : Model.forces()) {
      if (F.isWait())
        continue;
      SourceLocation Loc = F.Word;
      const Stmt *Loop = loopAround(F);
      if (!Loop || !Ends.count(F.Loop) || GoesOn.count(Loop) ||
          !Model.function()->getReturnType()->isVoidType() ||
          !Diag.enabled(Warning::OneRound, Loc))
        continue;
      Diag.warning(Loc, Warning::OneRound,
                   "the %select{kernel|task}0 ends with the body of this "
                   "'force', so the loop around it makes one round")
          << Model.isTask();
      Diag.note(Loop->getBeginLoc(), "this is that loop");
      Diag.note(Loc, "to go on with the loop, write 'force (...);', and after "
                     "it what the body does");
    }
  }

  bool containsForce(const Stmt *S) const {
    bool Found = false;
    forEachStmt(S, [&](const Stmt *Inner) {
      Found = Found || Model.forceOf(Inner);
      return !Found;
    });
    return Found;
  }

  /// Control reaches nothing in a null statement or a bare declaration, and the
  /// CFG does not contain them.
  static bool hasCode(const Stmt *S) {
    bool Found = false;
    forEachStmt(S, [&](const Stmt *Inner) {
      Found = Found || !(isa<CompoundStmt>(Inner) || isa<NullStmt>(Inner) ||
                         isa<DeclStmt>(Inner));
      return !Found;
    });
    return Found;
  }

  const FunctionModel &Model;
  Report &Diag;
  llvm::DenseSet<const Stmt *> Reachable;
  llvm::DenseSet<const Stmt *> Ends;
  llvm::DenseSet<const Stmt *> Continued;
  /// Loops that can make a second round.
  llvm::DenseSet<const Stmt *> GoesOn;
  bool JumpsIn = false;
};

} // namespace

bool checkForceBodies(const FunctionModel &Model, Report &Diag) {
  return Model.forces().empty() || ForceBodyCheck(Model, Diag).run();
}

} // namespace tasklet
