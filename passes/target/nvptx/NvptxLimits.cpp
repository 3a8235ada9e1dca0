//===- NvptxLimits.cpp - What no PTX can have -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "target/nvptx/NvptxLimits.h"
#include "ir/Diagnose.h"
#include "ir/LLVMCompat.h"
#include "ir/Marks.h"
#include "target/BuiltinCalls.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace tasklet;

/// What libtasklet/device/nvptx/groups.cl defines.
static const char *const OfWarps[] = {
    "get_sub_group_size",  "get_max_sub_group_size",
    "get_num_sub_groups",  "get_enqueued_num_sub_groups",
    "get_sub_group_id",    "get_sub_group_local_id",
    "sub_group_barrier",   "sub_group_all",
    "sub_group_any",       "sub_group_ballot",
    "sub_group_broadcast", "sub_group_shuffle",
};

/// A word for what PTX lacks; empty if \p Ty is none of that.
static StringRef lackOf(const Type *Ty) {
  if (isOpenCLObject(Ty, "image"))
    return "images";
  if (isOpenCLObject(Ty, "sampler_t"))
    return "samplers";
  if (isOpenCLObject(Ty, "pipe"))
    return "pipes";
  return isOpenCLObject(Ty) && !isOpenCLObject(Ty, "event_t")
             ? "queues on the device"
             : "";
}

static void checkParameters(const Function &F) {
  for (const Argument &Arg : F.args())
    if (StringRef Lack = lackOf(Arg.getType()); !Lack.empty()) {
      reportError(F, nullptr,
                  "the target nvptx has no " + Lack +
                      "; pass buffers, or build for another device");
      return;
    }
}

static void checkCalls(const Function &Builtin, const Twine &What) {
  for (const User *Each : Builtin.users())
    if (const auto *Call = dyn_cast<CallInst>(Each))
      reportError(*Call->getFunction(), Call, What);
}

PreservedAnalyses NvptxLimitsPass::run(Module &M, ModuleAnalysisManager &) {
  for (const Function &F : M) {
    if (!F.isDeclaration()) {
      checkParameters(F);
      continue;
    }
    StringRef Name = symbolOf(F).Name;
    if (Name.contains("sub_group") && !is_contained(OfWarps, Name))
      checkCalls(F, "the target nvptx has no '" + Name +
                        "' outside of everywhere blocks; write an everywhere "
                        "block around it");
  }
  return PreservedAnalyses::all();
}
