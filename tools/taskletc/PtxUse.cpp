//===- PtxUse.cpp - Registers and stack on a GPU, for the report ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "PtxUse.h"

#include "Text.h"
#include "ToolRun.h"
#include "support/Environment.h"

#include <algorithm>
#include <cstring>
#include <regex>
#include <sstream>

using namespace tasklet;

/// One line for each kernel in what `ptxas -v` says.
static std::string linesOf(const std::string &Said) {
  // Of a kernel come its name, the stack of its own, the registers, and the stack
  // of all that it calls, if it needs any. Functions come behind, without the last
  // two.
  static const std::regex Entry("Compiling entry function '([^']*)'"),
      Spills("([0-9]+) bytes spill stores"),
      Registers("Used ([0-9]+) registers"),
      Stack("([0-9]+) bytes cumulative stack size");
  std::string Text, Name, Spilled = "0";
  std::istringstream Lines(Said);
  std::smatch Found;
  for (std::string Line; std::getline(Lines, Line);) {
    if (std::regex_search(Line, Found, Entry)) {
      Name = Found[1];
      if (Name == "__tkl_dispatch")
        Name = "the dispatch kernel, which runs the tasks";
      else if (startsWith(Name, "__tkl_"))
        Name.clear();
      else
        Name = "kernel " + Name;
    } else if (std::regex_search(Line, Found, Spills)) {
      Spilled = Found[1];
    } else if (!Name.empty() && std::regex_search(Line, Found, Registers)) {
      Text += "  " + Name + ": " + Found[1].str() + " registers, ";
      Text += std::regex_search(Line, Found, Stack) ? Found[1].str() : "0";
      Text += " bytes of stack, " + Spilled + " bytes spilled\n";
      Name.clear();
    }
  }
  return Text;
}

static std::string whyNoPtxas() {
  if (std::optional<std::string> Name = readEnvironment("TASKLET_PTXAS"))
    return "TASKLET_PTXAS names no program: '" + *Name + "'";
  return "ptxas was found neither in PATH nor by TASKLET_PTXAS; it is in "
         "NVIDIA's CUDA and in pip's package nvidia-cuda-nvcc";
}

/// How a ptxas ended that says nothing of use, and what it said first.
static std::string whyUseless(const ChildResult &Child, unsigned TimeLimit) {
  using End = ChildResult::End;
  switch (Child.How) {
  case End::Exited:
    if (Child.Code != 0) {
      std::string Said = Child.Errors + Child.Output;
      Said.resize(std::min(Said.find('\n'), Said.size()));
      return "ended with status " + std::to_string(Child.Code) +
             (Said.empty() ? "" : ": " + Said);
    }
    break;
  case End::Killed:
    return "was killed by signal " + std::to_string(Child.Code) + " (" +
           strsignal(Child.Code) + ")";
  case End::TimedOut:
    return "was not done after " + std::to_string(TimeLimit) + " seconds";
  case End::NotStarted:
    return std::string("cannot be run: ") + strerror(Child.Code);
  case End::Stopped:
  case End::Unknown:
    break;
  }
  return "said nothing of kernels";
}

std::string tasklet::describePtxUse(const Toolchain &Tools,
                                    const Interruption &Stop,
                                    const std::string &Ptx,
                                    const std::string &Scratch) {
  const std::string Heading = "registers and stack on a GPU";
  if (!Tools.Ptxas.exists())
    return Heading + ": not known, because " + whyNoPtxas() + "\n";
  std::string Why;
  // The first is what .target of the PTX says. CUDA 13 knows it no more.
  for (const char *Processor : {"sm_70", "sm_75"}) {
    ChildRequest Ptxas;
    Ptxas.Arguments = Tools.Ptxas.command();
    Ptxas.Arguments.insert(
        Ptxas.Arguments.end(),
        {"-v", std::string("--gpu-name=") + Processor, Ptx, "-o", Scratch});
    Ptxas.CaptureOutput = Ptxas.CaptureErrors = true;
    ChildResult Child = runTool(Ptxas, Tools, Stop);
    if (Child.succeeded())
      if (std::string Lines = linesOf(Child.Errors + Child.Output);
          !Lines.empty())
        return Heading + " (" + Processor + "), as ptxas says:\n" + Lines;
    if (Why.empty())
      Why = whyUseless(Child, Tools.TimeLimit);
    if (Child.How != ChildResult::End::Exited)
      break;
  }
  return Heading + ": not known, because '" + Tools.Ptxas.text() + "' " + Why +
         "; TASKLET_PTXAS can name another one\n";
}
