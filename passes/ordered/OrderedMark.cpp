//===- OrderedMark.cpp - Which kernels are ordered ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ordered/OrderedMark.h"
#include "ir/Names.h"

#include "llvm/IR/Function.h"

using namespace llvm;
using namespace tasklet;

std::optional<SmallVector<unsigned, 4>>
tasklet::monitoredParameters(const Function &F) {
  SmallVector<StringRef, 4> Assumptions;
  F.getFnAttribute(names::AssumeAttr)
      .getValueAsString()
      .split(Assumptions, ',');
  for (StringRef Text : Assumptions) {
    SmallVector<StringRef, 4> Words;
    Text.split(Words, ':');
    if (Words.front() != names::AssumeOrdered)
      continue;
    SmallVector<unsigned, 4> Indices;
    for (StringRef Word : ArrayRef<StringRef>(Words).drop_front()) {
      unsigned Index = 0;
      if (!Word.getAsInteger(10, Index) && Index < F.arg_size())
        Indices.push_back(Index);
    }
    return Indices;
  }
  return std::nullopt;
}
