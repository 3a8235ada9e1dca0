//===- BuildScope.cpp - Make up variables and their scopes ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Builder.h"

#include <algorithm>
#include <utility>

namespace tasklet::simd {

int Builder::newVar(Written W) {
  int Var = F.Vars.size();
  F.Vars.push_back(W);
  F.Vars.resize(F.Vars.size() + membersOf(W), Written::Member);
  return Var;
}

void Builder::assigned(int Var, const Place &At) {
  for (Name &N : Scope)
    if (N.Var == Var) {
      N.Everyone |= At.Converged;
      N.Open &= N.Depth != At.Depth;
    }
}

void Builder::giveBack(std::vector<Name> Before) {
  for (Name &Old : Before)
    for (const Name &N : Scope)
      if (N.Var == Old.Var)
        Old = N;
  Scope = std::move(Before);
}

void Builder::declare(std::vector<Stmt> &Out, const Place &At) {
  static const Written Kinds[] = {Written::Long,        Written::Long,
                                  Written::Long,        Written::Long,
                                  Written::UInt,        Written::UInt,
                                  Written::LongVector2, Written::UIntVector4,
                                  Written::Structure,   Written::Array};
  declareAs(Kinds[Rng.below(10)], Out, At);
}

int Builder::hidden(const Place &At) {
  if (!At.MayHide || (InKernel && P.Flat) || !Rng.percent(25))
    return 0;
  return std::max(0, anyName([&](const Name &N) {
                    int Called = F.nameOf(N.Var);
                    return F.Vars[N.Var] != Written::Member &&
                           !isMask(F.Vars[N.Var]) && N.Depth < At.Depth &&
                           (!InKernel || Called >= static_cast<int>(P.TopVars));
                  }));
}

void Builder::hide(int Var, int Outer) {
  int Called = F.nameOf(Outer);
  F.Hides.resize(Var + 1);
  F.Hides[Var] = Called;
  Scope.erase(std::remove_if(Scope.begin(), Scope.end(),
                             [&](const Name &N) {
                               return F.nameOf(F.wholeOf(N.Var)) == Called;
                             }),
              Scope.end());
}

void Builder::declareAs(Written W, std::vector<Stmt> &Out, const Place &At) {
  Stmt S = make(Stmt::Declare);
  int Outer = hidden(At);
  S.Var = newVar(W);
  unsigned Members = membersOf(W);
  int From = W == Written::Array || Outer ? -1 : anyName([&](const Name &N) {
    return Members && F.Vars[N.Var] == W && !N.Open;
  });
  if (Outer)
    hide(S.Var, Outer);
  bool Copied = From >= 0 && Rng.percent(50);
  bool Open = !Copied && At.Depth > 0 && Rng.percent(15);
  if (!Copied && !Open)
    for (unsigned I = 0; I < std::max(Members, 1u); ++I)
      S.Values.push_back(value(At, Members ? 1 : 2));
  Out.push_back(S);
  if (Copied) {
    Stmt Copy = make(Stmt::Copy);
    Copy.Var = S.Var;
    Copy.Number = From;
    Out.push_back(Copy);
  }
  Name N = {S.Var};
  // In the kernel, before the first return, and in bodies.
  N.Everyone = At.Converged || (InKernel && P.Flat);
  N.Open = Open && !(InKernel && P.Flat);
  N.Depth = At.Depth;
  for (unsigned I = 0; I <= Members; ++I, ++N.Var)
    Scope.push_back(N);
}

} // namespace tasklet::simd
