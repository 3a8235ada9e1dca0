//===- OrderedStreamsTest.cpp - Levels that read from streams -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A command that uses an analysis again reads memory from streams, which must hold
// what the memory holds. Between the commands, each buffer changes, in turn. The
// oracle of each kernel is a loop on the host, over the same buffers.
//
//===----------------------------------------------------------------------===//

#include "OrderedFixture.h"

using namespace tasklet::test;

namespace {

using uint = unsigned;
using Numbers = std::vector<cl_uint>;

/// A kernel on buffers of uint, which it is passed in their order.
struct StreamCase {
  const char *Name;
  const char *Source;
  std::vector<size_t> Sizes;
  /// Of the content of each: less than this.
  std::vector<uint> Below;
  /// The first ones are those that the kernel writes.
  size_t Written;
  /// In the order of the buffers: what a change does to the next command. `N`: a
  /// new analysis. `O`: the old one, without streams. `S`: with streams.
  std::string Changes;
  void (*Loop)(std::vector<Numbers> &B, size_t Items);
};

constexpr size_t Count = 6000;
constexpr uint Places = 20000;

const StreamCase Cases[] = {
    {"rows",
     R"(
      __kernel __ordered(x) void rows(__global uint *x, __global const uint *row,
                                      __global const uint *col,
                                      __global const uint *a,
                                      __global const uint *b) {
        size_t i = get_global_id(0);
        uint s = b[i], end = row[i] + 3 * i;
        for (uint k = 3 * i; k < end; ++k)
          s += a[k] * x[col[k]];
        x[3 * i] = s;
      })",
     {3 * Count, Count, 3 * Count, 3 * Count, Count},
     {1000, 4, 3 * Count, 1000, 1000},
     1,
     "NNSS",
     [](std::vector<Numbers> &B, size_t Items) {
       for (uint I = 0; I < Items; ++I) {
         uint S = B[4][I], End = B[1][I] + 3 * I;
         for (uint K = 3 * I; K < End; ++K)
           S += B[3][K] * B[0][B[2][K]];
         B[0][3 * I] = S;
       }
     }},
    // A flag decides what is read, but nothing about x.
    {"flags",
     R"(
      __kernel __ordered(x) void flags(__global uint *x, __global const uint *at,
                                       __global const uchar4 *flag,
                                       __global const uint *v,
                                       __global const uint *w) {
        size_t i = get_global_id(0);
        uint s = 0;
        if (flag[i].x & 1)
          s = v[i];
        else if (flag[i].y & 1)
          for (int k = 0; k < (flag[i].z & 3); ++k)
            s = 5 * s + w[i + k];
        x[at[i]] = 3 * x[at[i]] + s;
        x[at[i] ^ 1] ^= w[i];
      })",
     {Places + 2, Count, Count, Count, Count + 4},
     {1000, Places, ~0u, 1000, 1000},
     1,
     "NOSS",
     [](std::vector<Numbers> &B, size_t Items) {
       for (uint I = 0; I < Items; ++I) {
         uint S = 0, Flag = B[2][I];
         if (Flag & 1)
           S = B[3][I];
         else if (Flag >> 8 & 1)
           for (uint K = 0; K < (Flag >> 16 & 3); ++K)
             S = 5 * S + B[4][I + K];
         uint &X = B[0][B[1][I]];
         X = 3 * X + S;
         B[0][B[1][I] ^ 1] ^= B[4][I];
       }
     }},
    // What x holds decides about v, and nothing about w. A private array keeps
    // what is read.
    {"branches",
     R"(
      __kernel __ordered(x) void branches(__global uint *x, __global uint *out,
                                          __global const uint *at,
                                          __global const uint *v,
                                          __global const uint *w) {
        size_t i = get_global_id(0);
        uint kept[4] = {w[i], v[i], i, 7};
        uint t = x[at[i]];
        if (t & 1)
          t += v[(i + t) % 6000] + v[i + 1];
        t += kept[t & 3];
        x[at[i]] = t;
        x[at[i] + 1] += kept[w[i] & 1];
        out[i] = t ^ w[i];
      })",
     {Places + 2, Count, Count, Count + 1, Count},
     {1000, 1000, Places, 1000, 1000},
     2,
     "NSS",
     [](std::vector<Numbers> &B, size_t Items) {
       for (uint I = 0; I < Items; ++I) {
         const uint Kept[4] = {B[4][I], B[3][I], I, 7};
         uint At = B[2][I], T = B[0][At];
         if (T & 1)
           T += B[3][(I + T) % 6000] + B[3][I + 1];
         T += Kept[T & 3];
         B[0][At] = T;
         B[0][At + 1] += Kept[B[4][I] & 1];
         B[1][I] = T ^ B[4][I];
       }
     }},
    // Values of many sizes, aligned and not.
    {"sizes",
     R"(
      __kernel __ordered(x) void sizes(__global uint *x, __global const uint *at,
                                       __global const uchar *c,
                                       __global const ushort2 *s,
                                       __global const ulong *l,
                                       __global const uint4 *v) {
        size_t i = get_global_id(0);
        uint t = c[i] + s[i].y + (uint)(l[i] >> 32) + (uint)l[i] + v[i].x;
        x[at[i]] = 3 * x[at[i]] + t + v[i].w + vload3(i, (__global const uint *)v).s1;
        x[at[i] + 1] ^= t + c[i + 1];
      })",
     {Places + 2, Count, Count, Count, 2 * Count, 4 * Count},
     {1000, Places, ~0u, ~0u, ~0u, ~0u},
     1,
     "NSSSS",
     [](std::vector<Numbers> &B, size_t Items) {
       const auto *C = reinterpret_cast<const unsigned char *>(B[2].data());
       for (uint I = 0; I < Items; ++I) {
         uint T = C[I] + (B[3][I] >> 16) + B[4][2 * I + 1] + B[4][2 * I] +
                  B[5][4 * I];
         uint &X = B[0][B[1][I]];
         X = 3 * X + T + B[5][4 * I + 3] + B[5][3 * I + 1];
         B[0][B[1][I] + 1] ^= T + C[I + 1];
       }
     }},
};

class OrderedStreamsTest : public OrderedTest {
protected:
  /// A case on a queue, whose buffers keep what its commands leave.
  class Run {
    const StreamCase &Case;
    const Program P;
    Kernel K;
    std::shared_ptr<_cl_command_queue> Queue;
    std::shared_ptr<_cl_order_tkl> Order; ///< null: the library decides

  public:
    std::vector<Numbers> Content;
    std::vector<Buffer<cl_uint>> There;

    explicit Run(const StreamCase &Case)
        : Case(Case), P(build(Case.Source)), K(P.kernel(Case.Name)),
          Queue(makeQueue(0, CL_TASKLET_ORDERED_LEVELS_TKL)) {
      for (size_t I = 0; I < Case.Sizes.size(); ++I) {
        Content.push_back(numbers<cl_uint>(Case.Sizes[I], Case.Below[I],
                                           static_cast<unsigned>(I) + 1));
        There.emplace_back(Content[I]);
        pass(I, I);
      }
    }
    /// Passes a buffer as an argument.
    void pass(size_t Argument, size_t Which) {
      cl_mem Memory = There[Which].get();
      check(clSetKernelArg(K.get(), cl_uint(Argument), sizeof(Memory), &Memory),
            "clSetKernelArg");
    }
    /// From now on, commands use an order of the application.
    void makeOrder() {
      cl_int Status;
      const size_t Number = Count;
      Order.reset(extensionFunction<clCreateOrderTKL_fn>("clCreateOrderTKL")(
                      Queue.get(), K.get(), 1, nullptr, &Number, nullptr, 0,
                      nullptr, nullptr, &Status),
                  extensionFunction<clReleaseOrderTKL_fn>("clReleaseOrderTKL"));
      check(Status, "clCreateOrderTKL");
    }
    /// Gives some numbers of a buffer others.
    void change(size_t Which) {
      static unsigned Seed = 100;
      for (uint Index :
           numbers<cl_uint>(50, unsigned(Content[Which].size()), ++Seed))
        Content[Which][Index] =
            (Content[Which][Index] + Seed) % Case.Below[Which];
      write(Which);
    }
    void write(size_t Which) {
      check(clEnqueueWriteBuffer(Queue.get(), There[Which].get(), CL_TRUE, 0,
                                 4 * Content[Which].size(),
                                 Content[Which].data(), 0, nullptr, nullptr),
            "clEnqueueWriteBuffer");
    }
    cl_ordered_stats_tkl launch(size_t Number = Count) {
      return OrderedTest::launch(Queue.get(), K, Number, Order.get());
    }
    /// Launches it and compares. `N`, `O` or `S`, as in StreamCase.
    char step() {
      const cl_ordered_stats_tkl Stats = launch();
      Case.Loop(Content, Count);
      for (size_t I = 0; I < Content.size(); ++I)
        EXPECT_EQ(There[I].read(), Content[I]) << "buffer " << I;
      EXPECT_EQ(Stats.executor, cl_uint(CL_TASKLET_ORDERED_LEVELS_TKL));
      return !Stats.reused ? 'N' : Stats.streamed ? 'S' : 'O';
    }
    std::string steps(int Number) {
      std::string All;
      while (Number--)
        All += step();
      return All;
    }
  };
};

} // namespace

TEST_F(OrderedStreamsTest, HoldWhatTheMemoryHolds) {
  const bool HasStreams = takesBitcode(Device::get()->Id);
  for (const StreamCase &Case : Cases) {
    SCOPED_TRACE(Case.Name);
    Run R(Case);
    std::string All = R.steps(3);
    EXPECT_EQ(All, HasStreams ? "NSS" : "NOO");
    for (size_t I = Case.Written; I < R.Content.size(); ++I) {
      SCOPED_TRACE("buffer " + std::to_string(I) + " has changed");
      R.change(I);
      const std::string After = R.steps(6);
      if (!HasStreams)
        continue;
      const char Wanted = Case.Changes[I - Case.Written];
      // What decides is left out for four commands, and so are all streams.
      EXPECT_EQ(After, Wanted == 'N'   ? "NSSSSS"
                       : Wanted == 'O' ? "OOOOSS"
                                       : "SSSSSS");
    }
    // Often, and several at once.
    for (unsigned Round = 0; Round < 12; ++Round) {
      R.change(Case.Written + Round % (R.Content.size() - Case.Written));
      if (Round % 3 == 0)
        R.change(R.Content.size() - 1);
      R.steps(1 + Round % 2);
    }
  }
}

/// With an order, too, streams hold what the memory holds. What the inspector
/// reads may be written again, as long as it stays the same.
TEST_F(OrderedStreamsTest, OrdersOfTheApplication) {
  const bool HasStreams = takesBitcode(Device::get()->Id);
  for (const StreamCase &Case : Cases) {
    SCOPED_TRACE(Case.Name);
    Run R(Case);
    R.makeOrder();
    EXPECT_EQ(R.steps(2), HasStreams ? "SS" : "OO");
    for (size_t I = Case.Written; I < R.Content.size(); ++I) {
      SCOPED_TRACE("buffer " + std::to_string(I) + " was written");
      const char Wanted = Case.Changes[I - Case.Written];
      if (Wanted == 'N')
        R.write(I);
      else
        R.change(I);
      const std::string After = R.steps(6);
      EXPECT_EQ(After, !HasStreams     ? "OOOOOO"
                       : Wanted == 'O' ? "OOOOSS"
                                       : "SSSSSS");
    }
  }
}

/// Pattern and numbers are in one buffer, of which the inspector reads the
/// pattern.
TEST_F(OrderedStreamsTest, OrdersWithNumbersBesideThePattern) {
  const bool HasStreams = takesBitcode(Device::get()->Id);
  const auto Loop = [](std::vector<Numbers> &B, size_t Items) {
    for (uint I = 0; I < Items; ++I) {
      uint At = B[1][2 * I], V = B[1][2 * I + 1];
      B[0][At] = 3 * B[0][At] + V;
      B[0][At + 1] += V;
    }
  };
  const StreamCase Each[] = {{"records",
                              R"(
        struct record { uint at, v; };
        __kernel __ordered(x) void records(__global uint *x,
                                           __global const struct record *r) {
          size_t i = get_global_id(0);
          x[r[i].at] = 3 * x[r[i].at] + r[i].v;
          x[r[i].at + 1] += r[i].v;
        })",
                              {Places + 1, 2 * Count},
                              {1000, Places},
                              1,
                              "N",
                              Loop},
                             {"vectors",
                              R"(
        __kernel __ordered(x) void vectors(__global uint *x,
                                           __global const uint2 *r) {
          uint2 t = r[get_global_id(0)];
          x[t.x] = 3 * x[t.x] + t.y;
          x[t.x + 1] += t.y;
        })",
                              {Places + 1, 2 * Count},
                              {1000, Places},
                              1,
                              "N",
                              Loop}};
  for (const StreamCase &Case : Each) {
    SCOPED_TRACE(Case.Name);
    Run R(Case);
    R.makeOrder();
    EXPECT_EQ(R.steps(2), HasStreams ? "SS" : "OO");
    for (uint Round = 0; Round < 3; ++Round) {
      for (size_t I = 1; I < 2 * Count; I += 2)
        R.Content[1][I] += Round + 1;
      R.write(1);
      // Each time, the memory is left out for longer.
      EXPECT_EQ(R.steps(6), HasStreams && Round == 0 ? "OOOOSS" : "OOOOOO");
    }
  }
}

/// Another buffer with other content is no old one, and the old one is known when
/// it comes back.
TEST_F(OrderedStreamsTest, OtherBuffers) {
  const bool HasStreams = takesBitcode(Device::get()->Id);
  Run R(Cases[0]);
  R.steps(2);
  Numbers Old = R.Content[4], New = numbers<cl_uint>(Count, 1000, 77);
  R.There.emplace_back(New);
  for (int Round = 0; Round < 3; ++Round) {
    R.Content[4] = Round % 2 ? Old : New;
    R.pass(4, Round % 2 ? 4 : 5);
    const cl_ordered_stats_tkl Stats = R.launch();
    Cases[0].Loop(R.Content, Count);
    EXPECT_EQ(R.There[0].read(), R.Content[0]);
    EXPECT_EQ(Stats.reused, 1u);
    EXPECT_EQ(Stats.streamed, cl_uint(HasStreams));
  }
}

/// What a work-item writes through another parameter is in no stream.
TEST_F(OrderedStreamsTest, MemoryThatIsWrittenElsewhere) {
  // `out` and `w` are one buffer, of which each work-item has an element.
  const StreamCase Aliased[] = {{"values",
                                 R"(
        __kernel __ordered(x) void values(__global uint *x, __global uint *out,
                                          __global const uint *at,
                                          __global const uint *w) {
          size_t i = get_global_id(0);
          uint t = w[i];
          x[at[i]] = 3 * x[at[i]] + t;
          out[i] = 5 * t + 1;
          x[at[i] + 1] += w[i];
        })",
                                 {Places + 2, Count, Count},
                                 {1000, 1000, Places},
                                 2,
                                 "",
                                 [](std::vector<Numbers> &B, size_t Items) {
                                   for (uint I = 0; I < Items; ++I) {
                                     uint &X = B[0][B[2][I]];
                                     X = 3 * X + B[1][I];
                                     B[1][I] = 5 * B[1][I] + 1;
                                     B[0][B[2][I] + 1] += B[1][I];
                                   }
                                 }},
                                {"decisions",
                                 R"(
        __kernel __ordered(x) void decisions(__global uint *x,
                                             __global uint *out,
                                             __global const uint *at,
                                             __global const uint *w) {
          size_t i = get_global_id(0);
          uint t = w[i] & 1 ? at[i + 1] : 3;
          out[i] = 5 * w[i] + t;
          if (w[i] & 2)
            t += at[i + 2];
          x[at[i]] = 3 * x[at[i]] + t;
          x[at[i] + 1] += at[i + 3];
        })",
                                 {Places + 2, Count, Count + 3},
                                 {1000, 1000, Places},
                                 2,
                                 "",
                                 [](std::vector<Numbers> &B, size_t Items) {
                                   for (uint I = 0; I < Items; ++I) {
                                     uint T = B[1][I] & 1 ? B[2][I + 1] : 3;
                                     B[1][I] = 5 * B[1][I] + T;
                                     if (B[1][I] & 2)
                                       T += B[2][I + 2];
                                     uint &X = B[0][B[2][I]];
                                     X = 3 * X + T;
                                     B[0][B[2][I] + 1] += B[2][I + 3];
                                   }
                                 }}};
  for (const StreamCase &Case : Aliased) {
    SCOPED_TRACE(Case.Name);
    Run R(Case);
    R.pass(3, 1);
    EXPECT_EQ(R.steps(4), "NOOO");
  }
}

/// Streams belong to a range, and small or empty ones have none.
TEST_F(OrderedStreamsTest, OtherRanges) {
  Run R(Cases[0]);
  for (size_t Number :
       {Count, size_t(1), Count / 2, Count - 1, Count, Count / 2})
    for (int Round = 0; Round < 2; ++Round) {
      R.launch(Number);
      Cases[0].Loop(R.Content, Number);
      ASSERT_EQ(R.There[0].read(), R.Content[0]) << Number;
    }
}
