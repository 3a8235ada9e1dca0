//===- Literals.h - Numbers, characters and strings -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// How literals are written, for the lexer, and their values, for the parser.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_SYNTAX_LITERALS_H
#define TASKLET_KITE_SYNTAX_LITERALS_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tasklet::kite {

/// Of a name, behind its first character.
inline bool isNamePart(char C) { return llvm::isAlnum(C) || C == '_'; }

struct NumberScan {
  /// With what follows without a blank and is wrong.
  size_t Length = 0;
  bool IsFloating = false;
  /// Empty if there is none.
  std::string Error;
  /// The error goes from here to the end.
  size_t ErrorStart = 0;
  /// What to write there instead.
  std::optional<std::string> Mend;
};

/// \p Text begins with a digit. \p Selects: digits only, behind a `.`.
NumberScan scanNumber(llvm::StringRef Text, bool Selects);

struct EscapeScan {
  size_t Length = 1;
  unsigned char Value = 0;
  const char *Error = nullptr;
};

/// \p Text begins with a backslash.
EscapeScan scanEscape(llvm::StringRef Text);

struct ForeignScan {
  size_t Length = 1;
  std::string Error;
  /// What may have been meant; empty if that is not known.
  std::string Instead;
  bool IsLetter = false;
};

/// \p Text begins with a byte that is not ASCII.
ForeignScan scanForeign(llvm::StringRef Text);

/// Values of literals, for tokens that are not bad.
uint64_t integerValue(llvm::StringRef Text);
double floatingValue(llvm::StringRef Text);
/// Extended from 8 bits with the sign, as OpenCL C's char has one.
uint64_t characterValue(llvm::StringRef Text);
/// Without the quotes; escapes are resolved.
std::string stringValue(llvm::StringRef Text);

} // namespace tasklet::kite

#endif
