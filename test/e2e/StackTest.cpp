//===- StackTest.cpp - Programs that know their spawns --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs with TASKLET_CHECK=stack, and a small heap. Places of programs are tagged by a comment with
/// a word at the end of their line, and what is expected names the tags.
///
//===----------------------------------------------------------------------===//

#include "FunctionsFixture.h"

#include <CL/cl_tkl_tasklets.h>

#include <random>
#include <regex>

using namespace tasklet::test;

namespace {

/// What a program is expected to say of a failure.
class StackTest : public FunctionsTest {
protected:
  using Way = std::vector<std::string>;

  /// The lines behind the message, from the failing task on: "walk a walk 3" is
  /// a task walk, which walk has spawned at the place a, three times in a row.
  static Way wayOf(const std::string &Said, const std::string &Source) {
    static const std::regex Spawn(
        "  in task '(\\w+)', spawned (?:at [^:]*:(\\d+):\\d+ )?by (?:task "
        "|kernel "
        ")?'?(\\w+ ?\\w*)'?( as its last act)?(?:, (\\d+) times in a row)?");
    static const std::regex Likewise(
        "  in place of (\\d+) tasks? that (?:was|were) spawned likewise"
        "(?:, (\\d+) times in a row)?");
    std::vector<std::string> Program = lines(Source), Lines = lines(Said);
    Way Result;
    for (size_t I = 1; I < Lines.size(); ++I) {
      std::smatch M;
      if (std::regex_match(Lines[I], M, Spawn)) {
        std::string Tag = "-";
        if (M[2].matched) {
          const std::string &Line = Program.at(std::stoul(M[2]) - 1);
          size_t At = Line.find("//");
          Tag = At == std::string::npos ? "line " + M[2].str()
                                        : Line.substr(At + 2);
        }
        Result.push_back(M[1].str() + " " + Tag + " " + M[3].str() +
                         (M[4].matched ? " last" : "") +
                         (M[5].matched ? " " + M[5].str() : ""));
      } else if (std::regex_match(Lines[I], M, Likewise)) {
        Result.push_back("likewise " + M[1].str());
      } else {
        Result.push_back(Lines[I]);
      }
    }
    return Result;
  }

  static std::string firstLine(const Outcome &Result) {
    return lines(Result.Said + "\n").front();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Every way to spawn, beside the way that the tasks pass on themselves
//===----------------------------------------------------------------------===//

/// `path` has a digit in base 8 for each spawn, the last one lowest.
static const std::string Walk = R"(
__task int step(ulong path, int depth, ulong target, __global ulong *out);
__task int walk(ulong path, int depth, ulong target, __global ulong *out) {
  if (path == target)
    out[0] = path;
  tkl_assert(path != target);
  if (depth == 0)
    return 1;
  path *= 8;
  int a, b, c, d;
  a <- walk(path + 1, depth - 1, target, out); //1
  b <- step(path + 2, depth - 1, target, out); //2
  force (b);
  () <- walk(path + 3, depth - 1, target, out); //3
  *(__global int *)(out + 1 + get(path)) <- walk(path + 4, depth - 1, target, out); //4
  c <- walk(path + 5, depth - 1, target, out); //5
  force (a, c);
  force ();
  d <- walk(path + 6, depth - 1, target, out); //6
  force (d) { return d; }
}
__task int step(ulong path, int depth, ulong target, __global ulong *out) {
  if (depth == 0)
    return 1;
  int a;
  a <- walk(path * 8 + 7, depth - 1, target, out); //7
  force (a);
  if (path == target)
    out[0] = path;
  tkl_assert(path != target);
  return a + 1;
}
__kernel void k(__global ulong *out, int depth, ulong target) {
  ulong i = get_global_id(0);
  int r;
  r <- walk(i + 1, depth, target, out); //0
  if (i & 1)
    force (r) { out[i + 1] = r; }
}
)";

/// The same path in words.
static std::vector<std::string> expectedWay(uint64_t Path, size_t Items) {
  std::vector<unsigned> Sites;
  while (Path >= 8 || Path > Items) {
    Sites.insert(Sites.begin(), Path % 8);
    Path /= 8;
  }
  struct Entry {
    std::string Origin;
    unsigned Tails;
    bool operator==(const Entry &B) const {
      return Origin == B.Origin && Tails == B.Tails;
    }
  };
  std::vector<Entry> Entries = {{"walk 0 k", 0}};
  for (unsigned Site : Sites) {
    if (Site == 6)
      ++Entries.back().Tails;
    else
      Entries.push_back({std::string(Site == 2 ? "step" : "walk") + " " +
                             std::to_string(Site) +
                             (Site == 7 ? " step" : " walk"),
                         0});
  }
  std::vector<std::string> Words;
  for (size_t I = Entries.size(); I != 0;) {
    size_t Times = 1;
    const Entry &E = Entries[I - 1];
    while (I - 1 >= Times + 1 && Entries[I - 1 - Times] == E)
      ++Times;
    I -= Times;
    if (E.Tails)
      Words.push_back("walk 6 walk last");
    if (E.Tails > 1)
      Words.push_back("likewise " + std::to_string(E.Tails - 1));
    Words.push_back(E.Origin + (Times > 1 ? " " + std::to_string(Times) : ""));
  }
  Words.push_back("  in work-item " + std::to_string(Path - 1));
  return Words;
}

TEST_F(StackTest, EveryWayToSpawn) {
  constexpr size_t Items = 4;
  std::string Source = Walk;
  // All results go to one place.
  Source.replace(Source.find("get(path)"), 9, "4");
  Program P = build(Source);
  std::mt19937 Random(20);
  auto Any = [&](unsigned N) { return unsigned(Random() % N); };
  for (int Round = 0; Round < 60; ++Round) {
    uint64_t Path = 1 + Any(Items);
    int Left = 5;
    bool InStep = false;
    // The last tasks of `step` assert nothing.
    for (int Length = Any(6); Length > 0 && Left > 1; --Length, --Left) {
      unsigned Site = InStep ? 7 : 1 + Any(6);
      if (Round % 10 == 3 && !InStep)
        Site = 6;
      Path = Path * 8 + Site;
      InStep = Site == 2;
    }
    Buffer<cl_ulong> Out(8);
    Outcome Result = launch(P, "k", Items, Out, 5, cl_ulong(Path));
    EXPECT_EQ(Result.Status, CL_OUT_OF_RESOURCES);
    EXPECT_EQ(Out.read()[0], Path);
    EXPECT_EQ(firstLine(Result).find("tasklet: kernel 'k' failed: assertion "
                                     "'path != target' is false at "),
              0u)
        << Result.Said;
    EXPECT_EQ(wayOf(Result.Said, Source), expectedWay(Path, Items))
        << Result.Said;
  }
  // Nothing fails, and all is as before.
  Buffer<cl_ulong> Out(8);
  Outcome Result = launch(P, "k", Items, Out, 5, cl_ulong(0));
  EXPECT_EQ(Result.Status, CL_SUCCESS);
  EXPECT_EQ(Result.Said, "");
}

//===----------------------------------------------------------------------===//
// Other failures
//===----------------------------------------------------------------------===//

TEST_F(StackTest, HeapExhaustedByDepth) {
  const std::string Source = R"(
    __task int deep(int n, __global int *most) {
      atomic_max(most, n);
      int r;
      r <- deep(n + 1, most); //deeper
      force (r);
      return r + n;
    }
    __kernel void k(__global int *most) {
      () <- deep(1, most); //first
    })";
  Program P = build(Source);
  Buffer<int> Most(std::vector<int>{0});
  Outcome Result = launch(P, "k", 1, Most);
  EXPECT_LT(Result.Status, 0);
  EXPECT_NE(Result.Said.find("no memory left"), std::string::npos)
      << Result.Said;
  int Depth = Most.read()[0];
  EXPECT_EQ(wayOf(Result.Said, Source),
            (Way{"deep deeper deep " + std::to_string(Depth - 1),
                 "deep first k", "  in work-item 0"}))
      << Result.Said;
}

TEST_F(StackTest, OtherFailuresOfTasks) {
  const std::string Source = R"(
    void helper(int what, __global ulong *memory) {
      if (what == 0) tkl_fail("%0", 7, 0);
      if (what == 1) tkl_alloc(1ul << 50);
      if (what == 2) tkl_release((__global tkl_semaphore *)memory);
      tkl_assert(what != 3 && "in a helper");
    }
    __task void fails(int what, __global ulong *memory) {
      helper(what, memory);
    }
    __task int number(int n) { return n; }
    __task void middle(int what, __global ulong *memory) {
      float x, y;
      x <- number(1); // converts
      y <- number(2);
      force (y);
      () <- fails(what, memory); //here
      force (x);
      memory[1] = (ulong)(x + y);
    }
    __kernel void k(__global ulong *memory, int what) {
      int r;
      r <- number(1);
      force (r);
      () <- middle(what, memory); //kernel
      force ();
    })";
  Program P = build(Source);
  Buffer<cl_ulong> Memory(std::vector<cl_ulong>{~0ull, 0});
  for (int What : {0, 1, 2, 3}) {
    Outcome Result = launch(P, "k", {{1, 3}, {}, {5, 2}}, Memory, What);
    EXPECT_LT(Result.Status, 0);
    Way Found = wayOf(Result.Said, Source);
    ASSERT_EQ(Found.size(), 3u) << Result.Said;
    EXPECT_EQ(Found[0], "fails here middle");
    EXPECT_EQ(Found[1], "middle kernel k last");
    EXPECT_EQ(Found[2].find("  in work-item (5, "), 0u) << Found[2];
  }
  Outcome Result = launch(P, "k", 1, Memory, 9);
  EXPECT_EQ(Result.Status, CL_SUCCESS);
  EXPECT_EQ(Memory.read()[1], 3u);
}

/// More children than a deque holds, at any number of workers.
TEST_F(StackTest, ManyChildren) {
  const std::string Source = R"(
    __task void leaf(int n, int bad, __global int *count) {
      tkl_assert(n != bad);
      atomic_inc(count);
    }
    __task void many(int n, int bad, __global int *count) {
      for (int i = 0; i < n; ++i)
        () <- leaf(i, bad, count); //leaf
    }
    __task int early(int n, int bad, __global int *count) {
      int r[2];
      for (int i = 0; i < 2; ++i)
        r[i] <- early(n - 1, bad, count); //early
      tkl_assert(n != bad);
      force (r) { return r[0] + r[1]; }
    }
    __kernel void k(__global int *count, int n, int bad) {
      () <- many(n, bad, count); //many
    }
    __kernel void e(__global int *count, int n, int bad) {
      *count <- early(n, bad, count); //first
    })";
  Program P = build(Source);
  for (int Bad : {0, 4095, 4096, 19999}) {
    Buffer<int> Count(std::vector<int>{0});
    Outcome Result = launch(P, "k", 1, Count, 20000, Bad);
    EXPECT_EQ(wayOf(Result.Said, Source),
              (Way{"leaf leaf many", "many many k", "  in work-item 0"}))
        << Result.Said;
  }
  Buffer<int> Count(std::vector<int>{0});
  EXPECT_EQ(launch(P, "k", 1, Count, 20000, -1).Status, CL_SUCCESS);
  EXPECT_EQ(Count.read()[0], 20000);
  // The children, which spawn for ever, may be anywhere when it fails.
  Outcome Result = launch(P, "e", 1, Count, 5, 1);
  EXPECT_EQ(wayOf(Result.Said, Source),
            (Way{"early early early 4", "early first e", "  in work-item 0"}))
      << Result.Said;
}

TEST_F(StackTest, KernelsAndTheHost) {
  const std::string Source = R"(
    int even(int n) {
      tkl_assert(n % 2 == 0);
      return n / 2;
    }
    __task int half_of(int n) { return even(n); }
    __kernel void spawns(__global int *out, int bad, int task) {
      int i = get_global_id(0);
      if (!task) even(2 * i + (i == bad));
      out[i] <- half_of(2 * i + (i == bad)); //kernel
    }
    __kernel void body(__global int *out, int bad) {
      int i = get_global_id(0), r;
      r <- half_of(8);
      force (r) { out[i] = even(2 * i + (i == bad)); }
    }
    __kernel void plain(__global int *out, int bad) {
      int i = get_global_id(0);
      tkl_assert(i != bad);
      out[i] = even(2 * i);
    })";
  Program P = build(Source);
  Buffer<int> Out(8);
  EXPECT_EQ(wayOf(launch(P, "spawns", 8, Out, 3, 0).Said, Source),
            (Way{"  in work-item 3"}));
  EXPECT_EQ(wayOf(launch(P, "spawns", 8, Out, 3, 1).Said, Source),
            (Way{"half_of kernel spawns", "  in work-item 3"}));
  EXPECT_EQ(wayOf(launch(P, "body", 8, Out, 5).Said, Source),
            (Way{"  in work-item 5"}));
  EXPECT_EQ(wayOf(launch(P, "plain", 8, Out, 6).Said, Source),
            (Way{"  in work-item 6"}));
  for (const char *Name : {"body", "plain"}) {
    EXPECT_EQ(launch(P, Name, 8, Out, -1).Said, "");
    expectEach(Out, [](int I) { return I; });
  }
  auto Create = extensionFunction<clCreateTaskletKernelTKL_fn>(
      "clCreateTaskletKernelTKL");
  cl_int Status;
  Kernel K(Create(P.get(), "half_of", &Status));
  check(Status, "half_of");
  K.setArgs(7, Out);
  ::testing::internal::CaptureStderr();
  Device::get()->Messages.clear();
  EXPECT_LT(K.launch(1), 0);
  std::string Said =
      Device::get()->Messages + ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(wayOf(Said, Source),
            (Way{"half_of - the host", "  in work-item 0"}))
      << Said;
}
