//===- TextTest.cpp - Programs on texts -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Programs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

using namespace tasklet::test;

using TextPrograms = Programs;
INSTANTIATE_PROGRAMS(TextPrograms);

TEST_P(TextPrograms, Alignment) {
  Program P = load("alignment");
  std::mt19937 Engine(10);
  auto MakeText = [&](size_t Size) {
    std::vector<unsigned char> Text(Size);
    for (unsigned char &C : Text)
      C = "ACGT"[Engine() % 4];
    return Text;
  };
  for (auto [SizeA, SizeB] :
       {std::pair(1u, 1u), {5u, 70u}, {90u, 3u}, {75u, 64u}}) {
    auto A = MakeText(SizeA), B = MakeText(SizeB);
    const size_t Width = SizeB + 1;
    std::vector<int> Serial((SizeA + 1) * Width);
    for (size_t I = 1; I <= SizeA; ++I)
      for (size_t J = 1; J <= SizeB; ++J) {
        const int *Above = &Serial[(I - 1) * Width + J];
        Serial[I * Width + J] =
            std::max({0, Above[-1] + (A[I - 1] == B[J - 1] ? 5 : -4),
                      Above[0] - 3, Serial[I * Width + J - 1] - 3});
      }
    const auto Best = std::max_element(Serial.begin(), Serial.end());
    std::string Way;
    for (size_t At = Best - Serial.begin(); Serial[At] != 0;) {
      const bool Same = A[At / Width - 1] == B[At % Width - 1];
      if (Serial[At] == Serial[At - Width - 1] + (Same ? 5 : -4)) {
        Way += 'd';
        At -= Width + 1;
      } else if (Serial[At] == Serial[At - Width] - 3) {
        Way += 'u';
        At -= Width;
      } else {
        Way += 'l';
        At -= 1;
      }
    }
    Buffer<int> Score(Serial.size()), BestScore(1);
    Buffer<unsigned char> Path(SizeA + SizeB + 1);
    run(P, "align", 1, Buffer<unsigned char>(A), SizeA,
        Buffer<unsigned char>(B), SizeB, Score, BestScore, Path);
    expectEqual(Score, Serial);
    EXPECT_EQ(BestScore.read()[0], *Best);
    EXPECT_STREQ(reinterpret_cast<const char *>(Path.read().data()),
                 Way.c_str());
  }
}

/// The length of the longest match at the start of \p Text, or -1: all places
/// in the pattern where a match may be, character by character.
static int longestMatch(const std::string &Pattern, const std::string &Text) {
  std::set<size_t> Places = {0};
  int Longest = -1;
  for (size_t Taken = 0; !Places.empty(); ++Taken) {
    std::set<size_t> Next;
    // Places grow while they are visited, but only after the visited one.
    for (size_t At : Places) {
      const char Count = At + 1 < Pattern.size() ? Pattern[At + 1] : '\0';
      const bool AtEnd = Taken == Text.size();
      if (At == Pattern.size() || (Pattern.substr(At) == "$" && AtEnd)) {
        Longest = static_cast<int>(Taken);
        continue;
      }
      if (Pattern.substr(At) == "$")
        continue;
      const bool Repeats = Count == '*' || Count == '+' || Count == '?';
      const size_t Rest = At + 1 + Repeats;
      if (Count == '*' || Count == '?')
        Places.insert(Rest);
      if (AtEnd || (Pattern[At] != '.' && Pattern[At] != Text[Taken]))
        continue;
      if (Count == '*' || Count == '+')
        Next.insert(At);
      Next.insert(Rest);
    }
    Places = Next;
  }
  return Longest;
}

TEST_P(TextPrograms, Pattern) {
  const std::vector<std::string> Patterns = {
      "",        "abc", "a*",  "a+b?",   ".*c", "a.?b*c$",
      "a*a*a*b", "x",   "b+$", "a?a?ab", "$"};
  std::vector<std::string> Texts = {"", "abc", "aaaaab", "bbb", "cab"};
  std::mt19937 Engine(11);
  while (Texts.size() < 12) {
    std::string Text(Engine() % 12, ' ');
    for (char &C : Text)
      C = "abc"[Engine() % 3];
    Texts.push_back(Text);
  }
  auto Join = [](const std::vector<std::string> &Lines,
                 std::vector<int> &Begin) {
    std::vector<char> All;
    for (const std::string &Line : Lines) {
      Begin.push_back(static_cast<int>(All.size()));
      All.insert(All.end(), Line.c_str(), Line.c_str() + Line.size() + 1);
    }
    return All;
  };
  std::vector<int> PatternBegin, TextBegin;
  Buffer<char> AllPatterns(Join(Patterns, PatternBegin));
  Buffer<char> AllTexts(Join(Texts, TextBegin));
  Buffer<cl_int2> Found(Patterns.size() * Texts.size());
  run(load("pattern"), "search_all", Range({Patterns.size(), Texts.size()}),
      AllPatterns, Buffer<int>(PatternBegin), AllTexts, Buffer<int>(TextBegin),
      Found);
  std::vector<cl_int2> Results = Found.read();
  for (size_t I = 0; I < Results.size(); ++I) {
    const std::string &Pattern = Patterns[I / Texts.size()];
    const std::string &Text = Texts[I % Texts.size()];
    cl_int2 Serial = {{-1, 0}};
    for (int At = 0; At <= int(Text.size()) && Serial.s[0] < 0; ++At) {
      int Length = longestMatch(Pattern, Text.substr(At));
      if (Length >= 0)
        Serial = {{At, Length}};
    }
    EXPECT_EQ(Results[I].s[0], Serial.s[0]) << Pattern << " in " << Text;
    EXPECT_EQ(Results[I].s[1], Serial.s[1]) << Pattern << " in " << Text;
  }
}

namespace {

/// SHA-256 of whole messages, with constants from where they come from: roots
/// of the first primes.
class Sha256 {
public:
  using Digest = std::array<uint32_t, 8>;

  Sha256() {
    for (int N = 2; Round.size() < 64; ++N) {
      bool Prime = true;
      for (int D = 2; D * D <= N; ++D)
        Prime &= N % D != 0;
      if (!Prime)
        continue;
      Round.push_back(fraction(std::cbrt(static_cast<long double>(N))));
      if (Round.size() <= 8)
        Initial[Round.size() - 1] =
            fraction(std::sqrt(static_cast<long double>(N)));
    }
  }

  Digest operator()(std::vector<unsigned char> Message) const {
    const uint64_t Bits = 8 * Message.size();
    Message.push_back(0x80);
    while (Message.size() % 64 != 56)
      Message.push_back(0);
    for (int Shift = 56; Shift >= 0; Shift -= 8)
      Message.push_back(static_cast<unsigned char>(Bits >> Shift));
    Digest H = Initial;
    for (size_t At = 0; At < Message.size(); At += 64)
      addBlock(H, &Message[At]);
    return H;
  }

private:
  static uint32_t fraction(long double X) {
    return static_cast<uint32_t>((X - std::floor(X)) * 4294967296.0L);
  }
  static uint32_t right(uint32_t X, int N) { return X >> N | X << (32 - N); }

  void addBlock(Digest &H, const unsigned char *Bytes) const {
    uint32_t W[64];
    for (int I = 0; I < 16; ++I)
      W[I] = Bytes[4 * I] << 24 | Bytes[4 * I + 1] << 16 |
             Bytes[4 * I + 2] << 8 | Bytes[4 * I + 3];
    for (int I = 16; I < 64; ++I) {
      const uint32_t A = W[I - 15], B = W[I - 2];
      W[I] = W[I - 16] + (right(A, 7) ^ right(A, 18) ^ A >> 3) + W[I - 7] +
             (right(B, 17) ^ right(B, 19) ^ B >> 10);
    }
    auto [A, B, C, D, E, F, G, L] = H;
    for (int I = 0; I < 64; ++I) {
      const uint32_t T1 = L + (right(E, 6) ^ right(E, 11) ^ right(E, 25)) +
                          ((E & F) ^ (~E & G)) + Round[I] + W[I];
      const uint32_t T2 = (right(A, 2) ^ right(A, 13) ^ right(A, 22)) +
                          ((A & B) ^ (A & C) ^ (B & C));
      L = G;
      G = F;
      F = E;
      E = D + T1;
      D = C;
      C = B;
      B = A;
      A = T1 + T2;
    }
    const Digest Added = {A, B, C, D, E, F, G, L};
    for (int I = 0; I < 8; ++I)
      H[I] += Added[I];
  }

  std::vector<uint32_t> Round;
  Digest Initial;
};

} // namespace

TEST_P(TextPrograms, MerkleTree) {
  constexpr unsigned Leaves = 32, Words = 16;
  std::vector<unsigned> Data = randomNumbers(Leaves * Words, 0u, ~0u);
  const Sha256 Hash;
  auto HashWords = [&](const unsigned *Begin, size_t Count) {
    std::vector<unsigned char> Bytes;
    for (size_t I = 0; I < Count; ++I)
      for (int Shift = 24; Shift >= 0; Shift -= 8)
        Bytes.push_back(static_cast<unsigned char>(Begin[I] >> Shift));
    return Hash(Bytes);
  };
  std::vector<unsigned> Serial(8 * 2 * Leaves);
  for (unsigned Node = 2 * Leaves - 1; Node > 0; --Node) {
    auto Digest = Node >= Leaves
                      ? HashWords(&Data[(Node - Leaves) * Words], Words)
                      : HashWords(&Serial[8 * 2 * Node], Words);
    std::copy(Digest.begin(), Digest.end(), &Serial[8 * Node]);
  }
  Program P = load("merkle_tree");
  Buffer<unsigned> DeviceData(Data), Nodes(Serial.size());
  Buffer<int> Proven(Leaves);
  run(P, "grow_tree", 1, DeviceData, Leaves, Nodes);
  std::vector<unsigned> Grown = Nodes.read();
  for (size_t I = 8; I < Serial.size(); ++I)
    EXPECT_EQ(Grown[I], Serial[I]) << "node " << I / 8;
  run(P, "prove", Leaves, DeviceData, Nodes, Proven);
  expectEqual(Proven, std::vector<int>(Leaves, 1));
  // One leaf is not what was hashed.
  Data[5 * Words + 7] ^= 1u << 30;
  run(P, "prove", Leaves, Buffer<unsigned>(Data), Nodes, Proven);
  expectEach(Proven, [](int Leaf) { return Leaf != 5; });
}
