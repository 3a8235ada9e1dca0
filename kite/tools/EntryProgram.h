//===- EntryProgram.h - What kite run adds to a program ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// `kite run` adds tasks to the program, in Kite: one that is exported, starts
/// the entry and prints its result, or puts it where the host finds it. So
/// arguments and results are what the language says, and the code generator
/// knows nothing of commands.
///
/// Numbers, vectors and arrays of them become arguments of the kernel, so that
/// other values need no other compilation. Other arguments stand in the program
/// as literals.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_TOOLS_ENTRYPROGRAM_H
#define TASKLET_KITE_TOOLS_ENTRYPROGRAM_H

#include "interpret/Value.h"
#include "tools/RunCommand.h"

#include <string>
#include <vector>

namespace tasklet::kite {

/// One parameter of the kernel.
struct KernelArgument {
  bool IsArray = false;
  /// As the device sees it; of an array, that of all elements.
  std::string Bytes;
  /// Of an array.
  uint64_t Length = 0;
};

/// Where the entry's result goes if it becomes a file of NumPy.
enum ShapeField { ShapeRows, ShapeColumns, ShapeOther, ShapeFields };

struct EntryProgram {
  /// Declarations in Kite, to be added to the program.
  std::string Text;
  /// The exported one.
  std::string Task;
  /// What follows the room for the result and its shape, if there are these.
  std::vector<KernelArgument> Arguments;
  /// For -o, else null: the type of elements. The kernel's first parameters are
  /// then an array of them, and one of ShapeFields numbers of type long: -1, or
  /// the rows, the columns, and the length of a row that has another one.
  const BaseType *Element = nullptr;
};

/// \p Prefix begins names that the program has not. Empty if a value cannot be
/// handed over, such as a structure with `inf`; \p Error is the reason.
std::optional<EntryProgram> makeEntryProgram(const TaskDecl &Entry,
                                             const std::vector<Value> &Values,
                                             bool ToFile,
                                             const std::string &Prefix,
                                             std::string &Error);

/// The result that the kernel left: \p Bytes of \p Rows times \p Columns
/// elements.
Value takeResult(llvm::StringRef Bytes, const Type &Ty, uint64_t Rows,
                 uint64_t Columns);

} // namespace tasklet::kite

#endif
