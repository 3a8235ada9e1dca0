//===- ApiShares.cpp - One range on several devices -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "api/WriteNotes.h"
#include "launch/SharedCommand.h"

#include <algorithm>

using namespace tasklet;

CL_API_ENTRY cl_int CL_API_CALL clEnqueueSharedNDRangeKernelTKL(
    cl_uint NumShares, const cl_tasklet_share_tkl *Shares, cl_uint Dimensions,
    const size_t *Offset, const size_t *Global, const size_t *Local,
    cl_uint NumWaits, const cl_event *Waits, cl_event *Event) {
  return guarded([&]() -> cl_int {
    if (!NumShares || !Shares)
      return CL_INVALID_VALUE;
    const std::vector<cl_tasklet_share_tkl> List(Shares, Shares + NumShares);
    // Before it runs, and for each kernel that will write.
    for (const cl_tasklet_share_tkl &Each : List)
      if (Each.kernel)
        noteKernel(Each.kernel);
    const CommandCall Call = {List.front().queue, CL_COMMAND_NDRANGE_KERNEL,
                              NumWaits, Waits, Event};
    return SharedCommand::launch(Call, List,
                                 {Dimensions, Offset, Global, Local});
  });
}

CL_API_ENTRY cl_int CL_API_CALL
clGetTaskletPiecesTKL(cl_event Event, cl_uint NumEntries,
                      cl_tasklet_piece_tkl *Pieces, cl_uint *NumPieces) {
  return guarded([&]() -> cl_int {
    if (Pieces ? NumEntries == 0 : !NumPieces)
      return CL_INVALID_VALUE;
    std::shared_ptr<SharedCommand> Found = findShared(Event);
    if (!Found)
      return CL_INVALID_EVENT;
    std::vector<cl_tasklet_piece_tkl> List;
    if (cl_int Error = Found->getPieces(List))
      return Error;
    if (Pieces)
      std::copy_n(List.begin(), std::min<size_t>(NumEntries, List.size()),
                  Pieces);
    if (NumPieces)
      *NumPieces = static_cast<cl_uint>(List.size());
    return CL_SUCCESS;
  });
}
