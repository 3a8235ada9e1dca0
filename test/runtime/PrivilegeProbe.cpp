//===- PrivilegeProbe.cpp - What a set-user-id program finds --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints what the library takes from the environment, and runs `probe-child`
/// and this program's argument. PrivilegeTest.cpp runs a copy of it.
///
//===----------------------------------------------------------------------===//
#include "compile/CompilerRun.h"
#include "support/ChildProcess.h"
#include "support/Environment.h"

#include <cstdio>

using namespace tasklet;

static void run(const char *Name) {
  ChildRequest Request;
  Request.Arguments = {Name};
  Request.CaptureOutput = true;
  ChildResult Result = runChild(Request);
  printf("%s: %s", Name,
         Result.How == ChildResult::End::NotStarted ? "not started\n"
                                                    : Result.Output.c_str());
}

int main(int, char **Argv) {
  LaunchSettings Launch = LaunchSettings::read();
  CompilerSettings Compiler = CompilerSettings::read();
  printf("privileged: %d\n", isPrivilegedProcess());
  printf("compiler: %s\n", findCompiler().c_str());
  printf("cache: %s\n", Compiler.CacheFolder.c_str());
  printf("limit: %u, workers: %u, errors: %s%s\n", Compiler.TimeLimit,
         Launch.Workers, Compiler.Error.c_str(), Launch.error().c_str());
  printf("temporary: %s\n", TemporaryFolder().path().substr(0, 13).c_str());
  run("probe-child");
  run(Argv[1]);
}
