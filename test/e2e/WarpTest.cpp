//===- WarpTest.cpp - The device functions of warps -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// libtasklet/device/warp_group.cl and warp_subgroup.cl in kernels written by
/// hand, without our compiler: every function, with work-groups and warps of
/// many shapes and many sets of active lanes, beside loops over arrays in C++.
/// The second form needs a device with sub-groups (scripts/in-debian13).
///
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <random>

using namespace tasklet::test;

namespace {

const std::vector<std::vector<size_t>> GroupShapes = {
    {1}, {7}, {32}, {33}, {64}, {100}, {256}, {16, 4}, {5, 3}, {4, 3, 3}};
const std::vector<cl_uint> Widths = {4, 8, 16, 32, 64};
const std::vector<std::vector<size_t>> FewShapes = {{33}, {64}, {100}, {5, 3}};
const std::vector<cl_uint> FewWidths = {8, 32, 64};
constexpr size_t Groups = 3;

/// TKL_WARP_WORDS of warp.h.
constexpr size_t wordsFor(size_t Items) {
  return Items + Items / 8 + Items / 64 + 4;
}

/// Of the source: every fold of one type, one after the other, so that a call
/// that reads what the next one writes is seen.
const char Source[] = R"(
#ifdef SUB_GROUPS
#include "warp_subgroup.cl"
#define SIZED __attribute__((intel_reqd_sub_group_size(SUB_GROUPS)))
#else
#include "warp_group.cl"
#define SIZED
#endif
size_t place(void) {
  size_t group = get_group_id(0);
  return group * get_local_size(0) * get_local_size(1) * get_local_size(2) +
         (get_local_id(2) * get_local_size(1) + get_local_id(1)) *
             get_local_size(0) + get_local_id(0);
}
#define FOLD(type, suffix, identity)                                           \
  SIZED __kernel void suffix(                                                  \
      __global const type *values, __global const uchar *active,               \
      __global type *out, __local ulong *slots, uint width) {                  \
    tkl_warp w;                                                                \
    __tkl_warp_begin(&w, slots, width);                                        \
    size_t i = place();                                                        \
    out[3 * i] = __tkl_warp_reduce_##suffix(&w, active[i], values[i]);         \
    out[3 * i + 1] =                                                           \
        __tkl_warp_scan_inclusive_##suffix(&w, active[i], values[i]);          \
    out[3 * i + 2] = __tkl_warp_scan_exclusive_##suffix(&w, active[i],         \
                                                        values[i], identity);  \
  }
FOLD(long, add_i64, 0)
FOLD(long, min_i64, INT_MAX)
FOLD(long, max_i64, INT_MIN)
FOLD(ulong, min_u64, UINT_MAX)
FOLD(ulong, max_u64, 0)
FOLD(float, add_f32, 0)
FOLD(float, min_f32, INFINITY)
FOLD(float, max_f32, -INFINITY)
FOLD(double, add_f64, 0)
FOLD(double, min_f64, INFINITY)
FOLD(double, max_f64, -INFINITY)

SIZED __kernel void rest(__global const ulong *values,
                         __global const uchar *active, __global ulong *out,
                         __local ulong *slots, uint width) {
  tkl_warp w;
  __tkl_warp_begin(&w, slots, width);
  size_t i = place();
  __global ulong *o = out + 9 * i;
  o[0] = __tkl_warp_ballot(&w, active[i]);
  o[1] = __tkl_warp_shuffle(&w, values[i], (uint)(values[i] % 80));
  o[2] = __tkl_warp_ballot(&w, values[i] & 1);
  o[3] = __tkl_warp_any_of_all(&w, active[i]);
  /* Those that come late must not see what was written for the next one. */
  o[4] = __tkl_warp_shuffle(&w, values[i] + 1, w.lane ^ 1);
  o[5] = (ulong)w.size << 32 | w.lane;
  o[6] = (ulong)w.count << 32 | w.index;
  o[7] = w.most;
  o[8] = __tkl_warp_any_of_all(&w, false);
  __tkl_warp_barrier(&w, CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
)";

/// A case: a shape of work-groups, a warp's width and which lanes are active.
struct Shape {
  std::vector<size_t> Local;
  cl_uint Width;
  size_t Items = 1; // of a work-group
  Range range() const {
    std::vector<size_t> Global = Local;
    Global[0] *= Groups;
    return Range(Global, Local);
  }
  /// Calls \p Visit with the first item of each warp and its lanes.
  template <typename Fn> void eachWarp(Fn Visit) const {
    for (size_t Group = 0; Group < Groups; ++Group)
      for (size_t I = 0; I < Items; I += Width)
        Visit(Group * Items + I, std::min<size_t>(Width, Items - I));
  }
};

std::vector<uint8_t> activeLanes(const Shape &S, unsigned Pattern) {
  std::mt19937 Random(Pattern);
  std::vector<uint8_t> Active(S.Items * Groups);
  for (size_t I = 0; I < Active.size(); ++I)
    Active[I] = Pattern == 0   ? 1
                : Pattern == 1 ? I % 2
                : Pattern == 2 ? I % S.Items % S.Width == S.Width - 1
                               : Random() % 3 == 0;
  return Active;
}

enum class Form { WorkGroup, SubGroup };

void PrintTo(Form F, std::ostream *Out) {
  *Out << (F == Form::WorkGroup ? "WorkGroup" : "SubGroup");
}

class WarpTest : public DeviceTest, public ::testing::WithParamInterface<Form> {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (GetParam() == Form::SubGroup && !hasSubGroups())
      GTEST_SKIP() << "the device has no sub-groups";
  }

  static bool hasSubGroups() {
    char Names[8192] = {};
    check(clGetDeviceInfo(Device::get()->Id, CL_DEVICE_EXTENSIONS,
                          sizeof(Names) - 1, Names, nullptr),
          "clGetDeviceInfo");
    return std::strstr(Names, "cl_khr_subgroup_shuffle") &&
           std::strstr(Names, "cl_intel_required_subgroup_size");
  }

  /// The form of the parameter; sub-groups have the size in their kernels.
  static Program &program(cl_uint Width) {
    static std::map<cl_uint, Program> Known;
    std::string Options = "-I" TASKLET_DEVICE_SOURCES;
    if (GetParam() == Form::WorkGroup)
      Width = 0;
    else
      Options += " -cl-std=CL3.0 -DSUB_GROUPS=" + std::to_string(Width);
    auto Found = Known.find(Width);
    if (Found == Known.end())
      Found = Known.emplace(Width, build(Source, Options)).first;
    return Found->second;
  }

  template <typename Fn> static void eachShape(Fn Visit) {
    // Drivers with sub-groups compile a kernel for each local size.
    bool Few = GetParam() == Form::SubGroup;
    for (const std::vector<size_t> &Local : Few ? FewShapes : GroupShapes)
      for (cl_uint Width : Few ? FewWidths : Widths) {
        Shape S{Local, Width};
        for (size_t Extent : Local)
          S.Items *= Extent;
        Visit(S);
      }
  }

  template <typename T, typename Op>
  static void checkFold(const char *Name, T Identity, Op Fold);
};

template <typename T> T randomValue(std::mt19937_64 &Random) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<int32_t>(Random()));
  return static_cast<T>(static_cast<int64_t>(Random() % 2000001) - 1000000) /
         1024;
}

/// What the three folds of lane Lane give, from their definition.
template <typename T, typename Op>
void WarpTest::checkFold(const char *Name, T Identity, Op Fold) {
  SCOPED_TRACE(Name);
  std::mt19937_64 Random(7);
  eachShape([&](const Shape &S) {
    for (unsigned Pattern = 0; Pattern < 4; ++Pattern) {
      std::vector<T> Values(S.Items * Groups);
      for (T &Value : Values)
        Value = randomValue<T>(Random);
      std::vector<uint8_t> Active = activeLanes(S, Pattern);
      Buffer<T> Out(Values.size() * 3);
      run(program(S.Width), Name, S.range(), Buffer<T>(Values),
          Buffer<uint8_t>(Active), Out, Local{wordsFor(S.Items) * 8}, S.Width);
      std::vector<T> Got = Out.read();
      S.eachWarp([&](size_t First, size_t Lanes) {
        for (size_t Lane = 0; Lane < Lanes; ++Lane) {
          if (!Active[First + Lane])
            continue;
          T All{}, Upto{}, Below = Identity;
          bool AnyAll = false, AnyUpto = false;
          for (size_t Other = 0; Other < Lanes; ++Other) {
            T Value = Values[First + Other];
            if (!Active[First + Other])
              continue;
            All = AnyAll ? Fold(All, Value) : Value;
            AnyAll = true;
            if (Other <= Lane) {
              Upto = AnyUpto ? Fold(Upto, Value) : Value;
              AnyUpto = true;
            }
            if (Other < Lane)
              Below = Fold(Below, Value);
          }
          const T *Mine = &Got[3 * (First + Lane)];
          std::string Where = "items " + std::to_string(S.Items) + ", width " +
                              std::to_string(S.Width) + ", lane " +
                              std::to_string(First + Lane);
          ASSERT_EQ(Mine[0], All) << Where;
          ASSERT_EQ(Mine[1], Upto) << Where;
          ASSERT_EQ(Mine[2], Below) << Where;
        }
      });
      if (::testing::Test::HasFatalFailure())
        return;
    }
  });
}

template <typename T> T add(T A, T B) { return A + B; }
template <typename T> T least(T A, T B) { return B < A ? B : A; }
template <typename T> T most(T A, T B) { return A < B ? B : A; }

TEST_P(WarpTest, FoldsOfIntegers) {
  checkFold<int64_t>("add_i64", 0, add<int64_t>);
  checkFold<int64_t>("min_i64", INT32_MAX, least<int64_t>);
  checkFold<int64_t>("max_i64", INT32_MIN, most<int64_t>);
  checkFold<uint64_t>("min_u64", UINT32_MAX, least<uint64_t>);
  checkFold<uint64_t>("max_u64", 0, most<uint64_t>);
}

TEST_P(WarpTest, FoldsOfFloats) {
  constexpr float Infinity = std::numeric_limits<float>::infinity();
  checkFold<float>("add_f32", 0, add<float>);
  checkFold<float>("min_f32", Infinity, least<float>);
  checkFold<float>("max_f32", -Infinity, most<float>);
  checkFold<double>("add_f64", 0, add<double>);
  checkFold<double>("min_f64", Infinity, least<double>);
  checkFold<double>("max_f64", -Infinity, most<double>);
}

/// Inactive lanes are no zeros, no infinities: they are not there.
TEST_P(WarpTest, OnlyNegativeZeroAndOnlyNaN) {
  const std::vector<uint8_t> Active = {0, 1, 0, 1};
  for (const char *Name : {"add_f32", "min_f32", "max_f32"}) {
    bool Add = Name[0] == 'a';
    // What a device's own reduction makes of NaN is its own.
    if (!Add && GetParam() == Form::SubGroup)
      continue;
    std::vector<float> Values(4, Add ? -0.0f : NAN);
    Values[0] = Values[2] = 5;
    Buffer<float> Out(12);
    run(program(4), Name, Range({4}, {4}), Buffer<float>(Values),
        Buffer<uint8_t>(Active), Out, Local{wordsFor(4) * 8}, cl_uint(4));
    std::vector<float> Got = Out.read();
    for (size_t Lane : {1, 3})
      for (size_t Kind : {0, 1})
        EXPECT_TRUE(Add ? Got[3 * Lane + Kind] == 0 &&
                              std::signbit(Got[3 * Lane + Kind])
                        : std::isnan(Got[3 * Lane + Kind]))
            << Name << " lane " << Lane << " gives " << Got[3 * Lane + Kind];
  }
}

TEST_P(WarpTest, BallotsShufflesAndNumbers) {
  std::mt19937_64 Random(11);
  eachShape([&](const Shape &S) {
    for (unsigned Pattern = 0; Pattern < 4; ++Pattern) {
      std::vector<uint64_t> Values(S.Items * Groups);
      for (uint64_t &Value : Values)
        Value = Random() >> Random() % 64 << Random() % 64;
      std::vector<uint8_t> Active = activeLanes(S, Pattern);
      Buffer<uint64_t> Out(Values.size() * 9);
      run(program(S.Width), "rest", S.range(), Buffer<uint64_t>(Values),
          Buffer<uint8_t>(Active), Out, Local{wordsFor(S.Items) * 8}, S.Width);
      std::vector<uint64_t> Got = Out.read();
      S.eachWarp([&](size_t First, size_t Lanes) {
        uint64_t Mask = 0, Odd = 0;
        for (size_t Lane = 0; Lane < Lanes; ++Lane) {
          Mask |= uint64_t(Active[First + Lane]) << Lane;
          Odd |= (Values[First + Lane] & 1) << Lane;
        }
        size_t Group = First / S.Items;
        bool Any = false;
        for (size_t I = 0; I < S.Items; ++I)
          Any |= Active[Group * S.Items + I];
        for (size_t Lane = 0; Lane < Lanes; ++Lane) {
          uint64_t Value = Values[First + Lane];
          auto Of = [&](uint64_t Other) {
            return Values[First + (Other < Lanes ? Other : Lane)];
          };
          const uint64_t Expected[] = {
              Mask,
              Of(Value % 80),
              Odd,
              Any,
              Of(Lane ^ 1) + 1,
              uint64_t(Lanes) << 32 | Lane,
              uint64_t((S.Items + S.Width - 1) / S.Width) << 32 |
                  First % S.Items / S.Width,
              std::min<uint64_t>(S.Width, S.Items),
              0};
          for (size_t I = 0; I < std::size(Expected); ++I)
            ASSERT_EQ(Got[9 * (First + Lane) + I], Expected[I])
                << "number " << I << ", items " << S.Items << ", width "
                << S.Width << ", lane " << First + Lane;
        }
      });
      if (HasFatalFailure())
        return;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Forms, WarpTest,
                         ::testing::Values(Form::WorkGroup, Form::SubGroup),
                         ::testing::PrintToStringParamName());

} // namespace
