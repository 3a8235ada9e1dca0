//===- RunTaskletc.cpp - From Kite to bitcode -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tools/RunTaskletc.h"

#include "tools/ExitCodes.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
#include <vector>

using namespace llvm;

static std::string findTaskletc() {
  const char *Named = getenv("TASKLET_COMPILER");
  if (Named && *Named)
    return Named;
  SmallString<256> Own;
  if (!sys::fs::real_path("/proc/self/exe", Own)) {
    sys::path::remove_filename(Own);
    sys::path::append(Own, "taskletc");
    if (sys::fs::can_execute(Own))
      return Own.str().str();
  }
  return "taskletc";
}

int tasklet::kite::runTaskletc(const std::string &Input,
                               const std::string &Output,
                               const std::string &DepFile, bool NoBounds) {
  // Whatever the name of the file ends in. A name may begin with '-'.
  bool IsOption = Input[0] == '-';
  std::vector<std::string> Words = {findTaskletc(), "-xkite", "-o", Output};
  if (!DepFile.empty())
    Words.push_back("--depfile=" + DepFile);
  if (NoBounds)
    Words.push_back("-fno-bounds");
  Words.push_back((IsOption ? "./" : "") + Input);
  std::vector<char *> Arguments;
  for (std::string &Word : Words)
    Arguments.push_back(Word.data());
  Arguments.push_back(nullptr);
  execvp(Arguments[0], Arguments.data());
  errs() << "kitec: error: '" << Words[0]
         << "' cannot be run: " << strerror(errno)
         << "; set TASKLET_COMPILER to the path of taskletc\n";
  return ExitSystem;
}
