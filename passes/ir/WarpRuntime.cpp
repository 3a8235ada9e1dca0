//===- WarpRuntime.cpp - What the lanes of a warp do together -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/WarpRuntime.h"
#include "compat/Strings.h"
#include "ir/DeviceRuntime.h"
#include "ir/Names.h"
#include "ir/Target.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tasklet;

static cl::opt<bool> SubGroups("tkl-sub-groups",
                               cl::desc("Warps are the device's sub-groups"));

static const unsigned char WorkGroupBitcode[] = {
#include "WarpGroup.inc"
};
static const unsigned char SubGroupBitcode[] = {
#include "WarpSubgroup.inc"
};
static const unsigned char HardwareBitcode[] = {
#include "WarpHardware.inc"
};

bool tasklet::isWarpSize(unsigned Lanes) {
  return Lanes <= 64 && isPowerOf2_32(Lanes);
}

static cl::opt<bool>
    OwnWays("tkl-own-ways", cl::Hidden,
            cl::desc("With -tkl-sub-groups, for tests: sub-groups go their own "
                     "ways, as the warps of GPUs do"));

WarpKind tasklet::warpKind() {
  if (chosenTarget().HasWarps || (SubGroups && OwnWays))
    return WarpKind::Hardware;
  return SubGroups ? WarpKind::SubGroups : WarpKind::WorkGroups;
}

static ArrayRef<uint8_t> bitcodeOf(WarpKind Form) {
  switch (Form) {
  case WarpKind::WorkGroups:
    return WorkGroupBitcode;
  case WarpKind::SubGroups:
    return SubGroupBitcode;
  case WarpKind::Hardware:
    return HardwareBitcode;
  }
  llvm_unreachable("a form of warps");
}

uint64_t tasklet::warpWords(uint64_t Items, bool Exchange) {
  return (Exchange ? Items : 0) + Items / 8 + Items / 64 + 4;
}

bool tasklet::linkWarpRuntime(Module &M) {
  // Who calls those that are there keeps them.
  for (Function &F : M)
    if (startsWith(F.getName(), names::WarpPrefix) && !F.isDeclaration())
      F.setName("tkl.linked." + F.getName());
  if (!linkRuntime(M, bitcodeOf(warpKind()), "the runtime of warps"))
    return false;
  for (Function &F : M)
    if (startsWith(F.getName(), names::WarpPrefix) && !F.isDeclaration())
      F.setLinkage(GlobalValue::InternalLinkage);
  return true;
}
