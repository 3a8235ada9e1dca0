//===- fuzz-warps.cpp - everywhere in warps that go their own ways --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs the programs of fuzz-everywhere as they are compiled for GPUs, on the
/// host (Warps.h), in several orders. What they leave must be what the
/// interpreter leaves.
///
//===----------------------------------------------------------------------===//

#include "Campaign.h"
#include "Generate.h"
#include "Native.h"
#include "PrintCl.h"
#include "Reference.h"
#include "Shrink.h"
#include "WarpTrial.h"
#include "Warps.h"

#include <algorithm>
#include <cstdio>

using namespace tasklet::simd;

namespace {

struct Options {
  uint64_t Seed = 1, Count = 100;
  unsigned Warp = 0; ///< 0: mixed.
  unsigned Orders = 3;
  unsigned ReduceSeconds = 60;
  std::string Build = "mixed";
  bool Barriers = false;
};

constexpr unsigned Batch = 16;

Options parse(int Argc, char **Argv) {
  Options O;
  tasklet::fuzz::ArgumentReader Words(
      Argc, Argv, "fuzz-warps",
      "usage: fuzz-warps [options]\n"
      "  --seed N         of the first program (default 1)\n"
      "  --count N        programs (default 100)\n"
      "  --warp N         lanes of a warp: 1 to 64, a power of two; 'nvptx' is "
      "32, and that target; 'mixed' (default) is each of them in turn\n"
      "  --build HOW      O0, O2 or 'mixed' (default)\n"
      "  --barriers       only programs with barriers of the work-group\n"
      "  --orders N       of the work-items of each program (default 3)\n"
      "  --reduce-time N  seconds for each failure (default 60; 0: none)\n");
  while (Words.next()) {
    const std::string &Name = Words.name();
    if (Name == "--seed") {
      O.Seed = Words.number();
    } else if (Name == "--count") {
      O.Count = Words.number();
    } else if (Name == "--warp") {
      std::string Size = Words.valueOf(
          {"1", "2", "4", "8", "16", "32", "64", "nvptx", "mixed"});
      O.Warp = Size == "mixed"   ? 0
               : Size == "nvptx" ? 1000
                                 : Words.toNumber(Size);
    } else if (Name == "--build") {
      O.Build = Words.valueOf({"O0", "O2", "mixed"});
    } else if (Name == "--barriers") {
      O.Barriers = true;
    } else if (Name == "--orders") {
      O.Orders = Words.number();
    } else if (Name == "--reduce-time") {
      O.ReduceSeconds = Words.number();
    } else {
      Words.unknown();
    }
  }
  return O;
}

/// How the programs of a batch are compiled, by seed.
struct Form {
  bool Nvptx;
  unsigned Warp;
  std::string Build;
  std::string text() const {
    return (Nvptx ? std::string("--warp nvptx")
                  : "--warp " + std::to_string(Warp)) +
           " --build " + Build.substr(1);
  }
};
Form formFor(const Options &O, uint64_t Seed) {
  static const unsigned Sizes[] = {4, 1000, 2, 8, 1000, 16, 32, 1, 64};
  uint64_t Part = Seed / Batch;
  unsigned Warp = O.Warp ? O.Warp : Sizes[Part % std::size(Sizes)];
  Form F;
  F.Nvptx = Warp == 1000;
  F.Warp = F.Nvptx ? 32 : Warp;
  F.Build = "-" + (O.Build != "mixed" ? O.Build : Part % 2 ? "O2" : "O0");
  return F;
}

std::string runOnce(const Native &Code, const Test &T, const std::string &Name,
                    uint64_t Seed, Turns Order) {
  const Program &P = T.P;
  Outcome Out{Layout(P)};
  std::vector<int32_t> Counters(Out.Counters.size());
  Grid G;
  G.WarpSize = P.WarpSize;
  G.Local[0] = P.Local[0];
  G.Local[1] = P.Local[1];
  G.Groups = P.Groups;
  std::string Error = runKernel(
      Code.kernel(Name), {Out.Words.data(), Counters.data(), Out.Shown.data()},
      G, Seed, Order);
  if (!Error.empty())
    return Error;
  Out.Counters.assign(Counters.begin(), Counters.end());
  return firstDifference(P, T.Expected, Out);
}

std::string runInOrders(const Native &Code, const Test &T,
                        const std::string &Name, const Options &O) {
  return inChild([&] {
    std::string Error;
    for (unsigned I = 0; I < O.Orders && Error.empty(); ++I)
      Error = runOnce(Code, T, Name, T.P.Seed + I, Turns(I % 3));
    return Error;
  });
}

std::vector<std::string> compare(const std::vector<Test> &Tests, const Form &F,
                                 const Options &O) {
  std::string Source = printPrelude();
  for (size_t I = 0; I < Tests.size(); ++I)
    Source += printCl(Tests[I].P, "p" + std::to_string(I));
  Native Code;
  std::string Error = Code.build(Source, F.Build + " -w", F.Nvptx ? 0 : F.Warp);
  std::vector<std::string> Errors(Tests.size(), Error);
  if (Error.empty())
    for (size_t I = 0; I < Tests.size(); ++I)
      Errors[I] =
          runInOrders(Code, Tests[I], "p" + std::to_string(I) + "_kernel", O);
  return Errors;
}

void report(const Test &Failing, const std::string &Error, const Form &F,
            const Options &O) {
  std::printf("\nseed %llu: %s\nto see it again: fuzz-warps --seed %llu "
              "--count 1 %s\n",
              static_cast<unsigned long long>(Failing.P.Seed), Error.c_str(),
              static_cast<unsigned long long>(Failing.P.Seed),
              F.text().c_str());
  std::fflush(stdout);
  if (!O.ReduceSeconds)
    return;
  // The same failure, whatever the values are.
  std::string Start = Error.substr(0, Error.find(':'));
  if (Error.find("differ") != std::string::npos)
    Start = "";
  std::string Last = Error;
  Shrinking S = shrink(
      Failing,
      [&](const Test &Try) {
        std::string Again = compare({Try}, F, O)[0];
        bool Same =
            !Again.empty() && Again.rfind(Start, 0) == 0 &&
            (!Start.empty() || Again.find("differ") != std::string::npos);
        if (Same)
          Last = Again;
        return Same;
      },
      Clock::now() + std::chrono::seconds(O.ReduceSeconds));
  const Program &P = S.Smallest.P;
  std::printf("reduced: %s\n// local %u x %u, groups %u\n%s\n", Last.c_str(),
              P.Local[0], P.Local[1], P.Groups, printCl(P, "p0").c_str());
  std::fflush(stdout);
}

unsigned groupBarriers(const std::vector<Stmt> &List) {
  unsigned N = 0;
  for (const Stmt &S : List)
    N += (S.K == Stmt::GroupBarrier) + groupBarriers(S.Body) +
         groupBarriers(S.Else);
  return N;
}

int run(const Options &O) {
  auto Start = Clock::now();
  uint64_t Failures = 0, Several = 0, Short = 0, Flat = 0, Barriers = 0;
  Coverage All;
  uint64_t Next = O.Seed;
  for (uint64_t First = 0; First < O.Count; First += Batch) {
    Form F = formFor(O, O.Seed + First);
    std::vector<Test> Tests;
    size_t Wanted = std::min<uint64_t>(Batch, O.Count - First);
    while (Tests.size() < Wanted) {
      Test T;
      Coverage C;
      T.P = generate(Next++, F.Warp, T.Expected, C);
      bool HasBarrier = groupBarriers(T.P.kernel().Body) != 0;
      if (O.Barriers && !HasBarrier)
        continue;
      All.Visits += C.Visits;
      All.Partial += C.Partial;
      All.Exchanges += C.Exchanges;
      Several += T.P.warpsOfGroup() > 1;
      Short += T.P.groupSize() % F.Warp != 0;
      Flat += T.P.Local[1] > 1;
      Barriers += HasBarrier;
      Tests.push_back(std::move(T));
    }
    std::vector<std::string> Errors = compare(Tests, F, O);
    for (size_t I = 0; I < Tests.size(); ++I)
      if (!Errors[I].empty()) {
        ++Failures;
        report(Tests[I], Errors[I], F, O);
      }
  }
  auto Number = [](uint64_t N) { return static_cast<unsigned long long>(N); };
  std::printf("%llu programs in %u orders each: %llu with several warps in a "
              "work-group, %llu with a short one, %llu of two dimensions, %llu "
              "with barriers of the work-group; %llu visits, %llu of them by a "
              "part of the warp, %llu exchanges; %.0f s: %llu failed\n",
              Number(O.Count), O.Orders, Number(Several), Number(Short),
              Number(Flat), Number(Barriers), Number(All.Visits),
              Number(All.Partial), Number(All.Exchanges),
              std::chrono::duration<double>(Clock::now() - Start).count(),
              Number(Failures));
  return Failures != 0;
}

} // namespace

int main(int Argc, char **Argv) {
  Options O = parse(Argc, Argv);
  try {
    return run(O);
  } catch (const std::exception &E) {
    std::fprintf(stderr, "fuzz-warps: %s\n", E.what());
    return 2;
  }
}
