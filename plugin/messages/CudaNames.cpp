//===- CudaNames.cpp - What CUDA calls it, and what it is here ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/messages/CudaNames.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace {
struct CudaName {
  StringRef Cuda, Ours;
  bool OfWarps;
};
const CudaName Names[] = {
#define CUDA_NAME(Cuda, Ours) {#Cuda, Ours, false},
#define CUDA_WARP_NAME(Cuda, Ours) {#Cuda, Ours, true},
#include "plugin/messages/CudaNames.def"
};
} // namespace

std::string tasklet::adviceOnCuda(StringRef Name) {
  for (const CudaName &Each : Names)
    if (Each.Cuda == Name)
      return ("a name of CUDA: here it is '" + Twine(Each.Ours) + "'" +
              (Each.OfWarps ? ", in the body of an 'everywhere'" : ""))
          .str();
  return {};
}
