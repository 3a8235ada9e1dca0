//===- Tasks.h - Task graphs in Tasklets ------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes the body of one task of the generated program: that of a task of Kite,
/// or of a part that became a task of its own (Parts.cpp).
///
/// Nodes of a graph are written in an order in which each comes behind those
/// that it depends on: first applications, which start others and do not wait,
/// then what can go on without waiting, then a wait for what the next node needs.
/// Where two groups of nodes that do not depend on each other both wait, one
/// becomes a task, so that neither waits for the other (Schedule.cpp).
///
/// What a started application, or a part, will deliver is a Token: the variables
/// that it determines, how to wait for it, and what is left to do then.
///
/// This is the continuation-passing of section 4.1 of the Kite paper: `force`
/// makes the continuation, counts its inputs, and gives a result to all who wait
/// for it.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_CODE_TASKS_H
#define TASKLET_KITE_CODE_TASKS_H

#include "code/Expressions.h"
#include "graphs/Graph.h"

#include <memory>
#include <set>

namespace tasklet::kite {

/// Something that has been started.
struct Token {
  /// What it determines; more than one of a part.
  VarSet Variables;
  /// The arrays that it may read until it is done, by the variables that they
  /// belong to. Who determines one of these waits for it.
  VarSet Reads;
  /// The future to force; empty: only `force ();` waits for it.
  std::string Future;
  /// Declarations of what is used after the wait, the future among them if its
  /// spawn declares it, each with the name.
  std::vector<std::pair<std::string, std::string>> Declarations;
  /// Statements that follow the wait, for example a store, each with the
  /// variable that it determines, or null.
  std::vector<std::pair<const VarDecl *, std::string>> Completion;
  bool IsDone = false;
  /// A force has named it. That may have been on one way only, to a return.
  bool IsNamed = false;
  /// A flag that tells whether it has been started at all; empty: it has.
  std::string Begun;
};
using TokenRef = std::shared_ptr<Token>;
using Tokens = std::vector<TokenRef>;

class TaskCode {
public:
  TaskCode(Unit &U, std::string Name, const Type *Result)
      : U(U), E(U), Name(std::move(Name)), Result(Result) {}

  /// The whole body of a task of Kite; ends with a return.
  void writeBody(const TaskGraph &G);

  /// What \p Nodes assign and do not declare. (Parts.cpp)
  static VarSet assignedOutside(llvm::ArrayRef<const GraphNode *> Nodes);

  ExprCode &expressions() { return E; }
  Lines &lines() { return Out; }

private:
  /// A graph that is being written.
  struct Progress;

  // Schedule.cpp
  Tokens writeGraph(const Graph &G);
  void writeConditions(Progress &P);
  void writeReady(Progress &P);
  void waitForNext(Progress &P);
  void splitGroups(Progress &P);
  Tokens needs(const Progress &P, unsigned Node) const;
  void leave(Progress &P, unsigned Node, Tokens Left, bool IsPart = false);
  /// The graph that is being written declares it: no other one uses it.
  bool isLocal(const VarDecl *V) const;
  static bool mayWait(const GraphNode &N);
  static bool mayStart(const GraphNode &N);
  static bool mayReturn(const GraphNode &N);

  // Waits.cpp
  void wait(const Tokens &For);
  void waitForAll();
  void complete(const Token &T);
  std::string forceOfOtherWays(const VarSet &Used);
  void finish();
  TokenRef start(VarSet Variables, std::string Future,
                 std::string Declaration = "");
  void leaveBlock(const Tokens &Left, size_t Place, const VarSet &Inner);
  Tokens writeBranch(const Graph &G, size_t Place, Tokens &Begun);
  void drop(const Tokens &Done);

  // Statements.cpp
  Tokens writeNode(const GraphNode &N, bool IsNeeded);
  Tokens writeUnguarded(const GraphNode &N, bool IsNeeded);
  void writeDeclaration(const DeclStmt &S, bool IsGuarded);
  /// As an expression of C.
  std::string condition(llvm::ArrayRef<Guard> Guards);
  unsigned openGuards(llvm::ArrayRef<Guard> Guards);
  Tokens writeAssign(const AssignStmt &S, const GraphNode &N, bool IsNeeded);
  Tokens writeIf(const IfStmt &S, const GraphNode &N);
  Tokens writeCase(const CaseStmt &S, const GraphNode &N);
  Tokens writeFor(const ForStmt &S, const GraphNode &N);
  Tokens writeWhile(const WhileStmt &S, const GraphNode &N);
  Tokens writeThen(const GraphNode &N);
  Tokens writeCritical(const CriticalStmt &S, const GraphNode &N);
  void writeReturn(const ReturnStmt &S);
  void writePrint(const CallExpr &Call);
  std::string application(const CallExpr &Call);
  static bool isAssignedIn(const Graph &G, const VarDecl *V);
  Tokens writeTurn(const Graph &Body);
  Tokens endTurn(Tokens Left, const Graph &Body);
  std::string collection(const LoopStmt &S, const Graph &Body);

  // Parts.cpp
  /// Of a part: what declares it but for the name, the name, and what it gets.
  struct Parameter {
    std::string Type, Name, Argument;
  };
  using Parameters = std::vector<Parameter>;
  static std::string declarations(const Parameters &P);
  static std::string arguments(const Parameters &P);
  static VarSet declaredIn(llvm::ArrayRef<const GraphNode *> Nodes);
  Tokens writePart(const Graph &Whole, llvm::ArrayRef<const GraphNode *> Nodes,
                   llvm::StringRef Suffix, bool IsNeeded);
  void addInputs(Parameters &P, const VarSet &Inputs, const VarSet &Changed,
                 TaskCode &Inner);

  // Maps.cpp
  struct Range;
  static bool bodyWaits(const Graph &Body);
  Tokens writeMap(const MapStmt &S, const GraphNode &N, bool IsNeeded);
  void writeElements(const MapStmt &S, const Graph &Body, const Range &R,
                     const Parameters &P);
  void startOthers(const Range &R, Parameters P);

  void mark(llvm::SMRange Place);
  std::string declared(const Type *T, llvm::StringRef Name) {
    return U.Types.name(T) + " " + Name.str();
  }

  Unit &U;
  ExprCode E;
  Lines Out;
  std::string Name;
  const Type *Result;
  /// All that has been started and not been waited for.
  Tokens Outstanding;
  /// The last statement was a spawn without destination, the only one
  /// outstanding.
  bool EndsWithSpawn = false;
  /// Elements that are in the memory of the command, not in a variable.
  std::map<const VarDecl *, bool> InMemory;
  std::vector<std::string> HeldLocks;
  /// Of each loop around: lines before the returns in it. They wait for earlier
  /// turns if these leave something outstanding, which its end tells.
  std::vector<std::vector<std::string>> Returns;
  /// Fresh variables whose declarations are those of their spawns.
  std::set<const VarDecl *> DeclaredAtSpawn;
  /// The graph whose nodes are being written.
  const Graph *Current = nullptr;
  /// What a part returns: others use it.
  VarSet Returned;
  /// Written before a return in a part.
  bool IsPart = false;
};

} // namespace tasklet::kite

#endif
