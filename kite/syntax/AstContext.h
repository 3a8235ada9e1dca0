//===- AstContext.h - Who owns the syntax tree ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Nodes of the syntax tree point to each other with plain pointers. The
/// context owns all of them until it ends, so that later stages may share,
/// copy and replace parts of trees.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_KITE_SYNTAX_ASTCONTEXT_H
#define TASKLET_KITE_SYNTAX_ASTCONTEXT_H

#include "llvm/Support/SMLoc.h"

#include <memory>
#include <utility>
#include <vector>

namespace tasklet::kite {

/// Base of all nodes.
struct Node {
  /// What the user wrote; of nodes that stages add, the text they stand for.
  llvm::SMRange Range;

  virtual ~Node() = default;
};

class AstContext {
public:
  template <class T, class... Args> T *make(Args &&...Arguments) {
    auto Owned = std::make_unique<T>(std::forward<Args>(Arguments)...);
    T *Made = Owned.get();
    Nodes.push_back(std::move(Owned));
    return Made;
  }

private:
  std::vector<std::unique_ptr<Node>> Nodes;
};

} // namespace tasklet::kite

#endif
