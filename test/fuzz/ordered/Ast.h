//===- Ast.h - Random ordered kernels ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A program is one ordered kernel with its memory and its range. It has a
/// meaning whatever its tree looks like: indexes are taken modulo the size of
/// what they go into, divisors are odd, loops have at most four rounds, and
/// words that mean nothing where they stand are printed as others. So a program
/// that was cut still has a meaning, and no interpreter is needed: the oracle is
/// the same text as a function that one work-item calls in a loop.
///
/// All expressions are of type `uint` and have no side effects.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_ORDERED_AST_H
#define TASKLET_TEST_FUZZ_ORDERED_AST_H

#include <cstdint>
#include <string>
#include <vector>

namespace tasklet::ordered {

enum class Element {
  Char,
  UShort,
  UInt,
  ULong,
  Float,
  Double,
  UInt2,
  UInt4,
  Struct, ///< `struct rec` of the prelude
};
constexpr unsigned NumElements = 9;
unsigned sizeOf(Element E);

struct Param {
  enum Kind {
    Monitored, ///< any work-item reads and writes any element
    ReadOnly,
    Own,     ///< not monitored: each work-item has its element
    Scratch, ///< not monitored: each work-item has four elements
  };
  Kind K = Monitored;
  Element Type = Element::UInt;
  bool IsConst = false; ///< only a word in the source; ReadOnly
  unsigned Size = 1;    ///< elements
  unsigned Root = 0;    ///< the buffer
  unsigned Offset = 0;  ///< bytes in it; a multiple of SubBufferAlign
};
constexpr unsigned SubBufferAlign = 128;

struct Expr {
  enum Kind {
    Const,    ///< N
    GlobalId, ///< of dimension N; likewise the next ones
    LocalId,
    GroupId,
    GlobalSize,
    LocalSize,
    GroupCount,
    GlobalOffset,
    LinearId,
    Scalar,     ///< argument
    Linear,     ///< number N of Program::Indexes; only as an index
    Loop,       ///< the counter of the loop N around it
    Clean,      ///< variable N that no written memory decides
    Dirty,      ///< variable N that anything may decide
    Argument,   ///< a field of the structure that is passed by value
    Private,    ///< element Args[0] of private array N: 0 is clean, 1 dirty
    Load,       ///< element Args[0] of parameter N, part M of it
    VectorLoad, ///< vload with number M of widths, at parameter N
    Binary,     ///< operator N
    Select,
    Helper, ///< N of the prelude, of two arguments
  };
  Kind K = Const;
  unsigned N = 0, M = 0;
  std::vector<Expr> Args;
};
constexpr unsigned NumBinary = 17, NumHelpers = 4, NumWidths = 5;

struct Stmt {
  enum Kind {
    SetClean,   ///< variable N = Args[0]
    SetDirty,   ///< variable N op M = Args[0]
    SetPrivate, ///< array N at Args[0] = Args[1]
    SetArgument,
    Store,       ///< parameter N at Args[0] op M = Args[1]; M is 3: only added;
                 ///< 4 to 6: or not, as its element says; 7: two parts of it;
                 ///< 8: two elements, not aligned as such; 9: by a pointer, in
                 ///< several blocks; 10: two windows in one block; 11: by a
                 ///< pointer to one of two parameters
    VectorStore, ///< width M, parameter N at Args[0] = Args[1]
    Copy,        ///< element Args[1] of parameter M to N at Args[0]
    Atomic,      ///< operator M on parameter N at Args[0] with Args[1]
    Put,         ///< a helper that may write parameter N at Args[0]
    GuardedLoad, ///< see the printer: index and address are only good if taken
    GuardedDivision,
    Border, ///< leaves out ids below Args[0] or above Args[1], of dimension N, in
            ///< form M
    If,     ///< Args[0]: Body, else Else
    For,    ///< up to Args[0] modulo M: Body
    Switch, ///< Args[0]: 0 Body, 1 Else, others More; M: bits that fall through
    Return,
    Break,
    Continue,
  };
  Kind K = Return;
  unsigned N = 0, M = 0;
  std::vector<Expr> Args;
  std::vector<Stmt> Body, Else, More;
};

/// A sum of numbers times what a work-item knows, computed in a type.
struct LinearIndex {
  enum Kind { UInt, Int, ULong, Long, UShort, UChar } Type = UInt;
  int64_t Ids[3] = {0, 0, 0};
  bool BySize = false; ///< An id is also multiplied with the sizes before it.
  int64_t Round = 0;   ///< of the innermost loop, up to MostRounds
  int64_t Scalar = 0;  ///< the argument, up to MostScalar
  int64_t Constant = 0;
};
constexpr unsigned MostRounds = 3, MostScalar = 6;

struct Program {
  uint64_t Seed = 0;
  bool NamesParams = true; ///< else `__ordered` stands alone
  bool HasArgument = false;
  bool HasSmallScalar = false;
  std::vector<Param> Params;
  std::vector<unsigned> Roots; ///< bytes of each buffer
  std::vector<Stmt> Body;
  std::vector<LinearIndex> Indexes;

  unsigned Dimensions = 1;
  size_t Global[3] = {1, 1, 1}, Offset[3] = {0, 0, 0}, Local[3] = {1, 1, 1};
  bool HasLocal = false;
  size_t items() const { return Global[0] * Global[1] * Global[2]; }
};

} // namespace tasklet::ordered

#endif // TASKLET_TEST_FUZZ_ORDERED_AST_H
