//===- Statements.cpp - Nodes of task graphs in Tasklets ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "code/Tasks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace tasklet::kite {

static void append(Tokens &To, Tokens From) {
  for (TokenRef &T : From)
    if (!T->IsDone && !is_contained(To, T))
      To.push_back(std::move(T));
}

void TaskCode::mark(SMRange Place) {
  if (!U.Options.MarkLines || !Place.isValid())
    return;
  auto [File, Line] = U.lineOf(Place);
  Out.from(File, Line, U.Options.ExactLines);
}

static bool alwaysReturns(const Graph &G) {
  return any_of(G.Nodes, [](const GraphNode &N) {
    bool IsBranch = isa<IfStmt>(N.S) || isa<CaseStmt>(N.S);
    return N.Guards.empty() &&
           (isa<ReturnStmt>(N.S) ||
            (IsBranch && !N.Graphs.empty() && all_of(N.Graphs, alwaysReturns)));
  });
}

void TaskCode::writeBody(const TaskGraph &G) {
  for (const Capture &C : G.Task->Captures)
    Out.add(declared(C.Inside->Ty, E.variable(C.Inside)) + " = captured->" +
            E.variable(C.Inside) + ";");
  writeGraph(G.Body);
  if (!alwaysReturns(G.Body)) {
    finish();
    // No way leads here, but compilers may not see that.
    if (!isUnit(Result))
      Out.add("return " + U.Types.zero(Result) + ";");
  }
}

/// The variable that gets the result of an application.
static const VarDecl *startedVariable(const GraphNode &N) {
  auto *S = dyn_cast<AssignStmt>(N.S);
  auto *Call = S ? dyn_cast<CallExpr>(S->Value) : nullptr;
  auto *Name = S ? dyn_cast<NameExpr>(S->Target) : nullptr;
  return Call && Call->Call == CallKind::Application && Name
             ? dyn_cast<VarDecl>(Name->Target)
             : nullptr;
}

std::string TaskCode::condition(ArrayRef<Guard> Guards) {
  std::string All;
  for (const Guard &G : Guards) {
    std::string One = E.variable(G.Condition);
    if (G.Case) {
      unsigned Number = G.Case->Branches[G.Branch].Number;
      auto *T = cast<NamedType>(G.Condition->Ty);
      if (TypeCode::isBoxed(T))
        One = U.Types.unbox(T, One);
      One += (".tag == " + Twine(Number)).str();
    } else if (G.Branch == 1) {
      One = "!" + One;
    }
    All += (All.empty() ? "" : " && ") + One;
  }
  return All;
}

/// Opens a block that runs if all of \p Guards hold. What an application of
/// another way would determine is looked at last, behind a force. Returns how
/// many blocks there are.
unsigned TaskCode::openGuards(ArrayRef<Guard> Guards) {
  std::vector<Guard> First, Last;
  VarSet Determined;
  for (const Guard &G : Guards) {
    // What is in a value that is looked at later is so, too.
    bool IsInLast = any_of(Last, [&](const Guard &Outer) {
      return Outer.Case &&
             Outer.Case->Branches[Outer.Branch].Payload == G.Condition;
    });
    VarSet Tested;
    Tested.insert(G.Condition);
    if (!IsInLast && forceOfOtherWays(Tested).empty()) {
      First.push_back(G);
      continue;
    }
    Last.push_back(G);
    Determined.insert(G.Condition);
  }
  if (!First.empty())
    Out.open("if (" + condition(First) + ")");
  if (Last.empty())
    return 1;
  if (std::string Force = forceOfOtherWays(Determined); !Force.empty())
    Out.add(Force);
  Out.open("if (" + condition(Last) + ")");
  return First.empty() ? 1 : 2;
}

Tokens TaskCode::writeNode(const GraphNode &N, bool IsNeeded) {
  if (N.Guards.empty())
    return writeUnguarded(N, IsNeeded);
  for (const Guard &G : N.Guards)
    if (G.Case) {
      const CaseBranch &Branch = G.Case->Branches[G.Branch];
      auto *T = cast<NamedType>(G.Condition->Ty);
      std::string Value = E.variable(G.Condition);
      if (TypeCode::isBoxed(T))
        Value = U.Types.unbox(T, Value);
      if (Branch.Payload)
        E.substitute(Branch.Payload,
                     Value + "." + U.Types.field(T, Branch.Number));
    }
  VarSet Used = N.D.X;
  // The result of an application may go where one of another way would.
  if (!startedVariable(N))
    Used.insert(N.D.Y.begin(), N.D.Y.end());
  std::string Force = forceOfOtherWays(Used);
  size_t Place = Out.place();
  // What a guarded node declares is known outside.
  if (auto *S = dyn_cast<DeclStmt>(N.S)) {
    auto *V = dyn_cast<VarDecl>(S->Decls.front());
    if (!V)
      return {};
    writeDeclaration(*S, /*IsGuarded=*/true);
    if (!V->Value)
      return {};
    std::string Value = E.variable(V) + " = " + E.get(V->Value) + ";";
    if (Force.empty()) {
      Out.add("if (" + condition(N.Guards) + ") " + Value);
      return {};
    }
    unsigned Blocks = openGuards(N.Guards);
    Out.add(Force);
    Out.add(Value);
    while (Blocks--)
      Out.close();
    return {};
  }
  unsigned Blocks = openGuards(N.Guards);
  if (!Force.empty())
    Out.add(Force);
  Tokens Left = writeUnguarded(N, IsNeeded);
  while (Blocks--)
    Out.close();
  leaveBlock(Left, Place, declaredIn({&N}));
  EndsWithSpawn = false;
  return Left;
}

Tokens TaskCode::writeUnguarded(const GraphNode &N, bool IsNeeded) {
  mark(N.S->Range);
  EndsWithSpawn = false;
  switch (N.S->K) {
  case Stmt::Kind::Expression: {
    const Expr *Value = cast<ExprStmt>(N.S)->Value;
    auto *Call = dyn_cast<CallExpr>(Value);
    if (Call && Call->Call == CallKind::Print) {
      writePrint(*Call);
      return {};
    }
    if (Call && Call->Call == CallKind::Application) {
      Out.add("() <- " + application(*Call) + ";");
      EndsWithSpawn = Outstanding.empty();
      return {start({}, "")};
    }
    Out.add(E.get(Value) + ";");
    return {};
  }
  case Stmt::Kind::Declaration:
    writeDeclaration(*cast<DeclStmt>(N.S), /*IsGuarded=*/false);
    return {};
  case Stmt::Kind::Assign:
    return writeAssign(*cast<AssignStmt>(N.S), N, IsNeeded);
  case Stmt::Kind::Return:
    writeReturn(*cast<ReturnStmt>(N.S));
    return {};
  case Stmt::Kind::Then:
    return writeThen(N);
  case Stmt::Kind::Block:
    return writeGraph(N.Graphs[0]);
  case Stmt::Kind::If:
    return writeIf(*cast<IfStmt>(N.S), N);
  case Stmt::Kind::Case:
    return writeCase(*cast<CaseStmt>(N.S), N);
  case Stmt::Kind::For:
    return writeFor(*cast<ForStmt>(N.S), N);
  case Stmt::Kind::Map:
    return writeMap(*cast<MapStmt>(N.S), N, IsNeeded);
  case Stmt::Kind::While:
    return writeWhile(*cast<WhileStmt>(N.S), N);
  case Stmt::Kind::Critical:
    return writeCritical(*cast<CriticalStmt>(N.S), N);
  }
  llvm_unreachable("unknown kind");
}

void TaskCode::writeDeclaration(const DeclStmt &S, bool IsGuarded) {
  for (const Decl *D : S.Decls) {
    auto *V = dyn_cast<VarDecl>(D);
    // Types and tasks are elsewhere.
    if (!V || DeclaredAtSpawn.count(V))
      continue;
    std::string Value;
    if (V->Value && !IsGuarded)
      Value = " = " + E.get(V->Value);
    else if (!V->IsTemporary || IsGuarded)
      Value = " = " + U.Types.zero(V->Ty);
    Out.add(declared(V->Ty, E.variable(V)) + Value + ";");
  }
}

/// The call of a task, as it stands behind `<-`.
std::string TaskCode::application(const CallExpr &Call) {
  std::string Text;
  if (auto *Name = dyn_cast<NameExpr>(Call.Callee))
    if (auto *Task = dyn_cast<TaskDecl>(Name->Target))
      Text = U.task(Task) + "(";
  if (Text.empty())
    Text = U.apply(cast<TaskType>(Call.Callee->Ty)) + "(" +
           U.message(Call.Range, "call of a zeroed task") + ", " +
           E.get(Call.Callee) + (Call.Arguments.empty() ? "" : ", ");
  for (size_t I = 0; I < Call.Arguments.size(); ++I)
    Text += (I ? ", " : "") + E.get(Call.Arguments[I]);
  return Text + ")";
}

void TaskCode::writePrint(const CallExpr &Call) {
  Out.open("");
  Out.add("tkl_print out = tkl_print_begin();");
  for (const Expr *Argument : Call.Arguments) {
    if (auto *Text = dyn_cast<StringExpr>(Argument))
      Out.add("tkl_print_text(out, " + U.text(Text->Value) + ");");
    else
      Out.add(U.print(Argument->Ty, E.get(Argument), Argument->Range));
  }
  Out.add("tkl_print_end(out);");
  Out.close();
}

Tokens TaskCode::writeAssign(const AssignStmt &S, const GraphNode &N,
                             bool IsNeeded) {
  auto *Call = dyn_cast<CallExpr>(S.Value);
  if (!Call || Call->Call != CallKind::Application) {
    Out.add(E.assign(S.Target, E.get(S.Value)));
    return {};
  }
  std::string Started = application(*Call);
  const Type *T = S.Target->Ty;
  if (isUnit(T)) {
    Out.add("() <- " + Started + ";");
    return {start(N.D.Y, "")};
  }
  auto *Name = dyn_cast<NameExpr>(S.Target);
  const VarDecl *V = Name ? dyn_cast<VarDecl>(Name->Target) : nullptr;
  if (V && !IsNeeded && isLocal(V)) {
    DeclaredAtSpawn.erase(V);
    Out.add("() <- " + Started + ";");
    return {start({}, "")};
  }
  if (V && !InMemory.count(V)) {
    std::string Future = E.variable(V);
    std::string Declaration =
        DeclaredAtSpawn.erase(V) ? declared(T, Future) : "";
    Out.add((Declaration.empty() ? Future : Declaration) + " <- " + Started +
            ";");
    return {start(N.D.Y, Future, Declaration)};
  }
  if (!IsNeeded && ExprCode::isPlain(S.Target)) {
    Out.add(E.get(S.Target) + " <- " + Started + ";");
    return {start(N.D.Y, "")};
  }
  // Through a variable, so that one can wait for it alone.
  std::string Future = U.All.fresh("result");
  Out.add(declared(T, Future) + " <- " + Started + ";");
  TokenRef Token = start(N.D.Y, Future, declared(T, Future));
  Token->Completion.push_back({V, E.assign(S.Target, Future)});
  return {Token};
}

/// One of several ways, in a block of what began at \p Place. What it leaves
/// outstanding is not so on the others: it goes to \p Begun.
Tokens TaskCode::writeBranch(const Graph &G, size_t Place, Tokens &Begun) {
  Tokens Before = Outstanding;
  Tokens Left = writeGraph(G);
  Tokens After = std::move(Outstanding);
  Outstanding = std::move(Before);
  // Behind a return nothing is outstanding.
  if (alwaysReturns(G))
    return {};
  std::vector<const GraphNode *> Nodes;
  for (const GraphNode &N : G.Nodes)
    Nodes.push_back(&N);
  leaveBlock(Left, Place, declaredIn(Nodes));
  for (TokenRef &T : After)
    if (!is_contained(Outstanding, T))
      Begun.push_back(std::move(T));
  return Left;
}

Tokens TaskCode::writeIf(const IfStmt &S, const GraphNode &N) {
  Tokens Left, Begun;
  size_t Place = Out.place();
  Out.open("if (" + E.get(S.Condition) + ")");
  append(Left, writeBranch(N.Graphs[0], Place, Begun));
  if (S.Else && !N.Graphs[1].Nodes.empty()) {
    Out.reopen("} else {");
    append(Left, writeBranch(N.Graphs[1], Place, Begun));
  }
  Out.close();
  append(Outstanding, std::move(Begun));
  EndsWithSpawn = false;
  return Left;
}

Tokens TaskCode::writeCase(const CaseStmt &S, const GraphNode &N) {
  Tokens Left, Begun;
  auto *T = cast<NamedType>(S.Value->Ty);
  std::string Value = U.All.fresh("chosen");
  if (TypeCode::isBoxed(T))
    Out.add(U.Types.cell(T) + " " + Value + " = " +
            U.Types.unbox(T, E.get(S.Value)) + ";");
  else
    Out.add(declared(T, Value) + " = " + E.get(S.Value) + ";");
  size_t Place = Out.place();
  Out.open("switch (" + Value + ".tag)");
  for (size_t I = 0; I < S.Branches.size(); ++I) {
    const CaseBranch &Branch = S.Branches[I];
    // One label is the default, so that compilers see a way for each value.
    Out.open(I + 1 == S.Branches.size() ? Twine("default:")
                                        : "case " + Twine(Branch.Number) + ":");
    if (Branch.Payload)
      Out.add(declared(Branch.Payload->Ty, E.variable(Branch.Payload)) + " = " +
              Value + "." + U.Types.field(T, Branch.Number) + ";");
    append(Left, writeBranch(N.Graphs[I], Place, Begun));
    if (!alwaysReturns(N.Graphs[I]))
      Out.add("break;");
    Out.close();
  }
  Out.close();
  append(Outstanding, std::move(Begun));
  EndsWithSpawn = false;
  return Left;
}

/// What a turn leaves outstanding and the next one meets again is waited for.
Tokens TaskCode::endTurn(Tokens Left, const Graph &Body) {
  Tokens Met, Free;
  for (TokenRef &T : Left) {
    // A later turn stores elsewhere, unless it reads the collection.
    bool IsMet = !T->Completion.empty() || T->IsNamed ||
                 any_of(T->Variables, [&](auto *V) {
                   return !InMemory.count(V) && Body.D.X.contains(V);
                 });
    // A variable gets another result in the next turn.
    IsMet |= !T->Future.empty() && any_of(T->Variables, [&](const VarDecl *V) {
      return Body.D.Y.contains(V);
    });
    // It may read an array that the next turn changes.
    IsMet |= any_of(T->Reads, [&](const VarDecl *V) {
      return !InMemory.count(V) && Body.D.Y.contains(V);
    });
    (IsMet ? Met : Free).push_back(T);
  }
  wait(Met);
  // Variables of the turn are gone behind it.
  for (TokenRef &T : Free)
    T->Future.clear();
  return Free;
}

/// The body of a loop.
Tokens TaskCode::writeTurn(const Graph &Body) {
  Returns.emplace_back();
  Tokens Left = endTurn(writeGraph(Body), Body);
  std::vector<std::string> Inside = std::move(Returns.back());
  Returns.pop_back();
  // The turns before may have left as much.
  EndsWithSpawn = false;
  for (const std::string &Line : Inside) {
    if (!Left.empty())
      Out.settle(Line, "force ();");
    else if (Returns.empty())
      Out.settle(Line, "");
    else
      Returns.back().push_back(Line);
  }
  return Left;
}

/// The text that the elements are taken from: a variable that the loop leaves
/// alone.
std::string TaskCode::collection(const LoopStmt &S, const Graph &Body) {
  if (auto *Name = dyn_cast<NameExpr>(S.Collection))
    if (auto *V = dyn_cast<VarDecl>(Name->Target))
      if (!isAssignedIn(Body, V))
        return E.variable(V);
  std::string Name = U.All.fresh("elements");
  Out.add(declared(S.Collection->Ty, Name) + " = " + E.get(S.Collection) + ";");
  return Name;
}

Tokens TaskCode::writeFor(const ForStmt &S, const GraphNode &N) {
  std::string Of = collection(S, N.Graphs[0]);
  std::string Index = S.Index ? E.variable(S.Index) : U.All.fresh("i");
  Out.open("for (int " + Index + " = 0; " + Index + " < (int)" + Of +
           ".length; ++" + Index + ")");
  if (isa<RangeType>(S.Collection->Ty)) {
    Out.add(declared(S.Element->Ty, E.variable(S.Element)) + " = " + Of +
            ".first + " + Index + " * " + Of + ".step;");
  } else {
    E.substitute(S.Element, Of + ".data[" + Index + "]");
    InMemory[S.Element] = true;
  }
  Tokens Left = writeTurn(N.Graphs[0]);
  Out.close();
  // Outside, what was stored into the element belongs to the collection.
  for (TokenRef &T : Left)
    if (T->Variables.contains(S.Element))
      T->Variables.insert(N.D.Y.begin(), N.D.Y.end());
  return Left;
}

Tokens TaskCode::writeWhile(const WhileStmt &S, const GraphNode &N) {
  Out.open("while (" + E.get(S.Condition) + ")");
  Tokens Left = writeTurn(N.Graphs[0]);
  Out.close();
  return Left;
}

Tokens TaskCode::writeThen(const GraphNode &N) {
  const Graph &First = N.Graphs[0];
  if (!Outstanding.empty() && First.D.IsParallel && !mayReturn(N)) {
    // `force ();` would wait for others, too.
    std::vector<const GraphNode *> Nodes;
    for (const GraphNode &Node : First.Nodes)
      Nodes.push_back(&Node);
    wait(writePart(First, Nodes, "first", /*IsNeeded=*/true));
  } else {
    // Others that are outstanding stay so: this may be one way of several.
    Tokens Before = Outstanding;
    writeGraph(First);
    Tokens Started;
    for (const TokenRef &T : Outstanding)
      if (!is_contained(Before, T))
        Started.push_back(T);
    wait(Started);
  }
  return writeGraph(N.Graphs[1]);
}

Tokens TaskCode::writeCritical(const CriticalStmt &S, const GraphNode &N) {
  U.HasLocks = true;
  std::string Lock = U.All.fresh("lock"), Held = U.All.fresh("held");
  Out.add("__global tkl_semaphore *" + Lock + " = kite_lock((__global void *)" +
          E.get(S.Lock, Level::Postfix) + ".data);");
  Out.add("int " + Held + " <- tkl_acquire(" + Lock + ");");
  Out.add("force (" + Held + ");");
  HeldLocks.push_back(Lock);
  wait(writeGraph(N.Graphs[0]));
  HeldLocks.pop_back();
  Out.add("tkl_release(" + Lock + ");");
  return {};
}

void TaskCode::writeReturn(const ReturnStmt &S) {
  if (!S.Value || isUnit(S.Value->Ty)) {
    // Others may still write behind this place, on other paths.
    Tokens Before = Outstanding;
    finish();
    for (const TokenRef &T : Before)
      T->IsDone = false;
    Outstanding = Before;
    Out.add(IsPart ? "return 0;" : "return;");
    return;
  }
  Tokens Before = Outstanding;
  std::string Value = E.get(S.Value);
  if (!HeldLocks.empty()) {
    std::string Kept = U.All.fresh("returned");
    Out.add(declared(Result, Kept) + " = " + Value + ";");
    Value = Kept;
  }
  finish();
  for (const TokenRef &T : Before)
    T->IsDone = false;
  Outstanding = Before;
  Out.add("return " + Value + ";");
}

} // namespace tasklet::kite
