//===- Compiled.h - A program up to its graphs ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_KITE_GRAPHS_COMPILED_H
#define TASKLET_TEST_KITE_GRAPHS_COMPILED_H

#include "graphs/Anf.h"
#include "graphs/Build.h"
#include "graphs/Flatten.h"
#include "syntax/Parser.h"
#include "types/Checker.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <gtest/gtest.h>

#include <string>

namespace tasklet::kite {

/// The parts of the compiler, with a program that has no mistakes.
struct Compiled {
  llvm::SourceMgr Sources;
  Diagnostics Messages{Sources};
  AstContext Ast;
  TypeContext Types;
  std::optional<CheckedProgram> P;

  /// Parses and checks; P is empty, and the test failed, if that fails.
  explicit Compiled(const std::string &Text) {
    Program Parsed = parseBuffer(
        llvm::MemoryBuffer::getMemBufferCopy(Text, "test.kite"), Ast, Messages);
    if (!Messages.hasErrors())
      P = check(Parsed, Ast, Types, Messages);
    if (P)
      return;
    Messages.print(llvm::errs());
    ADD_FAILURE() << "the program of the test has mistakes:\n" << Text;
  }

  void normalize() { toNormalForm(*P, Ast, Types); }

  TaskGraph graphOf(const char *Task) { return buildGraph(*P->find(Task)); }
};

} // namespace tasklet::kite

#endif
