//===- Value.h - What expressions of Kite give ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// One class for values of all types; which type a value has, its expression
/// says. A default value is the zeroed value of every type: 0, 0.0, false, the
/// first branch of a union, an array without elements, a task that nothing was
/// assigned to. So zeroes of recursive types need no memory.
///
///   integers     64 bits, extended as their type's sign says
///   bool         0 or 1
///   half, float, double    as a double, which holds all of them
///   vectors      one part for each component
///   tuples, structures     one part for each field
///   unions       one part, and the number of its branch
///   arrays       one part for each element, shared by all copies
///   ranges       first, step, count
///   tasks        the declaration, then one part for each captured variable
///   future(t)    as t: the interpreter computes futures at once
///
/// Copies of tuples, structures, unions and vectors share their parts until one
/// of them is changed.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_INTERPRET_VALUE_H
#define TASKLET_KITE_INTERPRET_VALUE_H

#include <cassert>
#include <cstdint>
#include <cstring>
#include <utility>

namespace tasklet::kite {

struct TaskDecl;
class Value;

/// The parts of a value; they follow it in memory.
struct Cell {
  uint32_t References;
  /// The branch of a union.
  uint32_t Branch;
  uint64_t Size;

  Value *parts();
};

class Value {
public:
  Value() = default;
  Value(const Value &Other) : Bits(Other.Bits), Parts(Other.Parts) {
    if (Parts)
      ++Parts->References;
  }
  Value(Value &&Other) noexcept : Bits(Other.Bits), Parts(Other.Parts) {
    Other.Parts = nullptr;
  }
  Value &operator=(Value Other) noexcept {
    std::swap(Bits, Other.Bits);
    std::swap(Parts, Other.Parts);
    return *this;
  }
  ~Value() {
    if (Parts && --Parts->References == 0)
      destroy(Parts);
  }

  static Value ofInteger(uint64_t Bits) {
    Value Made;
    Made.Bits = Bits;
    return Made;
  }
  static Value ofBool(bool IsTrue) { return ofInteger(IsTrue); }
  static Value ofFloating(double Number) {
    Value Made;
    memcpy(&Made.Bits, &Number, sizeof(Number));
    return Made;
  }
  /// With zeroed parts. Without parts if \p Size is 0 or memory is short; see
  /// hasParts().
  static Value ofParts(uint64_t Size, uint32_t Branch = 0);
  static Value ofTask(const TaskDecl *Task, uint64_t Captures);
  static Value ofRange(uint64_t First, uint64_t Step, uint64_t Count);

  uint64_t bits() const { return Bits; }
  int64_t integer() const { return static_cast<int64_t>(Bits); }
  bool isTrue() const { return Bits != 0; }
  double floating() const {
    double Number;
    memcpy(&Number, &Bits, sizeof(Number));
    return Number;
  }

  bool hasParts() const { return Parts; }
  uint64_t size() const { return Parts ? Parts->Size : 0; }
  uint32_t branch() const { return Parts ? Parts->Branch : 0; }
  /// Zero if the value has no parts.
  Value part(uint64_t Number) const {
    assert(!Parts || Number < Parts->Size);
    return Parts ? Parts->parts()[Number] : Value();
  }
  /// To be changed, for all copies: an element of an array, and parts of a
  /// value that was made just now.
  Value &shared(uint64_t Number) {
    assert(Parts && Number < Parts->Size);
    return Parts->parts()[Number];
  }
  /// To be changed, for this copy only. \p Size: how many parts the type has.
  Value &own(uint64_t Number, uint64_t Size);

  /// Null for a zeroed task.
  const TaskDecl *task() const {
    return reinterpret_cast<const TaskDecl *>(Bits);
  }
  /// The captured variable.
  Value capture(uint64_t Number) const { return part(Number); }
  bool isSameArray(const Value &Other) const { return Parts == Other.Parts; }
  /// The same for all copies of an array; null if it has no elements.
  const Cell *elements() const { return Parts; }

private:
  static void destroy(Cell *Last);

  uint64_t Bits = 0;
  Cell *Parts = nullptr;
};

inline Value *Cell::parts() { return reinterpret_cast<Value *>(this + 1); }

} // namespace tasklet::kite

#endif
