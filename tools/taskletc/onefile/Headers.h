//===- Headers.h - Files that this program has in itself --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Clang finds its header of OpenCL C, and programs find ours, in a folder that
/// no disk has. Files of that name on a disk are not seen.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TOOLS_ONEFILE_HEADERS_H
#define TASKLET_TOOLS_ONEFILE_HEADERS_H

#include "llvm/Support/VirtualFileSystem.h"

namespace tasklet {

/// In it: clang/include, as in Clang's own folder of resources, and
/// include/tasklet.
constexpr char HeadersFolder[] = "/<taskletc>";

/// The files of this machine, and those in HeadersFolder.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> filesWithHeaders();

} // namespace tasklet

#endif
