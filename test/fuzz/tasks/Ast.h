//===- Ast.h - Random task programs -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The programs that the fuzzer generates: a part of OpenCL C with tasks in
/// which every program is deterministic and free of undefined behaviour.
///
/// Memory. A program has one buffer of words. Each task that gets it owns a
/// region: SharedWords, which it writes and its children may read, ResultWords,
/// which only spawns write, and one region for each of its children. The
/// generator gives each child an *ordinal*, which tells them apart. The words
/// of a child are read only when no such child is outstanding.
///
/// Fuel. Each task has a parameter `fuel`. It spawns only while that is not 0,
/// and passes on less.
///
/// Everything is a value, so that the reducer can copy a program and cut at it.
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_AST_H
#define TASKLET_TEST_FUZZ_AST_H

#include <cstdint>
#include <string>
#include <vector>

namespace tasklet::fuzz {

constexpr unsigned SharedWords = 4;
constexpr unsigned ResultWords = 4;
constexpr unsigned OwnWords = SharedWords + ResultWords;
constexpr unsigned MaxOrdinals = 10;
/// As Expr::Var: the array that a mutator was given.
constexpr int MutatedArray = -2;
/// The content of the buffer before the kernel runs.
constexpr uint32_t Untouched = 0xA5A5A5A5;

enum class Scalar : uint8_t {
  Bool,
  Char,
  UChar,
  Short,
  UShort,
  Int,
  UInt,
  Long,
  ULong,
  /// Holds whole numbers of 16 bits only, so that it is exact.
  Float
};

struct Type {
  enum Kind : uint8_t { Number, Vector, Array, Struct };
  Kind K = Number;
  Scalar Element = Scalar::UInt; ///< Of numbers and vectors.
  unsigned Count = 1;            ///< Of vectors and arrays.
  int ElementType = 0;           ///< Of arrays.
  std::vector<int> Fields;       ///< Types of a struct's members m0, m1, ...
  bool Packed = false;
  /// The numbers in a value, in order.
  std::vector<Scalar> Leaves;

  bool isNumber() const { return K == Number; }
};

struct Expr;

/// From a variable to a part of it.
struct Step {
  enum Kind : uint8_t { Member, Component, Element };
  Kind K = Member;
  unsigned Number = 0;     ///< Of a member or component.
  std::vector<Expr> Index; ///< One expression, taken modulo the length.
};

enum class Op : uint8_t {
  Add,
  Sub,
  Mul,
  And,
  Or,
  Xor,
  Shl,
  Shr,
  Div,
  Rem,
  Less,
  Equal,
  NotEqual,
  LogicalAnd,
  LogicalOr,
  Min,
  Max,
  Rotate,
  // Of one operand.
  Neg,
  Not,
  LogicalNot,
  PopCount
};
constexpr unsigned BinaryOps = static_cast<unsigned>(Op::Rotate) + 1;

/// A number is computed as uint, or as ulong if Wide.
struct Expr {
  enum Kind : uint8_t {
    Const,
    Load,       ///< Var and Steps; any type. Also a destination.
    Unary,      ///< Operator, Args[0]
    Binary,     ///< Operator, Args
    Choose,     ///< Args[0] ? Args[1] : Args[2]
    Make,       ///< A vector or struct of its leaves.
    Vector,     ///< Operator on two vectors.
    CallHelper, ///< Callee, Args
    WorkItem,   ///< Number: a work-item function of the kernel.
    OwnWord,    ///< Number < OwnWords
    ParentWord, ///< Number < SharedWords
    ChildWord,  ///< Ordinal, Number < SharedWords
    FuelLeft,   ///< The parameter `fuel`.
    Table       ///< An element of a constant table; Args[0] is the index.
  };
  Kind K = Const;
  bool Wide = false;
  Op Operator = Op::Add;
  /// The type of a Load, Make or Vector; for a loaded number, that of its
  /// variable.
  int Ty = 0;
  int Var = -1;
  int Callee = -1;
  unsigned Ordinal = 0;
  uint64_t Number = 0;
  std::vector<Step> Steps;
  std::vector<Expr> Args;
};

/// The fuel that a spawn passes on.
enum class Fuel : uint8_t { OneLess, AtMostOne, Longer };

struct Stmt {
  enum Kind : uint8_t {
    Declare,  ///< Var; Values: none, one of its type, or one for each leaf.
    Assign,   ///< Target = Values[0]
    Update,   ///< Target Operator= Values[0]
    If,       ///< Values[0], Body, Else. Goto: written with one.
    For,      ///< Var from 0 below Count while Values, none or one, hold; Body.
              ///< Do: written with one; the first round is not asked for.
    While,    ///< Var from Values[0] % Count down to 0, Body.
    Switch,   ///< Values[0] % number of Cases; Body[i] is a Block.
    Block,    ///< Body. In a Switch: FallsThrough.
    Break,    ///< Of a loop. Goto: written with one, as it is in a Switch.
    Continue, ///< Of a loop.
    Return,   ///< Values: none or one.
    Spawn,    ///< Target: none or one. Callee, Values, FuelMode, Ordinal.
    Force,    ///< Names, Body.
    Wait,     ///< Names, Parts: a force that goes on with the next statement.
    Mutate,   ///< Callee is a helper that changes the array Var; Values[0].
    Alias     ///< Updates Target, or Other if Values[1], through a pointer.
  };
  Kind K = Block;
  int Var = -1;
  int Callee = -1;
  Op Operator = Op::Add;
  unsigned Count = 0;
  bool Goto = false;
  bool Do = false;
  bool FallsThrough = false;
  Fuel FuelMode = Fuel::OneLess;
  unsigned Ordinal = 0;
  /// The loop whose variable is added to the ordinal, or -1.
  int OrdinalLoop = -1;
  std::vector<Expr> Target;
  std::vector<Expr> Other;
  std::vector<Expr> Values;
  std::vector<int> Names;
  /// Parts of variables, by constant indices and members.
  std::vector<Expr> Parts;
  std::vector<Stmt> Body;
  std::vector<Stmt> Else;
};

struct Function {
  enum Kind : uint8_t {
    Helper,  ///< Numbers in, a number out.
    Mutator, ///< Changes an array of uint through a private pointer.
    Task,
    Kernel
  };
  Kind K = Task;
  int Result = -1; ///< Type, or -1 for void.
  unsigned Params = 0;
  std::vector<int> Vars; ///< Types; the first Params are parameters.
  std::vector<Stmt> Body;
  /// For tasks: gets the buffer; is part of a chain of tail spawns.
  bool Memory = false;
  bool Chain = false;
  bool Wide = false;         ///< Of helpers: the result is ulong.
  unsigned HeaderAt = 0;     ///< Parameters that stand before fuel.
  unsigned ArrayLength = 0;  ///< Of mutators.
  bool ShortKeyword = false; ///< `task` instead of `__task`
};

struct Program {
  uint64_t Seed = 0;
  std::vector<Type> Types;
  std::vector<Function> Functions; ///< Helpers, then tasks, the kernel last.
  std::vector<uint32_t> Table;
  unsigned Ordinals = 1; ///< Regions for children.
  unsigned KernelFuel = 2;
  unsigned Global[2] = {1, 1};
  unsigned Local[2] = {1, 1};
  unsigned Offset = 0;
  /// One work-item, which asks for no ids: the kernel runs the workers itself.
  bool Alone = false;
  std::vector<uint32_t> KernelArgs;

  const Function &kernel() const { return Functions.back(); }
  unsigned workItems() const { return Global[0] * Global[1]; }
  /// Words of the region of a task with that fuel.
  uint64_t regionWords(unsigned FuelLeft) const {
    uint64_t Words = OwnWords;
    for (unsigned I = 0; I < FuelLeft; ++I)
      Words = OwnWords + Ordinals * Words;
    return Words;
  }
  uint64_t bufferWords() const { return workItems() * regionWords(KernelFuel); }
};

/// The first types of every program, in the order of Scalar.
constexpr int typeOf(Scalar S) { return static_cast<int>(S); }

} // namespace tasklet::fuzz

#endif // TASKLET_TEST_FUZZ_AST_H
