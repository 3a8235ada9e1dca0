//===- Serial.cpp - What joins.cl computes, without tasks -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Serial.h"

#include <algorithm>
#include <climits>

using namespace joins;

namespace {

struct Search {
  int32_t Best = 0;
  uint64_t Calls = 0;

  bool isHopeless(const Item *I, int Room, int Value) const {
    return Value + Room * I->Value / I->Weight <= Best;
  }
  int32_t pack(const Item *I, int Left, int Room, int Value);
  void fill(const Item *I, int Left, int Room, int Value);
};

} // namespace

int32_t Search::pack(const Item *I, int Left, int Room, int Value) {
  ++Calls;
  if (Room < 0)
    return INT_MIN;
  if (Left == 0 || Room == 0) {
    Best = std::max(Best, Value);
    return Value;
  }
  if (isHopeless(I, Room, Value))
    return INT_MIN;
  int With = pack(I + 1, Left - 1, Room - I->Weight, Value + I->Value);
  int Without = pack(I + 1, Left - 1, Room, Value);
  return std::max(With, Without);
}

void Search::fill(const Item *I, int Left, int Room, int Value) {
  ++Calls;
  if (Left == 0 || Room == 0) {
    Best = std::max(Best, Value);
    return;
  }
  if (isHopeless(I, Room, Value))
    return;
  if (I->Weight <= Room)
    fill(I + 1, Left - 1, Room - I->Weight, Value + I->Value);
  fill(I + 1, Left - 1, Room, Value);
}

int32_t joins::pack(const std::vector<Item> &Items, int Room, uint64_t &Calls) {
  Search S;
  int32_t Result = S.pack(Items.data(), int(Items.size()), Room, 0);
  Calls = S.Calls;
  return Result;
}

int32_t joins::fill(const std::vector<Item> &Items, int Room, uint64_t &Calls) {
  Search S;
  S.fill(Items.data(), int(Items.size()), Room, 0);
  Calls = S.Calls;
  return S.Best;
}

static uint32_t decode(const uint32_t *Begin, const uint32_t *End) {
  uint32_t X = 0;
  for (; Begin != End; ++Begin) {
    X ^= *Begin;
    for (int I = 0; I < 16; ++I) {
      X ^= X << 13;
      X ^= X >> 17;
      X ^= X << 5;
    }
  }
  return X;
}

std::vector<int32_t> joins::pipeline(const std::vector<uint32_t> &Words,
                                     int Count) {
  std::vector<int32_t> Out;
  Out.reserve(size_t(Count));
  uint32_t Sum = 0;
  for (const uint32_t *At = Words.data(); Count-- > 0;) {
    const uint32_t *End = At;
    while (*End != 0)
      ++End;
    Sum = Sum * 33 ^ decode(At, End);
    Out.push_back(int32_t(Sum));
    At = End + 1;
  }
  return Out;
}

uint32_t joins::scramble(uint32_t X) {
  for (int I = 0; I < 4; ++I) {
    X ^= X >> 16;
    X *= 0x7feb352dU;
    X ^= X >> 15;
    X *= 0x846ca68bU;
    X ^= X >> 16;
  }
  return X;
}

static int32_t find(uint32_t Target, int32_t From, int32_t To) {
  for (int32_t X = From; X < To; ++X)
    if (scramble(uint32_t(X)) == Target)
      return X;
  return -1;
}

std::vector<int32_t> joins::solve(const std::vector<Riddle> &Riddles) {
  std::vector<int32_t> Out;
  Out.reserve(Riddles.size());
  for (const Riddle &R : Riddles) {
    int32_t Hint = int32_t(R.Hint);
    int32_t X = find(R.Target, Hint - GuessSide, Hint + GuessSide);
    Out.push_back(X >= 0 ? X : find(R.Target, 0, RiddleRange));
  }
  return Out;
}

int32_t joins::fib(int32_t N) { return N < 2 ? N : fib(N - 1) + fib(N - 2); }
