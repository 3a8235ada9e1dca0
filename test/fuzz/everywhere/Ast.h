//===- Ast.h - Random programs with everywhere ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The programs that fuzz-everywhere generates: one kernel and the functions
/// that it calls, structured, with everywhere statements under any divergence.
/// The interpreter (Interpret.h) defines the meaning of a program. Lower.h and
/// PrintCl.h print it for the machine and for the compiler. They are
/// independent of each other and of the compiler's own lowering of everywhere.
///
/// Values are whole numbers from 0 to 2^32 - 1, kept in variables of 64 bits:
/// no operation leaves that range, since the machine leaves overflow undefined.
///
/// Memory. Each lane has words and a counter that only it writes; each warp has
/// words, which get the same value from all that store at the same time, and
/// counters; some counters belong to all warps. A lane reads what others wrote
/// only after the entry of an everywhere body or a barrier in one. In a body,
/// lanes may also sweep over the words of all of them.
///
/// Variables. Any list of statements may declare some. In the variables of a
/// body, a lane that comes along has the values that it assigned there last,
/// wherever that was, or 0 (EV20, EV22, EV23 of docs/rules.md). A call is a
/// place of its own, with variables that stay from one time to the next.
/// Programs do not read what C leaves open: a variable whose declaration gave
/// it no value.
///
/// Everything is a value, so that the reducer can copy a program and cut at it.
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_EVERYWHERE_AST_H
#define TASKLET_TEST_FUZZ_EVERYWHERE_AST_H

#include <cstdint>
#include <string>
#include <vector>

namespace tasklet::simd {

constexpr int64_t MaxValue = 0xFFFFFFFF;
/// Of each lane; of each warp; of all warps together.
constexpr unsigned OwnWords = 3, WarpWords = 2;
constexpr unsigned MostStart = 4; ///< Of a sweep.
constexpr unsigned WarpCounters = 2, SharedCounters = 2;
constexpr unsigned MaxWarp = 64;

enum class Op : uint8_t {
  Add,
  Sub,
  Mul, ///< Of the low 16 bits of each.
  Div, ///< The divisor is made odd.
  Rem,
  Min,
  Max,
  And,
  Or,
  Xor,
  Shl, ///< By the low 3 bits.
  Shr, ///< By the low 5 bits.
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  LogicalAnd,
  LogicalOr
};
constexpr unsigned Ops = static_cast<unsigned>(Op::LogicalOr) + 1;

struct Expr {
  enum Kind : uint8_t {
    Const,       ///< Number
    Read,        ///< Var; of a mask, its two halves combined by xor.
    Lane,        ///< This lane's number in its warp.
    Warp,        ///< The number of the warp, counted through all groups.
    Binary,      ///< Operator, Args
    Choose,      ///< Args[0] ? Args[1] : Args[2]
    OwnWord,     ///< Number
    OwnCounter,  ///
    Same,        ///< Args[0], by a call of a function that gives it back, or,
                 ///< if Number is 1, by casts to uint and back.
    WarpWord,    ///< Number
    WarpCounter, ///< Number
    // In bodies only.
    Size,        ///< How many lanes the warp has.
    OtherWord,   ///< Number; of the lane Args[0] % Size.
    WordAt,      ///< Args[0], counted through the words of all lanes.
    Reached,     ///< 1 if lane Number reached the everywhere of mask Var.
    OfReached,   ///< Args[0] of the first lane of mask Var.
    FirstActive, ///< The first lane that evaluates this.
    Shuffle,     ///< Args[0] of the lane Args[1], see sourceOf(). Of one that
                 ///< does not evaluate this: the variable Args[0], or 0 if it
                 ///< is none.
    Broadcast,   ///< Likewise; all active lanes name the same lane.
    Ballot,      ///< The lanes where Args[0] is not 0, halves as in Read.
    Any,
    All,
    ReduceAdd,
    ReduceMin,
    ReduceMax,
    ScanInclusive,
    ScanExclusive
  };
  Kind K = Const;
  Op Operator = Op::Add;
  int Var = -1;
  uint64_t Number = 0;
  /// For Shuffle to ScanExclusive: 0 long, 1 uint, 2 ulong, as OpenCL C has it.
  /// For a shuffled variable, its own type: 0 as it is, 1 with parentheses, 2
  /// with a cast of its sign.
  unsigned Width = 0;
  std::vector<Expr> Args;
};
inline bool isCollective(Expr::Kind K) { return K >= Expr::OfReached; }

/// The lane that a shuffle reads: the number modulo the size of the warp, or,
/// if Number is 1, its low 6 bits. If there is no such lane, a lane reads
/// itself.
inline unsigned sourceOf(const Expr &Shuffle, int64_t Number, unsigned Lane,
                         unsigned Lanes) {
  if (Shuffle.Number == 0)
    return Number % Lanes;
  return (Number & 63) < Lanes ? Number & 63 : Lane;
}

struct Stmt {
  enum Kind : uint8_t {
    Declare,     ///< Var = Values[0], or a value for each member; or nothing.
    Assign,      ///< Var = Values[0]
    Copy,        ///< All members of Var = those of the variable Number.
    Halve,       ///< Var = Var >> 1: also of variables that count loops.
    StoreOwn,    ///< Own word Number = Values[0]
    StoreAt,     ///< In bodies: the word Values[1], as in WordAt, = Values[0]
    StoreWarp,   ///< Word Number of the warp = Values[0], the same everywhere.
    CountOwn,    ///< Var = ++own counter
    CountWarp,   ///< ++counter Number of the warp
    CountShared, ///< ++counter Number of all
    If,          ///< Values[0], Body, Else
    While,       ///< Var = Values[0] % 4; while Var and Values[1] (if there is
                 ///< one): --Var, Body
    DoWhile,     ///< Var = Values[0] % 3 + 1; do --Var, Body while as above.
    Sweep,       ///< In bodies: Var from Values[0] % 4 + Lane below Values[1] %
                 ///< (the words of all lanes, and 1), both evaluated once, in
                 ///< steps of Size, or, if Number is 1, of the most that can
                 ///< be, or, if it is 2, of twice Size; Body
    For,         ///< Var from 0 below Values[0] % 4, evaluated each time; Body
    Switch,      ///< Values[0] % Body.size(); Body[I] is a Block: case I. With
                 ///< Number 1 the cases have no braces. Else stands before the
                 ///< first case: declarations without values.
    Block,       ///< Body; with Number, its end has a label of that number.
    Goto,        ///< The end of the Block around it with that Number.
    Break,
    Continue,
    Return,      ///< Values[0] in functions, nothing in the kernel.
    Everywhere,  ///< Var: the mask, or -1; Body
    Call,        ///< Var = Callee(Values)
    Barrier,     ///< Of the sub-group; in bodies.
    GroupBarrier ///< Of the work-group, where all its work-items are.
  };
  Kind K = Block;
  int Var = -1;
  int Callee = -1;
  uint64_t Number = 0;
  bool FallsThrough = false; ///< Of a case.
  bool IsDefault = false;    ///< Of a case: written as default.
  std::vector<Expr> Values;
  std::vector<Stmt> Body, Else;
};

/// How a variable is written in OpenCL C. A variable with members is no value
/// itself: its members are the variables after it.
enum class Written : uint8_t {
  Long,
  MaskInt,
  MaskUInt,
  MaskLong,
  MaskULong,
  UInt,
  Member,
  LongVector2,
  UIntVector4,
  Structure, ///< Of three members, two of them in a structure in it.
  Array      ///< Of two.
};
inline bool isMask(Written W) {
  return W >= Written::MaskInt && W <= Written::MaskULong;
}
inline bool isValue(Written W) { return W <= Written::Member; }
/// How many variables after it are its members.
inline unsigned membersOf(Written W) {
  switch (W) {
  case Written::LongVector2:
  case Written::Array:
    return 2;
  case Written::Structure:
    return 3;
  case Written::UIntVector4:
    return 4;
  default:
    return 0;
  }
}

inline bool isLoop(const Stmt &S) {
  return S.K == Stmt::While || S.K == Stmt::DoWhile || S.K == Stmt::Sweep ||
         S.K == Stmt::For;
}

struct Function {
  bool OfBodies = false; ///< Called in bodies only: may do what they may.
  unsigned Params = 0;
  std::vector<Written> Vars; ///< The first Params are parameters.
  /// By the number of a variable: the number of the variable that has the same
  /// name and is hidden by it; 0 for variables with a name of their own.
  std::vector<int> Hides;
  std::vector<Stmt> Body;

  int hiddenBy(int Var) const {
    return Var < static_cast<int>(Hides.size()) ? Hides[Var] : 0;
  }
  /// The variable that this is a member of, or itself.
  int wholeOf(int Var) const {
    while (Vars[Var] == Written::Member)
      --Var;
    return Var;
  }
  /// The variable's number in its name.
  int nameOf(int Var) const { return hiddenBy(Var) ? hiddenBy(Var) : Var; }
  /// Whether a shuffle of \p E returns the value of a lane that is not there
  /// (EV25): true for a variable or a member of one. A mask is written as an
  /// expression.
  bool isVariable(const Expr &E) const {
    return E.K == Expr::Read && !isMask(Vars[E.Var]);
  }
};

struct Program {
  uint64_t Seed = 0;
  unsigned WarpSize = 8;
  unsigned Local[2] = {8, 1};
  unsigned Groups = 1;
  bool Required = false; ///< With reqd_work_group_size.
  /// All variables of the kernel are declared and set to 0 at its start,
  /// instead of in their scopes.
  bool Flat = false;
  unsigned TopVars = 0; ///< Those of the kernel that every lane declares first.
  /// The kernel is the last. A function calls only those before it.
  std::vector<Function> Functions;

  const Function &kernel() const { return Functions.back(); }
  unsigned groupSize() const { return Local[0] * Local[1]; }
  unsigned warpsOfGroup() const {
    return (groupSize() + WarpSize - 1) / WarpSize;
  }
  unsigned warps() const { return warpsOfGroup() * Groups; }
  unsigned lanesOf(unsigned Warp) const {
    unsigned First = Warp % warpsOfGroup() * WarpSize;
    return groupSize() - First < WarpSize ? groupSize() - First : WarpSize;
  }
  /// The variables of the kernel whose last values are compared.
  std::vector<int> shownVars() const {
    std::vector<int> Shown;
    for (unsigned I = 0; I < kernel().Vars.size(); ++I)
      if ((Flat || I < TopVars) && isValue(kernel().Vars[I]) &&
          !isMask(kernel().Vars[I]))
        Shown.push_back(I);
    return Shown;
  }
};

/// Where the words, counters and last values of variables lie, in buffers for
/// all warps. Counters have 32 bits in OpenCL C.
struct Layout {
  explicit Layout(const Program &P)
      : P(P), WordsOfWarp(P.WarpSize * OwnWords + WarpWords),
        CountersOfWarp(P.WarpSize + WarpCounters), Shown(P.shownVars()) {}
  const Program &P;
  const unsigned WordsOfWarp, CountersOfWarp;
  const std::vector<int> Shown;

  size_t words() const { return P.warps() * WordsOfWarp; }
  size_t counters() const {
    return P.warps() * CountersOfWarp + SharedCounters;
  }
  size_t shown() const { return P.Groups * P.groupSize() * Shown.size(); }

  size_t ownWord(unsigned Warp, unsigned Lane, unsigned K) const {
    return Warp * WordsOfWarp + Lane * OwnWords + K;
  }
  size_t warpWord(unsigned Warp, unsigned K) const {
    return Warp * WordsOfWarp + P.WarpSize * OwnWords + K;
  }
  size_t ownCounter(unsigned Warp, unsigned Lane) const {
    return Warp * CountersOfWarp + Lane;
  }
  size_t warpCounter(unsigned Warp, unsigned K) const {
    return Warp * CountersOfWarp + P.WarpSize + K;
  }
  size_t sharedCounter(unsigned K) const {
    return P.warps() * CountersOfWarp + K;
  }
  size_t shownValue(unsigned Warp, unsigned Lane, unsigned I) const {
    unsigned Group = Warp / P.warpsOfGroup();
    unsigned Local = Warp % P.warpsOfGroup() * P.WarpSize + Lane;
    return (Group * P.groupSize() + Local) * Shown.size() + I;
  }
};

/// The content of the words before the kernel runs.
inline int64_t initialWord(size_t Index) {
  return (Index + 1) * 2654435761u & MaxValue;
}

/// The result of a run.
struct Outcome {
  std::vector<int64_t> Words, Counters, Shown;
  std::string Invalid; ///< Why the program means nothing, or empty.

  explicit Outcome(const Layout &L)
      : Words(L.words()), Counters(L.counters()), Shown(L.shown()) {
    for (size_t I = 0; I < Words.size(); ++I)
      Words[I] = initialWord(I);
  }
  Outcome() = default;
};

} // namespace tasklet::simd

#endif // TASKLET_TEST_FUZZ_EVERYWHERE_AST_H
