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

/// An access of any work-item: strides * ids + a number of Rest and the bytes
/// behind it. Strides of dimensions with one work-item are 0.
struct Place {
  uint32_t Param = 0;
  bool Writes = false;
  std::array<int64_t, 3> Strides = {};
  Interval Rest; ///< with all bytes of the access
};

/// Looks for two work-items that differ.
class Search {
  /// Of dimensions with more than one work-item, the largest one first.
  struct Stride {
    int64_t Bytes;
    int64_t Most;  ///< difference of two ids
    int64_t Reach; ///< of this stride and the smaller ones
  };
  std::array<Stride, 3> Strides;
  size_t Count = 0;
  bool IsTooLarge = false;
  unsigned Steps = 0;

  bool visit(size_t At, Interval Wanted, bool AllSame);

public:
  /// Addresses wrap around at 2^64, so no difference may be that large.
  static constexpr int64_t Most = INT64_MAX / 4;

  Search(const std::array<int64_t, 3> &Strides, const tkl_order_header &Range);
  /// Whether the sum of all strides, times the differences of the ids of two
  /// work-items, may be a number of \p Wanted. True also if that takes long.
  bool finds(Interval Wanted) { return IsTooLarge || visit(0, Wanted, true); }
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
  if (Rest)
    Rest = checked(Rest->Low, __int128(Rest->High) + Form.Bytes - 1);
  if (!Rest)
    return std::nullopt;
  Result.Rest = *Rest;
  for (size_t D = 0; D < Form.Strides.size(); ++D) {
    std::optional<Interval> Stride = Values.of(Form.Strides[D]);
    if (!Stride || !Stride->isPoint() || Stride->Low == INT64_MIN)
      return std::nullopt;
    if (Range.range[D] > 1)
      Result.Strides[D] = Stride->Low;
  }
  return Result;
}

Search::Search(const std::array<int64_t, 3> &All,
               const tkl_order_header &Range) {
  for (size_t D = 0; D < All.size(); ++D)
    if (Range.range[D] > 1)
      Strides[Count++] = {std::abs(All[D]),
                          static_cast<int64_t>(Range.range[D] - 1), 0};
  std::sort(Strides.begin(), Strides.begin() + Count,
            [](const Stride &A, const Stride &B) { return A.Bytes > B.Bytes; });
  __int128 Reach = 0;
  for (size_t I = Count; I-- > 0;) {
    Reach += __int128(Strides[I].Bytes) * Strides[I].Most;
    IsTooLarge |= Reach > Most;
    Strides[I].Reach = static_cast<int64_t>(Reach);
  }
}

static int64_t divideDown(int64_t A, int64_t B) { return A / B - (A % B < 0); }

/// \p AllSame: the ids of the dimensions before \p At are those of one work-item.
bool Search::visit(size_t At, Interval Wanted, bool AllSame) {
  // A loop over all numbers would not be a test.
  constexpr unsigned MostSteps = 64;
  if (At == Count)
    return !AllSame && Wanted.Low <= 0 && Wanted.High >= 0;
  const Stride &Now = Strides[At];
  if (Wanted.Low > Now.Reach || Wanted.High < -Now.Reach)
    return false;
  if (Now.Bytes == 0) // and all that follow
    return Wanted.Low <= 0 && Wanted.High >= 0;
  const int64_t Rest = At + 1 < Count ? Strides[At + 1].Reach : 0;
  const int64_t First =
      std::max(-Now.Most, -divideDown(-(Wanted.Low - Rest), Now.Bytes));
  const int64_t Last =
      std::min(Now.Most, divideDown(Wanted.High + Rest, Now.Bytes));
  for (int64_t Times = First; Times <= Last; ++Times) {
    if (++Steps > MostSteps)
      return true;
    const int64_t Moved = Times * Now.Bytes;
    if (visit(At + 1, {Wanted.Low - Moved, Wanted.High - Moved},
              AllSame && Times == 0))
      return true;
  }
  return false;
}

/// Whether different work-items make the two accesses to the same byte.
static bool canMeet(const Place &A, const Place &B,
                    const tkl_order_header &Range) {
  if (A.Param != B.Param || !(A.Writes || B.Writes))
    return false;
  if (A.Strides != B.Strides)
    return true;
  std::optional<Interval> Wanted = checked(__int128(A.Rest.Low) - B.Rest.High,
                                           __int128(A.Rest.High) - B.Rest.Low);
  if (!Wanted || Wanted->Low < -Search::Most || Wanted->High > Search::Most)
    return true;
  return Search(A.Strides, Range).finds(*Wanted);
}

bool tasklet::areIndependent(const AddressForms &Forms,
                             const std::map<uint32_t, std::string> &Values,
                             const tkl_order_header &Range) {
  const Evaluation Evaluate(Values, Range);
  for (const AddressTerm &Check : Forms.Checks)
    if (!Evaluate.of(Check))
      return false;
  std::vector<Place> Places;
  for (const AddressForm &Form : Forms.Accesses) {
    std::optional<Place> Each = placeOf(Form, Evaluate, Range);
    if (!Each)
      return false;
    Places.push_back(*Each);
  }
  for (size_t I = 0; I < Places.size(); ++I)
    for (size_t J = I; J < Places.size(); ++J)
      if (canMeet(Places[I], Places[J], Range))
        return false;
  return true;
}
