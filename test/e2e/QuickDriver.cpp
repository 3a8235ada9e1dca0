//===- QuickDriver.cpp - PoCL 3.1 optimises less --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// PoCL 3.1 runs LLVM's pipeline for -O3 over each kernel, for work-groups of each
// size. That is most of the time of tests with much code around each access, and
// not what they test. A program that is linked with this file, and exports it,
// gives PoCL the pipeline for -O1. With -O0, PoCL's own passes fail. What the
// fuzzers do for that (Batch.cpp) writes to standard error, which tests read.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>

namespace {
/// The first members of llvm::PassManagerBuilder, in LLVM 15.
struct Builder {
  unsigned OptLevel;
};
} // namespace

#define POPULATE                                                               \
  "_ZN4llvm18PassManagerBuilder25populateModulePassManagerERNS_"               \
  "6legacy15PassManagerBaseE"

/// PassManagerBuilder::populateModulePassManager. Other drivers do not call it.
extern "C" void populate(Builder *Of, void *Passes) asm(POPULATE);
void populate(Builder *Of, void *Passes) {
  void *LLVM = dlopen("libLLVM-15.so.1", RTLD_NOW | RTLD_NOLOAD);
  auto *Real =
      reinterpret_cast<void (*)(Builder *, void *)>(dlsym(LLVM, POPULATE));
  // Without LLVM 15, dlsym would find this function.
  if (!LLVM || !Real) {
    fputs("QuickDriver: PoCL has another LLVM than 15\n", stderr);
    abort();
  }
  if (Of->OptLevel > 1)
    Of->OptLevel = 1;
  Real(Of, Passes);
}
