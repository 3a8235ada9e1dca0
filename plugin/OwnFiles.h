//===- OwnFiles.h - Where what Clang needs of us lies -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Two programs have the Clang half in them: any clang that loads the plugin,
/// and a taskletc in one file. Each has its own answer to these questions.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_PLUGIN_OWNFILES_H
#define TASKLET_PLUGIN_OWNFILES_H

#include <optional>
#include <string>

namespace tasklet {

/// What the back end loads as pass plugin, as -fpass-plugin= takes it; the
/// empty name is this program itself. None if the loader does not tell.
std::optional<std::string> passPluginFile();

/// The folder that has tasklet/everywhere.clh.
std::string headersFolder();

} // namespace tasklet

#endif
