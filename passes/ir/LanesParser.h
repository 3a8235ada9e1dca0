//===- LanesParser.h - Options that are numbers of lanes --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PASSES_IR_LANESPARSER_H
#define TASKLET_PASSES_IR_LANESPARSER_H

#include "ir/WarpRuntime.h"

#include "llvm/Support/CommandLine.h"

namespace tasklet {

/// The value of an option: how many lanes a warp can have. \p Message is about
/// another number, which follows it.
template <const char *Message> struct LanesParser : llvm::cl::parser<unsigned> {
  using parser::parser;
  bool parse(llvm::cl::Option &O, llvm::StringRef Name, llvm::StringRef Text,
             unsigned &Value) {
    if (parser::parse(O, Name, Text, Value))
      return true;
    if (isWarpSize(Value))
      return false;
    return O.error(llvm::Twine(Message) + Text);
  }
};

} // namespace tasklet

#endif
