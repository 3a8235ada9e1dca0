//===- Interpreter.h - Run a program of Kite without a device ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs a checked program in one of the orders that it allows: that of the text.
/// A task runs when it is applied, and its result is there at once; `map` takes
/// the elements in order; `then` and `critical` have nothing left to do. It is
/// what results of devices are compared with, so it follows the rules of the
/// language and knows nothing of the code generator.
///
/// Integers and the operators on floating numbers are exact to the last bit.
/// Functions such as sin() come from the host's C library: they are computed in
/// double and rounded to the type, so last bits may differ from a device's.
///
/// It has no limit of time. Recursion goes as deep as the stack is large: run it
/// inside of runOnLargeStack() (LargeStack.h).
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_INTERPRET_INTERPRETER_H
#define TASKLET_KITE_INTERPRET_INTERPRETER_H

#include "interpret/Value.h"
#include "types/CheckedProgram.h"

#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>
#include <vector>

namespace tasklet::kite {

/// Which of the orders that the language allows.
enum class Order {
  OfText,
  /// `map` takes the elements from the last to the first: a program with another
  /// result has a race.
  MapsBackwards,
};

/// Runs \p Task with \p Arguments, which have the types of its parameters. What
/// it prints goes to \p Prints. Empty if the program failed; \p Failure is then
/// a line such as
/// `prog.kite:7:12: error: index 9 is outside of an array of 5 elements`.
std::optional<Value> interpret(const CheckedProgram &Program,
                               const llvm::SourceMgr &Sources,
                               const TaskDecl &Task,
                               std::vector<Value> Arguments,
                               llvm::raw_ostream &Prints, std::string &Failure,
                               Order Chosen = Order::OfText);

} // namespace tasklet::kite

#endif
