//===- Waits.cpp - Waiting for what has been started ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "code/Tasks.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tasklet::kite {

TokenRef TaskCode::start(VarSet Variables, std::string Future,
                         std::string Declaration) {
  auto Started = std::make_shared<Token>();
  Started->Variables = std::move(Variables);
  Started->Future = std::move(Future);
  if (!Declaration.empty())
    Started->Declarations.push_back({std::move(Declaration), Started->Future});
  Outstanding.push_back(Started);
  return Started;
}

/// A block that began at \p Place ends, and these are outstanding. Futures that
/// are waited for behind it must be declared in front of it. Those of variables
/// that only the block knows are waited for by nobody.
void TaskCode::leaveBlock(const Tokens &Left, size_t Place,
                          const VarSet &Inner) {
  for (const TokenRef &T : Left) {
    if (T->IsDone || T->Future.empty())
      continue;
    bool IsInner = !T->Variables.empty() &&
                   all_of(T->Variables,
                          [&](const VarDecl *V) { return Inner.contains(V); });
    if (IsInner) {
      T->Future.clear();
      T->Completion.clear();
      continue;
    }
    for (auto &[Declaration, Name] : T->Declarations)
      Out.hoist(Place, Declaration, Name);
    if (T->Completion.empty() || !T->Begun.empty())
      continue;
    // Behind the block, only if the block has come so far.
    T->Begun = U.All.fresh("begun");
    std::string Flag = "bool " + T->Begun + " = false";
    Out.addBehind(" " + T->Future + " <- ", Place, T->Begun + " = true;");
    Out.addAt(Place, Flag + ";");
    T->Declarations.push_back({Flag, T->Begun});
  }
}

void TaskCode::drop(const Tokens &Done) {
  for (const TokenRef &T : Done)
    T->IsDone = true;
  erase_if(Outstanding, [](const TokenRef &T) { return T->IsDone; });
}

/// Waits for these, and for nothing else if all have futures.
void TaskCode::wait(const Tokens &For) {
  Tokens Waited;
  std::string List;
  bool NeedsAll = false;
  StringSet<> Named;
  for (const TokenRef &T : For) {
    if (T->IsDone || is_contained(Waited, T))
      continue;
    Waited.push_back(T);
    if (T->Future.empty())
      NeedsAll = true;
    else if (Named.insert(T->Future).second)
      List += (List.empty() ? "" : ", ") + T->Future;
  }
  if (Waited.empty())
    return;
  EndsWithSpawn = false;
  if (!List.empty())
    Out.add("force (" + List + ");");
  if (NeedsAll)
    Out.add("force ();");
  // In the order of their starts: of two stores into one place the later wins.
  for (const TokenRef &T : Waited)
    T->IsDone = true;
  for (const TokenRef &T : Waited)
    complete(*T);
  drop(Waited);
}

/// What follows the wait for it.
void TaskCode::complete(const Token &T) {
  std::vector<std::string> Statements = T.Completion;
  if (Statements.empty())
    return;
  if (std::string Force = forceOfOtherWays(T.Variables); !Force.empty())
    Statements.insert(Statements.begin(), Force);
  if (!T.Begun.empty() && Statements.size() == 1)
    Statements[0] = "if (" + T.Begun + ") " + Statements[0];
  bool IsBlock = !T.Begun.empty() && Statements.size() > 1;
  if (IsBlock)
    Out.open("if (" + T.Begun + ")");
  for (const std::string &Statement : Statements)
    Out.add(Statement);
  if (IsBlock)
    Out.close();
}

/// A wait for those of the variables that applications of other ways will
/// determine. Where these are used nothing is waited for, but a future cannot be
/// used without a force. Empty if there are none.
std::string TaskCode::forceOfOtherWays(const VarSet &Used) {
  std::string List;
  for (const TokenRef &T : Outstanding)
    if (!T->IsDone && !T->Future.empty() &&
        any_of(T->Variables, [&](const VarDecl *V) {
          return Used.contains(V) && E.variable(V) == T->Future;
        }))
      List += (List.empty() ? "" : ", ") + T->Future;
  return List.empty() ? "" : "force (" + List + ");";
}

void TaskCode::waitForAll() { wait(Tokens(Outstanding)); }

/// The task is about to return: what it has started belongs to it.
void TaskCode::finish() {
  if (EndsWithSpawn && Outstanding.size() == 1 && HeldLocks.empty())
    drop(Tokens(Outstanding));
  waitForAll();
  for (const std::string &Lock : reverse(HeldLocks))
    Out.add("tkl_release(" + Lock + ");");
}

} // namespace tasklet::kite
