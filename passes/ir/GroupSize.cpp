//===- GroupSize.cpp - The size that a kernel's groups must have ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/GroupSize.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"

#include <functional>
#include <numeric>

using namespace llvm;
using namespace tasklet;

SmallVector<uint64_t, 3> tasklet::requiredGroupSize(const Function &Kernel) {
  SmallVector<uint64_t, 3> Sizes;
  if (const MDNode *Node = Kernel.getMetadata("reqd_work_group_size"))
    for (const MDOperand &Size : Node->operands())
      Sizes.push_back(mdconst::extract<ConstantInt>(Size)->getZExtValue());
  return Sizes;
}

uint64_t tasklet::workItemsOf(ArrayRef<uint64_t> Sizes) {
  return std::accumulate(Sizes.begin(), Sizes.end(), uint64_t(1),
                         std::multiplies<uint64_t>());
}
