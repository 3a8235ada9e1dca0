//===- OwnFiles.cpp - The files beside the plugin -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "plugin/OwnFiles.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

#include <dlfcn.h>

std::optional<std::string> tasklet::passPluginFile() {
  Dl_info Self;
  if (!dladdr(reinterpret_cast<const void *>(&passPluginFile), &Self))
    return std::nullopt;
  return std::string(Self.dli_fname);
}

std::string tasklet::headersFolder() {
  llvm::SmallString<128> Folder(
      llvm::sys::path::parent_path(passPluginFile().value_or("")));
  llvm::sys::path::append(Folder, "include");
  return Folder.str().str();
}
