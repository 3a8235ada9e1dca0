//===- ConflictSpace.h - The memory that work-items share -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The conflict space of a command of an ordered kernel: the elements of the
/// memory of its monitored parameters, numbered from 0. Parameters that share
/// memory share numbers.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_ORDER_CONFLICTSPACE_H
#define TASKLET_HOST_ORDER_CONFLICTSPACE_H

#include "compile/Manifest.h"
#include "ordered/tkl_order.h"

#include <vector>

namespace tasklet {

/// Why all work-items of a command run in order, by one worker.
enum class SerialReason {
  None,      ///< They do not.
  Chosen,    ///< The user wants it.
  Kernel,    ///< It has no inspector.
  Worker,    ///< There is only one.
  Items,     ///< There are few.
  Chain,     ///< Each one needs the one before.
  Unknown,   ///< Memory that the library does not know.
  Aliased,   ///< Memory that another parameter monitors, and this one does not.
  Inspected, ///< What the inspector would read, the kernel writes.
  Grain,     ///< Two parameters cut the same memory into different elements.
  Memory,    ///< There is none for the analysis.
  Pages,     ///< The system is still finding memory for the analysis.
  Copies,    ///< There is none for copies.
  Once,      ///< The analysis could not be kept for later commands.
  Slower,    ///< Its levels have run, and took longer.
  Races,     ///< It looks for races.
};

/// What a pointer to global memory points to.
struct ParameterMemory {
  /// A memory object that is no part of another one, or an allocation of shared
  /// virtual memory; only its name counts. Null: the pointer is null.
  const void *Root = nullptr;
  uint64_t Offset = 0; ///< in the root, bytes
  uint64_t Bytes = 0;  ///< from there to the end of the memory
  bool IsKnown = true;
  bool IsShared = false; ///< shared virtual memory
  bool IsTracked = true; ///< All writes to it can be seen.
  uint64_t Number = 0;   ///< of the allocation, if it is shared
  /// Bytes before the pointer that negative indexes may reach.
  uint64_t Before = 0;

  bool operator==(const ParameterMemory &Other) const {
    return Root == Other.Root && Offset == Other.Offset &&
           Bytes == Other.Bytes && IsKnown == Other.IsKnown &&
           Before == Other.Before && Number == Other.Number;
  }

  bool overlaps(const ParameterMemory &Other) const {
    return Root && Root == Other.Root &&
           Offset - Before < Other.Offset + Other.Bytes &&
           Other.Offset - Other.Before < Offset + Bytes;
  }
};

struct ConflictSpace {
  std::vector<tkl_order_param> Params; ///< for each parameter
  /// The first element of the root of each; 0 for those that are not monitored.
  std::vector<uint64_t> RootFirsts;
  uint64_t Elements = 0;
  unsigned Roots = 0; ///< of monitored memory
  /// Negative indexes may lead out of the elements of a parameter.
  bool ReachesBack = false;
  /// Nothing else counts unless this is None.
  SerialReason Reason = SerialReason::None;

  /// \p Memory is that of each parameter in Kernel.Buffers, by index.
  ConflictSpace(const ManifestKernel &Kernel,
                const std::vector<ParameterMemory> &Memory);

  /// The parameters, with elements counted from 0 in each root. Then two roots
  /// have elements with the same number.
  std::vector<tkl_order_param> paramsInRoots() const;
};

} // namespace tasklet

#endif
