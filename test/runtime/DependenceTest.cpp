//===- DependenceTest.cpp -------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The oracle touches each byte of each work-item.
///
//===----------------------------------------------------------------------===//
#include "order/DependenceTest.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

using namespace tasklet;
using nlohmann::json;

namespace {

tkl_order_header range(std::array<uint64_t, 3> Sizes,
                       std::array<uint64_t, 3> Offsets = {0, 0, 0}) {
  tkl_order_header Header = {};
  for (int D = 0; D < 3; ++D) {
    Header.range[D] = Sizes[D];
    Header.offset[D] = Offsets[D];
  }
  return Header;
}

AddressForms read(const std::string &Text) {
  AddressForms Forms;
  EXPECT_TRUE(readAddressForms(json::parse(Text), 4, Forms)) << Text;
  return Forms;
}

/// An access of parameter 0, to 4 bytes.
std::string access(const std::string &Strides, const std::string &Rest,
                   bool Writes = true, bool IsSure = true,
                   const std::string &Loops = "") {
  json Access = {{"param", 0},
                 {"bytes", 4},
                 {"writes", Writes},
                 {"always", IsSure},
                 {"strides", json::parse(Strides)},
                 {"rest", json::parse(Rest)},
                 {"loops", json::parse("[" + Loops + "]")}};
  return Access.dump();
}

AddressForms forms(const std::vector<std::string> &Accesses,
                   const std::string &Checks = "") {
  std::string Text;
  for (const std::string &Each : Accesses)
    Text += (Text.empty() ? "" : ",") + Each;
  return read(R"({"accesses":[)" + Text + R"(],"checks":[)" + Checks + "]}");
}

template <typename T> std::string bytesOf(T Value) {
  return {reinterpret_cast<const char *>(&Value), sizeof(Value)};
}

/// With 7 as argument 1.
Dependence find(const AddressForms &Forms, const tkl_order_header &Range) {
  return findDependence(Forms, {{1, bytesOf(int32_t(7))}}, Range);
}

constexpr auto None = Dependence::None, Chain = Dependence::Chain,
               Maybe = Dependence::Maybe;

} // namespace

TEST(DependenceTest, WithoutAccesses) {
  EXPECT_EQ(find(forms({}), range({9, 1, 1})), None);
}

TEST(DependenceTest, OneElementEach) {
  AddressForms Own = forms({access("[4,0,0]", "0")});
  EXPECT_EQ(find(Own, range({1000, 1, 1})), None);
  EXPECT_EQ(find(Own, range({1000, 2, 1})), Maybe) << "all rows are one";
  EXPECT_EQ(find(forms({access("[3,0,0]", "0")}), range({9, 1, 1})), Chain)
      << "of 4 bytes";
  EXPECT_EQ(find(forms({access("[3,0,0]", "0")}), range({1, 1, 1})), None)
      << "there is no other work-item";
}

TEST(DependenceTest, RowsFollowEachOther) {
  // x[j * n + i] with n = 7.
  AddressForms Grid = forms({access(R"([4,["*",["arg",1],4],0])", "0")});
  EXPECT_EQ(find(Grid, range({7, 100, 1})), None);
  EXPECT_EQ(find(Grid, range({8, 100, 1})), Maybe) << "they overlap";
  EXPECT_EQ(find(Grid, range({8, 1, 1})), None);
}

TEST(DependenceTest, WhatIsReadCounts) {
  std::string Write = access("[4,0,0]", "0");
  auto WithRead = [&](const std::string &Rest, uint64_t Items) {
    return find(forms({Write, access("[4,0,0]", Rest, false)}),
                range({Items, 1, 1}));
  };
  EXPECT_EQ(WithRead("0", 100), None);
  EXPECT_EQ(WithRead("400", 100), None) << "the other half";
  EXPECT_EQ(WithRead("396", 100), Maybe) << "the last one reads the first";
  EXPECT_EQ(WithRead("4", 100), Chain);
  EXPECT_EQ(WithRead("-4", 100), Chain);
  EXPECT_EQ(WithRead("8", 100), Maybe);
  EXPECT_EQ(find(forms({access("[4,0,0]", "0", false),
                        access("[0,0,0]", "0", false)}),
                 range({100, 1, 1})),
            None)
      << "nobody writes";
  // Every second element is written, the others are read.
  EXPECT_EQ(find(forms({access("[8,0,0]", "4"), access("[8,0,0]", "0", false),
                        access("[8,0,0]", "8", false)}),
                 range({100, 1, 1})),
            None);
}

TEST(DependenceTest, ChainsAreSure) {
  auto Next = [](bool IsSure) {
    return forms(
        {access("[4,0,0]", "4", true, IsSure), access("[4,0,0]", "0", false)});
  };
  EXPECT_EQ(find(Next(true), range({100, 1, 1})), Chain);
  EXPECT_EQ(find(Next(false), range({100, 1, 1})), Maybe);
  EXPECT_EQ(find(Next(true), range({100, 2, 1})), Maybe) << "rows";
  EXPECT_EQ(find(forms({access("[0,0,0]", "8")}), range({10, 5, 2})), Chain);
  // Nobody knows which bytes.
  EXPECT_EQ(find(forms({access("[0,0,0]", R"(["to",8])")}), range({9, 1, 1})),
            Maybe);
}

TEST(DependenceTest, Loops) {
  auto Rows = [](const std::string &Stride, const std::string &Rounds) {
    return forms({access("[" + Stride + ",0,0]",
                         R"(["*",["to",["u",32,)" + Rounds + "]],4]")});
  };
  const tkl_order_header Range = range({100, 1, 1});
  EXPECT_EQ(find(Rows("28", R"(["+",-1,["arg",1]])"), Range), None);
  EXPECT_EQ(find(Rows("28", R"(["arg",1])"), Range), Maybe);
  EXPECT_EQ(find(Rows("28", R"(["+",-8,["arg",1]])"), Range), Maybe)
      << "the loop does not run, or very often";
}

TEST(DependenceTest, LoopsHaveStrides) {
  auto Find = [](const std::string &Stride, const std::string &Loops,
                 const std::string &Others = "") {
    return find(
        forms({access("[" + Stride + ",0,0]", "0", true, true, Loops),
               access("[" + Stride + ",0,0]", "0", false, true, Others)}),
        range({100, 1, 1}));
  };
  EXPECT_EQ(Find("28", R"([4,["+",-1,["arg",1]]])"), None);
  EXPECT_EQ(Find("28", R"([4,["arg",1]])"), Maybe);
  EXPECT_EQ(Find("4", "[400,9]"), None) << "a grid of rows";
  EXPECT_EQ(Find("4", "[-400,9]"), None);
  EXPECT_EQ(Find("4", "[396,9]"), Maybe);
  EXPECT_EQ(Find("4", "[400,9],[4000,9]"), None);
  EXPECT_EQ(Find("4", "[400,9],[4000,9]", "[4000,8]"), None);
  EXPECT_EQ(Find("4", "[400,9]", "[400,9],[400,3]"), None);
  EXPECT_EQ(Find("40", "[4,9]", "[4,9],[4,3]"), Maybe);
  EXPECT_EQ(Find("40", "[4,4]", "[4,4],[4,4]"), None);
  EXPECT_EQ(Find("4", "[0,9]"), None) << "the same again and again";
  EXPECT_EQ(Find("4", R"([["to",1],9])"), Maybe) << "a step that is no number";
  EXPECT_EQ(Find("4", "[4,0]"), None) << "one round";
  EXPECT_EQ(Find("4", "[4,-1]"), Maybe);
}

TEST(DependenceTest, TermsAreWhatTheyMean) {
  auto Is = [](const std::string &Term, int64_t Low, int64_t High) {
    // Where it is a stride, it must be a number.
    const std::string Text = "[" + Term + ",0,0]";
    const bool IsNumber = Low == High;
    const bool IsWide = Low >= 4 || Low <= -4;
    EXPECT_EQ(find(forms({access(Text, "0", true, false)}),
                   range({9, 1, 1}, {5, 0, 0})),
              IsNumber && IsWide ? None : Maybe)
        << Term;
    // Checks are for one side each.
    const std::string Shifted = R"(["+",)" + Term + ",";
    auto Fits = [&](int64_t By) {
      return find(forms({access("[4,0,0]", "0")},
                        R"(["u",64,)" + Shifted + std::to_string(By) + "]]"),
                  range({9, 1, 1}, {5, 0, 0})) == None;
    };
    EXPECT_TRUE(Fits(-Low)) << Term;
    EXPECT_FALSE(Fits(-Low - 1)) << Term;
    auto Up = [&](int64_t By) {
      return find(forms({access("[4,0,0]", "0")},
                        R"(["u",64,["+",)" + std::to_string(By) +
                            R"(,["*",-1,)" + Term + "]]]"),
                  range({9, 1, 1}, {5, 0, 0})) == None;
    };
    EXPECT_TRUE(Up(High)) << Term;
    EXPECT_FALSE(Up(High - 1)) << Term;
  };
  Is("-12", -12, -12);
  Is(R"(["arg",1])", 7, 7);
  Is(R"(["+",["arg",1],-20])", -13, -13);
  Is(R"(["max",["arg",1],9])", 9, 9);
  Is(R"(["min",["arg",1],9])", 7, 7);
  Is(R"(["/",["arg",1],2])", 3, 3);
  Is(R"(["/",0,["arg",1]])", 0, 0);
  Is(R"(["*",["to",3],-5])", -15, 0);
  Is(R"(["offset",0])", 5, 5);
  // Ids are no numbers, and 5 to 13 here.
  auto Fits = [](const std::string &Check) {
    return find(forms({access("[4,0,0]", "0")}, Check),
                range({9, 1, 1}, {5, 0, 0})) == None;
  };
  EXPECT_TRUE(Fits(R"(["u",64,["+",["id",0],-5]])"));
  EXPECT_FALSE(Fits(R"(["u",64,["+",["id",0],-6]])"));
  EXPECT_TRUE(Fits(R"(["u",4,["id",0]])"));
  EXPECT_FALSE(Fits(R"(["u",3,["id",0]])"));
  EXPECT_FALSE(Fits(R"(["s",4,["id",0]])"));
  EXPECT_TRUE(Fits(R"(["s",5,["id",0]])"));
  EXPECT_TRUE(Fits(R"(["u",4,["size",0]])"));
  EXPECT_FALSE(Fits(R"(["u",3,["size",0]])"));
}

TEST(DependenceTest, Arguments) {
  auto Find = [](const std::string &Value, const std::string &Stride) {
    return findDependence(
        forms({access("[" + Stride + ",0,0]", "0", true, false)}), {{1, Value}},
        range({9, 1, 1}));
  };
  EXPECT_EQ(Find(bytesOf(int8_t(-4)), R"(["arg",1])"), None);
  EXPECT_EQ(Find(bytesOf(uint64_t(4)), R"(["arg",1])"), None);
  EXPECT_EQ(Find(bytesOf(int16_t(3)), R"(["arg",1])"), Maybe);
  // A part of a vector.
  const std::string Pair = bytesOf(int32_t(3)) + bytesOf(int32_t(4));
  EXPECT_EQ(Find(Pair, R"(["arg",1,4,4])"), None);
  EXPECT_EQ(Find(Pair, R"(["arg",1,0,4])"), Maybe);
  // Nobody has set it, or something else.
  EXPECT_EQ(Find(Pair, R"(["arg",1,8,4])"), Maybe);
  EXPECT_EQ(Find(Pair + "more", R"(["arg",1])"), Maybe);
  EXPECT_EQ(Find(Pair, R"(["arg",2])"), Maybe);
}

TEST(DependenceTest, LargeNumbers) {
  const std::string Huge = std::to_string(INT64_MAX);
  for (const std::string &Stride :
       {Huge, "-" + Huge, std::string("1152921504606846976")})
    EXPECT_EQ(find(forms({access("[" + Stride + ",0,0]", "0", true, false)}),
                   range({9, 1, 1})),
              Maybe)
        << "addresses wrap around";
  EXPECT_EQ(find(forms({access("[4,0,0]", Huge)}), range({9, 1, 1})), Maybe);
  EXPECT_EQ(
      find(forms({access("[4,0,0]", R"(["*",)" + Huge + "," + Huge + "]")}),
           range({9, 1, 1})),
      Maybe);
  EXPECT_EQ(find(forms({access("[4,0,0]", "0")}), range({1ull << 60, 1, 1})),
            Maybe);
  EXPECT_EQ(find(forms({access("[4,0,0]", "0")}), range({1ull << 40, 1, 1})),
            None);
}

TEST(DependenceTest, MalformedForms) {
  for (const char *Text : {"0",
                           "[]",
                           "{}",
                           R"({"accesses":[]})",
                           R"({"accesses":0,"checks":[]})",
                           R"({"accesses":[0],"checks":[]})",
                           R"({"accesses":[{}],"checks":[]})",
                           R"({"accesses":[],"checks":[[]]})",
                           R"({"accesses":[],"checks":[["no"]]})",
                           R"({"accesses":[],"checks":[["+",1]]})",
                           R"({"accesses":[],"checks":[["+",1,2,3]]})",
                           R"({"accesses":[],"checks":[["id",3]]})",
                           R"({"accesses":[],"checks":[["id",-1]]})",
                           R"({"accesses":[],"checks":[["arg",4]]})",
                           R"({"accesses":[],"checks":[["arg",0,0]]})",
                           R"({"accesses":[],"checks":[["arg",0,0,0]]})",
                           R"({"accesses":[],"checks":[["arg",0,0,9]]})",
                           R"({"accesses":[],"checks":[["u",0,1]]})",
                           R"({"accesses":[],"checks":[["s",65,1]]})",
                           R"({"accesses":[],"checks":[["u",["id",0],1]]})",
                           R"({"accesses":[],"checks":[1.5]})"}) {
    AddressForms Forms;
    EXPECT_FALSE(readAddressForms(json::parse(Text), 4, Forms)) << Text;
  }
  // Too deep to be ours.
  std::string Deep = "1";
  for (int I = 0; I < 100; ++I)
    Deep = R"(["to",)" + Deep + "]";
  AddressForms Forms;
  EXPECT_FALSE(readAddressForms(
      json::parse(R"({"accesses":[],"checks":[)" + Deep + "]}"), 4, Forms));
  json Access = json::parse(access("[4,0,0]", "0"));
  for (const char *Key :
       {"param", "bytes", "writes", "always", "strides", "loops", "rest"}) {
    json Less = Access;
    Less.erase(Key);
    AddressForms None;
    EXPECT_FALSE(readAddressForms(
        {{"accesses", {Less}}, {"checks", json::array()}}, 4, None))
        << Key;
  }
}

/// What is said is true, and whatever can be said is said in most cases.
TEST(DependenceTest, RandomFormsAgainstAllBytes) {
  std::mt19937 Random(1);
  auto Number = [&](int Least, int Most) {
    return std::uniform_int_distribution<int>(Least, Most)(Random);
  };
  unsigned Nones = 0, Chains = 0, Missed = 0;
  for (int Round = 0; Round < 20000; ++Round) {
    const tkl_order_header Range =
        range({uint64_t(Number(1, 6)), uint64_t(Number(1, 3)),
               uint64_t(Number(1, 2))},
              {uint64_t(Number(0, 3)), 0, uint64_t(Number(0, 1))});
    std::array<int, 3> Strides;
    for (int &Each : Strides)
      Each = Number(0, 2) ? 4 * Number(-12, 12) : Number(-9, 9);
    const std::array<int, 2> Steps = {4 * Number(-6, 6), 4 * Number(-30, 30)};
    struct Access {
      std::array<int, 3> Strides;
      int Rest, Rounds;
      bool Writes;
      std::array<int, 2> Steps, Most; ///< loops
    };
    std::vector<Access> Accesses;
    std::vector<std::string> Texts;
    for (int Left = Number(1, 3); Left; --Left) {
      Access A{Strides,
               4 * Number(-6, 6),
               Number(0, 2) ? 0 : Number(0, 3),
               Number(0, 2) != 0,
               Steps,
               {0, 0}};
      for (int &Each : A.Most)
        Each = Number(0, 2) ? 0 : Number(0, 3);
      if (Number(0, 9) == 0)
        A.Strides[0] += 4;
      Accesses.push_back(A);
      std::string Rest = std::to_string(A.Rest);
      if (A.Rounds)
        Rest = R"(["+",)" + Rest + R"(,["*",4,["to",)" +
               std::to_string(A.Rounds) + "]]]";
      Texts.push_back(access(json(A.Strides).dump(), Rest, A.Writes,
                             A.Rounds == 0,
                             json({A.Steps[0], A.Most[0]}).dump() + "," +
                                 json({A.Steps[1], A.Most[1]}).dump()));
    }
    auto bytesOfRounds = [](const Access &A) {
      std::vector<int> All;
      for (int I = 0; I <= A.Most[0]; ++I)
        for (int J = 0; J <= A.Most[1]; ++J)
          for (int At = 0; At < 4 * (A.Rounds + 1); ++At)
            All.push_back(I * A.Steps[0] + J * A.Steps[1] + At);
      return All;
    };
    // The work-items that touch each byte, and those that write it.
    std::map<int64_t, std::pair<std::set<int>, std::set<int>>> Touched;
    int Item = 0;
    for (uint64_t K = 0; K < Range.range[2]; ++K)
      for (uint64_t J = 0; J < Range.range[1]; ++J)
        for (uint64_t I = 0; I < Range.range[0]; ++I, ++Item)
          for (const Access &A : Accesses)
            for (int At : bytesOfRounds(A)) {
              auto &[All, Writers] =
                  Touched[int64_t(I + Range.offset[0]) * A.Strides[0] +
                          int64_t(J + Range.offset[1]) * A.Strides[1] +
                          int64_t(K + Range.offset[2]) * A.Strides[2] + A.Rest +
                          At];
              All.insert(Item);
              if (A.Writes)
                Writers.insert(Item);
            }
    bool Meet = false;
    std::set<int> Follow; // The one before touches the same.
    for (const auto &[At, Users] : Touched) {
      const auto &[All, Writers] = Users;
      Meet |= !Writers.empty() && All.size() > 1;
      for (int Each : All)
        if (All.count(Each - 1) &&
            (Writers.count(Each) || Writers.count(Each - 1)))
          Follow.insert(Each);
    }
    const Dependence Found = find(forms(Texts), Range);
    if (Found == None)
      EXPECT_FALSE(Meet) << json(Texts).dump();
    if (Found == Chain)
      EXPECT_EQ(Follow.size() + 1, size_t(Item)) << json(Texts).dump();
    Nones += Found == None;
    Chains += Found == Chain;
    Missed += Found != None && !Meet;
  }
  EXPECT_GT(Nones, 3000u);
  EXPECT_GT(Chains, 200u);
  // Where strides differ, or a loop leaves gaps.
  EXPECT_LT(Missed, Nones / 5);
}
