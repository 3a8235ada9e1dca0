//===- PassPlugin.h - What clang's half tells the passes --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_PASSPLUGIN_H
#define TASKLET_PLUGIN_PASSPLUGIN_H

namespace tasklet {

/// Whether the source that this process compiles uses the additions. The passes
/// find it as a mark on the module (passes/ir/Additions.h).
void noteAdditions(bool Used);

} // namespace tasklet

#endif
