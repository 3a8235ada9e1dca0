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
void TaskCode::leaveBlock(const Tokens &Left, size_t Place, const Graph *Body) {
  for (const TokenRef &T : Left) {
    if (T->IsDone || T->Future.empty())
      continue;
    bool IsInner =
        Body && !T->Variables.empty() &&
        all_of(T->Variables,
               [&](const VarDecl *V) { return isDeclaredIn(*Body, V); }) &&
        all_of(T->Reads,
               [&](const VarDecl *V) { return isDeclaredIn(*Body, V); });
    if (IsInner) {
      T->Future.clear();
      T->Completion.clear();
      continue;
    }
    for (auto &[Declaration, Name] : T->Declarations)
      Out.hoist(Place, Declaration, Name);
    if (T->Completion.empty() || T->IsConditional)
      continue;
    // Behind the block, only if the block has come so far.
    std::string Begun = U.All.fresh("begun"),
                Flag = "bool " + Begun + " = false";
    Out.addBehind(" " + T->Future + " <- ", Place, Begun + " = true;");
    Out.addAt(Place, Flag + ";");
    T->Declarations.push_back({Flag, Begun});
    T->IsConditional = true;
    for (std::string &Statement : T->Completion)
      Statement = "if (" + Begun + ") " + Statement;
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
    for (const std::string &Statement : T->Completion)
      Out.add(Statement);
  drop(Waited);
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
