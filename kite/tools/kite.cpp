//===- kite.cpp - The command kite ----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tools/ExitCodes.h"
#include "tools/RunCommand.h"

#include "llvm/Support/raw_ostream.h"

using namespace tasklet::kite;

static const char HelpText[] =
    R"help(usage: kite run [OPTION...] FILE.kite ENTRY ARGUMENT...
       kite [OPTION...] FILE.kite
       kite --help | --version

Runs the exported task ENTRY of a program on the first OpenCL device, and prints
its result; a file alone runs its task 'main'. Arguments are literals of Kite,
such as 20, -1.5, "(1, 2)", "[1, 2, 3]", "point{x = 1, y = 2}", or @FILE.npy for
an array. Behind ENTRY nothing is an option.

  --device=TEXT  on the first device with TEXT in its name
  --interpret    without a device, in the order of the text
  -fno-bounds    do not check indexes: a bad one may do anything
  -o FILE.npy    write the result, an array of numbers, to a file of NumPy

Exit codes: 0 done, 1 errors in the program, 2 wrong usage, 3 no device or no
room for the result, 4 the program failed while it ran.
)help";

static int runWords(llvm::ArrayRef<std::string> Words, bool WithEntry) {
  RunOptions Options;
  std::string Error;
  if (!parseRunOptions(Words, WithEntry, Options, Error))
    return failUsage(Error);
  if (Options.IsInterpreted)
    return runInterpreted(Options);
#ifdef KITE_HAS_DEVICES
  return runOnDevice(Options);
#else
  llvm::errs() << "kite: error: this kite was built without libtasklet; with "
                  "--interpret programs run without a device\n";
  return ExitSystem;
#endif
}

int main(int Argc, char **Argv) {
  std::vector<std::string> Words(Argv + 1, Argv + Argc);
  if (Words.empty())
    return failUsage("a file is missing; kite --help shows how to run one");
  if (Words[0] == "--help" ||
      (Words.size() > 1 && Words[0] == "run" && Words[1] == "--help")) {
    llvm::outs() << HelpText;
    return ExitDone;
  }
  if (Words[0] == "--version") {
    llvm::outs() << "kite " TASKLET_VERSION "\n";
    return ExitDone;
  }
  if (Words[0] == "run")
    return runWords(llvm::ArrayRef<std::string>(Words).drop_front(), true);
  return runWords(Words, false);
}
