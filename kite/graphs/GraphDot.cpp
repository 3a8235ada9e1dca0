//===- GraphDot.cpp - Graphs as pictures ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "graphs/GraphDot.h"

#include "syntax/AstPrinter.h"

#include "llvm/Support/Casting.h"

using namespace llvm;
using namespace tasklet::kite;

static std::string textOf(const Expr *E) {
  std::string Text;
  raw_string_ostream Stream(Text);
  printExpr(*E, Stream);
  return Stream.str();
}

/// The first line of a compound statement, the whole of others.
static std::string textOf(const Stmt &S) {
  if (auto *If = dyn_cast<IfStmt>(&S))
    return "if (" + textOf(If->Condition) + ")";
  if (auto *Case = dyn_cast<CaseStmt>(&S))
    return "case (" + textOf(Case->Value) + ")";
  if (auto *While = dyn_cast<WhileStmt>(&S))
    return "while (" + textOf(While->Condition) + ")";
  if (auto *Critical = dyn_cast<CriticalStmt>(&S))
    return "critical (" + textOf(Critical->Lock) + ")";
  if (auto *Loop = dyn_cast<LoopStmt>(&S)) {
    std::string Text = isa<ForStmt>(S) ? "for (" : "map (";
    Text += Loop->Element->Name + " = " + textOf(Loop->Collection);
    if (Loop->Index)
      Text += "[" + Loop->Index->Name + "]";
    return Text + ")";
  }
  if (isa<ThenStmt>(S))
    return "then";
  if (isa<BlockStmt>(S))
    return "block";
  std::string Text;
  raw_string_ostream Stream(Text);
  printStmt(S, Stream);
  return StringRef(Stream.str()).trim().str();
}

/// What the graphs of \p Node are, in their order.
static std::vector<std::string> partsOf(const Stmt &S) {
  if (isa<IfStmt>(S))
    return {"then", "else"};
  if (isa<ThenStmt>(S))
    return {"first", "then"};
  if (auto *Case = dyn_cast<CaseStmt>(&S)) {
    std::vector<std::string> Names;
    for (const CaseBranch &Branch : Case->Branches)
      Names.push_back(Branch.Name +
                      (Branch.Payload ? " " + Branch.Payload->Name : ""));
    return Names;
  }
  return {""};
}

static std::string textOf(const Guard &G) {
  const std::string &Name = G.Condition->Name;
  if (G.Case)
    return Name + " is " + G.Case->Branches[G.Branch].Name;
  return G.Branch == 0 ? Name : "!" + Name;
}

static std::string quoted(StringRef Text) {
  std::string Result = "\"";
  for (char C : Text) {
    if (C == '\n')
      Result += "\\n";
    else if (C == '"' || C == '\\')
      (Result += '\\') += C;
    else
      Result += C;
  }
  return Result + "\"";
}

namespace {

class DotPrinter {
public:
  DotPrinter(const SourceMgr &Sources, raw_ostream &Stream)
      : Sources(Sources), Stream(Stream) {}

  void print(ArrayRef<TaskGraph> Tasks) {
    Stream << "digraph kite {\n  compound=true;\n  node [shape=box];\n";
    Indent = 2;
    for (const TaskGraph &Task : Tasks) {
      openCluster("task " + Task.Task->Name);
      printGraph(Task.Body);
      closeCluster();
    }
    Stream << "}\n";
  }

private:
  /// How edges name a node: its number, and its cluster if it is one.
  struct Place {
    unsigned Number;
    std::string Cluster;
  };

  raw_ostream &line() { return Stream.indent(Indent); }

  std::string openCluster(const std::string &Label) {
    std::string Name = "cluster" + std::to_string(Clusters++);
    line() << "subgraph " << Name << " {\n";
    Indent += 2;
    line() << "label=" << quoted(Label) << ";\n";
    return Name;
  }

  void closeCluster() {
    Indent -= 2;
    line() << "}\n";
  }

  std::string lineOf(const Stmt &S) const {
    SMLoc Start = S.Range.Start;
    if (!Start.isValid() || !Sources.FindBufferContainingLoc(Start))
      return "-";
    return std::to_string(Sources.getLineAndColumn(Start).first);
  }

  std::string labelOf(const GraphNode &Node) const {
    std::string Label =
        lineOf(*Node.S) + ": " + Node.D.str() + "\n" + textOf(*Node.S);
    std::string Guards;
    for (const Guard &Each : Node.Guards)
      Guards += (Guards.empty() ? "\nif " : " and ") + textOf(Each);
    Label += Guards;
    if (Node.IsTailCall)
      Label += "\ntail call";
    else if (Node.SharesFrame)
      Label += "\nframe goes on";
    return Label;
  }

  void printGraph(const Graph &G) {
    std::vector<Place> Places;
    for (const GraphNode &Node : G.Nodes)
      Places.push_back(printNode(Node));
    for (const GraphEdge &Edge : G.Edges) {
      std::string Variables;
      for (const VarDecl *Var : Edge.Variables)
        Variables += (Variables.empty() ? "" : ", ") + Var->Name;
      const Place &From = Places[Edge.From], &To = Places[Edge.To];
      line() << "n" << From.Number << " -> n" << To.Number
             << " [label=" << quoted(Variables);
      if (!From.Cluster.empty())
        Stream << ", ltail=" << From.Cluster;
      if (!To.Cluster.empty())
        Stream << ", lhead=" << To.Cluster;
      Stream << "];\n";
    }
  }

  Place printNode(const GraphNode &Node) {
    unsigned Number = Nodes++;
    std::string Label = labelOf(Node);
    if (Node.Graphs.empty()) {
      line() << "n" << Number << " [label=" << quoted(Label) << "];\n";
      return {Number, ""};
    }
    std::string Cluster = openCluster(Label);
    line() << "n" << Number << " [style=invis, shape=point];\n";
    std::vector<std::string> Parts = partsOf(*Node.S);
    for (size_t I = 0; I < Node.Graphs.size(); ++I) {
      if (Node.Graphs[I].Nodes.empty())
        continue;
      if (Node.Graphs.size() == 1) {
        printGraph(Node.Graphs[I]);
        continue;
      }
      openCluster(Parts[I]);
      printGraph(Node.Graphs[I]);
      closeCluster();
    }
    closeCluster();
    return {Number, Cluster};
  }

  const SourceMgr &Sources;
  raw_ostream &Stream;
  unsigned Indent = 0;
  unsigned Nodes = 0;
  unsigned Clusters = 0;
};

} // namespace

void tasklet::kite::printDot(ArrayRef<TaskGraph> Tasks,
                             const SourceMgr &Sources, raw_ostream &Stream) {
  DotPrinter(Sources, Stream).print(Tasks);
}
