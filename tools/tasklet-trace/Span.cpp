//===- Span.cpp - How parallel a command is -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Span.h"

#include <algorithm>
#include <map>

using namespace tasklet;

double WorkSpan::speedUpAtMost(unsigned Workers) const {
  return std::min<double>(Workers, std::max(1.0, parallelism()));
}

double WorkSpan::speedUpAtLeast(unsigned Workers) const {
  // Greedy scheduling (Brent; Graham): work / P + (1 - 1 / P) span.
  double Time = Work / Workers + BurdenedSpan * (1 - 1.0 / Workers);
  return Time > 0 ? Work / Time : 0;
}

void WorkSpan::add(const WorkSpan &Next) {
  Work += Next.Work;
  Span += Next.Span;
  BurdenedSpan += Next.BurdenedSpan;
}

bool tasklet::canMeasure(const TracedCommand &Command) {
  return Command.Traced && !Command.Failed && Command.Workers.size() == 1 &&
         !Command.isOrdered();
}

namespace {
struct Longest {
  double Span = 0, Burdened = 0;
  void take(double OtherSpan, double OtherBurdened) {
    Span = std::max(Span, OtherSpan);
    Burdened = std::max(Burdened, OtherBurdened);
  }
};
/// What is known of a slice while its children are gathered.
struct Gathered {
  double Children = 0; ///< their time
  std::map<std::string, Longest> Forces;
};
} // namespace

WorkSpan tasklet::measure(const TracedCommand &Command, double Burden) {
  const std::vector<Slice> &Slices = Command.Workers[0];
  std::vector<Gathered> Of(Slices.size());
  WorkSpan Result;
  // By kind: root tasks run at the same time, and each force of the kernel
  // comes after them.
  std::map<std::string, Longest> Roots;
  // Children come after their parents.
  for (size_t I = Slices.size(); I-- > 0;) {
    const Slice &This = Slices[I];
    if (This.What == Slice::Kind::Idle)
      continue;
    double Length = double(This.length());
    double Span = Length - Of[I].Children, Burdened = Span;
    if (This.What == Slice::Kind::ShortTasks)
      Span = Burdened = std::min(Length, Command.Shortest);
    for (auto &[Name, Wait] : Of[I].Forces) {
      Span += Wait.Span;
      Burdened += Wait.Burdened;
    }
    if (This.Parent < 0) {
      Result.Work += Length;
      bool IsTask = This.What == Slice::Kind::ShortTasks ||
                    This.Start == "root task" || This.Start == "stolen";
      Roots[IsTask ? std::string() : This.Name].take(Span, Burdened + Burden);
      continue;
    }
    Gathered &Parent = Of[This.Parent];
    Parent.Children += Length;
    // Without a force to wait for it, it is a part of what goes on.
    if (This.Waiting.empty()) {
      Longest &Alone = Parent.Forces[" " + std::to_string(I)];
      Alone.take(Span, Burdened);
    } else {
      Parent.Forces[This.Waiting].take(Span, Burdened + Burden);
    }
  }
  for (auto &[Name, Wait] : Roots) {
    Result.Span += Wait.Span;
    Result.BurdenedSpan += Wait.Burdened;
  }
  return Result;
}
