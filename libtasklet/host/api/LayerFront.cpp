//===- LayerFront.cpp - libtasklet-layer.so -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The layer interface of ICD loaders, API version 100: OPENCL_LAYERS names
/// this library. The loader hands over the table of what lies below, and takes
/// ours.
///
//===----------------------------------------------------------------------===//
#include "support/LibraryPlace.h"
#include "support/OpenCL.h"

#include <CL/cl_layer.h>
#include <algorithm>

using namespace tasklet;

// Written once, by the loader, before any application call.
static cl_icd_dispatch Target, Ours;

const cl_icd_dispatch &tasklet::next() { return Target; }

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info Name, size_t Size,
                                               void *Value, size_t *SizeRet) {
  switch (Name) {
  case CL_LAYER_API_VERSION:
    return returnValue<cl_layer_api_version>(CL_LAYER_API_VERSION_100, Size,
                                             Value, SizeRet);
  case CL_LAYER_NAME:
    return returnString("tasklet", Size, Value, SizeRet);
  default:
    return CL_INVALID_VALUE;
  }
}

CL_API_ENTRY cl_int CL_API_CALL
clInitLayer(cl_uint NumEntries, const cl_icd_dispatch *TargetDispatch,
            cl_uint *NumEntriesRet, const cl_icd_dispatch **LayerDispatchRet) {
  constexpr cl_uint Known = sizeof(cl_icd_dispatch) / sizeof(void *);
  if (!TargetDispatch || !NumEntriesRet || !LayerDispatchRet)
    return CL_INVALID_VALUE;
  // What an older loader does not have stays null, in both tables.
  memcpy(static_cast<void *>(&Target), TargetDispatch,
         std::min(NumEntries, Known) * sizeof(void *));
  Ours = Target;
  if (findLibrary() != LibraryPlace::BeforeLoader) {
#define INTERCEPTED(Name)                                                      \
  if (Target.Name)                                                             \
    Ours.Name = Name;
#include "api/Functions.def"
  }
  *NumEntriesRet = std::min(NumEntries, Known);
  *LayerDispatchRet = &Ours;
  return CL_SUCCESS;
}
