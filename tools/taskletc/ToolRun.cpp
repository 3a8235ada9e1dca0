//===- ToolRun.cpp - Runs clang and llvm-spirv ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ToolRun.h"

#include "CommandLine.h"
#include "Failure.h"
#include "support/Environment.h"

#include <csignal>
#include <cstdio>
#include <cstring>

using namespace tasklet;

int tasklet::judge(const std::string &Tool, const ChildResult &Child,
                   unsigned TimeLimit) {
  switch (Child.How) {
  case ChildResult::End::Exited:
    // Clang ends with 1 after errors in the program. Anything else is a crash
    // that clang has caught and printed.
    if (Child.Code <= 1)
      return Child.Code;
    return fail(ExitToolchain,
                "'" + Tool + "' ended with status " +
                    std::to_string(Child.Code) +
                    "; this is a fault of the compiler or the plugin, not of "
                    "the program. Please report it with the text above");
  case ChildResult::End::Killed:
    return fail(ExitToolchain,
                "'" + Tool + "' was killed by signal " +
                    std::to_string(Child.Code) + " (" + strsignal(Child.Code) +
                    "); if memory was short, compile again with more");
  case ChildResult::End::TimedOut:
    return fail(ExitToolchain,
                "'" + Tool + "' was stopped, because it was not done after " +
                    std::to_string(TimeLimit) +
                    " seconds; if it only needs longer, set "
                    "TASKLET_COMPILER_TIMEOUT to more");
  case ChildResult::End::Stopped:
    // Whoever did that knows.
    return ExitToolchain;
  case ChildResult::End::Unknown:
    return fail(ExitToolchain, "how '" + Tool + "' ended is unknown");
  case ChildResult::End::NotStarted:
    return fail(ExitToolchain,
                "'" + Tool + "' cannot be run: " + strerror(Child.Code) +
                    "; TASKLET_CLANG, TASKLET_LLVM_SPIRV and TASKLET_KITEC can "
                    "name others");
  }
  return ExitToolchain;
}

ChildResult tasklet::runTool(ChildRequest Request, const Toolchain &Tools,
                             const Interruption &Stop) {
  Request.TimeLimit = Tools.TimeLimit;
  Request.Stops = Stop.stops();
  return runChild(Request);
}

/// What the user named as clang may be another one, which does not take the
/// plugin, or another compiler, whose errors look like those of the program.
static bool isOtherClang(const Toolchain &Tools, const Interruption &Stop) {
  if (!readEnvironment("TASKLET_CLANG"))
    return false;
  ChildRequest Request;
  Request.Arguments = {Tools.Clang.Path, "--version"};
  Request.CaptureOutput = Request.CaptureErrors = true;
  ChildResult Child = runTool(Request, Tools, Stop);
  return Child.succeeded() && Child.Output.find("clang version " TASKLET_LLVM
                                                ".") == std::string::npos;
}

/// What the first line of \p Text that contains \p Start says behind it; empty:
/// there is none.
static std::string behind(const std::string &Start, const std::string &Text) {
  size_t Begin = Text.find(Start);
  if (Begin == std::string::npos)
    return std::string();
  Begin += Start.size();
  return Text.substr(Begin, Text.find('\n', Begin) - Begin);
}

/// Clang's back end treats a full disk as a crash of its own: empty, or the
/// reason in the middle of that.
static std::string whyNotWritten(const ChildResult &Clang) {
  if (Clang.How == ChildResult::End::Killed && Clang.Code == SIGXFSZ)
    return strsignal(SIGXFSZ);
  return behind("error in backend: IO failure on output stream: ",
                Clang.Errors);
}

/// The processor of --cpu= is an option of the passes, which say to clang alone
/// that they do not know it: empty, or what they say.
static std::string unknownProcessor(const ChildResult &Clang) {
  return behind("for the --tkl-cpu option: ", Clang.Errors);
}

int tasklet::judgeClang(const ChildResult &Clang, const Toolchain &Tools,
                        const Interruption &Stop) {
  if (Clang.How == ChildResult::End::Stopped)
    return ExitToolchain;
  if (std::string Reason = whyNotWritten(Clang); !Reason.empty())
    return fail(ExitToolchain,
                "the compiled program cannot be written: " + Reason +
                    "; make space, or name another place with -o, and with "
                    "TMPDIR for temporary files");
  if (std::string Reason = unknownProcessor(Clang); !Reason.empty())
    return fail(ExitUsage, "--cpu=: " + Reason);
  fputs(Clang.Errors.c_str(), stderr);
  // Clang ends with 1 here too, as after errors in the program.
  if (!Clang.succeeded() &&
      Clang.Errors.find("unable to load plugin") != std::string::npos)
    return fail(ExitToolchain, "'" + Tools.Clang.text() + "' cannot load '" +
                                   Tools.Plugin +
                                   "'; both must be of one LLVM version. "
                                   "Build the plugin again, or set "
                                   "TASKLET_CLANG and TASKLET_PLUGIN to a "
                                   "fitting pair");
  bool Aborted = Clang.How == ChildResult::End::Killed && Clang.Code == SIGABRT;
  bool HasErrors = Clang.How == ChildResult::End::Exited &&
                   Clang.Errors.find("error: ") != std::string::npos;
  if (!Clang.succeeded() && (Aborted || HasErrors) && isOtherClang(Tools, Stop))
    return fail(ExitToolchain, "TASKLET_CLANG='" + Tools.Clang.Path +
                                   "' is not clang " TASKLET_LLVM
                                   ", which the plugin needs; "
                                   "set it to the path of clang " TASKLET_LLVM);
  int Status = judge(Tools.Clang.text(), Clang, Tools.TimeLimit);
  // Clang names an error in the program as one.
  if (Status == ExitProgramError &&
      Clang.Errors.find("error: ") == std::string::npos)
    return fail(ExitToolchain,
                "'" + Tools.Clang.text() +
                    "' failed without an error in the program; "
                    "set TASKLET_CLANG to the path of clang " TASKLET_LLVM);
  return Status;
}
