//===- Search.cpp - One rank's part of a tree -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Search.h"

#include <algorithm>

using namespace uts;

Search::Search(const TreeRule &Rule, const std::string &DeviceName,
               uint32_t Budget)
    : Dev(sample::openDevice(DeviceName)),
      Program(sample::buildProgramOf(Dev, {"uts.cl", "uts_mpi.cl"})),
      Kernel(Program, "start_nodes") {
  const Tree Shape = makeTree(Rule);
  Whole = cl::Buffer(Dev.Context, CL_MEM_READ_WRITE,
                     sizeof(Tree) + sizeof(Account) + RestRoom * sizeof(Node));
  Dev.Queue.enqueueWriteBuffer(Whole, CL_TRUE, 0, sizeof(Shape), &Shape);
  const uint64_t All =
      uint64_t(Budget) * Dev.Id.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  Least = static_cast<uint32_t>(std::min<uint64_t>(All, MostBudget));
  Begin.Room = RestRoom;
  Kernel.setArg(0, Whole);
}

void Search::makeRoomFor(size_t Count) {
  if (Count <= Results.size())
    return;
  Results.resize(Count + Count / 4);
  Nodes =
      cl::Buffer(Dev.Context, CL_MEM_READ_ONLY, Results.size() * sizeof(Node));
  Out = cl::Buffer(Dev.Context, CL_MEM_READ_WRITE,
                   Results.size() * sizeof(Tally));
  Kernel.setArg(1, Nodes);
  Kernel.setArg(2, Out);
}

Search::Chunk Search::start(tasklet::mpi::Batch<Node> Roots, Total &Sum) {
  makeRoomFor(Roots.size());
  if (Least)
    Begin.Budget = static_cast<uint32_t>(
        std::clamp<uint64_t>(Sum.Nodes / PartOfWork, Least, MostBudget));
  cl::Event Counted, Read;
  Dev.Queue.enqueueWriteBuffer(Nodes, CL_FALSE, 0, Roots.size() * sizeof(Node),
                               Roots.begin());
  Dev.Queue.enqueueWriteBuffer(Whole, CL_FALSE, sizeof(Tree), sizeof(Begin),
                               &Begin);
  // One work-item in a group: PoCL compiles a kernel for each size of groups,
  // and chunks have many sizes. The tasks do not depend on it.
  Dev.Queue.enqueueNDRangeKernel(Kernel, cl::NullRange,
                                 cl::NDRange(Roots.size()), cl::NDRange(1),
                                 nullptr, &Counted);
  const std::vector<cl::Event> After = {Counted};
  Dev.Queue.enqueueReadBuffer(Whole, CL_FALSE, sizeof(Tree), sizeof(Now), &Now,
                              &After);
  Dev.Queue.enqueueReadBuffer(Out, CL_FALSE, 0, Roots.size() * sizeof(Tally),
                              Results.data(), &After, &Read);
  Dev.Queue.flush();
  const size_t Count = Roots.size();
  return {*this, Command(Counted, Read, [this, Count, &Sum] {
            for (size_t I = 0; I < Count; ++I)
              Sum += Results[I];
          })};
}

/// The nodes that the last command handed back.
std::vector<Node> Search::readRest() {
  std::vector<Node> Rest(std::min(Now.Left, Now.Room));
  if (!Rest.empty())
    Dev.Queue.enqueueReadBuffer(Whole, CL_TRUE, sizeof(Tree) + sizeof(Account),
                                Rest.size() * sizeof(Node), Rest.data());
  return Rest;
}
