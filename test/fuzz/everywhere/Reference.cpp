//===- Reference.cpp - What usimd makes of a program ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Reference.h"
#include "Lower.h"

#include <Assembly.h>
#include <Machine.h>

#include <algorithm>
#include <map>

namespace tasklet::simd {
namespace {

std::string at(const usimd::Trouble &T) {
  return "usimd, pc " + std::to_string(T.Pc) +
         (T.Applied ? std::string(", rule ") + usimd::nameOf(*T.Applied) : "") +
         ": " + T.Text;
}

/// One warp; gives what went wrong.
std::string runWarp(const Layout &L, unsigned Warp, unsigned Lanes,
                    const usimd::Program &Code, Outcome &Out) {
  MachineMemory At(Lanes);
  usimd::Options O;
  O.Threads = Lanes;
  O.Memory.assign(At.size(), 0);
  O.Memory[At.warpNumber()] = Warp;
  for (unsigned K = 0; K < OwnWords; ++K)
    for (unsigned Lane = 0; Lane < Lanes; ++Lane)
      O.Memory[At.ownWord(Lane, K)] = Out.Words[L.ownWord(Warp, Lane, K)];
  for (unsigned K = 0; K < WarpWords; ++K)
    O.Memory[At.warpWord(K)] = Out.Words[L.warpWord(Warp, K)];

  usimd::Machine M(Code, O);
  if (M.run() != usimd::Outcome::Stopped)
    return at(M.reason());
  for (const usimd::Trouble &Each : M.decided())
    if (Each.Applied != usimd::Rule::Si)
      return at(Each);

  const std::map<int64_t, int64_t> &Shared = M.state().Shared;
  if (Shared.size() != At.size())
    return "usimd: stores beyond the memory of the program";
  for (unsigned Lane = 0; Lane < Lanes; ++Lane) {
    for (unsigned K = 0; K < OwnWords; ++K)
      Out.Words[L.ownWord(Warp, Lane, K)] = Shared.at(At.ownWord(Lane, K));
    Out.Counters[L.ownCounter(Warp, Lane)] = Shared.at(At.ownCounter(Lane));
  }
  for (unsigned K = 0; K < WarpWords; ++K)
    Out.Words[L.warpWord(Warp, K)] = Shared.at(At.warpWord(K));
  for (unsigned K = 0; K < WarpCounters; ++K)
    Out.Counters[L.warpCounter(Warp, K)] = Shared.at(At.warpCounter(K));
  for (unsigned K = 0; K < SharedCounters; ++K)
    Out.Counters[L.sharedCounter(K)] += Shared.at(At.sharedCounter(K));

  for (unsigned I = 0; I < L.Shown.size(); ++I) {
    auto Found = std::find(Code.Variables.begin(), Code.Variables.end(),
                           "v" + std::to_string(L.Shown[I]));
    if (Found == Code.Variables.end())
      return "usimd: the program has no variable v" +
             std::to_string(L.Shown[I]);
    for (unsigned Lane = 0; Lane < Lanes; ++Lane)
      Out.Shown[L.shownValue(Warp, Lane, I)] =
          M.state().Local[Lane][Found - Code.Variables.begin()].value_or(0);
  }
  return "";
}

} // namespace

Outcome runMachine(const Program &P, const AssemblyOf &Assembly) {
  Layout L(P);
  Outcome Out(L);
  std::map<unsigned, usimd::Parsed> Codes;
  for (unsigned W = 0; W < P.warps() && Out.Invalid.empty(); ++W) {
    unsigned Lanes = P.lanesOf(W);
    if (!Codes.count(Lanes))
      Codes[Lanes] = usimd::parseAssembly(Assembly(Lanes));
    const usimd::Parsed &Code = Codes[Lanes];
    Out.Invalid = Code.Errors.empty()
                      ? runWarp(L, W, Lanes, Code.Result, Out)
                      : "line " + std::to_string(Code.Errors[0].Where.Line) +
                            " of the assembly: " + Code.Errors[0].Text;
  }
  return Out;
}

std::string firstDifference(const Program &P, const Outcome &Want,
                            const Outcome &Got) {
  if (!Got.Invalid.empty())
    return Got.Invalid;
  Layout L(P);
  struct {
    const char *Name;
    const std::vector<int64_t> &Want, &Got;
  } Parts[] = {{"words", Want.Words, Got.Words},
               {"counters", Want.Counters, Got.Counters},
               {"last", Want.Shown, Got.Shown}};
  size_t Count = 0;
  std::string Text;
  for (const auto &Part : Parts)
    for (size_t I = 0; I < Part.Want.size(); ++I) {
      if (Part.Want[I] == Part.Got[I])
        continue;
      if (++Count > 1)
        continue;
      Text = std::string(Part.Name) + "[" + std::to_string(I) + "]";
      size_t Item = L.Shown.empty() ? 0 : I / L.Shown.size();
      if (&Part.Want == &Want.Shown)
        Text += " (v" + std::to_string(L.Shown[I % L.Shown.size()]) +
                " of work-item " + std::to_string(Item % P.groupSize()) +
                " of group " + std::to_string(Item / P.groupSize()) + ")";
      Text += ": " + std::to_string(Part.Got[I]) + " instead of " +
              std::to_string(Part.Want[I]);
    }
  return Count ? std::to_string(Count) + " values differ, first " + Text : "";
}

} // namespace tasklet::simd
