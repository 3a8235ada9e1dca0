//===- Shrinker.h - Make a failing program small ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Cuts at the AST of a program while it keeps a property. A cut program must
/// still follow the rules, and have a meaning for the interpreter. These tests
/// are cheap; the property may be expensive. So each cut is kept at once if
/// possible, lists are cut by halves, no program is tried twice, and rounds of
/// cuts follow until none is kept or time is up.
///
/// This file tries programs, and has the cuts that make sense in any language
/// of statements and expressions. The language chooses the cuts of a round and
/// their order.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_COMMON_SHRINKER_H
#define TASKLET_TEST_FUZZ_COMMON_SHRINKER_H

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tasklet::fuzz {

using Clock = std::chrono::steady_clock;

/// A program and its results according to the interpreter.
template <typename Program, typename Outcome> struct TestOf {
  Program P;
  Outcome Expected;
};

template <typename Test> struct ShrinkingOf {
  Test Smallest;
  unsigned Steps = 0;    ///< Cuts that were kept.
  unsigned Tries = 0;    ///< Programs whose property was asked for.
  bool Complete = false; ///< No cut is left; else time was up.
};

/// The base of the shrinker \p Own of a language. \p Own has
///
///   std::string key() const;          // equal for programs that are the same
///   bool isMeaningful(const Outcome &) const;
///   void round();                     // tries cuts, from large to small
///   std::optional<Expr> constantFor(const Expr &, unsigned Value) const;
///   Lists partsOf(const Stmt &) const; // each may take the place of all
///   List moved(const List &Part, const Stmt &From) const;
///
/// and in its namespace followsRules(P) and interpret(P).
template <typename Own, typename Test, typename Stmt, typename Expr>
class Shrinker {
public:
  using List = std::vector<Stmt>;
  using Lists = std::vector<const List *>;
  using Program = decltype(Test::P);
  using Shrinking = ShrinkingOf<Test>;

  /// \p HasProperty is true of \p Start. \p Tell is called after each try.
  Shrinker(const Test &Start, std::function<bool(const Test &)> HasProperty,
           Clock::time_point Deadline,
           std::function<void(const Shrinking &)> Tell)
      : P(Start.P), HasProperty(std::move(HasProperty)), Deadline(Deadline),
        Tell(std::move(Tell)) {
    R.Smallest = Start;
  }

  Shrinking run() {
    Seen.insert(own().key());
    for (unsigned Before = ~0u; Before != R.Steps && !late();) {
      Before = R.Steps;
      own().round();
    }
    R.Complete = !late();
    return std::move(R);
  }

protected:
  Program P; ///< As it is tried, or was kept.

  /// Whether the program, as it is now, is to be kept.
  bool keep() {
    if (late() || !followsRules(P) || !Seen.insert(own().key()).second)
      return false;
    Test T;
    T.Expected = interpret(P);
    if (!T.Expected.Invalid.empty() || !own().isMeaningful(T.Expected))
      return false;
    T.P = P;
    ++R.Tries;
    bool Kept = HasProperty(T);
    if (Kept) {
      ++R.Steps;
      R.Smallest = std::move(T);
    }
    Tell(R);
    return Kept;
  }

  /// Any change; nothing may refer into the program.
  template <typename Fn> bool tryChange(Fn Change) {
    Program Before = P;
    Change();
    if (keep())
      return true;
    P = std::move(Before);
    return false;
  }
  template <typename T> bool tryReplace(T &Place, T By) {
    std::swap(Place, By);
    if (keep())
      return true;
    std::swap(Place, By);
    return false;
  }

  /// Removes runs of elements, from halves down to single ones, the last first,
  /// because the rest seldom needs the last elements. \p Least must stay.
  template <typename T> void cutRuns(std::vector<T> &From, size_t Least = 0) {
    for (size_t Run = From.size(); Run > 0; Run /= 2)
      for (size_t End = From.size(); End >= Run; End -= Run) {
        if (From.size() < Least + Run)
          break;
        std::vector<T> Less = From;
        Less.erase(Less.begin() + (End - Run), Less.begin() + End);
        tryReplace(From, Less);
      }
  }

  /// Tries to put what a statement contains in its place.
  bool flatten(List &Body, size_t At) {
    // A copy: the list changes.
    const Stmt S = Body[At];
    for (const List *Part : own().partsOf(S)) {
      if (Part->empty())
        continue;
      List Inner = own().moved(*Part, S);
      List Flat = Body;
      Flat.erase(Flat.begin() + At);
      Flat.insert(Flat.begin() + At, Inner.begin(), Inner.end());
      if (tryReplace(Body, Flat))
        return true;
    }
    return false;
  }

  bool replaceByConstant(Expr &E) {
    for (unsigned Value : {0, 1})
      if (std::optional<Expr> Constant = own().constantFor(E, Value);
          Constant && tryReplace(E, *Constant))
        return true;
    return false;
  }
  /// Replaces an operator by one of its operands, as often as possible.
  void replaceByOperands(Expr &E) {
    for (size_t I = 0; I < E.Args.size();)
      I = tryReplace(E, Expr(E.Args[I])) ? 0 : I + 1;
  }

private:
  Own &own() { return static_cast<Own &>(*this); }
  bool late() const { return Clock::now() >= Deadline; }

  const std::function<bool(const Test &)> HasProperty;
  const Clock::time_point Deadline;
  const std::function<void(const Shrinking &)> Tell;
  Shrinking R;
  std::unordered_set<std::string> Seen;
};

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_COMMON_SHRINKER_H
