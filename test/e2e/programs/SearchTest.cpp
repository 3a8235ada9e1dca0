//===- SearchTest.cpp - Programs that search and backtrack ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Programs.h"

#include <algorithm>
#include <array>
#include <climits>

using namespace tasklet::test;

using SearchPrograms = Programs;
INSTANTIATE_PROGRAMS(SearchPrograms);

namespace {

/// Sudoku by trying digits in order at the first empty cell: its first solution
/// is the smallest one.
struct Sudoku {
  using Board = std::array<unsigned char, 81>;
  Board Cells;
  unsigned Solutions = 0;
  Board First = {};

  bool fits(int At, int Digit) const {
    for (int I = 0; I < 81; ++I) {
      bool Sees = I / 9 == At / 9 || I % 9 == At % 9 ||
                  (I / 27 == At / 27 && I % 9 / 3 == At % 9 / 3);
      if (Sees && I != At && Cells[I] == Digit)
        return false;
    }
    return true;
  }
  void solve(int At = 0) {
    while (At < 81 && Cells[At] != 0)
      ++At;
    if (At == 81) {
      if (Solutions++ == 0)
        First = Cells;
      return;
    }
    for (int Digit = 1; Digit <= 9; ++Digit)
      if (fits(At, Digit)) {
        Cells[At] = static_cast<unsigned char>(Digit);
        solve(At + 1);
        Cells[At] = 0;
      }
  }
};

struct SudokuOutcome {
  unsigned Solutions;
  unsigned char First[81];
};

} // namespace

TEST_P(SearchPrograms, Sudoku) {
  // One solution; some, after givens are taken away; one digit given twice.
  std::string One = "53..7....6..195....98....6.8...6...34..8.3..17...2...6"
                    ".6....28....419..5....8..79";
  std::string Some = One, None = One;
  for (size_t At : {0, 3, 13, 20, 30, 41, 51, 58, 70, 80})
    for (size_t I = At; I < 81; I += 27)
      Some[I] = I % 2 ? Some[I] : '.';
  None[8] = '5';
  std::vector<unsigned char> Givens;
  for (const std::string &Puzzle : {One, Some, None})
    for (char C : Puzzle)
      Givens.push_back(C == '.' ? 0 : C - '0');
  const size_t Count = Givens.size() / 81;
  Buffer<SudokuOutcome> Out(Count);
  run(load("sudoku"), "solve_all", Count, Buffer<unsigned char>(Givens), Out);
  std::vector<SudokuOutcome> Outcomes = Out.read();
  for (size_t I = 0; I + 1 < Count; ++I) {
    Sudoku Serial;
    std::copy_n(Givens.begin() + 81 * I, 81, Serial.Cells.begin());
    Serial.solve();
    ASSERT_EQ(Serial.Solutions > 1, I == 1);
    EXPECT_EQ(Outcomes[I].Solutions, Serial.Solutions) << "puzzle " << I;
    for (int At = 0; At < 81; ++At)
      EXPECT_EQ(Outcomes[I].First[At], Serial.First[At])
          << "puzzle " << I << ", cell " << At;
  }
  EXPECT_EQ(Outcomes[Count - 1].Solutions, 0u);
}

TEST_P(SearchPrograms, ModelCount) {
  // Formulas from loose to contradictory, over so few variables that every
  // assignment can be tried.
  constexpr unsigned Variables = 14;
  std::mt19937 Engine(3);
  std::vector<cl_uint2> Clauses;
  std::vector<unsigned> Begin = {0};
  for (unsigned Size : {0u, 1u, 10u, 30u, 50u, 70u, 120u}) {
    for (unsigned I = 0; I < Size; ++I) {
      cl_uint2 Clause = {{0, 0}};
      for (unsigned Literal = 0; Literal < 3; ++Literal)
        Clause.s[Engine() % 2] |= 1u << Engine() % Variables;
      Clauses.push_back(Clause);
    }
    Begin.push_back(static_cast<unsigned>(Clauses.size()));
  }
  Buffer<cl_ulong> Models(Begin.size() - 1);
  run(load("model_count"), "count_models", Begin.size() - 1,
      Buffer<cl_uint2>(Clauses), Buffer<unsigned>(Begin), Variables, Models);
  expectEach(Models, [&](int I) {
    cl_ulong Count = 0;
    for (unsigned Values = 0; Values < 1u << Variables; ++Values)
      Count += std::all_of(
          Clauses.begin() + Begin[I], Clauses.begin() + Begin[I + 1],
          [=](cl_uint2 C) { return (C.s[0] & Values) || (C.s[1] & ~Values); });
    return Count;
  });
}

namespace {

/// Connect Four without pruning, on an array. Players are 1 and 2.
struct Connect {
  static constexpr int Columns = 5, Rows = 4;
  int Field[Columns][Rows] = {};

  int at(int C, int R) const {
    return C < 0 || C >= Columns || R < 0 || R >= Rows ? 0 : Field[C][R];
  }
  bool wins(int Player) const {
    static constexpr int Step[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int C = 0; C < Columns; ++C)
      for (int R = 0; R < Rows; ++R)
        for (auto [DC, DR] : Step) {
          int Length = 0;
          while (Length < 4 && at(C + Length * DC, R + Length * DR) == Player)
            ++Length;
          if (Length == 4)
            return true;
        }
    return false;
  }
  int height(int C) const {
    int R = 0;
    while (R < Rows && Field[C][R])
      ++R;
    return R;
  }
  int value(int Player, int Depth) {
    if (wins(3 - Player))
      return -1000 - Depth;
    bool Full = true;
    for (int C = 0; C < Columns; ++C)
      Full &= height(C) == Rows;
    if (Full)
      return 0;
    if (Depth == 0)
      return int(std::count(Field[2], Field[2] + Rows, Player)) -
             int(std::count(Field[2], Field[2] + Rows, 3 - Player));
    int Best = INT_MIN;
    for (int C = 0; C < Columns; ++C) {
      int R = height(C);
      if (R == Rows)
        continue;
      Field[C][R] = Player;
      Best = std::max(Best, -value(3 - Player, Depth - 1));
      Field[C][R] = 0;
    }
    return Best;
  }
  cl_uint2 bits(int Player) const {
    cl_uint2 Bits = {{0, 0}};
    for (int C = 0; C < Columns; ++C)
      for (int R = 0; R < Rows; ++R)
        if (Field[C][R])
          Bits.s[Field[C][R] != Player] |= 1u << (C * (Rows + 1) + R);
    return Bits;
  }
};

} // namespace

TEST_P(SearchPrograms, ConnectFour) {
  // Positions after random moves, from the empty board to full ones.
  constexpr int Depth = 5;
  std::mt19937 Engine(4);
  std::vector<cl_uint2> Positions;
  std::vector<int> Values;
  for (int Stones = 0; Stones <= Connect::Columns * Connect::Rows; ++Stones) {
    Connect Game;
    for (int I = 0; I < Stones; ++I) {
      int C;
      do
        C = Engine() % Connect::Columns;
      while (Game.height(C) == Connect::Rows);
      Game.Field[C][Game.height(C)] = 1 + I % 2;
    }
    const int ToMove = 1 + Stones % 2;
    Positions.push_back(Game.bits(ToMove));
    Values.push_back(Game.value(ToMove, Depth));
  }
  Buffer<int> Out(Values.size());
  run(load("connect"), "value_of", Range(Values.size()),
      Buffer<cl_uint2>(Positions), Depth, Out);
  expectEqual(Out, Values);
}

namespace {
struct Item {
  unsigned short Weight, Value;
};
struct Choice {
  int Value;
  unsigned Taken;
};
} // namespace

TEST_P(SearchPrograms, Knapsack) {
  std::mt19937 Engine(5);
  std::vector<Item> Items;
  std::vector<int> Begin = {0}, Room;
  for (int Size : {1, 2, 7, 14, 15}) {
    std::vector<Item> These(Size);
    for (Item &I : These)
      I = {static_cast<unsigned short>(1 + Engine() % 40),
           static_cast<unsigned short>(1 + Engine() % 60)};
    std::sort(These.begin(), These.end(), [](Item A, Item B) {
      return A.Value * B.Weight > B.Value * A.Weight;
    });
    Items.insert(Items.end(), These.begin(), These.end());
    Begin.push_back(static_cast<int>(Items.size()));
    Room.push_back(Size * 9);
  }
  const size_t Count = Room.size();
  Program P = load("knapsack");
  Buffer<Item> DeviceItems(Items);
  Buffer<int> DeviceBegin(Begin), DeviceRoom(Room), Best(Count), Good(Count);
  Buffer<Choice> Choices(Count);
  run(P, "pack_all", Count, DeviceItems, DeviceBegin, DeviceRoom, Best,
      Choices);
  run(P, "verify", Count, DeviceItems, DeviceBegin, DeviceRoom, Choices, Good);
  expectEqual(Good, std::vector<int>(Count, 1));
  for (size_t I = 0; I < Count; ++I) {
    Choice Serial = {0, 0};
    const int Size = Begin[I + 1] - Begin[I];
    for (unsigned Taken = 0; Taken < 1u << Size; ++Taken) {
      int Weight = 0, Value = 0;
      for (int K = 0; K < Size; ++K)
        if (Taken >> K & 1) {
          Weight += Items[Begin[I] + K].Weight;
          Value += Items[Begin[I] + K].Value;
        }
      if (Weight <= Room[I] && Value > Serial.Value)
        Serial = {Value, Taken};
    }
    EXPECT_EQ(Choices.read()[I].Value, Serial.Value) << "problem " << I;
    EXPECT_EQ(Choices.read()[I].Taken, Serial.Taken) << "problem " << I;
    EXPECT_EQ(Best.read()[I], Serial.Value) << "problem " << I;
  }
}

TEST_P(SearchPrograms, Grundy) {
  // Every position has a group of 12 work-items to itself and its neighbours.
  constexpr unsigned Fourth = 18, SizeX = 12, SizeY = 4, SizeZ = 4;
  constexpr unsigned OffsetX = 7, OffsetY = 0, OffsetZ = 9;
  std::vector<unsigned> Value(20);
  for (unsigned Heap = 0; Heap < Value.size(); ++Heap) {
    std::vector<bool> Reached(64);
    for (unsigned A = 1; 2 * A < Heap; ++A)
      Reached[Value[A] ^ Value[Heap - A]] = true;
    Value[Heap] = static_cast<unsigned>(
        std::find(Reached.begin(), Reached.end(), false) - Reached.begin());
  }
  constexpr size_t Size = SizeX * SizeY * SizeZ;
  Buffer<int> Values(Size);
  Buffer<unsigned char> Winner(Size);
  run(load("grundy"), "judge",
      Range({SizeX, SizeY, SizeZ}, {3, 2, 2}, {OffsetX, OffsetY, OffsetZ}),
      Fourth, Values, Winner);
  auto Serial = [&](int I) {
    return Value[OffsetX + I % SizeX] ^ Value[OffsetY + I / SizeX % SizeY] ^
           Value[OffsetZ + I / SizeX / SizeY] ^ Value[Fourth];
  };
  expectEach(Values, Serial);
  expectEach(Winner, [&](int I) { return Serial(I) != 0 ? 1 : 2; });
}

namespace {
struct Tour {
  unsigned short Length;
  unsigned char Towns, Town[10];
};
} // namespace

TEST_P(SearchPrograms, RoundTrip) {
  // Distances need not be those of a plane; with small ones there are ties.
  constexpr int Towns = 8, Maps = 8;
  auto Distances = randomNumbers<int>(Maps * Towns * Towns, 1, 5);
  std::vector<unsigned char> Bytes(Distances.begin(), Distances.end());
  Buffer<unsigned> Best(Maps);
  Buffer<Tour> Out(Maps);
  run(load("round_trip"), "plan", Maps, Buffer<unsigned char>(Bytes), Towns,
      Best, Out);
  std::vector<Tour> Tours = Out.read();
  for (int Map = 0; Map < Maps; ++Map) {
    const int *Distance = &Distances[Map * Towns * Towns];
    std::array<int, Towns> Order, Shortest = {};
    for (int I = 0; I < Towns; ++I)
      Order[I] = I;
    int Least = INT_MAX;
    do {
      int Length = 0;
      for (int I = 0; I < Towns; ++I)
        Length += Distance[Order[I] * Towns + Order[(I + 1) % Towns]];
      if (Length < Least) {
        Least = Length;
        Shortest = Order;
      }
    } while (std::next_permutation(Order.begin() + 1, Order.end()));
    EXPECT_EQ(Tours[Map].Length, Least) << "map " << Map;
    EXPECT_EQ(Best.read()[Map], unsigned(Least)) << "map " << Map;
    for (int I = 0; I < Towns; ++I)
      EXPECT_EQ(Tours[Map].Town[I], Shortest[I]) << "map " << Map << ", " << I;
  }
}
