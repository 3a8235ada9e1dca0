//===- OrderTest.cpp - Graphs of random tasks keep their meaning ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Two independent checks. First, by brute force: between the nodes of two
// statements of which one assigns what the other uses or assigns, there is a
// path; what a statement uses and assigns is found here by names, without
// Dependences.h. Second, by execution: the checked program from top to bottom,
// its A-normal form, and its graphs in random orders and with late results, end
// with the same result, prints and arrays.
//
//===----------------------------------------------------------------------===//

#include "Compiled.h"
#include "Machine.h"
#include "RandomTask.h"

#include "graphs/GraphDot.h"
#include "graphs/Walk.h"
#include "syntax/AstPrinter.h"

#include <set>

using namespace llvm;
using namespace tasklet::kite;

namespace {

constexpr unsigned Programs = 300;

struct Uses {
  std::set<std::string> Reads, Writes;
};

/// What an execution leaves behind.
struct Outcome {
  std::optional<int> Result;
  std::vector<int> Prints;
  std::vector<int> Arrays;

  bool operator==(const Outcome &Other) const {
    return Result == Other.Result && Prints == Other.Prints &&
           Arrays == Other.Arrays;
  }
};

/// For GoogleTest.
[[maybe_unused]] std::ostream &operator<<(std::ostream &Stream,
                                          const Outcome &O) {
  Stream << "result " << (O.Result ? std::to_string(*O.Result) : "none")
         << ", prints";
  for (int Each : O.Prints)
    Stream << " " << Each;
  Stream << ", arrays";
  for (int Each : O.Arrays)
    Stream << " " << Each;
  return Stream;
}

/// The parameters of one call.
struct Arguments {
  std::map<std::string, Value> Values;

  explicit Arguments(std::mt19937 &Random) {
    auto MakeArray = [&] {
      auto Array = std::make_shared<std::vector<int>>();
      for (int I = 0; I < 4; ++I)
        Array->push_back(Random() % 10);
      return Array;
    };
    Values["a"].Number = Random() % 5;
    Values["b"].Number = Random() % 5;
    Values["q"].Number = Random() % 2;
    Values["v"].Array = MakeArray();
    Values["w"].Array = MakeArray();
    Values["t"].Branch = Random() % 2;
    Values["t"].Number = Random() % 5;
    Values["t"].Array = MakeArray();
  }

  template <class Run>
  Outcome execute(const TaskDecl &Task, Machine M, Run R) const {
    Outcome Result;
    std::vector<std::shared_ptr<std::vector<int>>> Arrays;
    for (size_t I = 0; I < Task.Parameters.size(); ++I) {
      static const char *const Names[] = {"a", "b", "q", "v", "w", "t"};
      Value V = Values.at(Names[I]);
      if (V.Array) {
        V.Array = std::make_shared<std::vector<int>>(*V.Array);
        Arrays.push_back(V.Array);
      }
      M.set(Task.Parameters[I], V);
    }
    R(M);
    Result.Result = M.result();
    Result.Prints = M.prints();
    for (auto &Array : Arrays)
      Result.Arrays.insert(Result.Arrays.end(), Array->begin(), Array->end());
    return Result;
  }
};

std::string dot(const TaskGraph &G, const SourceMgr &Sources) {
  std::string Text;
  raw_string_ostream Stream(Text);
  printDot(G, Sources, Stream);
  return Stream.str();
}

} // namespace

static void addReads(const Expr *E, Uses &To) {
  if (auto *Name = dyn_cast<NameExpr>(E))
    if (isa_and_nonnull<VarDecl>(Name->Target))
      To.Reads.insert(Name->Name);
  forEachOperand(const_cast<Expr &>(*E),
                 [&](Expr *&Operand) { addReads(Operand, To); });
}

static std::string rootName(const Expr *E) {
  while (auto *Element = dyn_cast<IndexExpr>(E))
    E = Element->Base;
  return cast<NameExpr>(E)->Name;
}

/// What is in \p S is all that it may use and assign, its own variables with it:
/// all names differ.
static void addUses(Stmt &S, Uses &To) {
  forEachExpr(S, [&](Expr *&E) { addReads(E, To); });
  if (auto *Assign = dyn_cast<AssignStmt>(&S)) {
    To.Writes.insert(rootName(Assign->Target));
    if (auto *Name = dyn_cast<NameExpr>(Assign->Target)) {
      // The variable itself is not read for that.
      Uses Value;
      addReads(Assign->Value, Value);
      if (!Value.Reads.count(Name->Name))
        To.Reads.erase(Name->Name);
    }
  }
  if (auto *Declaration = dyn_cast<DeclStmt>(&S))
    for (Decl *D : Declaration->Decls)
      To.Writes.insert(D->Name);
  if (auto *Critical = dyn_cast<CriticalStmt>(&S))
    To.Writes.insert(rootName(Critical->Lock));
  forEachStmt(S, [&](Stmt *&Inner) {
    Uses Own;
    addUses(*Inner, Own);
    // An alias.
    auto Replace = [&](const VarDecl *Alias, const Expr *Of) {
      if (Alias && Own.Writes.count(Alias->Name))
        Own.Writes.insert(rootName(Of));
    };
    if (auto *Loop = dyn_cast<LoopStmt>(&S))
      Replace(Loop->Element, Loop->Collection);
    if (auto *Case = dyn_cast<CaseStmt>(&S))
      for (CaseBranch &Branch : Case->Branches)
        Replace(Branch.Payload, Case->Value);
    To.Reads.insert(Own.Reads.begin(), Own.Reads.end());
    To.Writes.insert(Own.Writes.begin(), Own.Writes.end());
  });
}

static bool meet(const std::set<std::string> &A,
                 const std::set<std::string> &B) {
  return any_of(A, [&](const std::string &Name) { return B.count(Name); });
}

/// Returns how many pairs it has found in conflict.
static unsigned checkPaths(const Graph &G) {
  size_t Size = G.Nodes.size();
  std::vector<std::vector<bool>> Path(Size, std::vector<bool>(Size));
  for (const GraphEdge &Edge : G.Edges) {
    EXPECT_LT(Edge.From, Edge.To);
    EXPECT_FALSE(Edge.Variables.empty());
    Path[Edge.From][Edge.To] = true;
  }
  for (size_t Over = 0; Over < Size; ++Over)
    for (size_t From = 0; From < Size; ++From)
      if (Path[From][Over])
        for (size_t To = 0; To < Size; ++To)
          if (Path[Over][To])
            Path[From][To] = true;
  std::vector<Uses> All(Size);
  for (size_t I = 0; I < Size; ++I) {
    addUses(*G.Nodes[I].S, All[I]);
    for (const Guard &Each : G.Nodes[I].Guards)
      All[I].Reads.insert(Each.Condition->Name);
  }
  unsigned Conflicts = 0;
  for (size_t To = 0; To < Size; ++To)
    for (size_t From = 0; From < To; ++From) {
      if (excludeEachOther(G.Nodes[From].Guards, G.Nodes[To].Guards))
        continue;
      if (!meet(All[From].Writes, All[To].Reads) &&
          !meet(All[From].Writes, All[To].Writes) &&
          !meet(All[From].Reads, All[To].Writes))
        continue;
      ++Conflicts;
      EXPECT_TRUE(Path[From][To])
          << "no path from node " << From << " to " << To;
    }
  for (const GraphNode &Node : G.Nodes)
    for (const Graph &Inner : Node.Graphs)
      Conflicts += checkPaths(Inner);
  return Conflicts;
}

static unsigned countGuards(const Graph &G) {
  unsigned Count = 0;
  for (const GraphNode &Node : G.Nodes) {
    Count += !Node.Guards.empty();
    for (const Graph &Inner : Node.Graphs)
      Count += countGuards(Inner);
  }
  return Count;
}

TEST(OrderTest, ConflictsHavePaths) {
  unsigned Conflicts = 0, Guards = 0;
  for (unsigned Seed = 0; Seed < Programs; ++Seed) {
    std::string Text = RandomTask(Seed).text();
    Compiled C(Text);
    ASSERT_TRUE(C.P) << "seed " << Seed;
    C.normalize();
    TaskGraph G = C.graphOf("test");
    Conflicts += checkPaths(G.Body);
    ASSERT_FALSE(HasFailure()) << "seed " << Seed << "\n" << dot(G, C.Sources);
    flattenGraph(G, *C.P, C.Ast);
    Guards += countGuards(G.Body);
    checkPaths(G.Body);
    ASSERT_FALSE(HasFailure()) << "seed " << Seed << "\n" << dot(G, C.Sources);
  }
  // The programs are such that there is something to find.
  EXPECT_GT(Conflicts, Programs * 10);
  EXPECT_GT(Guards, Programs / 3);
}

TEST(OrderTest, AllOrdersEndTheSame) {
  for (unsigned Seed = 0; Seed < Programs; ++Seed) {
    std::string Text = RandomTask(Seed).text();
    Compiled C(Text);
    ASSERT_TRUE(C.P) << "seed " << Seed;
    TaskDecl &Task = *C.P->find("test");
    std::mt19937 Random(Seed);
    std::vector<Arguments> Calls(3, Arguments(Random));
    std::vector<Outcome> Expected;
    auto InOrder = [&](Machine &M) { M.run(*Task.Body); };
    for (Arguments &Call : Calls) {
      Call = Arguments(Random);
      Expected.push_back(
          Call.execute(Task, Machine(0, Machine::How::AnyOrder), InOrder));
    }
    C.normalize();
    TaskGraph G = C.graphOf("test"), Flat = C.graphOf("test");
    flattenGraph(Flat, *C.P, C.Ast);
    for (size_t I = 0; I < Calls.size(); ++I) {
      EXPECT_EQ(
          Calls[I].execute(Task, Machine(0, Machine::How::AnyOrder), InOrder),
          Expected[I])
          << "A-normal form";
      for (unsigned Try = 0; Try < 4; ++Try)
        for (auto How : {Machine::How::AnyOrder, Machine::How::LateResults})
          for (TaskGraph *Each : {&G, &Flat})
            EXPECT_EQ(Calls[I].execute(Task, Machine(Random(), How),
                                       [&](Machine &M) { M.run(Each->Body); }),
                      Expected[I])
                << (Each == &G ? "graph" : "flat graph")
                << (How == Machine::How::AnyOrder ? "" : ", late results");
    }
    std::string Normal;
    raw_string_ostream Stream(Normal);
    if (HasFailure())
      printDecl(Task, Stream);
    ASSERT_FALSE(HasFailure()) << "seed " << Seed << "\n"
                               << Text << Stream.str();
  }
}
