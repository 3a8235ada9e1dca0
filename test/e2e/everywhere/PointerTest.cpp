//===- PointerTest.cpp - Lanes that ask each other for pointers -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <algorithm>
#include <functional>

using namespace tasklet::test;

namespace {

class PointerTest : public DeviceTest {};

const std::pair<size_t, size_t> Shapes[] = {{1, 5},  {2, 7},   {8, 16},
                                            {8, 20}, {32, 33}, {64, 100}};

std::string width(size_t Width) {
  return "-tkl-warp-size=" + std::to_string(Width);
}

/// Figure 1 (d) of the paper, called as in figure 3: the lanes of a warp copy
/// for each that came, one after the other.
TEST_F(PointerTest, FigureOneD) {
  const char Kernel[] = R"(
void memcpy_words_d(__global int *dest, __global const int *src, size_t n) {
  everywhere (ulong mask) {
    for (uint j = 0; j < get_sub_group_size(); j++) {
      if (mask & (1ul << j)) {
        __global int *mydest = sub_group_shuffle(dest, j);
        __global const int *mysrc = sub_group_shuffle(src, j);
        size_t myn = sub_group_shuffle(n, j);
        for (size_t i = get_sub_group_local_id(); i < myn;
             i += __TKL_WARP_SIZE__)
          mydest[i] = mysrc[i];
      }
    }
  }
}
__kernel void k(__global int *dest, __global const int *src, int each) {
  int id = get_global_id(0);
  if (id % 2)
    memcpy_words_d(dest + id * each, src + id * each, id % (each + 1));
  else if (id % 3 == 0)
    return;
  else
    dest[id * each] = -id;
})";
  for (auto [Width, Local] : Shapes) {
    // The last warp is shorter than the step in which lanes go on.
    std::string Source = Kernel;
    std::string Step = "i += __TKL_WARP_SIZE__";
    Source.replace(Source.find(Step), Step.size(), "i += get_sub_group_size()");
    const int Each = 40;
    size_t Items = 2 * Local;
    std::vector<int> From(Items * Each), Expected(Items * Each, 9);
    for (size_t I = 0; I < From.size(); ++I)
      From[I] = int(1000 + I * 7);
    for (int Id = 0; Id < int(Items); ++Id)
      if (Id % 2)
        std::copy_n(&From[Id * Each], Id % (Each + 1), &Expected[Id * Each]);
      else if (Id % 3)
        Expected[Id * Each] = -Id;
    Buffer<int> Dest(std::vector<int>(Items * Each, 9)), Src(From);
    run(build(Source, width(Width)), "k", Range({Items}, {Local}), Dest, Src,
        Each);
    EXPECT_EQ(Dest.read(), Expected) << "width " << Width;
    if (Local % Width == 0 || Width == 1) {
      Buffer<int> Again(std::vector<int>(Items * Each, 9));
      run(build(Kernel, width(Width)), "k", Range({Items}, {Local}), Again, Src,
          Each);
      EXPECT_EQ(Again.read(), Expected) << "width " << Width;
    }
  }
}

/// Every form, for every address space: which lane's pointer arrives.
TEST_F(PointerTest, EveryFormAndAddressSpace) {
  const std::string Kernel = R"(
typedef struct { char pad; int number; float rest; } cell;
#define PUT(p) out[at++ * items + id] = (p)->number
#define EACH(p)                                                                \
  PUT(sub_group_shuffle(p, (lane * 5 + 2) % 70));                              \
  PUT(sub_group_shuffle_xor(p, 1u));                                           \
  PUT(sub_group_shuffle_up(p, 2u));                                            \
  PUT(sub_group_shuffle_down(p, 3u));                                          \
  PUT(sub_group_rotate(p, 5));                                                 \
  PUT(sub_group_rotate(p, -1));                                                \
  PUT(sub_group_broadcast(p, 1u));                                             \
  PUT(sub_group_non_uniform_broadcast(p, 0u));                                 \
  PUT(sub_group_broadcast_first(p));                                           \
  out[at++ * items + id] = sub_group_non_uniform_all_equal(p);

__kernel void k(__global cell *global_cells, __constant cell *constant_cells,
                __local cell *local_cells, __global int *out) {
  int id = get_global_id(0), items = get_global_size(0);
  uint here = get_local_id(0);
  local_cells[here].number = global_cells[id].number = 10 * id + 7;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  __global const volatile cell *restrict g = global_cells + id;
  __constant cell *c = constant_cells + id;
  __local cell *const l = local_cells + here;
  if (id % 3 == 0)
    return;
  everywhere {
    int at = 0;
    uint lane = get_sub_group_local_id();
    if (id % 2) {
      EACH(g)
      EACH(c)
      EACH(l)
    }
  }
})";
  constexpr size_t Results = 10, Spaces = 3;
  for (auto [Width, Local] : Shapes) {
    size_t Items = 2 * Local;
    std::vector<int> Cells(3 * Items);
    for (size_t I = 0; I < Items; ++I)
      Cells[3 * I + 1] = int(10 * I + 7);
    Buffer<int> Global(3 * Items), Constant(Cells);
    Buffer<int> Out(std::vector<int>(Items * Results * Spaces, -1));
    run(build(Kernel, width(Width)), "k", Range({Items}, {Local}), Global,
        Constant, tasklet::test::Local{12 * Local}, Out);
    std::vector<int> Got = Out.read(), Expected(Items * Results * Spaces, -1);
    for (size_t Group = 0; Group < Items; Group += Local)
      for (size_t I = 0; I < Local; I += Width) {
        size_t First = Group + I, Lanes = std::min(Width, Local - I);
        bool Visited = false;
        for (size_t Id = First; Id < First + Lanes; ++Id)
          Visited |= Id % 3 != 0;
        size_t FirstActive = First % 2 ? 0 : 1;
        bool OneActive = FirstActive + 2 >= Lanes;
        for (size_t L = FirstActive; L < Lanes && Visited; L += 2) {
          size_t From[] = {(L * 5 + 2) % 70,
                           L ^ 1,
                           L - 2,
                           L + 3,
                           (L + 5) % Lanes,
                           (L + Lanes - 1) % Lanes,
                           1,
                           0,
                           FirstActive};
          for (size_t Space = 0; Space < Spaces; ++Space) {
            int *Mine = &Expected[Space * Results * Items + First + L];
            for (size_t R = 0; R < 9; ++R) {
              size_t Other = From[R] < Lanes ? From[R] : L;
              Mine[R * Items] = int(10 * (First + Other) + 7);
            }
            Mine[9 * Items] = OneActive;
          }
        }
      }
    EXPECT_EQ(Got, Expected) << "width " << Width;
  }
}

/// Who is not at the call gives what the variable is, and null before it is
/// anything.
TEST_F(PointerTest, OfLanesThatAreNotThere) {
  const char Kernel[] = R"(
typedef struct { __global int *where; int z; } place;
__kernel void k(__global int *data, __global int *out) {
  int id = get_global_id(0);
  __global int *mine = data + id;
  __global int *late;
  place at = {data + 2 * id, 0};
  if (id % 2)
    late = data;
  everywhere {
    if (id % 2) {
      uint other = get_sub_group_local_id() ^ 1;
      out[3 * id] = *sub_group_shuffle(mine, other);
      out[3 * id + 1] = *sub_group_shuffle(at.where, other);
      out[3 * id + 2] = sub_group_shuffle(late, other) == 0;
    }
  }
})";
  const size_t Items = 12;
  std::vector<int> Data(2 * Items);
  for (size_t I = 0; I < Data.size(); ++I)
    Data[I] = int(50 + 3 * I);
  Buffer<int> In(Data), Out(std::vector<int>(3 * Items, -1));
  run(build(Kernel, width(8)), "k", Range({Items}, {Items}), In, Out);
  std::vector<int> Expected(3 * Items, -1);
  for (size_t Id = 1; Id < Items; Id += 2) {
    Expected[3 * Id] = Data[Id - 1];
    Expected[3 * Id + 1] = Data[2 * (Id - 1)];
    Expected[3 * Id + 2] = 1;
  }
  EXPECT_EQ(Out.read(), Expected);
}

/// LLVM computes both differences at once, by a vector of the arrays' addresses,
/// of which PoCL 3.1 crashes.
TEST_F(PointerTest, DifferencesInTwoLocalArrays) {
  const char Source[] = R"(
    __kernel void k(__global int *out, int n) {
      __local int a[20], b[20];
      int i = get_local_id(0);
      __local int *p = a + i, *q = b + 2 * i;
      int2 r = 0;
      everywhere { p += n; q += n; r.x = p - a; r.y = q - b; }
      out[i] = 100 * r.x + r.y;
    })";
  for (const char *Options : {"", "-O1", "-cl-opt-disable"}) {
    Buffer<int> Out(5);
    run(build(Source, Options), "k", Range({5}, {5}), Out, 3);
    expectEach(Out, [](int I) { return 100 * (I + 3) + 2 * I + 3; });
  }
}

/// Types of one name in two functions, and pointers to pointers.
TEST_F(PointerTest, TypesOfFunctions) {
  // On a device with sub-groups these functions know its own shuffles only,
  // until there has been an everywhere.
  const char Kernel[] = R"(
void before(void) { everywhere {} }
int first(__global int *data, uint lane) {
  struct item { int a; };
  __global struct item *p = (__global struct item *)data + lane;
  return sub_group_shuffle(p, 1u)->a;
}
int second(__global int *data, uint lane) {
  struct item { int a, b; };
  __global struct item *p = (__global struct item *)data + lane;
  int r = sub_group_shuffle(p, 1u)->b;
  {
    struct item { int a, b, c; };
    __global struct item *q = (__global struct item *)data + lane;
    r = 100 * r + sub_group_shuffle(q, 1u)->c;
  }
  return r;
}
__kernel void k(__global int *data, __global ulong *table, __global int *out) {
  int id = get_global_id(0);
  table[id] = (ulong)(data + id);
  everywhere {
    uint lane = get_sub_group_local_id();
    __global int *__global *slot = (__global int *__global *)table + id;
    out[3 * id] = first(data, lane);
    out[3 * id + 1] = second(data, lane);
    out[3 * id + 2] = **sub_group_shuffle(slot, 2u);
  }
})";
  std::vector<int> Data = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  Buffer<int> In(Data), Out(12);
  Buffer<uint64_t> Table(4);
  run(build(Kernel, width(4)), "k", Range({4}, {4}), In, Table, Out);
  expectEach(Out, [&](int I) { return I % 3 == 0 ? 2 : I % 3 == 1 ? 406 : 3; });
}

} // namespace
