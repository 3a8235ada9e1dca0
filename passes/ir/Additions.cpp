//===- Additions.cpp - Whether a program uses the additions ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/Additions.h"
#include "ir/Names.h"

#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

void tasklet::markAdditions(Module &M) {
  M.getOrInsertNamedMetadata(names::Additions);
}

bool tasklet::usesAdditions(const Module &M) {
  return M.getNamedMetadata(names::Additions);
}

void tasklet::removeAdditionsMark(Module &M) {
  if (NamedMDNode *Mark = M.getNamedMetadata(names::Additions))
    M.eraseNamedMetadata(Mark);
}
