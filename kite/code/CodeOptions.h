//===- CodeOptions.h - What the generated program is for --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_CODE_CODEOPTIONS_H
#define TASKLET_KITE_CODE_CODEOPTIONS_H

#include <string>

namespace tasklet::kite {

struct CodeOptions {
  /// Indexes are compared with sizes; otherwise a bad one does anything.
  bool CheckBounds = true;
  /// `#line` directives.
  bool MarkLines = true;
  /// ... wherever a line is another one. Otherwise some are a line or two off, so
  /// that people can read the code.
  bool ExactLines = false;
  /// Conditionals are opened (graphs/Flatten.h); otherwise what follows one waits
  /// for all of it.
  bool Flatten = true;
  /// Names of files that begin with this are written without it, in `#line`
  /// and in messages of the program.
  std::string DroppedFolder;
};

} // namespace tasklet::kite

#endif
