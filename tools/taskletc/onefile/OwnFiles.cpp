//===- OwnFiles.cpp - What the Clang half finds in this program -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "plugin/OwnFiles.h"

#include "BuiltInTools.h"

// The C library takes the empty name for the program itself, whose
// llvmGetPassPluginInfo is exported.
std::optional<std::string> tasklet::passPluginFile() { return std::string(); }

std::string tasklet::headersFolder() { return builtInHeaders(); }
