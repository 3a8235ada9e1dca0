//===- TreeText.h - Syntax trees as nested lists ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Shows the shape of a syntax tree, every node with parentheses of its own:
/// `a + b * c` is `(+ a (* b c))`. It shares nothing with the AstPrinter, so it
/// can tell whether that loses or changes something. The statements of the tasks
/// outside of tasks have a line each.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_KITE_PARSE_TREETEXT_H
#define TASKLET_TEST_KITE_PARSE_TREETEXT_H

#include "syntax/Decl.h"

#include <string>

namespace tasklet::kite {

std::string treeText(const Program &P);

} // namespace tasklet::kite

#endif
