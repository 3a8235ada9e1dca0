//===- EverywhereTest.cpp - Fixture for everywhere blocks -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "EverywhereTest.h"

#include <cstdlib>
#include <numeric>

using namespace tasklet::test;

/// Integers for what each warp notes: how many, then those.
static constexpr int LogSize = 1024;

static const char Start[] = R"(
#define NOTE(what, mask)                                                       \
  do {                                                                         \
    if (63 - clz((ulong)(mask) & -(ulong)(mask)) ==                            \
        get_sub_group_local_id()) {                                            \
      int at = log[0];                                                          \
      log[at + 1] = what;                                                      \
      log[at + 2] = (int)(mask);                                               \
      log[at + 3] = (int)((ulong)(mask) >> 32);                                \
      log[0] = at + 3;                                                         \
    }                                                                          \
  } while (0)
)";

/// The attributes of the kernel come from the options, as ATTRIBUTES.
static std::string makeSource(const std::string &Functions,
                              const std::string &Body) {
  return std::string(Start) + Functions + R"(
#ifndef ATTRIBUTES
#define ATTRIBUTES
#endif
__kernel ATTRIBUTES void k(__global int *out, __global int *log, int width) {
  int item = (get_local_id(2) * get_local_size(1) + get_local_id(1)) *
                 get_local_size(0) + get_local_id(0);
  int items = get_local_size(0) * get_local_size(1) * get_local_size(2);
  int group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) *
                  get_num_groups(0) + get_group_id(0);
  int id = group * items + item, lane = item % width;
  log += 1024 * (group * ((items + width - 1) / width) + item / width);
)" + Body +
         "\n}\n";
}

static size_t product(const std::vector<size_t> &Sizes) {
  return std::accumulate(Sizes.begin(), Sizes.end(), size_t(1),
                         std::multiplies<size_t>());
}

static void compareWith(Kernel K, const Shape &S,
                        const std::function<void(WarpRun &)> &Serial) {
  int Items = product(S.Local), Groups = product(S.Groups);
  int Warps = (Items + S.Width - 1) / S.Width;
  std::vector<int> Zero(Items * Groups), Log(LogSize * Warps * Groups);
  Buffer<int> Out(Zero), Notes(Log);
  std::vector<size_t> Global(S.Groups);
  for (size_t I = 0; I < Global.size(); ++I)
    Global[I] *= S.Local[I];
  K.setArgs(Out, Notes, S.Width);
  check(K.launch(Range(Global, S.Local, S.Offset)), "k");

  std::vector<int> Expected(Zero), Got = Out.read(), Noted = Notes.read();
  for (int Group = 0; Group < Groups; ++Group)
    for (int Warp = 0; Warp < Warps; ++Warp) {
      int First = Warp * S.Width;
      WarpRun Run(std::min(S.Width, Items - First), Group * Items + First,
                  Items, Expected);
      Serial(Run);
      const int *Begin = &Noted[LogSize * (Group * Warps + Warp)];
      EXPECT_EQ(std::vector<int>(Begin + 1, Begin + 1 + *Begin), Run.Notes)
          << "warp " << Warp << " of group " << Group;
    }
  EXPECT_EQ(Got, Expected);
}

void EverywhereTest::compare(const std::string &Functions,
                             const std::string &Body, const Shape &S,
                             const Model &Serial, const std::string &Options) {
  compareWith(build(makeSource(Functions, Body), Options).kernel("k"), S,
              Serial);
}

/// The levels of optimisation, or the one that TASKLET_TEST_LEVEL names.
static std::vector<std::string> levels() {
  const char *Only = std::getenv("TASKLET_TEST_LEVEL");
  if (!Only)
    return {"", " -cl-opt-disable"};
  if (std::strcmp(Only, "optimized") == 0)
    return {""};
  if (std::strcmp(Only, "unoptimized") == 0)
    return {" -cl-opt-disable"};
  throw std::runtime_error(std::string("TASKLET_TEST_LEVEL=") + Only +
                           " is neither optimized nor unoptimized");
}

void EverywhereTest::compareAll(const std::string &Functions,
                                const std::string &Body, const Model &Serial,
                                const std::string &Options) {
  for (const std::string &Level : levels()) {
    Program P = build(makeSource(Functions, Body), Options + Level);
    for (const Shape &S : std::vector<Shape>{{{1}, {1}, {}},
                                             {{3}, {32}, {}},
                                             {{2}, {5}, {7}},
                                             {{2}, {33}, {}},
                                             {{2}, {100}, {}},
                                             {{2, 1}, {16, 5}, {1, 2}},
                                             {{1, 2, 1}, {3, 4, 5}, {}}}) {
      // PoCL 6 cannot link kernels with sub-group functions for these.
      if (product(S.Local) <= 2 &&
          std::strstr(moreOptions(), "-tkl-sub-groups"))
        continue;
      SCOPED_TRACE("items " + std::to_string(product(S.Local)) + Level);
      compareWith(P.kernel("k"), S, Serial);
    }
  }
}
