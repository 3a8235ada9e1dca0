//===- Program.h - Programs of the machine ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// P of figure 4: instructions, found by their labels, which are the numbers
/// from 1 on. In the result of a parser, all labels exist, and no instruction
/// assigns to tid.
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

/// The instructions of figure 5. Each binary operation is one of them; they
/// come last, so that isBinary can be one comparison.
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
  /// One letter for each operand: d is a variable that is assigned to, v a
  /// variable that is read, o a variable or a constant, c a constant, l a
  /// label.
  const char *Operands;
};

const std::vector<Syntax> &allSyntax();
const Syntax &syntaxOf(Opcode Op);
/// Null if there is no such instruction.
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
  /// The operands v, o and c, in order.
  Operand A, B;
  size_t Label = 0;
  Place Where;
};

struct Program {
  /// The instruction of pc is Code[pc - 1].
  std::vector<Instruction> Code;
  /// The names of variables; the first is always tid.
  std::vector<std::string> Variables{"tid"};

  static constexpr size_t Tid = 0;

  size_t size() const { return Code.size(); }
  const Instruction &at(size_t Pc) const { return Code[Pc - 1]; }
  bool has(size_t Pc) const { return Pc >= 1 && Pc <= Code.size(); }
  /// The number of the variable; a new one if there was none of this name.
  size_t variable(const std::string &Name);
  /// The instruction in the form of the assembly, with numbers for labels.
  std::string print(const Instruction &I) const;
};

/// A mistake in a program's text.
struct SyntaxError {
  Place Where;
  std::string Text; ///< one sentence, with the way out
};

/// The result of a parser: a program, or its mistakes, in their order.
struct Parsed {
  Program Result;
  std::vector<SyntaxError> Errors;
};

} // namespace tasklet::usimd

#endif
