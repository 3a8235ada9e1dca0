//===- OrderAlternatives.cpp - What may take a plan's place ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "launch/OrderAlternatives.h"

#include "launch/AnalysisKeys.h"

using namespace tasklet;

/// What is known of commands with the plan \p Plan; nothing if none has run.
static std::optional<KeptAnalyses::Knowledge>
lookAt(KeptAnalyses &Analyses, OrderLaunch &L, uint32_t Plan) {
  const uint32_t Before = L.Request.Plan;
  L.Request.Plan = Plan;
  AnalysisKey Key;
  const bool HasKey = makeKey(L, Key).empty();
  L.Request.Plan = Before;
  return HasKey ? Analyses.look(Key, {L.Queue, L.Queue->InOrder})
                : std::nullopt;
}

/// Before it is known what is tried, so many commands at a time try it.
static constexpr size_t MostUntimed = 4;

uint32_t tasklet::findBetterPlan(KeptAnalyses &Analyses, OrderLaunch &L,
                                 const AnalysisKey &Key,
                                 const KeptAnalyses::Share &Share) {
  if (!Share.IsReady || !Share.Times.isTimed())
    return L.Request.Plan;
  // Whether it is known to be faster, or may be tried.
  auto Pays = [&](uint32_t Plan, bool MayTry) {
    if (Share.Never >> Plan & 1)
      return false;
    const auto Known = lookAt(Analyses, L, Plan);
    if (!Known) {
      if (MayTry && Plan == TKL_ORDER_BINS)
        Analyses.tryBins(Key);
      return MayTry;
    }
    if (Known->Executor == TKL_ORDER_SERIAL ||
        isSlower(Known->Times, Share.Times)) {
      Analyses.never(Key, Plan);
      return false;
    }
    return Known->IsFree &&
           (Known->Times.areKnown() || Known->Open < MostUntimed);
  };
  if (L.MayTryBins &&
      Pays(TKL_ORDER_BINS, Share.Trials.mayBegin(Share.Times, Share.Runs)))
    return TKL_ORDER_BINS;
  const bool HasTasks = L.Kernel.Spawning->Order.Plans >> TKL_ORDER_TASKS & 1;
  if (L.IsBeside && HasTasks &&
      Pays(TKL_ORDER_TASKS, mayTryTasks(Share.Times, Share.Runs)))
    return TKL_ORDER_TASKS;
  return L.Request.Plan;
}
