//===- WarpOrder.cpp - What tells the order of sub-groups -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile/WarpOrder.h"

#include <algorithm>

using namespace tasklet;

static const char Head[] = R"(
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
typedef struct { uint lane, size, index, most; ulong first, mask; } word;
)";

static const char Kernel[] = R"(
__kernel void probe(__global word *out) {
  uint items = get_local_size(0) * get_local_size(1) * get_local_size(2);
  uint item = (get_local_id(2) * get_local_size(1) + get_local_id(1)) *
                  get_local_size(0) + get_local_id(0);
  out += get_group_id(0) * items + item;
  out->lane = get_sub_group_local_id();
  out->size = get_sub_group_size();
  out->index = get_sub_group_id();
  out->most = get_max_sub_group_size();
  out->first = sub_group_shuffle((ulong)item, 0u);
  uint4 mask = sub_group_ballot(item % 3 != 1);
  out->mask = (ulong)mask.y << 32 | mask.x;
}
)";

std::string tasklet::probeSource(unsigned Width) {
  std::string Required;
  if (Width)
    Required = "__attribute__((intel_reqd_sub_group_size(" +
               std::to_string(Width) + ")))";
  return Head + Required + Kernel;
}

std::vector<GroupShape> tasklet::probeShapes(unsigned Width, size_t Most) {
  size_t W = Width ? Width : 32;
  const GroupShape All[] = {{2 * W, 1, 1},     {W + W / 2 + 1, 1, 1},
                            {3, 1, 1},         {4, W / 2 + 1, 1},
                            {5, 7, 1},         {W, 3, 1},
                            {W + W / 2, 2, 1}, {2 * W, 2, 1},
                            {3, 4, 5},         {2, 2, W},
                            {W + 1, 2, 2},     {1, W, 3}};
  std::vector<GroupShape> Shapes;
  for (const GroupShape &Each : All)
    if (size_t Items = Each[0] * Each[1] * Each[2]; 2 < Items && Items <= Most)
      Shapes.push_back(Each);
  return Shapes;
}

bool tasklet::isLinear(const ProbeWord *Words, size_t Items, unsigned Width) {
  size_t W = Width ? Width : Words[0].Most;
  if (!W || W > 64)
    return false;
  for (size_t Item = 0; Item < Items; ++Item) {
    const ProbeWord &Word = Words[Item];
    size_t Lane = Item % W, First = Item - Lane;
    size_t Size = std::min(W, Items - First);
    uint64_t Mask = 0, Bits = ~uint64_t(0) >> (64 - Size);
    for (size_t I = 0; I < Size; ++I)
      Mask |= uint64_t((First + I) % 3 != 1) << I;
    // The last sub-group of a work-group may count lanes that do not exist,
    // with any votes. warp_subgroup.cl leaves them out as well.
    if (Word.Lane != Lane || Word.Index != Item / W ||
        std::min<size_t>(Word.Most, Items) != std::min(W, Items) ||
        std::min<size_t>(Word.Size, Items - First) != Size ||
        Word.First != First || (Word.Mask & Bits) != Mask)
      return false;
  }
  return true;
}
