//===- main.cpp - Unbalanced tree search by tasks -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Device.h"
#include "Options.h"
#include "Report.h"
#include "Tree.h"

using namespace sample;

static std::string describe(const uts::Tally &T) {
  return std::to_string(T.Nodes) + " nodes, " + std::to_string(T.Leaves) +
         " leaves, depth " + std::to_string(T.Depth);
}

int main(int Argc, char **Argv) {
  return runSample("uts", [&] {
    std::string Name = "T1";
    RunOptions Common;
    std::vector<std::string> Names;
    for (const uts::TreeRule &Rule : uts::knownTrees())
      Names.push_back(Rule.Name);
    Options Opts("uts", "Counts the nodes of an unbalanced tree by tasks.");
    Opts.add("tree", Name, "which tree", Names);
    Common.addTo(Opts);
    if (!Opts.parse(Argc, Argv))
      return 0;

    const uts::TreeRule &Rule = uts::findTree(Name);
    uts::Tree Shape = uts::makeTree(Rule);
    const Device Dev = openDevice(Common.Device);
    const cl::Program Program = buildProgram(Dev, "uts.cl");
    cl::Kernel Kernel(Program, "start");
    const cl::Buffer In(Dev.Context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                        sizeof(Shape), &Shape);
    const cl::Buffer Out(Dev.Context, CL_MEM_READ_WRITE, sizeof(uts::Tally));
    Kernel.setArg(0, In);
    Kernel.setArg(1, Out);

    Outcome O;
    O.Problem = "uts " + Rule.Name;
    const Stopwatch Serial;
    const uts::Tally Expected = uts::countSerially(Rule);
    O.SerialSeconds = Serial.seconds();
    O.Units = Expected.Nodes;
    if (Rule.KnownNodes && Rule.KnownNodes != Expected.Nodes)
      O.Wrong = "the serial program says " + describe(Expected) +
                ", but the paper " + std::to_string(Rule.KnownNodes) + " nodes";
    O.Measured = medianRun(Common, [&] {
      uts::Tally Result;
      Dev.Queue.enqueueWriteBuffer(Out, CL_TRUE, 0, sizeof(Result), &Result);
      const Run R = runKernel(Dev, Kernel, 1);
      Dev.Queue.enqueueReadBuffer(Out, CL_TRUE, 0, sizeof(Result), &Result);
      O.Result = Result.Nodes;
      if (!(Result == Expected))
        O.Wrong = "the device says " + describe(Result) +
                  "; the serial program " + describe(Expected);
      return R;
    });
    if (O.Wrong.empty() && !Common.Json)
      std::printf("%s\n", describe(Expected).c_str());
    return report("uts", O, Common.Json);
  });
}
