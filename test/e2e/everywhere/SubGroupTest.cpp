//===- SubGroupTest.cpp - Sub-group functions in everywhere bodies --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Every function for every type of the device, where all lanes of a warp are
/// and under divergence inside the body, beside loops over arrays in C++.
///
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>

using namespace tasklet::test;

namespace {

/// T is the type. What each work-item finds goes to out[number * items + id].
/// An odd work-item sees the even ones as they are: w is 1 more there.
const char Source[] = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define PUT(value) out[at++ * items + id] = (value)
#define FOLDS(fold, v)                                                         \
  PUT(fold##_add(v)); PUT(fold##_min(v)); PUT(fold##_max(v));
#define EACH(v)                                                                \
  PUT(sub_group_shuffle(v, (lane * 5 + 2) % 70));                              \
  PUT(sub_group_shuffle_xor(v, 1u));                                           \
  PUT(sub_group_shuffle_up(v, 2u));                                            \
  PUT(sub_group_shuffle_down(v, 3u));                                          \
  PUT(sub_group_rotate(v, 5));                                                 \
  PUT(sub_group_rotate(v, -1));                                                \
  PUT(sub_group_broadcast(v, 1u));                                             \
  PUT(sub_group_non_uniform_broadcast(v, 0u));                                 \
  PUT(sub_group_broadcast_first(v));                                           \
  PUT(sub_group_non_uniform_all_equal(v));                                     \
  FOLDS(sub_group_reduce, v)                                                   \
  FOLDS(sub_group_scan_inclusive, v)                                           \
  FOLDS(sub_group_scan_exclusive, v)

__kernel void all(__global const T *in, __global T *out) {
  int id = get_global_id(0), items = get_global_size(0), at = 0;
  if (id % 3) {
    everywhere (ulong m) {
      uint lane = get_sub_group_local_id();
      T v = in[id];
      EACH(v)
    }
  }
}

__kernel void some(__global const T *in, __global T *out) {
  int id = get_global_id(0), items = get_global_size(0);
  if (id % 3)
    return;
  everywhere (ulong m) {
    int at = 0;
    uint lane = get_sub_group_local_id();
    T v = in[id];
    if (id % 2 == 0)
      v += (T)1;
    else {
      EACH(v)
    }
  }
}

__kernel void looped(__global const T *in, __global T *out) {
  int id = get_global_id(0), items = get_global_size(0);
  everywhere {
    T sum = 0, v = in[id];
    for (int i = 0; i < id % 4; ++i) {
      if (i == 1)
        continue;
      v += (T)1;
      sum += sub_group_reduce_add(v);
      if (sub_group_any(id % 7 == 0))
        sum += sub_group_shuffle(v, 2u);
    }
    out[id] = sum;
  }
}
)";
constexpr size_t Results = 19;

struct Warp {
  size_t First, Lanes;
};

/// Calls \p Visit for each warp of groups of \p Local items.
void eachWarp(size_t Items, size_t Local, size_t Width,
              const std::function<void(Warp)> &Visit) {
  for (size_t Group = 0; Group < Items; Group += Local)
    for (size_t I = 0; I < Local; I += Width)
      Visit({Group + I, std::min(Width, Local - I)});
}

template <typename T> T add(T A, T B) { return static_cast<T>(A + B); }

/// What EACH leaves for \p Lane, where lane I has Values[I].
template <typename T>
std::vector<T> expectedOf(const std::vector<T> &Values,
                          const std::vector<bool> &Active, size_t Lane) {
  using Limits = std::numeric_limits<T>;
  size_t Lanes = Values.size();
  T Greatest = Limits::has_infinity ? Limits::infinity() : Limits::max();
  T Least = Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  auto Of = [&](size_t Other) { return Values[Other < Lanes ? Other : Lane]; };
  size_t First = 0;
  while (!Active[First])
    ++First;
  bool Equal = true;
  T All[3] = {0, Greatest, Least}, Upto[3] = {0, Greatest, Least};
  T Below[3] = {0, Greatest, Least};
  for (size_t I = 0; I < Lanes; ++I) {
    if (!Active[I])
      continue;
    T V = Values[I];
    Equal &= V == Values[First];
    auto Take = [&](T *To) {
      To[0] = add(To[0], V);
      To[1] = std::min(To[1], V);
      To[2] = std::max(To[2], V);
    };
    Take(All);
    if (I <= Lane)
      Take(Upto);
    if (I < Lane)
      Take(Below);
  }
  return {Of((Lane * 5 + 2) % 70),
          Of(Lane ^ 1),
          Of(Lane - 2),
          Of(Lane + 3),
          Of((Lane + 5) % Lanes),
          Of((Lane + Lanes - 1) % Lanes),
          Of(1),
          Of(0),
          Values[First],
          T(Equal),
          All[0],
          All[1],
          All[2],
          Upto[0],
          Upto[1],
          Upto[2],
          Below[0],
          Below[1],
          Below[2]};
}

class SubGroupTest : public DeviceTest {
protected:
  static std::string options(const std::string &Type, size_t Width) {
    return "-DT=" + Type + " -tkl-warp-size=" + std::to_string(Width);
  }
  template <typename T>
  static void checkType(const char *Type, size_t Width, size_t Local);
};

template <typename T>
void SubGroupTest::checkType(const char *Type, size_t Width, size_t Local) {
  SCOPED_TRACE(std::string(Type) + ", width " + std::to_string(Width) +
               ", local size " + std::to_string(Local));
  size_t Items = 2 * Local;
  std::mt19937 Random(5);
  std::vector<T> In(Items);
  for (size_t I = 0; I < Items; ++I)
    In[I] = static_cast<T>(static_cast<int>(Random() % 101) -
                           (std::is_unsigned_v<T> ? 0 : 50));
  const T Untouched = 77;
  Program P = build(Source, options(Type, Width));
  Buffer<T> Input(In);
  for (const char *Name : {"all", "some"}) {
    bool Some = Name[0] == 's';
    Buffer<T> Out(std::vector<T>(Items * Results, Untouched));
    run(P, Name, Range({Items}, {Local}), Input, Out);
    std::vector<T> Got = Out.read();
    eachWarp(Items, Local, Width, [&](Warp W) {
      bool Visited = false;
      std::vector<bool> Active;
      std::vector<T> Values;
      for (size_t Id = W.First; Id < W.First + W.Lanes; ++Id) {
        Visited |= Some ? Id % 3 == 0 : Id % 3 != 0;
        Active.push_back(!Some || Id % 2);
        Values.push_back(add(In[Id], T(Some && Id % 2 == 0)));
      }
      for (size_t Lane = 0; Lane < W.Lanes; ++Lane) {
        std::vector<T> Expected(Results, Untouched), Mine;
        if (Visited && Active[Lane])
          Expected = expectedOf(Values, Active, Lane);
        for (size_t I = 0; I < Results; ++I)
          Mine.push_back(Got[I * Items + W.First + Lane]);
        EXPECT_EQ(Mine, Expected)
            << Name << ", work-item " << W.First + Lane << ", lane " << Lane;
      }
    });
  }
  Buffer<T> Out(Items);
  run(P, "looped", Range({Items}, {Local}), Input, Out);
  std::vector<T> Got = Out.read(), Expected(Items);
  eachWarp(Items, Local, Width, [&](Warp W) {
    std::vector<T> V(In.begin() + W.First, In.begin() + W.First + W.Lanes);
    for (size_t I = 0; I < 3; ++I) {
      if (I == 1)
        continue;
      T Sum = 0;
      bool Any = false;
      for (size_t L = 0; L < W.Lanes; ++L)
        if (I < (W.First + L) % 4) {
          V[L] = add(V[L], T(1));
          Sum = add(Sum, V[L]);
          Any |= (W.First + L) % 7 == 0;
        }
      for (size_t L = 0; L < W.Lanes; ++L)
        if (I < (W.First + L) % 4) {
          T &Mine = Expected[W.First + L];
          Mine = add(Mine, Sum);
          if (Any)
            Mine = add(Mine, V[2 < W.Lanes ? 2 : L]);
        }
    }
  });
  EXPECT_EQ(Got, Expected);
}

TEST_F(SubGroupTest, SmallIntegers) {
  checkType<int8_t>("char", 32, 33);
  checkType<uint8_t>("uchar", 8, 20);
  checkType<int16_t>("short", 32, 70);
  checkType<uint16_t>("ushort", 16, 16);
}

TEST_F(SubGroupTest, Integers) {
  checkType<int32_t>("int", 32, 33);
  checkType<int32_t>("int", 4, 10);
  checkType<int32_t>("int", 64, 100);
  checkType<uint32_t>("uint", 32, 64);
}

TEST_F(SubGroupTest, LongIntegers) {
  checkType<int64_t>("long", 32, 40);
  checkType<uint64_t>("ulong", 64, 70);
}

TEST_F(SubGroupTest, Floats) {
  checkType<float>("float", 32, 33);
  checkType<double>("double", 16, 35);
}

TEST_F(SubGroupTest, WarpsOfOneLane) {
  checkType<int32_t>("int", 1, 5);
  // PoCL 6 cannot link kernels with sub-group functions for one work-item.
  bool SubGroups = std::strstr(moreOptions(), "-tkl-sub-groups");
  checkType<float>("float", 32, SubGroups ? 3 : 1);
}

/// Vectors: whatever their size, all of their bytes arrive, and no others.
TEST_F(SubGroupTest, BroadcastsOfVectors) {
  const std::string Kernel = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define CAT(a, b) a##b
#define MOVE(n)                                                                \
  do {                                                                         \
    T##n v = CAT(vload, n)(id, in), got;                                       \
    if (id % 2)                                                                \
      got = sub_group_broadcast(v, 2u);                                        \
    else                                                                       \
      got = sub_group_non_uniform_broadcast(v, id % 4 ? 1u : 3u);              \
    CAT(vstore, n)(got, id, out);                                              \
    in += n * items, out += n * items;                                         \
  } while (0)
__kernel void k(__global const S *in, __global S *out) {
  int id = get_global_id(0), items = get_global_size(0);
  if (id == 2)
    everywhere {
      MOVE(2); MOVE(3); MOVE(4); MOVE(8); MOVE(16);
    }
})";
  constexpr size_t Items = 6, Elements = 2 + 3 + 4 + 8 + 16;
  const std::pair<const char *, size_t> Types[] = {
      {"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"int", 4},
      {"uint", 4}, {"long", 8},  {"ulong", 8}, {"float", 4},  {"double", 8}};
  for (auto [Type, Size] : Types) {
    SCOPED_TRACE(Type);
    std::string Source = Kernel;
    for (size_t At; (At = Source.find("T##n")) != std::string::npos;)
      Source.replace(At, 4, std::string(Type) + "##n");
    std::vector<uint8_t> In(Items * Elements * Size);
    for (size_t I = 0; I < In.size(); ++I)
      In[I] = static_cast<uint8_t>(I * 37 % 251);
    Buffer<uint8_t> Input(In), Out(In.size());
    run(build(Source, std::string("-DS=") + Type), "k", Range({Items}, {Items}),
        Input, Out);
    std::vector<uint8_t> Got = Out.read(), Expected(In.size());
    size_t Start = 0;
    for (size_t N : {2, 3, 4, 8, 16}) {
      for (size_t Id = 0; Id < Items; ++Id) {
        size_t From = Id % 2 ? 2 : Id % 4 ? 1 : 3;
        std::copy_n(&In[Start + From * N * Size], N * Size,
                    &Expected[Start + Id * N * Size]);
      }
      Start += Items * N * Size;
    }
    EXPECT_EQ(Got, Expected);
  }
}

/// Numbers, votes and ballots, of which only the bits of lanes count.
TEST_F(SubGroupTest, BallotsAndNumbers) {
  const char Kernel[] = R"(
#define PUT(value) out[at++ * items + id] = (value)
__kernel void k(__global uint *out) {
  int id = get_global_id(0), items = get_global_size(0), at = 0;
  if (id % 5 == 2) return;
  everywhere (ulong m) {
    at = 0;
    PUT(get_sub_group_size());
    PUT(get_max_sub_group_size());
    PUT(get_num_sub_groups());
    PUT(get_enqueued_num_sub_groups());
    PUT(get_sub_group_id());
    PUT(get_sub_group_local_id());
    PUT((uint)m);
    PUT((uint)(m >> 32));
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (id % 3) {
      uint4 b = sub_group_ballot(id % 4);
      PUT(b.x); PUT(b.y); PUT(b.z | b.w);
      uint4 other = b ^ (uint4)(0x55555555u, 0xaaaaaaaau, 3u, 4u);
      PUT(sub_group_inverse_ballot(other));
      PUT(sub_group_ballot_bit_extract(other, (uint)id % 64));
      PUT(sub_group_ballot_bit_count(other));
      PUT(sub_group_ballot_inclusive_scan(other));
      PUT(sub_group_ballot_exclusive_scan(other));
      PUT(sub_group_ballot_find_lsb(other));
      PUT(sub_group_ballot_find_msb(other));
      PUT(sub_group_any(id % 4 == 1));
      PUT(sub_group_all(id % 6));
      PUT(sub_group_non_uniform_any(id % 4 == 0));
      PUT(sub_group_non_uniform_all(id % 3));
      PUT(sub_group_elect());
      uint4 masks[] = {get_sub_group_eq_mask(), get_sub_group_ge_mask(),
                       get_sub_group_gt_mask(), get_sub_group_le_mask(),
                       get_sub_group_lt_mask()};
      for (int i = 0; i < 5; ++i) {
        PUT(masks[i].x); PUT(masks[i].y); PUT(masks[i].z | masks[i].w);
      }
    }
  }
})";
  constexpr size_t Numbers = 38;
  for (const auto &Sizes : std::vector<std::pair<size_t, size_t>>{
           {32, 33}, {4, 10}, {64, 100}, {16, 7}, {64, 64}}) {
    // Clang captures no names of a structured binding.
    const size_t Width = Sizes.first, Local = Sizes.second;
    SCOPED_TRACE("width " + std::to_string(Width) + ", local size " +
                 std::to_string(Local));
    size_t Items = 2 * Local;
    Buffer<uint32_t> Out(std::vector<uint32_t>(Items * Numbers, 99));
    run(build(Kernel, "-tkl-warp-size=" + std::to_string(Width)), "k",
        Range({Items}, {Local}), Out);
    std::vector<uint32_t> Got = Out.read();
    eachWarp(Items, Local, Width, [&](Warp W) {
      uint64_t Came = 0, Active = 0, Ballot = 0;
      bool Any1 = false, All6 = true, Any0 = false;
      for (size_t L = 0; L < W.Lanes; ++L) {
        size_t Id = W.First + L;
        Came |= uint64_t(Id % 5 != 2) << L;
        if (Id % 3 == 0)
          continue;
        Active |= uint64_t(1) << L;
        Ballot |= uint64_t(Id % 4 != 0) << L;
        Any1 |= Id % 4 == 1;
        Any0 |= Id % 4 == 0;
        All6 &= Id % 6 != 0;
      }
      uint64_t All =
          W.Lanes == 64 ? ~uint64_t(0) : (uint64_t(1) << W.Lanes) - 1;
      uint64_t Most = std::min(Width, Local);
      uint64_t AllOfMost =
          Most == 64 ? ~uint64_t(0) : (uint64_t(1) << Most) - 1;
      uint64_t Other = Ballot ^ 0xaaaaaaaa55555555;
      auto Bits = [](uint64_t B) { return uint32_t(__builtin_popcountll(B)); };
      for (size_t L = 0; L < W.Lanes; ++L) {
        size_t Id = W.First + L;
        uint64_t Mine = uint64_t(1) << L, Below = Mine - 1;
        std::vector<uint32_t> Expected;
        auto Put = [&](uint64_t V) { Expected.push_back(uint32_t(V)); };
        if (Came) {
          size_t Warps = (Local + Width - 1) / Width;
          for (uint64_t V : {W.Lanes, Most, Warps, Warps,
                             W.First % Local / Width, L, Came, Came >> 32})
            Put(V);
        }
        if (Came && Id % 3) {
          for (uint64_t V : {Ballot, Ballot >> 32, uint64_t(0), Other >> L & 1,
                             Other >> Id % 64 & 1})
            Put(V);
          uint64_t Inside = Other & All;
          Put(Bits(Inside));
          Put(Bits(Other & (Below | Mine)));
          Put(Bits(Other & Below));
          Put(Inside ? __builtin_ctzll(Inside) : ~0u);
          Put(Inside ? 63 - __builtin_clzll(Inside) : ~0u);
          Put(Any1);
          Put(All6);
          Put(Any0);
          Put(1);
          Put(L == size_t(__builtin_ctzll(Active)));
          for (uint64_t Mask :
               {Mine, AllOfMost & ~Below, AllOfMost & ~Below & ~Mine,
                Below | Mine, Below}) {
            Put(Mask);
            Put(Mask >> 32);
            Put(0);
          }
        }
        Expected.resize(Numbers, 99);
        std::vector<uint32_t> Here;
        for (size_t I = 0; I < Numbers; ++I)
          Here.push_back(Got[I * Items + Id]);
        EXPECT_EQ(Here, Expected) << "work-item " << Id << ", lane " << L;
      }
    });
  }
}

/// In a task, a warp is the lane that runs it.
TEST_F(SubGroupTest, OneLaneInTasks) {
  const char Kernel[] = R"(
__task int t(int x) {
  int r = 0;
  if (x % 2)
    everywhere (uint m) {
      r = m + 10 * get_sub_group_size() + 100 * get_sub_group_local_id() +
          sub_group_shuffle(x, 3u) + sub_group_broadcast(x, 0u) +
          sub_group_reduce_add(x) + sub_group_scan_inclusive_max(x) +
          sub_group_scan_exclusive_add(x) + sub_group_any(x) +
          (sub_group_scan_exclusive_min(x) == INT_MAX) +
          (int)sub_group_ballot(x).x + sub_group_all(0);
      sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    }
  return r;
}
__kernel void k(__global int *out) {
  int i = get_global_id(0);
  out[i] <- t(i);
})";
  Buffer<int> Out(9);
  run(build(Kernel), "k", 9, Out);
  expectEach(Out, [](int I) { return I % 2 ? 1 + 10 + 4 * I + 3 : 0; });
}

} // namespace
