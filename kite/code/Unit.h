//===- Unit.h - One generated program ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// What all parts of the code generator share: the sections of the program that
/// is being written, names, and types. The sections are printed in the order in
/// which they stand here, behind the types.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_CODE_UNIT_H
#define TASKLET_KITE_CODE_UNIT_H

#include "code/CodeOptions.h"
#include "code/Types.h"
#include "syntax/Decl.h"
#include "types/CheckedProgram.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/SourceMgr.h"

namespace tasklet::kite {

struct Unit {
  Unit(const CheckedProgram &Program, llvm::SourceMgr &Sources,
       const CodeOptions &Options)
      : Program(Program), Sources(Sources), Options(Options), Types(All) {}

  const CheckedProgram &Program;
  llvm::SourceMgr &Sources;
  const CodeOptions &Options;
  Names All;
  TypeCode Types;

  /// Constants: the texts of messages, with their places.
  Lines Texts;
  /// Captures of closures.
  Lines CaptureTypes;
  /// Declarations of tasks.
  Lines Prototypes;
  /// Functions that print and apply.
  Lines Functions;
  Lines Tasks;
  Lines Kernels;

  /// There is a critical section.
  bool HasLocks = false;

  /// A constant with `file:line:column: error: Text`.
  std::string message(llvm::SMRange Place, llvm::StringRef Text);
  /// A constant with \p Text.
  std::string text(llvm::StringRef Text);
  std::pair<std::string, unsigned> lineOf(llvm::SMRange Place);
  /// As the program is to call the file.
  std::string fileName(unsigned Buffer);

  std::string task(const TaskDecl *Task) {
    return All.of(Task,
                  Task->UniqueName.empty() ? Task->Name : Task->UniqueName);
  }
  /// `void` for ().
  std::string result(const Type *T) {
    return isUnit(T) ? "void" : Types.name(T);
  }

  /// The number of the closure that \p Task makes, for its type's apply task.
  unsigned closure(const TaskDecl *Task, const TaskType *T);
  /// The task that applies a closure of type \p T.
  std::string apply(const TaskType *T);
  /// The structure of what \p Task has captured, and the function that makes one
  /// in the memory of the command.
  std::string captureStruct(const TaskDecl *Task);
  std::string captureFunction(const TaskDecl *Task);
  /// A statement that prints \p Value with the printer `out`. \p Place: of the
  /// value, if it cannot be printed.
  std::string print(const Type *T, llvm::StringRef Value, llvm::SMRange Place);

  /// Writes the apply tasks; after all other tasks.
  void writeClosures();
  /// Writes what prints recursive types; after all that prints.
  void writeTreePrinter();

private:
  // Prints.cpp
  std::string printText(llvm::StringRef Text);
  std::string printInside(const Type *T, llvm::StringRef Value);
  std::string printer(const Type *T);
  unsigned treeNumber(const Type *T);
  void writeTreePart(Lines &Body, const Type *T, llvm::StringRef Place,
                     llvm::StringRef Next);

  struct Applied {
    std::string Name;
    std::vector<const TaskDecl *> Closures;
  };
  llvm::MapVector<const TaskType *, Applied> Applies;
  std::map<const TaskDecl *, std::string> CaptureStructs, CaptureFunctions;
  std::map<std::string, std::string> TextNames;
  std::map<const Type *, std::string> Printers;
  std::vector<const Type *> TreeTypes;
  Lines TreeUsers;
};

} // namespace tasklet::kite

#endif
