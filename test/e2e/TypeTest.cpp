//===- TypeTest.cpp - Every type in every place where values travel -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A table of types times a list of places: parameter, result, futures of all
/// kinds, destinations in global memory, captured variables, detached tasks.
/// The host knows each type's layout from the OpenCL C specification, fills
/// values with bytes and looks for those bytes where the values must arrive.
/// Tasks check the alignment of what they are given.
///
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <algorithm>
#include <cstdint>

using namespace tasklet::test;

namespace {

/// Bits of a type that hold a value; the rest is padding.
struct Leaf {
  size_t Offset, Size;
  uint8_t Mask = 0xff;
};

struct Type {
  std::string Name;
  size_t Size, Align;
  std::vector<Leaf> Leaves;
  std::string Declaration;
};

Type scalar(const std::string &Name, size_t Size) {
  return {Name, Size, Size, {{0, Size}}, ""};
}

Type vector(const Type &Element, size_t Width) {
  size_t Size = Element.Size * (Width == 3 ? 4 : Width);
  return {Element.Name + std::to_string(Width),
          Size,
          Size,
          {{0, Element.Size * Width}},
          ""};
}

struct Member {
  Type Of;
  size_t Count = 0; ///< 0: no array
};

/// A structure or union; \p AtLeast is that of an `aligned` attribute.
Type record(const std::string &Name, const std::vector<Member> &Members,
            bool Packed = false, size_t AtLeast = 1, bool Union = false) {
  Type T{Name, 0, AtLeast, {}, ""};
  std::string Body;
  for (size_t I = 0; I < Members.size(); ++I) {
    const auto &[Of, Count] = Members[I];
    size_t Align = Packed ? 1 : Of.Align;
    T.Align = std::max(T.Align, Align);
    size_t At = Union ? 0 : (T.Size + Align - 1) / Align * Align;
    Body += Of.Name + " m" + std::to_string(I);
    if (Count)
      Body += "[" + std::to_string(Count) + "]";
    Body += "; ";
    for (size_t E = 0; E < std::max<size_t>(Count, 1); ++E)
      for (Leaf L : Of.Leaves)
        T.Leaves.push_back({At + E * Of.Size + L.Offset, L.Size, L.Mask});
    T.Size = std::max(T.Size, At + Of.Size * std::max<size_t>(Count, 1));
    T.Declaration += Of.Declaration;
  }
  T.Size = (T.Size + T.Align - 1) / T.Align * T.Align;
  T.Declaration += std::string("typedef ") + (Union ? "union " : "struct ");
  if (Packed)
    T.Declaration += "__attribute__((packed)) ";
  if (AtLeast > 1)
    T.Declaration +=
        "__attribute__((aligned(" + std::to_string(AtLeast) + "))) ";
  T.Declaration += "{ " + Body + "} " + Name + ";\n";
  return T;
}

const Type Bool{"bool", 1, 1, {{0, 1, 1}}, ""};
const Type Char = scalar("char", 1), UChar = scalar("uchar", 1),
           Short = scalar("short", 2), UShort = scalar("ushort", 2),
           Int = scalar("int", 4), UInt = scalar("uint", 4),
           Long = scalar("long", 8), ULong = scalar("ulong", 8),
           Float = scalar("float", 4), Double = scalar("double", 8),
           Half = scalar("half", 2);

struct Group {
  std::string Name;
  std::vector<Type> Types;
};

std::vector<Group> groups() {
  std::vector<Group> Groups;
  Groups.push_back({"Scalars",
                    {Bool, Char, UChar, Short, UShort, Int, UInt, Long, ULong,
                     Float, Double, scalar("size_t", 8), scalar("ptrdiff_t", 8),
                     scalar("intptr_t", 8), scalar("uintptr_t", 8)}});
  auto Vectors = [&](const std::string &Name, const std::vector<Type> &Of) {
    Group G{Name, {}};
    for (const Type &Element : Of)
      for (size_t Width : {2, 3, 4, 8, 16})
        G.Types.push_back(vector(Element, Width));
    Groups.push_back(G);
  };
  Vectors("CharVectors", {Char, UChar});
  Vectors("ShortVectors", {Short, UShort});
  Vectors("IntVectors", {Int, UInt});
  Vectors("LongVectors", {Long, ULong});
  Vectors("FloatVectors", {Float, Double});
  Groups.push_back({"Halves", {Half}});
  for (size_t Width : {2, 3, 4, 8, 16})
    Groups.back().Types.push_back(vector(Half, Width));

  Type Float3 = vector(Float, 3), Char3 = vector(Char, 3),
       Double16 = vector(Double, 16), Int4 = vector(Int, 4);
  Type Plain = record("plain", {{Char}, {Int}, {Bool}, {Double}, {Char}});
  Type Three = record("three", {{Char}, {Float3}, {Char3}, {Short}});
  Type Inner = record("inner", {{Short, 3}, {Plain, 2}, {Float3, 2}});
  Groups.push_back(
      {"Structures",
       {Plain, Three, Inner, record("outer", {{Char}, {Inner, 2}, {Bool, 5}}),
        record("one_byte", {{Char}}), record("odd", {{Char, 7}}),
        record("one_vector", {{Int4}}), record("bytes", {{UChar, 33}}),
        record("wide", {{Char}, {Double16}, {Char}})}});
  Groups.push_back(
      {"AttributedStructures",
       {record("tight", {{Char}, {Int}, {Double}, {Short}}, true),
        record("tight_vectors", {{Char}, {Float3}, {Int4}, {Bool}}, true),
        record("tight_inner", {{Char}, {Plain}, {Three}}, true),
        record("aligned16", {{Char}, {Int}}, false, 16),
        record("aligned32", {{Float}, {Char}}, false, 32),
        record("aligned64", {{Long, 3}}, false, 64),
        record("aligned128", {{Char3}}, false, 128),
        record("tight_aligned", {{Char}, {Long}}, true, 32),
        record("holds_aligned",
               {{Char}, {record("within", {{Int}}, false, 64)}, {Char}})}});
  Type Color = scalar("enum color", 4);
  Color.Declaration = "enum color { red, green = 0x7fffffff, blue = -1 };\n";
  Type Named = scalar("celsius", 4);
  Named.Declaration = "typedef float celsius;\n";
  Type ToGlobal = scalar("to_global", 8), ToConstant = scalar("to_constant", 8),
       ToPointer = scalar("to_pointer", 8);
  ToGlobal.Declaration = "typedef __global int *to_global;\n";
  ToConstant.Declaration = "typedef __constant float *to_constant;\n";
  ToPointer.Declaration = "typedef __global int *__global const *to_pointer;\n";
  Groups.push_back(
      {"OtherTypes",
       {record("either", {{Char, 3}, {Int}, {Float3}}, false, 1, true),
        record("either_tight", {{Char, 5}, {Int}}, true, 1, true), Color, Named,
        ToGlobal, ToConstant, ToPointer,
        record("pointers", {{Char}, {ToGlobal, 2}, {ToConstant}})}});
  Groups.push_back({"LargeStructures",
                    {record("kib", {{Int, 256}}),
                     record("kib_and_more", {{Char, 1024}, {Bool}, {Float3}}),
                     record("four_kib", {{Plain, 128}})}});
  return Groups;
}

constexpr int Slots = 18;

/// The program of one group: task N is about type `TN`.
std::string source(const Group &G) {
  std::string Text = R"(
    #pragma OPENCL EXTENSION cl_khr_fp64 : enable
    #define CHECK(x, T) wrong |= (size_t)&(x) % __alignof__(T) != 0;
    __task char one() { return 1; }
  )";
  if (G.Name.find("Halves") == 0)
    Text += "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";
  std::vector<std::string> Declared;
  for (const Type &T : G.Types)
    if (!T.Declaration.empty())
      Declared.push_back(T.Declaration);
  // A structure that holds another one brings that one's declaration along.
  std::string All;
  for (const std::string &D : Declared)
    for (size_t At = 0; At < D.size();) {
      size_t End = D.find('\n', At) + 1;
      std::string Line = D.substr(At, End - At);
      if (All.find(Line) == std::string::npos)
        All += Line;
      At = End;
    }
  Text += All;
  const std::string PerType = R"(
    typedef @NAME T@;
    typedef struct { char before; T@ v; char behind; } S@;
    typedef struct __attribute__((packed)) { char before; T@ v; } P@;
    __task T@ id@(const T@ v) { return v; }
    __task T@ tail@(char before, T@ v, char behind) {
      T@ t;
      t <- id@(v);
      force (t) { return t; }
    }
    __task void put@(__global T@ *to, char before, T@ v, __global uint *bad) {
      bool wrong = false;
      CHECK(v, T@)
      if (wrong) atomic_inc(bad);
      *to = v;
    }
    __task T@ keep@(char which, T@ v, __global T@ *in, __global uint *bad) {
      char pad = which;
      T@ copy = in[1];
      volatile T@ quiet = in[2];
      T@ row[3];
      row[which & 1] = in[3];
      const S@ s = {1, in[4], 2};
      char z;
      z <- one();
      force (z) {
        bool wrong = false;
        CHECK(v, T@) CHECK(copy, T@) CHECK(row, T@) CHECK(s, S@)
        CHECK(quiet, T@)
        if (wrong) atomic_inc(bad);
        switch (which + z + pad - which) {
        case 1: return v;
        case 2: return copy;
        case 3: return quiet;
        case 4: return row[which & 1];
        default: return s.v;
        }
      }
    }
    __task void all@(__global T@ *in, __global T@ *out, __global P@ *tight,
                     __global uint *bad, char zero) {
      T@ x, a[3], kept = in[17];
      volatile T@ v;
      S@ s;
      P@ p;
      a[2] = in[3];
      x <- id@(in[0]);
      a[zero] <- id@(in[1]);
      a[1] <- tail@(1, in[2], 2);
      s.v <- id@(in[4]);
      p.v <- tail@(1, in[5], 2);
      out[6] <- id@(in[6]);
      out[7 + zero] <- tail@(1, in[7], 2);
      tight->v <- id@(in[8]);
      (tight + 1)->v <- tail@(1, in[9], 2);
      v <- id@(in[10]);
      () <- put@(out + 11, 1, in[11], bad);
      for (char i = 0; i < 5; ++i)
        out[12 + i] <- keep@(i, in[12], in + 12, bad);
      force ();
      force (x, a, s, p, v) {
        bool wrong = false;
        CHECK(x, T@) CHECK(a, T@) CHECK(s, S@) CHECK(v, T@) CHECK(kept, T@)
        if (wrong) atomic_inc(bad);
        out[0] = x; out[1] = a[zero]; out[2] = a[1]; out[3] = a[2];
        out[4] = s.v; out[5] = p.v; out[8] = tight->v; out[9] = tight[1].v;
        out[10] = v; out[17] = kept;
      }
    }
  )";
  for (size_t N = 0; N < G.Types.size(); ++N)
    for (size_t I = 0; I < PerType.size(); ++I)
      if (PerType.compare(I, 5, "@NAME") == 0) {
        Text += G.Types[N].Name;
        I += 4;
      } else if (PerType[I] == '@') {
        Text += std::to_string(N);
      } else {
        Text += PerType[I];
      }
  Text += R"(
    __kernel void k(__global char *in, __global char *out,
                    __global char *tight, __global uint *bad, int which) {
      switch (which) {)";
  for (size_t I = 0; I < G.Types.size(); ++I) {
    std::string N = std::to_string(I), T = "T" + N;
    Text += "case " + N + ": bad[1] = sizeof(" + T +
            "); bad[2] = __alignof__(" + T + "); () <- all" + N +
            "((__global " + T + " *)in, (__global " + T +
            " *)out, (__global P" + N + " *)tight, bad, 0); break;\n";
  }
  return Text + "}}";
}

/// A byte that says where in which value it is.
uint8_t byteOf(size_t Value, size_t Offset) {
  return static_cast<uint8_t>((Value * 37 + Offset) * 0x9e3779b9u >> 21);
}

struct Case {
  Group Of;
  std::string Options;
};

void PrintTo(const Case &C, std::ostream *Out) { *Out << C.Options; }

class TypeTest : public DeviceTest,
                 public ::testing::WithParamInterface<Case> {};

/// Drivers take more than twice as long for a program of twice the size.
constexpr size_t TypesAtOnce = 5;

std::vector<Case> cases() {
  std::vector<Case> Cases;
  for (const Group &G : groups())
    for (size_t From = 0; From < G.Types.size(); From += TypesAtOnce) {
      size_t To = std::min(From + TypesAtOnce, G.Types.size());
      Group Part{G.Name, {G.Types.begin() + From, G.Types.begin() + To}};
      if (From != 0 || To != G.Types.size())
        Part.Name += std::to_string(From / TypesAtOnce + 1);
      for (const char *Options : {"", "-cl-opt-disable"})
        Cases.push_back({Part, Options});
    }
  return Cases;
}

bool hasExtension(const char *Name) {
  size_t Size = 0;
  check(clGetDeviceInfo(Device::get()->Id, CL_DEVICE_EXTENSIONS, 0, nullptr,
                        &Size),
        "clGetDeviceInfo");
  std::string All(Size, '\0');
  check(clGetDeviceInfo(Device::get()->Id, CL_DEVICE_EXTENSIONS, Size,
                        All.data(), nullptr),
        "clGetDeviceInfo");
  return All.find(Name) != std::string::npos;
}

} // namespace

TEST_P(TypeTest, ArrivesEverywhere) {
  const auto &[G, Options] = GetParam();
  if (G.Name.find("Halves") == 0 && !hasExtension("cl_khr_fp16"))
    GTEST_SKIP() << "the device has no half";
  Program P = build(source(G), Options);
  for (size_t N = 0; N < G.Types.size(); ++N) {
    const Type &T = G.Types[N];
    SCOPED_TRACE(T.Name);
    std::vector<uint8_t> Values(T.Size * Slots);
    for (size_t V = 0; V < Slots; ++V)
      for (const Leaf &L : T.Leaves)
        for (size_t I = L.Offset; I < L.Offset + L.Size; ++I)
          Values[V * T.Size + I] |= byteOf(V, I) & L.Mask;
    Buffer<uint8_t> In(Values), Out(Values.size()), Tight(2 * (T.Size + 1));
    Buffer<unsigned> Bad(std::vector<unsigned>(3, 0));
    run(P, "k", 1, In, Out, Tight, Bad, static_cast<int>(N));
    EXPECT_EQ(Bad.read(),
              (std::vector<unsigned>{0, unsigned(T.Size), unsigned(T.Align)}));
    std::vector<uint8_t> Seen = Out.read();
    for (size_t V = 0; V < Slots; ++V)
      for (const Leaf &L : T.Leaves)
        for (size_t I = L.Offset; I < L.Offset + L.Size; ++I)
          if ((Seen[V * T.Size + I] ^ Values[V * T.Size + I]) & L.Mask) {
            ADD_FAILURE() << "slot " << V << ", byte " << I;
            I = T.Size;
          }
  }
}

INSTANTIATE_TEST_SUITE_P(, TypeTest, ::testing::ValuesIn(cases()),
                         [](const ::testing::TestParamInfo<Case> &Info) {
                           return Info.param.Of.Name +
                                  (Info.param.Options.empty() ? ""
                                                              : "Unoptimised");
                         });
