//===- LibraryTest.cpp - <tasklet/everywhere.clh> -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Each function of the header, called in divergent code by lanes that have
/// requests of their own, of sizes around the warp's, beside the serial
/// algorithm.
///
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>

using namespace tasklet::test;

namespace {

/// Sizes of requests, with warps of 8: none, one, around a warp and two.
const int Sizes[] = {0, 1, 2, 7, 8, 9, 15, 16, 17, 40};
constexpr int Most = 40;
constexpr int Items = 21; // two warps and a short one, in one work-group
const char Options[] = "-tkl-warp-size=8 -DMOST=40";

int sizeOf(int Item) { return Sizes[(Item * 7 + 3) % 10]; }
/// Work-items that call: some in a loop, those after others have returned.
bool calls(int Item) { return Item % 3 != 1 && Item != 12; }

/// What all kernels begin with: some work-items return, others go elsewhere.
const std::string Start = R"(
#include <tasklet/everywhere.clh>
#define CALLED (id % 3 != 1)
#define BEGIN \
  int id = get_global_id(0);                                                   \
  const int sizes[] = {0, 1, 2, 7, 8, 9, 15, 16, 17, 40};                      \
  size_t n = sizes[(id * 7 + 3) % 10];                                         \
  if (id == 12)                                                                \
    return;
)";

class EverywhereLibraryTest : public DeviceTest {
protected:
  template <typename... Args>
  static void runKernel(const std::string &Parameters, const std::string &Body,
                        const Args &...Values) {
    run(build(Start + "__kernel void k(" + Parameters + ") { BEGIN " + Body +
                  "\n}\n",
              Options),
        "k", Range({Items}, {Items}), Values...);
  }
  template <typename T> static std::vector<T> values(int Range) {
    std::mt19937 Random(3);
    std::vector<T> In(Items * Most);
    for (T &Value : In)
      Value = static_cast<T>(static_cast<int>(Random() % Range) - Range / 4);
    return In;
  }
};

TEST_F(EverywhereLibraryTest, Copy) {
  std::vector<int> In = values<int>(1000), Expected(Items * Most, -5);
  Buffer<int> Out(Expected);
  runKernel("__global int *dest, __global const int *src", R"(
    if (CALLED) ew_copy(dest + id * MOST, src + id * MOST, n);)",
            Out, Buffer<int>(In));
  for (int I = 0; I < Items; ++I)
    if (calls(I))
      std::copy_n(&In[I * Most], sizeOf(I), &Expected[I * Most]);
  EXPECT_EQ(Out.read(), Expected);
}

/// Elements of 12 bytes, aligned to 4, by way of local memory; and of 3.
TEST_F(EverywhereLibraryTest, CopyStructures) {
  std::vector<int> In = values<int>(1000), Expected(Items * Most, -5);
  Buffer<int> Out(Expected);
  std::vector<uint8_t> Small(Items * Most), Moved(Small.size(), 9);
  std::iota(Small.begin(), Small.end(), 0);
  Buffer<uint8_t> Bytes(Moved);
  runKernel(
      R"(__global int *dest, __global const int *src, __global uchar *moved,
         __global const uchar *bytes, __local int *scratch)",
      R"(
    struct three { int a, b, c; };
    struct tiny { uchar a, b, c; };
    n = n / 3;
    for (int i = 0; i < id % 3; ++i)
      if (i == 1) {
        ew_copy((__local struct three *)(scratch + id * MOST),
                (__global const struct three *)(src + id * MOST), n);
        ew_copy((__global struct three *)(dest + id * MOST),
                (__local struct three *)(scratch + id * MOST), n);
        ew_copy((__global struct tiny *)(moved + id * MOST),
                (__global const struct tiny *)(bytes + id * MOST), n);
      })",
      Out, Buffer<int>(In), Bytes, Buffer<uint8_t>(Small),
      Local{Items * Most * 4});
  for (int I = 0; I < Items; ++I)
    if (I % 3 == 2 && I != 12) {
      std::copy_n(&In[I * Most], sizeOf(I) / 3 * 3, &Expected[I * Most]);
      std::copy_n(&Small[I * Most], sizeOf(I) / 3 * 3, &Moved[I * Most]);
    }
  EXPECT_EQ(Out.read(), Expected);
  EXPECT_EQ(Bytes.read(), Moved);
}

TEST_F(EverywhereLibraryTest, FillAndGather) {
  std::vector<int64_t> In = values<int64_t>(1000), Expected(Items * Most, -5);
  std::vector<int16_t> Filled(Items * Most, 3);
  std::vector<cl_uint> Indices(Items * Most);
  for (size_t I = 0; I < Indices.size(); ++I)
    Indices[I] = cl_uint(I * 29 % Most);
  Buffer<int64_t> Out(Expected);
  Buffer<int16_t> Fill(Filled);
  runKernel(R"(__global long *dest, __constant const long *src,
               __global const uint *indices, __global short *fill)",
            R"(
    if (CALLED) {
      ew_gather(dest + id * MOST, src + id * MOST, indices + id * MOST, n);
      ew_fill(fill + id * MOST, (short)(id - 10), n);
    })",
            Out, Buffer<int64_t>(In), Buffer<cl_uint>(Indices), Fill);
  for (int I = 0; I < Items; ++I)
    for (int J = 0; calls(I) && J < sizeOf(I); ++J) {
      Expected[I * Most + J] = In[I * Most + Indices[I * Most + J]];
      Filled[I * Most + J] = int16_t(I - 10);
    }
  EXPECT_EQ(Out.read(), Expected);
  EXPECT_EQ(Fill.read(), Filled);
}

/// The library's gather of elements with several units each.
TEST_F(EverywhereLibraryTest, GatherStructures) {
  std::vector<int> In = values<int>(1000), Expected(Items * 3, 1);
  std::vector<cl_uint> Indices(Items);
  for (int I = 0; I < Items; ++I)
    Indices[I] = cl_uint(I * 5 % Items);
  Buffer<int> Out(Expected);
  runKernel(R"(__global int *dest, __global const int *src,
               __global const uint *indices)",
            R"(
    struct three { int a, b, c; };
    if (id == 4)
      ew_gather((__global struct three *)dest,
                (__global const struct three *)src, indices, 13);)",
            Out, Buffer<int>(In), Buffer<cl_uint>(Indices));
  for (int I = 0; I < 13; ++I)
    std::copy_n(&In[3 * Indices[I]], 3, &Expected[3 * I]);
  EXPECT_EQ(Out.read(), Expected);
}

template <typename T>
void checkReductions(const std::vector<T> &In, const std::vector<T> &Got,
                     T Least, T Greatest) {
  for (int I = 0; I < Items; ++I) {
    std::vector<T> Expected(3, T(1));
    if (calls(I)) {
      Expected = {T(0), Greatest, Least};
      for (int J = 0; J < sizeOf(I); ++J) {
        T V = In[I * Most + J];
        Expected[0] = T(Expected[0] + V);
        Expected[1] = std::min(Expected[1], V);
        Expected[2] = std::max(Expected[2], V);
      }
    }
    EXPECT_EQ(std::vector<T>(&Got[3 * I], &Got[3 * I] + 3), Expected)
        << "work-item " << I;
  }
}

// Sums of these are exact in any order.
const char ReduceBody[] = R"(
    if (CALLED) {
      out[3 * id] = ew_reduce_add(src + id * MOST, n);
      out[3 * id + 1] = ew_reduce_min(src + id * MOST, n);
      out[3 * id + 2] = ew_reduce_max(src + id * MOST, n);
    })";

TEST_F(EverywhereLibraryTest, Reduce) {
  auto Check = [&](const char *Type, auto Zero, auto Least, auto Greatest) {
    using T = decltype(Zero);
    SCOPED_TRACE(Type);
    std::vector<T> In = values<T>(1000);
    Buffer<T> Out(std::vector<T>(Items * 3, T(1)));
    std::string Name(Type);
    runKernel("__global " + Name + " *out, __global const " + Name + " *src",
              ReduceBody, Out, Buffer<T>(In));
    checkReductions<T>(In, Out.read(), Least, Greatest);
  };
  Check("int", cl_int(0), INT32_MIN, INT32_MAX);
  Check("uint", cl_uint(0), cl_uint(0), UINT32_MAX);
  Check("long", cl_long(0), cl_long(INT64_MIN), cl_long(INT64_MAX));
  Check("ulong", cl_ulong(0), cl_ulong(0), cl_ulong(UINT64_MAX));
  Check("float", 0.0f, -INFINITY, INFINITY);
  Check("double", 0.0, double(-INFINITY), double(INFINITY));
}

TEST_F(EverywhereLibraryTest, Scan) {
  std::vector<int> In = values<int>(1000), Inclusive(Items * Most, 4);
  std::vector<float> Floats(In.begin(), In.end()), Exclusive = Floats;
  Buffer<int> Out(Inclusive);
  Buffer<float> InPlace(Floats);
  runKernel(R"(__global int *out, __global const int *src,
               __global float *data)",
            R"(
    if (CALLED) {
      ew_scan_inclusive_add(out + id * MOST, src + id * MOST, n);
      if (id % 2)
        ew_scan_exclusive_add(data + id * MOST, data + id * MOST, n);
    })",
            Out, Buffer<int>(In), InPlace);
  for (int I = 0; I < Items; ++I) {
    if (!calls(I))
      continue;
    int Begin = I * Most, N = sizeOf(I);
    std::partial_sum(&In[Begin], &In[Begin] + N, &Inclusive[Begin]);
    float Below = 0;
    for (int J = 0; I % 2 && J < N; ++J) {
      Exclusive[Begin + J] = Below;
      Below += Floats[Begin + J];
    }
  }
  EXPECT_EQ(Out.read(), Inclusive);
  EXPECT_EQ(InPlace.read(), Exclusive);
}

TEST_F(EverywhereLibraryTest, Sort) {
  // Many are equal.
  std::vector<int> Expected = values<int>(20);
  std::vector<double> Doubles(Expected.begin(), Expected.end());
  Buffer<int> Data(Expected);
  Buffer<double> Reals(Doubles);
  runKernel("__global int *data, __global double *reals, __local double *near",
            R"(
    __local double *mine = near + id * MOST;
    if (CALLED) {
      ew_sort(data + id * MOST, n);
      ew_copy(mine, reals + id * MOST, n);
      ew_sort(mine, n);
      ew_copy(reals + id * MOST, mine, n);
    })",
            Data, Reals, Local{Items * Most * 8});
  for (int I = 0; I < Items; ++I)
    if (calls(I)) {
      std::sort(&Expected[I * Most], &Expected[I * Most] + sizeOf(I));
      std::sort(&Doubles[I * Most], &Doubles[I * Most] + sizeOf(I));
    }
  EXPECT_EQ(Data.read(), Expected);
  EXPECT_EQ(Reals.read(), Doubles);
}

/// Every length up to five warps, which a network must get right one by one.
TEST_F(EverywhereLibraryTest, SortAllLengths) {
  constexpr int Longest = 41;
  std::vector<int> Expected = values<int>(1 << 20);
  Expected.resize(Longest * (Longest + 1));
  for (size_t I = 0; I < Expected.size(); ++I)
    Expected[I] = Expected[I % (Items * Most)] ^ int(I);
  Buffer<int> Data(Expected);
  run(build(Start + R"(
__kernel void k(__global int *data) {
  int id = get_global_id(0);
  if (id != 5) ew_sort(data + id * 41, (size_t)id);
})",
            Options),
      "k", Range({Longest + 1}, {Longest + 1}), Data);
  for (int I = 0; I <= Longest; ++I)
    if (I != 5)
      std::sort(&Expected[I * 41], &Expected[I * 41] + I);
  EXPECT_EQ(Data.read(), Expected);
}

TEST_F(EverywhereLibraryTest, Search) {
  std::vector<int> In = values<int>(50), Sorted = In;
  for (int I = 0; I < Items; ++I)
    std::sort(&Sorted[I * Most], &Sorted[I * Most] + sizeOf(I));
  Buffer<cl_ulong> Out(std::vector<cl_ulong>(Items * 8, 99));
  runKernel(R"(__global ulong *out, __global const int *src,
               __global const int *sorted)",
            R"(
    if (CALLED)
      for (int i = 0; i < 4; ++i) {
        int wanted = i * 12 - 14 + id;
        if (i == 3) wanted = 1000;
        out[8 * id + 2 * i] = ew_find(src + id * MOST, n, wanted);
        out[8 * id + 2 * i + 1] =
            ew_lower_bound(sorted + id * MOST, n, wanted);
      })",
            Out, Buffer<int>(In), Buffer<int>(Sorted));
  std::vector<cl_ulong> Expected(Items * 8, 99);
  for (int I = 0; I < Items; ++I)
    for (int J = 0; calls(I) && J < 4; ++J) {
      int Wanted = J == 3 ? 1000 : J * 12 - 14 + I;
      const int *Data = &In[I * Most], *Up = &Sorted[I * Most];
      Expected[8 * I + 2 * J] =
          std::find(Data, Data + sizeOf(I), Wanted) - Data;
      Expected[8 * I + 2 * J + 1] =
          std::lower_bound(Up, Up + sizeOf(I), Wanted) - Up;
    }
  EXPECT_EQ(Out.read(), Expected);
}

TEST_F(EverywhereLibraryTest, Compare) {
  // Equal but for one byte; some strings end early, before or after it.
  std::vector<char> A(Items * Most, 'x');
  for (size_t I = 0; I < A.size(); ++I)
    A[I] = char('a' + I % 23);
  std::vector<char> B = A;
  for (int I = 0; I < Items; ++I) {
    int At = I * 5 % Most;
    B[I * Most + At] = I % 4 ? char(200 - I) : A[I * Most + At];
    if (I % 5 < 3)
      A[I * Most + I * 3 % Most] = B[I * Most + I * 3 % Most] = 0;
  }
  Buffer<int> Out(std::vector<int>(Items * 2, 99));
  runKernel(R"(__global int *out, __global const char *a,
               __constant const char *b)",
            R"(
    if (CALLED) {
      out[2 * id] = ew_compare(a + id * MOST, b + id * MOST, n);
      out[2 * id + 1] = ew_string_compare(a + id * MOST, b + id * MOST, n);
    })",
            Out, Buffer<char>(A), Buffer<char>(B));
  std::vector<int> Got = Out.read();
  auto Sign = [](int X) { return (X > 0) - (X < 0); };
  for (int I = 0; I < Items; ++I) {
    int Bytes = 99, Text = 99;
    if (calls(I)) {
      Bytes = Sign(memcmp(&A[I * Most], &B[I * Most], sizeOf(I)));
      Text = Sign(strncmp(&A[I * Most], &B[I * Most], sizeOf(I)));
      Got[2 * I] = Sign(Got[2 * I]);
      Got[2 * I + 1] = Sign(Got[2 * I + 1]);
    }
    EXPECT_EQ(Got[2 * I], Bytes) << I;
    EXPECT_EQ(Got[2 * I + 1], Text) << I;
  }
}

/// All work-items of several groups insert into one table, until it is full.
TEST_F(EverywhereLibraryTest, HashTable) {
  constexpr cl_uint None = 0xffffffff;
  constexpr size_t All = 63;
  for (cl_uint Slots : {1u, 7u, 8u, 9u, 45u, 50u}) {
    SCOPED_TRACE(Slots);
    Buffer<cl_uint> Table(std::vector<cl_uint>(Slots, None));
    std::vector<cl_uint> Fresh(All * 2, 77);
    Buffer<cl_uint> Out(Fresh);
    Program P = build(R"(
#include <tasklet/everywhere.clh>
__kernel void insert(__global uint *table, uint slots, __global uint *out) {
  int id = get_global_id(0);
  if (id % 4 != 2)
    out[2 * id] = ew_hash_insert(table, slots, (uint)(id % 60) * 1000u);
}
__kernel void find(__global uint *table, uint slots, __global uint *out) {
  int id = get_global_id(0);
  if (id % 7)
    out[2 * id + 1] = ew_hash_find(table, slots, (uint)(id % 60) * 1000u);
})",
                      Options);
    run(P, "insert", Range({All}, {21}), Table, Slots, Out);
    run(P, "find", Range({All}, {21}), Table, Slots, Out);
    std::vector<cl_uint> Got = Out.read(), Keys = Table.read();
    // Every key at most once, and only what was inserted.
    std::vector<cl_uint> Present;
    for (cl_uint Key : Keys)
      if (Key != None)
        Present.push_back(Key);
    std::sort(Present.begin(), Present.end());
    EXPECT_EQ(std::adjacent_find(Present.begin(), Present.end()),
              Present.end());
    std::vector<cl_uint> Wanted;
    for (size_t I = 0; I < All; ++I)
      if (I % 4 != 2)
        Wanted.push_back(cl_uint(I % 60) * 1000);
    std::sort(Wanted.begin(), Wanted.end());
    Wanted.erase(std::unique(Wanted.begin(), Wanted.end()), Wanted.end());
    EXPECT_EQ(Present.size(), std::min<size_t>(Slots, Wanted.size()));
    EXPECT_TRUE(std::includes(Wanted.begin(), Wanted.end(), Present.begin(),
                              Present.end()));
    for (size_t I = 0; I < All; ++I) {
      cl_uint Key = cl_uint(I % 60) * 1000;
      size_t Slot = std::find(Keys.begin(), Keys.end(), Key) - Keys.begin();
      cl_uint Where = Slot == Slots ? None : cl_uint(Slot);
      EXPECT_EQ(Got[2 * I], I % 4 != 2 ? Where : 77) << I;
      EXPECT_EQ(Got[2 * I + 1], I % 7 ? Where : 77) << I;
    }
    // As the header says: from the key's start on, no slot is free before it.
    for (cl_uint Key : Present) {
      cl_uint At = cl_uint(uint64_t(cl_uint(Key * 2654435769u)) * Slots >> 32);
      while (Keys[At] != Key) {
        ASSERT_NE(Keys[At], None) << Key;
        At = (At + 1) % Slots;
      }
    }
  }
}

/// A task is a warp of one lane.
TEST_F(EverywhereLibraryTest, InTasks) {
  std::vector<int> In = values<int>(100);
  Buffer<int> Data(In), Out(std::vector<int>(Items, 0));
  run(build(Start + R"(
__task int t(__global int *data, int n) {
  ew_sort(data, n);
  return ew_reduce_add(data, (size_t)n) + 1000 * (int)ew_lower_bound(data, n, 20) +
         100000 * (int)ew_find(data, n, 7);
}
__kernel void k(__global int *data, __global int *out) {
  BEGIN
  if (CALLED)
    out[id] <- t(data + id * MOST, n);
})",
            Options),
      "k", Range({Items}, {Items}), Data, Out);
  std::vector<int> Expected(Items, 0);
  for (int I = 0; I < Items; ++I)
    if (calls(I)) {
      int *Begin = &In[I * Most], *End = Begin + sizeOf(I);
      std::sort(Begin, End);
      Expected[I] = int(std::accumulate(Begin, End, 0) +
                        1000 * (std::lower_bound(Begin, End, 20) - Begin) +
                        100000 * (std::find(Begin, End, 7) - Begin));
    }
  EXPECT_EQ(Out.read(), Expected);
  EXPECT_EQ(Data.read(), In);
}

} // namespace
