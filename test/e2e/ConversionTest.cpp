//===- ConversionTest.cpp - Results that are converted on arrival ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The implicit conversions of an assignment apply to the result of a spawn.
/// Every pair of scalar types is compared with C++'s conversion.
///
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <cstdint>

using namespace tasklet::test;

using ConversionTest = DeviceTest;

namespace {

class FromScalarTest : public DeviceTest,
                       public ::testing::WithParamInterface<std::string> {};

template <typename T> struct As {
  using Type = T;
  const char *Name;
};

/// Calls \p Do with each scalar type of OpenCL C and its name there.
template <typename Fn> void forEachScalar(Fn Do) {
  Do(As<bool>{"bool"});
  Do(As<int8_t>{"char"});
  Do(As<uint8_t>{"uchar"});
  Do(As<int16_t>{"short"});
  Do(As<uint16_t>{"ushort"});
  Do(As<int32_t>{"int"});
  Do(As<uint32_t>{"uint"});
  Do(As<int64_t>{"long"});
  Do(As<uint64_t>{"ulong"});
  Do(As<float>{"float"});
  Do(As<double>{"double"});
}

/// A number that each type can hold, in part: conversions wrap integers and
/// cut off fractions, and no conversion from a floating-point type overflows.
template <typename T> T sample(int Which) {
  if (std::is_floating_point_v<T>)
    return T(Which == 0 ? 0.5 : Which == 1 ? 77.75 : 0);
  return T(Which == 0 ? -3 : Which == 1 ? 0x1234567890abcdefll : 0);
}

constexpr int Samples = 3;

/// The program that converts from \p From to each type, in a variable, an array
/// element, a member and global memory; and the results as the host has them.
template <typename From>
std::string conversions(const char *FromName, std::vector<double> &Expected) {
  std::string Text = std::string(R"(
    #pragma OPENCL EXTENSION cl_khr_fp64 : enable
    __task FROM give(__global const uchar *in, int which) {
      return ((__global const FROM *)in)[which];
    }
  )"),
              Kernel = "__kernel void k(__global const uchar *in, __global "
                       "double *out) {\n";
  size_t At;
  while ((At = Text.find("FROM")) != std::string::npos)
    Text.replace(At, 4, FromName);
  int Number = 0;
  forEachScalar([&](auto To) {
    using T = typename decltype(To)::Type;
    std::string Name = To.Name, Task = "to_" + Name;
    Text += "__task void " + Task + "(__global const uchar *in, int which, " +
            "__global double *out) {\n" + Name +
            " x, a[3];\nstruct { char c; " + Name +
            " m; } s;\nx <- give(in, which);\n" +
            "a[which] <- give(in, which);\ns.m <- give(in, which);\n" +
            "__global " + Name + " *g = (__global " + Name + " *)(out + 3);\n" +
            "*g <- give(in, which);\nforce ();\nforce (x, a, s) {\n" +
            "out[0] = x; out[1] = a[which]; out[2] = s.m; out[3] = *g;\n}\n}\n";
    for (int Which = 0; Which < Samples; ++Which) {
      Kernel += "() <- " + Task + "(in, " + std::to_string(Which) + ", out + " +
                std::to_string(Number) + ");\n";
      Number += 4;
      T Value = static_cast<T>(sample<From>(Which));
      Expected.insert(Expected.end(), 4, static_cast<double>(Value));
    }
  });
  return Text + Kernel + "}\n";
}

} // namespace

TEST_P(FromScalarTest, ToEachScalar) {
  forEachScalar([&](auto Name) {
    using From = typename decltype(Name)::Type;
    if (std::string(Name.Name) != GetParam())
      return;
    std::vector<double> Expected;
    std::string Source = conversions<From>(Name.Name, Expected);
    std::vector<uint8_t> Bytes(Samples * sizeof(From));
    for (int I = 0; I < Samples; ++I) {
      From Value = sample<From>(I);
      std::memcpy(Bytes.data() + I * sizeof(From), &Value, sizeof(From));
    }
    Buffer<uint8_t> In(Bytes);
    Buffer<double> Out(Expected.size());
    run(Source, "k", 1, In, Out);
    EXPECT_EQ(Out.read(), Expected);
  });
}

static std::vector<std::string> scalarNames() {
  std::vector<std::string> Names;
  forEachScalar([&](auto Name) { Names.push_back(Name.Name); });
  return Names;
}

INSTANTIATE_TEST_SUITE_P(, FromScalarTest, ::testing::ValuesIn(scalarNames()),
                         [](const ::testing::TestParamInfo<std::string> &Info) {
                           return Info.param;
                         });

TEST_F(ConversionTest, ScalarBecomesVector) {
  Buffer<float> Out(32);
  run(R"(
    __task uchar byte(uchar n) { return n; }
    __task int number(int n) { return n; }
    __kernel void k(__global float *out) {
      int4 four[2];
      float3 three;
      struct { char c; ushort8 v; } eight;
      four[1] <- byte(200);
      three <- byte(7);
      eight.v <- byte(9);
      *(__global float16 *)(out + 16) <- byte(3);
      force (four, three, eight) {
        vstore4(convert_float4(four[1]), 0, out);
        vstore3(three, 0, out + 4);
        out[7] = -1;
        vstore8(convert_float8(eight.v), 1, out);
      }
    })",
      "k", 1, Out);
  expectEach(Out, [](int I) {
    return I < 4 ? 200 : I < 7 ? 7 : I == 7 ? -1 : I < 16 ? 9 : 3;
  });
}

TEST_F(ConversionTest, EnumeratorsAndPointers) {
  Buffer<int> Out(8);
  run(R"(
    typedef enum { low = -2, high = 3 } level;
    __constant int table[] = {5, 6, 7};
    __task level judge(int n) { return n ? high : low; }
    __task int number(int n) { return n; }
    __task __global int *at(__global int *p, int n) { return p + n; }
    __task __constant int *entry(int n) { return table + n; }
  
    __kernel void k(__global int *out) {
      int a;
      level b;
      float c;
      const __global int *d;
      __global void *e;
      const __constant int *f;
      bool g;
      a <- judge(0);
      b <- number(3);
      c <- judge(1);
      d <- at(out, 3);
      e <- at(out, 4);
      f <- entry(2);
      g <- at(out, 0);
      force (a, b, c, d, e, f, g) {
        out[0] = a; out[1] = b == high; out[2] = c; out[3] = d - out;
        out[4] = (__global int *)e - out; out[5] = *f; out[6] = g; out[7] = 0;
      }
    })",
      "k", 1, Out);
  const int Expected[] = {-2, 1, 3, 3, 4, 7, 1, 0};
  expectEach(Out, [&](int I) { return Expected[I]; });
}

TEST_F(ConversionTest, PointersToPointersInGlobalMemory) {
  // The table is made on the device: tasks write rows of pointers, others
  // follow them.
  Buffer<int> Data(std::vector<int>{10, 11, 12, 13, 14, 15, 16, 17});
  Buffer<cl_ulong> Table(8);
  Buffer<int> Out(8);
  run(R"(
    typedef struct { __global int *__global *row; int n; } view;
    __task __global int *pick(__global int *data, int i) { return data + 7 - i; }
    __task int read(__global int *__global *entry) { return **entry; }
    __task view look(__global int *__global *table, int n) {
      view v = {table, n};
      return v;
    }
    __kernel void k(__global int *data, __global ulong *memory,
                    __global int *out) {
      __global int *__global *table = (__global int *__global *)memory;
      for (int i = 0; i < 8; ++i) table[i] <- pick(data, i);
      view v[2];
      v[1] <- look(table, 8);
      force (v) {
        for (int i = 0; i < v[1].n; ++i) out[i] <- read(v[1].row + i);
      }
    })",
      "k", 1, Data, Table, Out);
  expectEach(Out, [](int I) { return 17 - I; });
}

TEST_F(ConversionTest, EmptyStructure) {
  Buffer<int> Out(1);
  run(R"(
    typedef struct {} nothing;
    __task nothing none(nothing before, int n, nothing behind) { return before; }
    __task int kept(nothing a, int n) {
      nothing t;
      t <- none(a, n, a);
      force (t) {
        nothing u[2];
        u[1] <- none(t, n, a);
        force (u) { return n + sizeof(u); }
      }
    }
    __kernel void k(__global int *out) {
      nothing a;
      out[0] <- kept(a, 6);
    })",
      "k", 1, Out);
  EXPECT_EQ(Out.read()[0], 6);
}

TEST_F(ConversionTest, LongArrayOfStructures) {
  Buffer<float> Out(300);
  run(R"(
    typedef struct { float3 v; char c; } item;
    __task item make(int i) {
      item t = {(float3)(i, 2 * i, 3 * i), (char)i};
      return t;
    }
    __kernel void k(__global float *out) {
      item a[300];
      for (int i = 0; i < 300; i += 3) a[i].v.y = -1;
      for (int i = 0; i < 300; ++i)
        if (i % 3) a[i] <- make(i);
      force (a) {
        for (int i = 0; i < 300; ++i) out[i] = a[i].v.y;
      }
    })",
      "k", 1, Out);
  expectEach(Out, [](int I) { return I % 3 ? 2 * I : -1; });
}
