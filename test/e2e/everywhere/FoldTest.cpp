//===- FoldTest.cpp - Reductions, scans, clusters and equal lanes ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// By and, or, xor, product and truth values, of all lanes and in clusters of
/// every size, beside loops over arrays in C++: where all lanes are, where some
/// wait in another branch of the body, and in warps that are short.
///
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <random>

using namespace tasklet::test;

namespace {

/// A work-item with all & 1 == 0 waits where id % 5 == 2.
std::string kernelOf(const std::string &Fold, bool WithShortNames) {
  std::string Non = WithShortNames ? "" : "non_uniform_";
  return std::string("__kernel void ") + (WithShortNames ? "short_" : "k_") +
         Fold +
         R"((__global const T *in, __global T *out, int all) {
  int id = get_global_id(0), items = get_global_size(0), at = 0;
  if (id % 4 == 1)
    return;
  everywhere {
    T v = in[id];
    if (all || id % 5 != 2) {
      PUT(sub_group_)" +
         Non + "reduce_" + Fold + R"((v));
      PUT(sub_group_)" +
         Non + "scan_inclusive_" + Fold + R"((v));
      PUT(sub_group_)" +
         Non + "scan_exclusive_" + Fold + R"((v));
)" +
         (WithShortNames ? ""
                         : R"(
      PUT(sub_group_clustered_reduce_)" +
                               Fold + R"((v, 1));
#if __TKL_WARP_SIZE__ >= 4
      PUT(sub_group_clustered_reduce_)" +
                               Fold + R"((v, 2u));
      PUT(sub_group_clustered_reduce_)" +
                               Fold + R"((v, 4ul));
#endif
      PUT(sub_group_clustered_reduce_)" +
                               Fold + R"((v, __TKL_WARP_SIZE__));)") +
         R"(
    }
  }
}
)";
}

const char Head[] = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define PUT(value) out[at++ * items + id] = (value)
)";

template <typename T> struct Fold {
  const char *Name;
  T Identity;
  std::function<T(T, T)> Apply;
};

template <typename T> std::vector<Fold<T>> arithmetic() {
  using Limits = std::numeric_limits<T>;
  bool Infinite = Limits::has_infinity;
  return {{"add", 0, [](T A, T B) { return T(A + B); }},
          {"mul", 1,
           [](T A, T B) {
             if constexpr (std::is_integral_v<T>)
               return T(uint64_t(A) * uint64_t(B));
             else
               return A * B;
           }},
          {"min", Infinite ? Limits::infinity() : Limits::max(),
           [](T A, T B) { return std::min(A, B); }},
          {"max", Infinite ? T(-Limits::infinity()) : Limits::lowest(),
           [](T A, T B) { return std::max(A, B); }}};
}
template <typename T> std::vector<Fold<T>> bitwise() {
  return {{"and", T(-1), [](T A, T B) { return T(A & B); }},
          {"or", 0, [](T A, T B) { return T(A | B); }},
          {"xor", 0, [](T A, T B) { return T(A ^ B); }}};
}
std::vector<Fold<int>> logical() {
  return {{"logical_and", 1, [](int A, int B) { return int(A && B); }},
          {"logical_or", 0, [](int A, int B) { return int(A || B); }},
          {"logical_xor", 0, [](int A, int B) { return int(!A != !B); }}};
}

struct Warp {
  size_t First, Lanes;
};
void eachWarp(size_t Items, size_t Local, size_t Width,
              const std::function<void(Warp)> &Visit) {
  for (size_t Group = 0; Group < Items; Group += Local)
    for (size_t I = 0; I < Local; I += Width)
      Visit({Group + I, std::min(Width, Local - I)});
}

std::string optionsFor(const std::string &Type, size_t Width) {
  return "-DT=" + Type + " -tkl-warp-size=" + std::to_string(Width);
}

class FoldTest : public DeviceTest {
protected:
  template <typename T>
  static void checkFolds(const char *Type, size_t Width, size_t Local,
                         const std::vector<Fold<T>> &Folds,
                         bool ShortNames = false);
};

template <typename T>
void FoldTest::checkFolds(const char *Type, size_t Width, size_t Local,
                          const std::vector<Fold<T>> &Folds, bool ShortNames) {
  size_t Items = 2 * Local;
  // So that neither all bits nor none are common, and no product is lost.
  std::mt19937 Random(7);
  std::vector<T> In(Items);
  for (T &V : In)
    if constexpr (std::is_integral_v<T>)
      V = Folds[0].Name[0] == 'l' ? T(Random() % 8 != 0) : T(Random() | 0x11u);
    else
      V = T(Random() % 2 ? 1.5 : -0.5);
  std::string Source = Head;
  for (const Fold<T> &F : Folds)
    Source += kernelOf(F.Name, ShortNames);
  Program P = build(Source, optionsFor(Type, Width));
  std::vector<size_t> Clusters = {1};
  if (Width >= 4)
    Clusters = {1, 2, 4};
  Clusters.push_back(Width);
  if (ShortNames)
    Clusters.clear();
  size_t Results = 3 + Clusters.size();
  const T Untouched = 77;
  Buffer<T> Input(In);
  for (const Fold<T> &F : Folds)
    for (int All : {1, 0}) {
      SCOPED_TRACE(std::string(F.Name) + " of " + Type + ", width " +
                   std::to_string(Width) + ", local size " +
                   std::to_string(Local) + (All ? ", all" : ", some"));
      Buffer<T> Out(std::vector<T>(Items * Results, Untouched));
      run(P, ((ShortNames ? "short_" : "k_") + std::string(F.Name)).c_str(),
          Range({Items}, {Local}), Input, Out, All);
      std::vector<T> Got = Out.read();
      std::vector<T> Expected(Items * Results, Untouched);
      eachWarp(Items, Local, Width, [&](Warp W) {
        auto Active = [&](size_t L) { return All || (W.First + L) % 5 != 2; };
        // Of the active lanes in this range.
        auto Of = [&](size_t From, size_t To) {
          T Result = F.Identity;
          for (size_t L = From; L < std::min(To, W.Lanes); ++L)
            if (Active(L))
              Result = F.Apply(Result, In[W.First + L]);
          return Result;
        };
        bool Visited = false;
        for (size_t L = 0; L < W.Lanes; ++L)
          Visited |= (W.First + L) % 4 != 1;
        for (size_t L = 0; L < W.Lanes; ++L) {
          if (!Visited || !Active(L))
            continue;
          T *Mine = &Expected[W.First + L];
          Mine[0] = Of(0, W.Lanes);
          Mine[Items] = Of(0, L + 1);
          Mine[2 * Items] = Of(0, L);
          for (size_t I = 0; I < Clusters.size(); ++I) {
            size_t First = L - L % Clusters[I];
            Mine[(3 + I) * Items] = Of(First, First + Clusters[I]);
          }
        }
      });
      EXPECT_EQ(Got, Expected);
    }
}

template <typename T> std::vector<Fold<T>> allOf() {
  std::vector<Fold<T>> Folds = arithmetic<T>();
  for (const Fold<T> &F : bitwise<T>())
    Folds.push_back(F);
  return Folds;
}

TEST_F(FoldTest, Integers) {
  checkFolds<int32_t>("int", 32, 35, allOf<int32_t>());
  checkFolds<uint32_t>("uint", 8, 20, allOf<uint32_t>());
}

TEST_F(FoldTest, WarpsOfEverySize) {
  for (auto [Width, Local] :
       std::vector<std::pair<size_t, size_t>>{{1, 5}, {2, 7}, {64, 100}})
    checkFolds<int32_t>("int", Width, Local,
                        {arithmetic<int32_t>()[1], bitwise<int32_t>()[0],
                         bitwise<int32_t>()[2]});
}

TEST_F(FoldTest, OtherIntegers) {
  checkFolds<int8_t>("char", 8, 12, allOf<int8_t>());
  checkFolds<uint16_t>("ushort", 16, 16, allOf<uint16_t>());
  checkFolds<int64_t>("long", 32, 33, allOf<int64_t>());
  checkFolds<uint64_t>("ulong", 4, 11, allOf<uint64_t>());
}

TEST_F(FoldTest, Floats) {
  // Products of these numbers are exact.
  checkFolds<float>("float", 16, 20, arithmetic<float>());
  checkFolds<double>("double", 32, 35, arithmetic<double>());
}

TEST_F(FoldTest, TruthValues) {
  checkFolds<int>("int", 32, 35, logical());
  checkFolds<int>("int", 4, 10, logical());
}

TEST_F(FoldTest, NamesWithoutNonUniform) {
  checkFolds<int>("int", 8, 12, allOf<int>(), /*ShortNames=*/true);
  checkFolds<int>("int", 8, 12, logical(), /*ShortNames=*/true);
}

/// In the last cluster of a short warp as many lanes turn as there are.
TEST_F(FoldTest, RotationsInClusters) {
  const char Kernel[] = R"(
__kernel void k(__global int *out) {
  int id = get_global_id(0), items = get_global_size(0);
  everywhere {
    int v = 100 + id;
    out[id] = sub_group_clustered_rotate(v, 1, 4u);
    out[items + id] = sub_group_clustered_rotate(v, -3, 4u);
    out[2 * items + id] = sub_group_clustered_rotate(v, 5, 1u);
    out[3 * items + id] = sub_group_clustered_rotate(v, 5, 8u);
  }
})";
  for (size_t Local : {8, 11, 16}) {
    const int Clusters[] = {4, 4, 1, 8}, By[] = {1, -3, 5, 5};
    size_t Items = 2 * Local;
    Buffer<int> Out(4 * Items);
    run(build(Kernel, "-tkl-warp-size=8"), "k", Range({Items}, {Local}), Out);
    std::vector<int> Got = Out.read(), Expected(4 * Items);
    eachWarp(Items, Local, 8, [&](Warp W) {
      for (int L = 0; L < int(W.Lanes); ++L)
        for (int I = 0; I < 4; ++I) {
          int First = L - L % Clusters[I];
          int Size = std::min(Clusters[I], int(W.Lanes) - First);
          int From = ((L - First + By[I]) % Size + Size) % Size;
          Expected[I * Items + W.First + L] = 100 + int(W.First) + First + From;
        }
    });
    EXPECT_EQ(Got, Expected) << "local size " << Local;
  }
}

/// Numbers, vectors and pointers: whoever has the same bits, of who is there.
TEST_F(FoldTest, EqualLanes) {
  const char Kernel[] = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void k(__global const int *in, __global ulong *out) {
  int id = get_global_id(0), items = get_global_size(0);
  everywhere {
    int v = in[id];
    if (id % 7 != 3) {
      uint4 a = sub_group_match_any(v);
      uint4 b = sub_group_match_any((double)v);
      uint4 c = sub_group_match_any((long4)(1, v, 3, 4));
      uint4 d = sub_group_match_any(in + v);
      out[id] = (ulong)a.y << 32 | a.x;
      out[items + id] = (ulong)b.y << 32 | b.x;
      out[2 * items + id] = (ulong)c.y << 32 | c.x;
      out[3 * items + id] = (ulong)d.y << 32 | d.x;
      out[4 * items + id] = a.z | a.w | b.z | c.z | d.w;
    }
  }
})";
  for (auto [Width, Local] : std::vector<std::pair<size_t, size_t>>{
           {1, 5}, {2, 6}, {8, 20}, {32, 33}, {64, 100}}) {
    size_t Items = 2 * Local;
    std::mt19937 Random(11);
    std::vector<int> In(Items);
    for (int &V : In)
      V = Random() % 4;
    Buffer<int> Input(In);
    Buffer<uint64_t> Out(std::vector<uint64_t>(5 * Items, 99));
    run(build(Kernel, optionsFor("int", Width)), "k", Range({Items}, {Local}),
        Input, Out);
    std::vector<uint64_t> Got = Out.read(), Expected(5 * Items, 99);
    eachWarp(Items, Local, Width, [&](Warp W) {
      for (size_t L = 0; L < W.Lanes; ++L) {
        if ((W.First + L) % 7 == 3)
          continue;
        uint64_t Same = 0;
        for (size_t I = 0; I < W.Lanes; ++I)
          if ((W.First + I) % 7 != 3 && In[W.First + I] == In[W.First + L])
            Same |= uint64_t(1) << I;
        for (size_t I = 0; I < 4; ++I)
          Expected[I * Items + W.First + L] = Same;
        Expected[4 * Items + W.First + L] = 0;
      }
    });
    EXPECT_EQ(Got, Expected) << "width " << Width;
  }
}

/// Both ways, for every type that a mask may have.
TEST_F(FoldTest, MasksAndBallots) {
  const char Kernel[] = R"(
#include <tasklet/everywhere.clh>
__kernel void k(__global ulong *out) {
  int id = get_global_id(0), items = get_global_size(0);
  if (id % 3 == 0) {
    everywhere (M mask) {
      out[id] = ew_mask_of(ew_ballot_of(mask));
      out[items + id] = sub_group_inverse_ballot(ew_ballot_of(mask));
      out[2 * items + id] = sub_group_ballot_bit_count(ew_ballot_of(mask));
      out[3 * items + id] = ew_mask_of(sub_group_ballot(id % 2));
      uint4 b = ew_ballot_of(mask);
      out[4 * items + id] = b.z | b.w;
    }
  }
})";
  for (auto [Type, Width] : std::vector<std::pair<const char *, size_t>>{
           {"int", 32}, {"uint", 32}, {"long", 64}, {"ulong", 64}}) {
    size_t Local = 130, Items = Local;
    Buffer<uint64_t> Out(5 * Items);
    run(build(Kernel, std::string("-DM=") + Type +
                          " -tkl-warp-size=" + std::to_string(Width)),
        "k", Range({Items}, {Local}), Out);
    std::vector<uint64_t> Got = Out.read(), Expected(5 * Items);
    eachWarp(Items, Local, Width, [&](Warp W) {
      uint64_t Came = 0, Odd = 0;
      for (size_t L = 0; L < W.Lanes; ++L) {
        Came |= uint64_t((W.First + L) % 3 == 0) << L;
        Odd |= uint64_t((W.First + L) % 2) << L;
      }
      for (size_t L = 0; L < W.Lanes; ++L) {
        uint64_t *Mine = &Expected[W.First + L];
        Mine[0] = Came;
        Mine[Items] = Came >> L & 1;
        Mine[2 * Items] = __builtin_popcountll(Came);
        Mine[3 * Items] = Odd;
        Mine[4 * Items] = 0;
      }
    });
    EXPECT_EQ(Got, Expected) << Type;
  }
}

/// The macro is what warps have, but for the last one.
TEST_F(FoldTest, SizeOfWarpsIsAConstant) {
  const char Kernel[] = R"(
#if !defined(__TKL_WARP_SIZE__) || __TKL_WARP_SIZE__ > 64
#error
#endif
__kernel __attribute__((reqd_work_group_size(70, 1, 1)))
void k(__global uint *out) {
  __local int part[2 * __TKL_WARP_SIZE__];
  int id = get_global_id(0);
  everywhere {
    out[id] = 100 * get_sub_group_size() + sizeof(part) / 2 / sizeof(int);
  }
})";
  for (size_t Width : {0, 1, 2, 8, 32, 64}) {
    size_t Lanes = Width ? Width : 32;
    Buffer<uint32_t> Out(70);
    run(build(Kernel, Width ? "-tkl-warp-size=" + std::to_string(Width) : ""),
        "k", Range({70}, {70}), Out);
    std::vector<uint32_t> Got = Out.read(), Expected(70);
    eachWarp(70, 70, Lanes, [&](Warp W) {
      for (size_t L = 0; L < W.Lanes; ++L)
        Expected[W.First + L] = uint32_t(100 * W.Lanes + Lanes);
    });
    EXPECT_EQ(Got, Expected) << "width " << Width;
  }
}

/// Where a warp is one lane, all of them are of that lane.
TEST_F(FoldTest, OneLaneInTasks) {
  const char Kernel[] = R"(
__task int t(__global const int *in, int x) {
  int r = 0;
  everywhere {
    r = *sub_group_shuffle(in + x, 5u) + sub_group_broadcast_first(in)[x] +
        sub_group_clustered_reduce_add(x, 8) + sub_group_reduce_mul(x) +
        sub_group_non_uniform_reduce_and(x) + sub_group_reduce_logical_xor(x) +
        sub_group_non_uniform_scan_exclusive_mul(x) +
        sub_group_scan_exclusive_and(x) +
        sub_group_non_uniform_scan_exclusive_logical_and(x) +
        sub_group_clustered_rotate(x, 3, 4) + sub_group_match_any(in).x;
  }
  return r;
}
__kernel void k(__global const int *in, __global int *out) {
  int i = get_global_id(0);
  out[i] <- t(in, i);
})";
  std::vector<int> In = {7, 6, 5, 4, 3, 2};
  Buffer<int> Input(In), Out(6);
  run(build(Kernel), "k", 6, Input, Out);
  expectEach(Out, [&](int I) {
    return 2 * In[I] + 3 * I + (I != 0) + 1 - 1 + 1 + I + 1;
  });
}

} // namespace
