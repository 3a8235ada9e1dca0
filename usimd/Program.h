//===- Program.h - Programs of the machine ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// P of figure 4: instructions, found by their labels, which are the numbers
/// from 1 on. What a parser gives has only labels that exist, and none of its
/// instructions assigns to tid.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_USIMD_PROGRAM_H
#define TASKLET_USIMD_PROGRAM_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tasklet::usimd {

/// The instructions of figure 5. Binary operations are one each; they are the
/// last, so that isBinary can be one comparison.
enum class Opcode : uint8_t {
  Bz,
  Bnz,
  BranchMask,
  Jump,
  Load,
  Store,
  Atomic,
  Copy,
  Const,
  Sync,
  Stop,
  Everywhere,
  EndEverywhere,
  Shfl,
  Add,
  Sub,
  Mul,
  Div,
  Mod,
  Min,
  Max,
  And,
  Or,
  Xor,
  Shl,
  Shr,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
};

inline bool isBinary(Opcode Op) { return Op >= Opcode::Add; }

/// How an instruction is written.
struct Syntax {
  Opcode Op;
  const char *Name;
  /// One letter an operand: d is a variable that is assigned to, v one that is
  /// read, o a variable or a constant, c a constant, l a label.
  const char *Operands;
};

const std::vector<Syntax> &allSyntax();
const Syntax &syntaxOf(Opcode Op);
/// Null: there is no such instruction.
const Syntax *findSyntax(const std::string &Name);

struct Operand {
  bool IsConstant = false;
  int64_t Value = 0; ///< the constant, or the variable's number
};

/// Line and column, from 1 on.
struct Place {
  size_t Line = 1, Column = 1;
};

struct Instruction {
  Opcode Op = Opcode::Stop;
  size_t Target = 0; ///< variable that is assigned to (d)
  /// What v, o and c say, in turn.
  Operand A, B;
  size_t Label = 0;
  Place Where;
};

struct Program {
  /// That of pc is Code[pc - 1].
  std::vector<Instruction> Code;
  /// The names of variables; the first is always tid.
  std::vector<std::string> Variables{"tid"};

  static constexpr size_t Tid = 0;

  size_t size() const { return Code.size(); }
  const Instruction &at(size_t Pc) const { return Code[Pc - 1]; }
  bool has(size_t Pc) const { return Pc >= 1 && Pc <= Code.size(); }
  /// Its number; a new one if there was none of this name.
  size_t variable(const std::string &Name);
  /// As the assembly writes it, with numbers for labels.
  std::string print(const Instruction &I) const;
};

/// A mistake in a program's text.
struct SyntaxError {
  Place Where;
  std::string Text; ///< one sentence, with the way out
};

/// What a parser gives: a program, or what is wrong with it, in its order.
struct Parsed {
  Program Result;
  std::vector<SyntaxError> Errors;
};

} // namespace tasklet::usimd

#endif
