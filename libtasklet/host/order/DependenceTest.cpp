//===- DependenceTest.cpp - Can work-items conflict at all? ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "order/DependenceTest.h"

#include <algorithm>
#include <cstring>
#include <optional>

using namespace tasklet;

namespace {

/// All numbers from Low to High.
struct Interval {
  int64_t Low = 0, High = 0;
  bool isPoint() const { return Low == High; }
};

/// Functions return nothing where a number is too large, or does not fit.
class Evaluation {
  const std::map<uint32_t, std::string> &Values;
  const tkl_order_header &Range;

  std::optional<Interval> leaf(const AddressTerm &Term) const;
  std::optional<Interval> binary(AddressTerm::Kind K, Interval A,
                                 Interval B) const;

public:
  Evaluation(const std::map<uint32_t, std::string> &Values,
             const tkl_order_header &Range)
      : Values(Values), Range(Range) {}
  std::optional<Interval> of(const AddressTerm &Term) const;
};

/// A loop that has this step for each round, and so many after the first.
struct Rounds {
  int64_t Step, Most;
};

/// An access of any work-item: strides * ids + steps * rounds + a number of Rest,
/// which has all bytes of the access. Strides of dimensions with one work-item
/// are 0.
struct Place {
  uint32_t Param = 0;
  bool Writes = false;
  bool IsSure = false; ///< All work-items touch all these bytes.
  std::array<int64_t, 3> Strides = {};
  std::vector<Rounds> Loops;
  Interval Rest;
};

/// Looks for two work-items that differ.
class Search {
  struct Stride {
    int64_t Bytes; ///< not 0
    int64_t Most;  ///< difference of two ids, or of rounds
    bool IsId;
    int64_t Reach; ///< of this stride and the smaller ones
  };
  std::vector<Stride> Strides; ///< the largest one first
  bool CanDiffer = false;      ///< in an id that counts for nothing
  bool IsTooLarge = false;
  unsigned Steps = 0;

  void add(int64_t Bytes, int64_t Most, bool IsId);
  bool visit(size_t At, Interval Wanted, bool AllSame);

public:
  /// Addresses wrap around at 2^64, so no difference may be that large.
  static constexpr int64_t Most = INT64_MAX / 4;

  /// The strides of both are the same.
  Search(const Place &A, const Place &B, const tkl_order_header &Range);
  /// Whether the sum of all strides, times the differences of the ids of two
  /// work-items and of some rounds, may be a number of \p Wanted. True also if
  /// that takes long.
  bool finds(Interval Wanted) {
    return IsTooLarge || visit(0, Wanted, !CanDiffer);
  }
};

} // namespace

static std::optional<Interval> checked(__int128 Low, __int128 High) {
  if (Low < INT64_MIN || High > INT64_MAX)
    return std::nullopt;
  return Interval{static_cast<int64_t>(Low), static_cast<int64_t>(High)};
}

/// \p Bytes bytes of \p Value from \p First on, as a signed number.
static std::optional<int64_t> signedNumber(const std::string &Value,
                                           size_t First, size_t Bytes) {
  if (Bytes == 0 || Bytes > 8 || First > Value.size() ||
      Bytes > Value.size() - First)
    return std::nullopt;
  uint64_t Bits = 0;
  memcpy(&Bits, Value.data() + First, Bytes); // little-endian, as devices are
  const unsigned Shift = 64 - 8 * static_cast<unsigned>(Bytes);
  return static_cast<int64_t>(Bits << Shift) >> Shift;
}

std::optional<Interval> Evaluation::leaf(const AddressTerm &Term) const {
  switch (Term.K) {
  case AddressTerm::Argument: {
    auto Value = Values.find(static_cast<uint32_t>(Term.Value));
    if (Value == Values.end())
      return std::nullopt;
    const size_t Bytes = Term.Bytes ? Term.Bytes : Value->second.size();
    std::optional<int64_t> Number =
        signedNumber(Value->second, Term.First, Bytes);
    return Number ? checked(*Number, *Number) : std::nullopt;
  }
  case AddressTerm::Id: {
    const __int128 First = Range.offset[Term.Value];
    return checked(First, First + Range.range[Term.Value] - 1);
  }
  case AddressTerm::Size:
    return checked(Range.range[Term.Value], Range.range[Term.Value]);
  case AddressTerm::Offset:
    return checked(Range.offset[Term.Value], Range.offset[Term.Value]);
  default:
    return Interval{Term.Value, Term.Value};
  }
}

std::optional<Interval> Evaluation::binary(AddressTerm::Kind K, Interval A,
                                           Interval B) const {
  switch (K) {
  case AddressTerm::Sum:
    return checked(__int128(A.Low) + B.Low, __int128(A.High) + B.High);
  case AddressTerm::Product: {
    const auto [Low, High] =
        std::minmax({__int128(A.Low) * B.Low, __int128(A.Low) * B.High,
                     __int128(A.High) * B.Low, __int128(A.High) * B.High});
    return checked(Low, High);
  }
  case AddressTerm::Greater:
    return Interval{std::max(A.Low, B.Low), std::max(A.High, B.High)};
  case AddressTerm::Less:
    return Interval{std::min(A.Low, B.Low), std::min(A.High, B.High)};
  default: // Quotient
    if (A.Low < 0 || B.Low < 1)
      return std::nullopt;
    return Interval{A.Low / B.High, A.High / B.Low};
  }
}

std::optional<Interval> Evaluation::of(const AddressTerm &Term) const {
  if (Term.Operands.empty())
    return leaf(Term);
  std::optional<Interval> A = of(Term.Operands[0]);
  if (!A)
    return std::nullopt;
  switch (Term.K) {
  case AddressTerm::UpTo:
    if (A->High < 0)
      return std::nullopt;
    return Interval{0, A->High};
  case AddressTerm::Signed:
  case AddressTerm::Unsigned: {
    const unsigned Bits =
        static_cast<unsigned>(Term.Value) - (Term.K == AddressTerm::Signed);
    const __int128 End = __int128(1) << Bits;
    const __int128 Least = Term.K == AddressTerm::Signed ? -End : 0;
    return A->Low >= Least && A->High < End ? A : std::nullopt;
  }
  default: {
    std::optional<Interval> B = of(Term.Operands[1]);
    return B ? binary(Term.K, *A, *B) : std::nullopt;
  }
  }
}

static std::optional<Place> placeOf(const AddressForm &Form,
                                    const Evaluation &Values,
                                    const tkl_order_header &Range) {
  Place Result;
  Result.Param = Form.Param;
  Result.Writes = Form.Writes;
  std::optional<Interval> Rest = Values.of(Form.Rest);
  Result.IsSure = Form.IsSure && Rest && Rest->isPoint();
  if (Rest)
    Rest = checked(Rest->Low, __int128(Rest->High) + Form.Bytes - 1);
  if (!Rest)
    return std::nullopt;
  for (size_t D = 0; D < Form.Strides.size(); ++D) {
    std::optional<Interval> Stride = Values.of(Form.Strides[D]);
    if (!Stride || !Stride->isPoint() || Stride->Low == INT64_MIN)
      return std::nullopt;
    if (Range.range[D] > 1) {
      Result.Strides[D] = Stride->Low;
      continue;
    }
    // The only id there belongs to the rest.
    const __int128 Only = __int128(Stride->Low) * Range.offset[D];
    Rest = checked(Rest->Low + Only, Rest->High + Only);
    if (!Rest)
      return std::nullopt;
  }
  for (const AddressLoop &Loop : Form.Loops) {
    std::optional<Interval> Step = Values.of(Loop.Step);
    std::optional<Interval> Most = Values.of(Loop.Most);
    if (!Step || !Step->isPoint() || Step->Low == INT64_MIN || !Most ||
        Most->High < 0)
      return std::nullopt;
    if (Most->High != 0)
      Result.Loops.push_back({Step->Low, Most->High});
  }
  Result.Rest = *Rest;
  return Result;
}

void Search::add(int64_t Bytes, int64_t Most, bool IsId) {
  if (Most == 0)
    return;
  if (Bytes == 0)
    CanDiffer |= IsId;
  else
    Strides.push_back({std::abs(Bytes), Most, IsId, 0});
}

/// Loops with the same step count as one, in which the rounds of the two places
/// differ. The same loop may have more rounds for one of them.
static std::vector<Rounds> roundsOfBoth(const Place &A, const Place &B) {
  std::vector<Rounds> All = A.Loops;
  size_t Joined = 0; // so many loops of A have one of B
  for (const Rounds &Each : B.Loops) {
    auto Same = std::find_if(
        All.begin() + Joined, All.begin() + A.Loops.size(),
        [&](const Rounds &Other) { return Other.Step == Each.Step; });
    if (Same == All.begin() + A.Loops.size()) {
      All.push_back(Each);
      continue;
    }
    Same->Most = std::max(Same->Most, Each.Most);
    std::swap(*Same, All[Joined++]);
  }
  return All;
}

Search::Search(const Place &A, const Place &B, const tkl_order_header &Range) {
  for (size_t D = 0; D < A.Strides.size(); ++D)
    add(A.Strides[D], static_cast<int64_t>(Range.range[D] - 1), true);
  for (const Rounds &Each : roundsOfBoth(A, B))
    add(Each.Step, Each.Most, false);
  std::sort(Strides.begin(), Strides.end(),
            [](const Stride &A, const Stride &B) { return A.Bytes > B.Bytes; });
  __int128 Reach = 0;
  for (size_t I = Strides.size(); I-- > 0 && !IsTooLarge;) {
    Reach += __int128(Strides[I].Bytes) * Strides[I].Most;
    IsTooLarge = Reach > Search::Most;
    Strides[I].Reach = static_cast<int64_t>(Reach);
  }
}

static int64_t divideDown(int64_t A, int64_t B) { return A / B - (A % B < 0); }

/// \p AllSame: all ids so far are those of one work-item.
bool Search::visit(size_t At, Interval Wanted, bool AllSame) {
  // A loop over all numbers would not be a test.
  constexpr unsigned MostSteps = 64;
  if (At == Strides.size())
    return !AllSame && Wanted.Low <= 0 && Wanted.High >= 0;
  const Stride &Now = Strides[At];
  if (Wanted.Low > Now.Reach || Wanted.High < -Now.Reach)
    return false;
  const int64_t Rest = At + 1 < Strides.size() ? Strides[At + 1].Reach : 0;
  const int64_t First =
      std::max(-Now.Most, -divideDown(-(Wanted.Low - Rest), Now.Bytes));
  const int64_t Last =
      std::min(Now.Most, divideDown(Wanted.High + Rest, Now.Bytes));
  for (int64_t Times = First; Times <= Last; ++Times) {
    if (++Steps > MostSteps)
      return true;
    const int64_t Moved = Times * Now.Bytes;
    if (visit(At + 1, {Wanted.Low - Moved, Wanted.High - Moved},
              AllSame && (Times == 0 || !Now.IsId)))
      return true;
  }
  return false;
}

/// Whether each work-item makes the first access where the one before makes the
/// second.
static bool areChained(const Place &A, const Place &B,
                       const tkl_order_header &Range) {
  const int64_t Step = A.Strides[0];
  const bool HasRows = Range.range[1] > 1 || Range.range[2] > 1;
  const bool IsOneItem = Range.range[0] <= 1 && !HasRows;
  const bool IsOnePlace = A.Strides == std::array<int64_t, 3>{};
  return !IsOneItem && A.IsSure && B.IsSure && A.Strides == B.Strides &&
         A.Loops.empty() && B.Loops.empty() && (IsOnePlace || !HasRows) &&
         __int128(A.Rest.Low) + Step <= B.Rest.High &&
         __int128(A.Rest.High) + Step >= B.Rest.Low;
}

/// Whether different work-items may make the two accesses to the same byte.
static bool canMeet(const Place &A, const Place &B,
                    const tkl_order_header &Range) {
  if (A.Strides != B.Strides)
    return true;
  std::optional<Interval> Wanted = checked(__int128(A.Rest.Low) - B.Rest.High,
                                           __int128(A.Rest.High) - B.Rest.Low);
  if (!Wanted || Wanted->Low < -Search::Most || Wanted->High > Search::Most)
    return true;
  return Search(A, B, Range).finds(*Wanted);
}

Dependence
tasklet::findDependence(const AddressForms &Forms,
                        const std::map<uint32_t, std::string> &Values,
                        const tkl_order_header &Range) {
  const Evaluation Evaluate(Values, Range);
  for (const AddressTerm &Check : Forms.Checks)
    if (!Evaluate.of(Check))
      return Dependence::Maybe;
  std::vector<Place> Places;
  for (const AddressForm &Form : Forms.Accesses) {
    std::optional<Place> Each = placeOf(Form, Evaluate, Range);
    if (!Each)
      return Dependence::Maybe;
    Places.push_back(*Each);
  }
  Dependence Found = Dependence::None;
  for (const Place &A : Places)
    for (const Place &B : Places) {
      if (A.Param != B.Param || !(A.Writes || B.Writes))
        continue;
      if (areChained(A, B, Range))
        return Dependence::Chain;
      if (Found == Dependence::None && canMeet(A, B, Range))
        Found = Dependence::Maybe;
    }
  return Found;
}
