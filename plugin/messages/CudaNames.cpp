//===- CudaNames.cpp - What CUDA calls it, and what it is here ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/messages/CudaNames.h"
#include "compat/Strings.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace {
struct CudaName {
  StringRef Cuda, Ours, But;
  bool OfWarps;
};
const CudaName Names[] = {
#define CUDA_NAME(Cuda, Ours) {#Cuda, Ours, "", false},
#define CUDA_WARP_NAME(Cuda, Ours) {#Cuda, Ours, "", true},
#define CUDA_NAME_BUT(Cuda, Ours, But) {#Cuda, Ours, But, false},
#include "plugin/messages/CudaNames.def"
};
} // namespace

std::string tasklet::adviceOnCuda(StringRef Name, bool KnowsWarpSize) {
  if (Name == "warpSize" && !KnowsWarpSize)
    return "a name of CUDA: here it is 'get_max_sub_group_size()', in the body "
           "of an 'everywhere'; with the build option '-tkl-warp-size=N' it "
           "is the constant '__TKL_WARP_SIZE__'";
  for (const CudaName &Each : Names)
    if (Each.Cuda == Name)
      return ("a name of CUDA: here it is '" + Twine(Each.Ours) + "'" +
              (Each.OfWarps ? ", in the body of an 'everywhere'" : "") +
              (startsWith(Each.Ours, "ew_")
                   ? ", with '#include <tasklet/everywhere.clh>'"
                   : "") +
              (Each.But.empty() ? "" : ", ") + Each.But)
          .str();
  if (startsWith(Name, "ew_"))
    return "write '#include <tasklet/everywhere.clh>' at the top, if '" +
           Name.str() + "' is a function of that header";
  return {};
}
