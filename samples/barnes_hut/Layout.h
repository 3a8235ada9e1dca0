//===- Layout.h - The host's view of barnes_hut.cl's structures -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Names and order are those of barnes_hut.cl, which also says what they mean.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_SAMPLES_BARNES_HUT_LAYOUT_H
#define TASKLET_SAMPLES_BARNES_HUT_LAYOUT_H

#include <CL/opencl.hpp>

#include <cstddef>

namespace barneshut {

/// The value of DeviceNode::Next where the tree ends.
constexpr cl_uint EndOfTree = 0xffffffff;
/// In DeviceNode::Count: the node has no children.
constexpr cl_uint LeafMark = 0x80000000;

struct DeviceItem {
  cl_float X, Y, Z;
  cl_uint Body;
};

struct DeviceNode {
  cl_float4 Com;
  cl_float Reach2;
  cl_uint First, Count, Next;
};

struct DeviceMoment {
  cl_float4 Weighted;
  cl_uint Nodes, Depth, Pad[2];
};

struct DeviceBox {
  cl_float4 Lo, Hi;
};

struct DeviceSim {
  cl_ulong Pos[2], Vel[2], Id[2], Items[2], Acc, Nodes;
  cl_uint Bodies, Side, Leaf, Group;
  cl_float InvTheta, Eps2, Range;
  cl_uint Next;
  DeviceBox Bounds;
  DeviceMoment Root;
  cl_ulong Pulls, Pad2;
};

static_assert(sizeof(DeviceItem) == 16 && sizeof(DeviceNode) == 32 &&
                  sizeof(DeviceMoment) == 32 && sizeof(DeviceBox) == 32,
              "the compiler lays these out as OpenCL C does");
static_assert(offsetof(DeviceSim, Bodies) == 80 &&
                  offsetof(DeviceSim, InvTheta) == 96 &&
                  offsetof(DeviceSim, Bounds) == 112 &&
                  offsetof(DeviceSim, Root) == 144 &&
                  offsetof(DeviceSim, Pulls) == 176 && sizeof(DeviceSim) == 192,
              "the compiler lays these out as OpenCL C does");

} // namespace barneshut

#endif
