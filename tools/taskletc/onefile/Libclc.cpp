//===- Libclc.cpp - The built-in functions for PTX in this program --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "onefile/Libclc.h"

#include "onefile/MemoryFile.h"

#include "llvm/Support/raw_ostream.h"

static const unsigned char Bitcode[] = {
#include "libclc.inc"
};

std::string tasklet::makeLibclcFile() {
  std::string Error, Path = makeMemoryFile("libclc", Bitcode, Error);
  if (Path.empty())
    llvm::errs() << "error: no memory for the built-in functions of PTX: "
                 << Error << "\n";
  return Path;
}
