//===- Machine.cpp - Executes tasks in several orders ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Machine.h"

#include "graphs/Waits.h"
#include "graphs/Walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

using namespace llvm;
using namespace tasklet::kite;

std::vector<int> Machine::prints() const {
  std::vector<int> Sorted = Prints;
  std::sort(Sorted.begin(), Sorted.end());
  return Sorted;
}

Value Machine::call(const CallExpr &Call) {
  if (Call.Call == CallKind::Print) {
    Prints.push_back(eval(Call.Arguments[0]).Number);
    return {};
  }
  std::string Name = cast<NameExpr>(Call.Callee)->Name;
  Value Argument = eval(Call.Arguments[0]);
  Value Result;
  if (Name == "f")
    Result.Number = int(unsigned(Argument.Number) * 37u % 1009u) + 5;
  else if (Name == "p")
    Result.Number = Argument.Number % 3 != 0;
  else
    for (int Each : *Argument.Array)
      Result.Number = int(unsigned(Result.Number) * 7u + unsigned(Each));
  return Result;
}

Value Machine::eval(const Expr *E) {
  Value Result;
  if (auto *Integer = dyn_cast<IntegerExpr>(E))
    Result.Number = int(Integer->Value);
  else if (auto *Boolean = dyn_cast<BooleanExpr>(E))
    Result.Number = Boolean->Value;
  else if (auto *Name = dyn_cast<NameExpr>(E)) {
    auto Place = Slots.find(Name->Target);
    if (Place == Slots.end()) {
      ADD_FAILURE() << Name->Name << " is used before it is declared";
      return Result;
    }
    Result = Place->second.V;
    if (Place->second.Of)
      Result.Number = (*Place->second.Of)[Place->second.At];
  } else if (auto *Force = dyn_cast<ForceExpr>(E))
    return eval(Force->Operand);
  else if (auto *Unary = dyn_cast<UnaryExpr>(E))
    Result.Number = !eval(Unary->Operand).Number;
  else if (auto *Choice = dyn_cast<ConditionalExpr>(E))
    return eval(eval(Choice->Condition).Number ? Choice->Then : Choice->Else);
  else if (auto *Call = dyn_cast<CallExpr>(E))
    return call(*Call);
  else if (auto *Element = dyn_cast<IndexExpr>(E))
    Result.Number =
        (*eval(Element->Base).Array)[eval(Element->Index).Number & 3];
  else if (auto *Literal = dyn_cast<LiteralExpr>(E)) {
    Result = eval(Literal->Fields[0].Value);
    Result.Branch = Literal->Fields[0].Number;
  } else if (auto *Binary = dyn_cast<BinaryExpr>(E)) {
    int Left = eval(Binary->Left).Number;
    if (Binary->Op == BinaryOp::And || Binary->Op == BinaryOp::Or) {
      bool Decides = (Left != 0) == (Binary->Op == BinaryOp::Or);
      Result.Number = Decides ? Left : eval(Binary->Right).Number;
      return Result;
    }
    unsigned A = Left, B = eval(Binary->Right).Number;
    switch (Binary->Op) {
    case BinaryOp::Add:
      Result.Number = A + B;
      break;
    case BinaryOp::Multiply:
      Result.Number = A * B;
      break;
    case BinaryOp::BitAnd:
      Result.Number = A & B;
      break;
    case BinaryOp::Less:
      Result.Number = int(A) < int(B);
      break;
    default:
      ADD_FAILURE() << "an operator that random tasks do not have";
    }
  } else
    ADD_FAILURE() << "an expression that random tasks do not have";
  return Result;
}

void Machine::assign(const Expr *Target, const Value &To) {
  if (auto *Element = dyn_cast<IndexExpr>(Target)) {
    (*eval(Element->Base).Array)[eval(Element->Index).Number & 3] = To.Number;
    return;
  }
  Slot &Place = Slots[cast<NameExpr>(Target)->Target];
  if (Place.Of)
    (*Place.Of)[Place.At] = To.Number;
  else
    Place.V = To;
}

void Machine::bind(const CaseStmt &S, unsigned Branch, const Value &To) {
  if (const VarDecl *Payload = S.Branches[Branch].Payload)
    set(Payload, To);
}

void Machine::runLoop(const LoopStmt &S, function_ref<bool()> Body) {
  Value Collection = eval(S.Collection);
  std::vector<unsigned> Order(Collection.Array->size());
  std::iota(Order.begin(), Order.end(), 0);
  if (isa<MapStmt>(S))
    std::shuffle(Order.begin(), Order.end(), Random);
  for (unsigned At : Order) {
    Slots[S.Element] = {Value(), Collection.Array, At};
    if (S.Index) {
      Value Index;
      Index.Number = At;
      set(S.Index, Index);
    }
    if (!Body())
      return;
  }
}

bool Machine::runList(ArrayRef<Stmt *> List) {
  for (Stmt *S : List)
    if (!run(*S))
      return false;
  return true;
}

bool Machine::run(Stmt &S) {
  switch (S.K) {
  case Stmt::Kind::Expression:
    eval(cast<ExprStmt>(S).Value);
    return true;
  case Stmt::Kind::Declaration:
    for (Decl *D : cast<DeclStmt>(S).Decls) {
      auto *Var = cast<VarDecl>(D);
      set(Var, Var->Value ? eval(Var->Value) : Value());
    }
    return true;
  case Stmt::Kind::Assign: {
    auto &Assign = cast<AssignStmt>(S);
    Value To = eval(Assign.Value);
    if (Assign.Op)
      To.Number =
          int(unsigned(eval(Assign.Target).Number) + unsigned(To.Number));
    assign(Assign.Target, To);
    return true;
  }
  case Stmt::Kind::Return:
    EXPECT_FALSE(Result) << "two returns";
    Result = eval(cast<ReturnStmt>(S).Value).Number;
    return false;
  case Stmt::Kind::Then:
    return run(*cast<ThenStmt>(S).First) && run(*cast<ThenStmt>(S).Second);
  case Stmt::Kind::Block:
    return runList(cast<BlockStmt>(S).Body);
  case Stmt::Kind::If: {
    auto &If = cast<IfStmt>(S);
    BlockStmt *Branch = eval(If.Condition).Number ? If.Then : If.Else;
    return !Branch || run(*Branch);
  }
  case Stmt::Kind::Case: {
    auto &Case = cast<CaseStmt>(S);
    Value Of = eval(Case.Value);
    for (size_t I = 0; I < Case.Branches.size(); ++I)
      if (Case.Branches[I].Number == Of.Branch) {
        bind(Case, I, Of);
        return run(*Case.Branches[I].Body);
      }
    return true;
  }
  case Stmt::Kind::For:
  case Stmt::Kind::Map: {
    bool Goes = true;
    auto &Loop = cast<LoopStmt>(S);
    runLoop(Loop, [&] { return Goes = run(*Loop.Body); });
    return Goes;
  }
  case Stmt::Kind::While:
    while (eval(cast<WhileStmt>(S).Condition).Number)
      if (!run(*cast<WhileStmt>(S).Body))
        return false;
    return true;
  case Stmt::Kind::Critical:
    return run(*cast<CriticalStmt>(S).Body);
  }
  return true;
}

bool Machine::holds(const GraphNode &Node) {
  for (const Guard &Each : Node.Guards) {
    Value Condition = Slots[Each.Condition].V;
    if (!Each.Case) {
      if ((Condition.Number != 0) != (Each.Branch == 0))
        return false;
      continue;
    }
    if (Each.Case->Branches[Each.Branch].Number != Condition.Branch)
      return false;
    bind(*Each.Case, Each.Branch, Condition);
  }
  return true;
}

void Machine::runNode(const GraphNode &Node) {
  if (Node.Graphs.empty()) {
    run(*Node.S);
    return;
  }
  if (auto *If = dyn_cast<IfStmt>(Node.S))
    return run(Node.Graphs[eval(If->Condition).Number ? 0 : 1]);
  if (auto *Case = dyn_cast<CaseStmt>(Node.S)) {
    Value Of = eval(Case->Value);
    for (size_t I = 0; I < Case->Branches.size(); ++I)
      if (Case->Branches[I].Number == Of.Branch) {
        bind(*Case, I, Of);
        return run(Node.Graphs[I]);
      }
    return;
  }
  if (auto *Loop = dyn_cast<LoopStmt>(Node.S))
    return runLoop(*Loop, [&] {
      run(Node.Graphs[0]);
      return true;
    });
  if (auto *While = dyn_cast<WhileStmt>(Node.S)) {
    while (eval(While->Condition).Number)
      run(Node.Graphs[0]);
    return;
  }
  for (const Graph &Part : Node.Graphs)
    run(Part);
}

void Machine::run(const Graph &G) {
  if (H == How::AnyOrder)
    runAnyOrder(G);
  else
    runLateResults(G);
}

void Machine::runAnyOrder(const Graph &G) {
  std::vector<unsigned> Before(G.Nodes.size(), 0);
  for (const GraphEdge &Edge : G.Edges)
    ++Before[Edge.To];
  std::vector<unsigned> Ready;
  for (unsigned Node = 0; Node < G.Nodes.size(); ++Node)
    if (!Before[Node])
      Ready.push_back(Node);
  size_t Done = 0;
  for (; !Ready.empty(); ++Done) {
    unsigned At = Random() % Ready.size(), Node = Ready[At];
    Ready.erase(Ready.begin() + At);
    if (holds(G.Nodes[Node]))
      runNode(G.Nodes[Node]);
    for (const GraphEdge &Edge : G.Edges)
      if (Edge.From == Node && !--Before[Edge.To])
        Ready.push_back(Edge.To);
  }
  EXPECT_EQ(Done, G.Nodes.size()) << "the graph has a cycle";
}

namespace {

/// A graph in execution, as Waits.h says.
class LateRun {
public:
  LateRun(const Graph &G, std::mt19937 &Random)
      : G(G), Random(Random), W(computeWaits(G)) {}

  const Graph &G;
  std::mt19937 &Random;
  Waits W;
  /// What delivers the result of a pending node.
  std::map<unsigned, std::function<void()>> Pending;

  void deliver(unsigned Node) {
    auto Place = Pending.find(Node);
    if (Place == Pending.end())
      return;
    auto Deliver = std::move(Place->second);
    Pending.erase(Place);
    Deliver();
  }

  void deliverSome(unsigned Percent) {
    std::vector<unsigned> Nodes;
    for (auto &Each : Pending)
      Nodes.push_back(Each.first);
    std::shuffle(Nodes.begin(), Nodes.end(), Random);
    for (unsigned Node : Nodes)
      if (Random() % 100 < Percent)
        deliver(Node);
  }
};

} // namespace

void Machine::runLateResults(const Graph &G) {
  LateRun R(G, Random);
  size_t Started = 0;
  auto Start = [&](unsigned Number) {
    const GraphNode &Node = G.Nodes[Number];
    ++Started;
    if (!holds(Node))
      return;
    if (!Node.D.IsParallel)
      return runNode(Node);
    // A compound statement runs late; an application gets its numbers now, and
    // reads arrays late.
    auto *Assign = dyn_cast<AssignStmt>(Node.S);
    auto *Expression = dyn_cast<ExprStmt>(Node.S);
    Expr *E = Assign ? Assign->Value : Expression ? Expression->Value : nullptr;
    if (!E || !isApplication(E)) {
      R.Pending[Number] = [this, &Node] { runNode(Node); };
      return;
    }
    bool TakesArray = false;
    if (cast<CallExpr>(E)->Call != CallKind::Print)
      TakesArray = cast<NameExpr>(cast<CallExpr>(E)->Callee)->Name == "s";
    Value Early = TakesArray ? Value() : eval(E);
    R.Pending[Number] = [=] {
      Value To = TakesArray ? eval(E) : Early;
      if (Assign)
        assign(Assign->Target, To);
    };
  };
  for (unsigned Node : R.W.AtOnce) {
    Start(Node);
    R.deliverSome(20);
  }
  // Groups go on by themselves, in any order.
  std::vector<std::pair<const WaitGroup *, size_t>> Groups;
  for (const WaitGroup &Group : R.W.Groups)
    Groups.push_back({&Group, 0});
  while (!Groups.empty()) {
    size_t At = Random() % Groups.size();
    auto &[Group, Step] = Groups[At];
    for (unsigned Node : Group->Steps[Step].Force)
      R.deliver(Node);
    for (unsigned Node : Group->Steps[Step].Nodes) {
      Start(Node);
      R.deliverSome(20);
    }
    if (++Step == Group->Steps.size())
      Groups.erase(Groups.begin() + At);
  }
  R.deliverSome(100);
  EXPECT_EQ(Started, G.Nodes.size()) << "nodes were left out";
}
