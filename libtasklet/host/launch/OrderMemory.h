//===- OrderMemory.h - How much memory an order may have --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_LAUNCH_ORDERMEMORY_H
#define TASKLET_HOST_LAUNCH_ORDERMEMORY_H

#include "launch/OrderLaunch.h"

namespace tasklet {

/// Bytes that an order on \p Device may have now.
uint64_t spareOrderBytes(cl_device_id Device);

/// Those of the order of a command, which can use that of the command before again.
uint64_t mostOrderBytes(const OrderLaunch &L);

/// So many bytes of analyses are kept.
uint64_t mostKeptBytes(const OrderLaunch &L);

/// Whether an inspector beside the command would wait for memory whenever it
/// writes to a new page, and the command for the inspector. Or whether bins, which
/// nobody has asked for, would take longer to get pages than the command in order:
/// that is for the first command only, which may never come again.
bool lacksPages(const OrderLaunch &L, const Heap &Memory);

} // namespace tasklet

#endif
