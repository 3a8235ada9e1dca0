//===- PrintStages.cpp - What the stages of graphs/ make ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "graphs/PrintStages.h"

#include "graphs/Anf.h"
#include "graphs/Build.h"
#include "graphs/Flatten.h"
#include "graphs/GraphDot.h"
#include "syntax/AstPrinter.h"

using namespace llvm;
using namespace tasklet::kite;

void tasklet::kite::printNormalForm(CheckedProgram &P, AstContext &Context,
                                    TypeContext &Types, raw_ostream &Stream) {
  toNormalForm(P, Context, Types);
  PrintOptions Options;
  Options.ShowCaptures = true;
  printProgram(programOf(P), Stream, Options);
}

void tasklet::kite::printGraphs(CheckedProgram &P, AstContext &Context,
                                TypeContext &Types, const SourceMgr &Sources,
                                bool IsFlat, raw_ostream &Stream) {
  toNormalForm(P, Context, Types);
  std::vector<TaskGraph> Graphs;
  for (TaskDecl *Task : P.Tasks) {
    Graphs.push_back(buildGraph(*Task));
    if (IsFlat)
      flattenGraph(Graphs.back(), P, Context);
  }
  printDot(Graphs, Sources, Stream);
}
