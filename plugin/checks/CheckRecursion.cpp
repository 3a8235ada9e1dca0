//===- CheckRecursion.cpp - Ordinary functions do not recurse -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// OpenCL C forbids recursion, but Clang does not check it. Authors of tasks
/// are likely to try it, and devices then fail in strange ways. So it is
/// reported, with the way that works.
///
//===----------------------------------------------------------------------===//

#include "plugin/checks/Checks.h"
#include "plugin/marks/OrderedMarks.h"
#include "plugin/marks/TaskMarks.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"

using namespace clang;

namespace tasklet {
namespace {

class RecursionCheck {
public:
  explicit RecursionCheck(Report &Diag) : Diag(Diag) {}

  void run(const TranslationUnitDecl *Unit) {
    for (const Decl *D : Unit->decls())
      if (const auto *Function = dyn_cast<FunctionDecl>(D);
          Function && Function->isThisDeclarationADefinition())
        visit(Function);
  }

private:
  enum Progress { Unseen, Open, Done };
  struct Frame {
    const FunctionDecl *Function;
    SmallVector<const CallExpr *, 8> Calls;
    size_t Next = 0;
  };

  /// Depth first, without recursion of our own: call chains may be long.
  void visit(const FunctionDecl *Root) {
    std::vector<Frame> Stack;
    enter(Root, Stack);
    while (!Stack.empty()) {
      Frame &Top = Stack.back();
      if (Top.Next == Top.Calls.size()) {
        State[Top.Function] = Done;
        Stack.pop_back();
        continue;
      }
      const CallExpr *Call = Top.Calls[Top.Next++];
      const FunctionDecl *Callee = directCallee(Call);
      if (State.lookup(Callee->getCanonicalDecl()) == Open)
        report(Call, Top.Function, Callee);
      else
        enter(Callee, Stack);
    }
  }

  void enter(const FunctionDecl *Function, std::vector<Frame> &Stack) {
    const FunctionDecl *Definition = nullptr;
    const Stmt *Body = Function->getBody(Definition);
    Function = Function->getCanonicalDecl();
    if (!Body || isTask(Function) || State.lookup(Function) != Unseen)
      return;
    State[Function] = Open;
    Frame New{Function, {}, 0};
    forEachStmt(Body, [&](const Stmt *S) {
      const auto *Call = dyn_cast<CallExpr>(S);
      // A call of an ordered kernel is refused anyway.
      if (Call && directCallee(Call) && !isOrdered(directCallee(Call)))
        New.Calls.push_back(Call);
      return true;
    });
    Stack.push_back(std::move(New));
  }

  void report(const CallExpr *Call, const FunctionDecl *Caller,
              const FunctionDecl *Callee) {
    bool IsKernel = Callee->hasAttr<OpenCLKernelAttr>();
    Diag.error(Call->getExprLoc(), "%select{ordinary function|kernel}3 %0 "
                                   "cannot call itself"
                                   "%select{, here by way of %2|}1")
        << Callee << (Caller == Callee->getCanonicalDecl()) << Caller
        << IsKernel;
    if (IsKernel) {
      Diag.note(Callee->getLocation(),
                "move what it does into a function marked '__task', and spawn "
                "that with '<-': tasks may recurse");
      return;
    }
    Diag.note(Callee->getLocation(),
              "make %0 a task with '__task', and spawn it with '<-': tasks may "
              "recurse")
        << Callee;
  }

  Report &Diag;
  llvm::DenseMap<const FunctionDecl *, Progress> State;
};

} // namespace

void checkRecursion(const TranslationUnitDecl *Unit, Report &Diag) {
  RecursionCheck(Diag).run(Unit);
}

} // namespace tasklet
