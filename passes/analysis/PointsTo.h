//===- PointsTo.h - Where the addresses of variables go ------- -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A points-to analysis for addresses of private and local memory, in one task
/// or kernel and the ordinary functions that it calls. It is inclusion-based
/// (Andersen 1994) and solved by a fixpoint. It follows addresses through
/// casts, arithmetic and vectors, and through memory: for each variable it
/// knows which bytes may hold an address (field-sensitive).
///
/// It is context-sensitive: it analyses each call of an ordinary function by
/// itself. So a call that passes an address does not make a call without one
/// less precise. It is flow-sensitive only as far as SSA form shows the order;
/// callers bring functions into SSA form first.
///
/// An integer that does not tell where a variable lies is no address. Such
/// integers are the result of a comparison, the distance of two addresses, and
/// at most \ref AlignmentBits low bits of an address (tests of alignment).
///
/// It follows no address through global memory, and none through a function
/// that is only declared. OpenCL's built-in functions are the exception: their
/// results may carry the addresses that they get.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_ANALYSIS_POINTSTO_H
#define TASKLET_PASSES_ANALYSIS_POINTSTO_H

#include "analysis/AlignmentBits.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include <deque>
#include <map>
#include <memory>
#include <vector>

namespace tasklet {

/// A set of distances in bytes, as indices into arrays of arrays or structures
/// give them: First + k Stride + m Period. k Stride is at most Span, and m
/// Period is at most Reach. If Reach is \ref Unbounded, m may be any integer,
/// also a negative one.
struct Offsets {
  static constexpr uint64_t Unbounded = UINT64_MAX;

  int64_t First = 0;
  uint64_t Stride = 0;
  uint64_t Span = 0;
  uint64_t Period = 0;
  uint64_t Reach = 0;

  static Offsets exactly(int64_t Bytes);
  /// Multiples of \p Step up to \p Reach.
  static Offsets multiples(uint64_t Step, uint64_t Reach);
  static Offsets any() { return multiples(1, Unbounded); }

  bool operator==(const Offsets &O) const;
  bool isExact() const { return Stride == 0 && Period == 0; }
  /// Adds \p Other. True if the set has grown.
  bool merge(Offsets Other);
  Offsets plus(Offsets Other) const;
  Offsets negated() const;
  bool overlaps(uint64_t Size, Offsets Other, uint64_t OtherSize) const;

private:
  Offsets normal() const;
  /// A set that contains both; it may contain more.
  Offsets joined(Offsets Other) const;
};

/// The addresses that a value may carry.
struct Carried {
  struct Target {
    Offsets At;
    /// The first instruction of the source program that handled the address.
    const llvm::Instruction *Taken = nullptr;
  };
  /// Keyed by the number of the object that the address points into.
  std::map<unsigned, Target> Targets;
  /// The address was not only copied or moved by an offset: the low bits of the
  /// value may hold any part of it.
  bool Scrambled = false;

  explicit operator bool() const { return !Targets.empty(); }
  bool merge(const Carried &Other);
  /// Addresses of any bytes of the same objects.
  Carried anywhere(bool Scramble) const;
  const llvm::Instruction *taken() const;
};

/// Bytes of an object that may hold an address.
struct Cell {
  Offsets At;
  uint64_t Size = 0;
  Carried What;
  /// The instructions of the task or kernel itself that wrote the cell, or that
  /// called a function that wrote it. Null: unknown.
  llvm::SmallPtrSet<const llvm::Instruction *, 2> Writers;
};

/// The bodies of ordinary functions in SSA form, for reading.
class FunctionBodies {
public:
  virtual ~FunctionBodies() = default;
  /// Null if there is none.
  virtual const llvm::Function *bodyOf(const llvm::Function &F) = 0;
};

class PointsTo {
public:
  /// \p Watched are variables of the root function. \ref accesses lists the
  /// accesses to them.
  PointsTo(const llvm::Function &Root, FunctionBodies &Bodies,
           llvm::ArrayRef<llvm::AllocaInst *> Watched = {});
  ~PointsTo();

  /// The addresses that a value of the root function carries.
  Carried carriedBy(const llvm::Value *V) const;
  /// The addresses that lie in the \p Size bytes from \p Ptr on.
  Carried heldAt(const llvm::Value *Ptr, uint64_t Size) const;

  /// The instruction At of the root function reads memory that may hold an
  /// address. The instruction does so itself or in a function that it calls.
  struct Read {
    const llvm::Instruction *At;
    const Cell *From;
  };
  const std::vector<Read> &reads() const { return Reads; }

  /// The instruction At of the root function reads or writes the variable
  /// through an address that the analysis has followed. The instruction does so
  /// itself or in a function that it calls.
  struct Access {
    const llvm::Instruction *At;
    const llvm::AllocaInst *Variable;
    bool Writes;
  };
  const std::vector<Access> &accesses() const { return Accesses; }

private:
  struct Object {
    uint64_t Size = 0;                           ///< bytes
    const llvm::AllocaInst *WatchedAs = nullptr; ///< null: not watched
    std::deque<Cell> Cells;
  };
  struct Frame;

  unsigned newObject(uint64_t Size);
  Frame *newFrame(const llvm::Function &Body, const Frame *Caller,
                  const llvm::Instruction *Root);
  Frame *enter(Frame &F, const llvm::CallInst &Call,
               const llvm::Function &Body);
  void solve();
  bool runAll();

  Carried of(const Frame &F, const llvm::Value *V) const;
  Carried ofConstant(const llvm::Constant *C) const;
  void add(Frame &F, const llvm::Value *V, Carried What);
  void addCell(const Frame &F, const llvm::Instruction &At, unsigned Object,
               Offsets Where, uint64_t Size, const Carried &What);
  Carried load(const Frame &F, const llvm::Instruction &At, const Carried &Ptr,
               uint64_t Size);
  void store(const Frame &F, const llvm::Instruction &At, const Carried &Ptr,
             uint64_t Size, const Carried &What);
  void copy(const Frame &F, const llvm::Instruction &At, const Carried &Dest,
            const Carried &Source, uint64_t Size);

  void access(const Frame &F, const llvm::Instruction &At,
              const llvm::Value *Ptr, bool Writes);
  void accessInCall(const Frame &F, const llvm::CallInst &Call);
  void transfer(Frame &F, const llvm::Instruction &I);
  void binary(Frame &F, const llvm::BinaryOperator &Op);
  void address(Frame &F, const llvm::GetElementPtrInst &Gep);
  void vector(Frame &F, const llvm::Instruction &I);
  void call(Frame &F, const llvm::CallInst &Call);
  void callUnseen(Frame &F, const llvm::CallInst &Call);

  const llvm::DataLayout &DL;
  FunctionBodies &Bodies;
  std::deque<Object> Objects; ///< Cells do not move.
  llvm::DenseMap<const llvm::Value *, unsigned> Globals;
  std::vector<std::unique_ptr<Frame>> Frames;
  llvm::DenseMap<const llvm::Function *, Frame *> Shared;
  llvm::DenseMap<const llvm::Function *, bool> Sources;
  std::vector<Read> Reads;
  std::vector<Access> Accesses;
  bool Changed = false;
  enum { Following, Typing, Subtracting, Reporting } Phase = Following;

  bool mayBeSource(const llvm::Function &Body);
};

} // namespace tasklet

#endif
