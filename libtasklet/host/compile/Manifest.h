//===- Manifest.h - What the compiler says about a program ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// docs/abi.md, section 4.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_COMPILE_MANIFEST_H
#define TASKLET_HOST_COMPILE_MANIFEST_H

#include "compile/AddressForms.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tasklet {

/// How a kernel is launched: by the driver alone, or by a plan
/// (launch/LaunchPlan.h).
enum class LaunchMode { Plain, Tasks, Ordered };

/// Of a list of indices of parameters.
inline bool contains(const std::vector<uint32_t> &List, uint32_t Index) {
  return std::find(List.begin(), List.end(), Index) != List.end();
}

/// What only ordered kernels have. Lists are indices of parameters.
struct ManifestOrder {
  std::vector<uint32_t> Monitored; ///< those of `__ordered`
  std::vector<uint32_t> Written;   ///< through which the kernel may write
  std::vector<uint32_t> Inspected; ///< through which its inspectors read
  /// Whose sizes its inspectors ask for, to stay inside.
  std::vector<uint32_t> Guarded;
  /// Whose memory it reads from streams, if it has some: a bit of
  /// tkl_order_header.stream_mask for each.
  std::vector<uint32_t> Streamed;
  std::vector<uint32_t> Deciding; ///< those that must be in all streams
  /// Those of which the kernel uses only what its inspectors use.
  std::vector<uint32_t> Pattern;
  /// Others of which the value decides what is in a stream; of pointers, whether
  /// they are null.
  std::vector<uint32_t> StreamValues;
  /// Unset: not all addresses have forms.
  std::optional<AddressForms> Affine;
  /// Where memory lies decides what its inspectors find.
  bool UsesAddresses = false;
  /// Others, of which its inspectors use the value; unset: any.
  std::optional<std::vector<uint32_t>> Values;
  uint32_t Grain = 1;       ///< bytes of an element of the conflict space, 2^n
  uint32_t Payload = 0;     ///< bytes that travel with a work-item to its bin
  uint32_t Destination = 0; ///< those that are the same for each command
  uint32_t Slots = 1;       ///< payloads that a work-item has at most
  /// With TKL_ORDER_COPIES: bytes of a sum in the only monitored memory, 4 or 8.
  uint32_t SumBytes = 0;
  /// The plans that the kernel has code for: bit TKL_ORDER_* of each. That of
  /// TKL_ORDER_SERIAL is always set.
  uint32_t Plans = 0;
  uint32_t LocalSize[3] = {}; ///< reqd_work_group_size; 0: none
};

/// A kernel that is not plain.
struct ManifestKernel {
  std::string Name;
  LaunchMode Mode = LaunchMode::Plain;
  uint32_t HiddenArg = 0; ///< index of the heap, or order, argument
  uint64_t RootBytes = 0; ///< bytes of arena per work-item
  /// It can run the workers itself, if its range has one work-item.
  bool RunsWorkers = false;
  /// Indices of the parameters that are memory objects.
  std::vector<uint32_t> Buffers;
  ManifestOrder Order;
};

/// What clGetKernelArgInfo says of an argument, in its own values.
struct ManifestArgument {
  std::optional<std::string> Name; ///< only by -cl-kernel-arg-info
  std::string Type;
  uint32_t Address = 0;    ///< CL_KERNEL_ARG_ADDRESS_*
  uint32_t Access = 0;     ///< CL_KERNEL_ARG_ACCESS_*
  uint64_t Qualifiers = 0; ///< bits CL_KERNEL_ARG_TYPE_*
};

struct Manifest {
  uint32_t Abi = 0;
  bool Tasklets = false; ///< The program uses the additions.
  bool Object = false;   ///< It is a part, to be linked; what follows is empty.
  /// A name of targets.def, or one that another release knows.
  std::string Target;
  uint32_t TeamLanes = 0; ///< workers of one work-group
  uint32_t RecordSize = 0;
  uint32_t ChunkSize = 0;
  bool Prints = false;                 ///< Its tasks may print.
  std::vector<ManifestKernel> Kernels; ///< without the plain ones
  /// The names of kernels with everywhere blocks, plain ones, too.
  std::set<std::string> MeetingKernels;
  /// Of plain kernels: parameters through which they write nothing.
  std::map<std::string, std::vector<uint32_t>> Unwritten;
  /// What CL_KERNEL_ATTRIBUTES answers, by name of the kernel. Kernels without
  /// attributes are left out.
  std::map<std::string, std::string> Attributes;
  /// By name of the kernel, plain ones, too; without hidden arguments. Programs
  /// that no clang has compiled from OpenCL C have none.
  std::map<std::string, std::vector<ManifestArgument>> Arguments;

  /// Of a program that can be traced: the names of its steps, from
  /// TKL_STEP_FIRST on.
  std::vector<std::string> TracedSteps;

  /// Of a program that finds its races: the texts of its places, from number 1
  /// on, such as "k.cl:12:5 in task 'f'". Empty: it does not.
  std::vector<std::string> RacePlaces;

  /// Of a program that knows its spawns: the texts of their places, from number
  /// 1 on, such as "task 'g', spawned at k.cl:12:5 by task 'f'".
  std::vector<std::string> SpawnPlaces;
  bool KnowsSpawns = false;

  /// Whether any kernel spawns.
  bool hasTasks() const;
  /// Null if the kernel is plain.
  const ManifestKernel *findKernel(const std::string &Name) const;
  /// Null if nothing is known of it.
  const ManifestArgument *findArgument(const std::string &Kernel,
                                       size_t Index) const;

  /// Reads the JSON text. On failure \p Error says what is wrong with it and
  /// \p Result is untouched.
  [[nodiscard]] static bool parse(const std::string &Text, Manifest &Result,
                                  std::string &Error);
};

} // namespace tasklet

#endif
