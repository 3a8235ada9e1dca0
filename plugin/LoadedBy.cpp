//===- LoadedBy.cpp - Refuses programs of another LLVM version ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Clang and opt load any library. A plugin of another version brings its own
/// LLVM along: Clang would then not see it, and know no tasks, and opt would
/// crash. So the plugin looks who loads it before anything else of it runs.
///
/// The program's own libraries have their version in their names:
/// libclang-cpp.so.15, libLLVM-15.so.1, libLLVM.so.19.1. A Clang without such
/// libraries exports a function that tells its version.
///
//===----------------------------------------------------------------------===//

#include "llvm/Config/llvm-config.h"

#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <string>

namespace {

/// The number in the name of a library of LLVM or Clang; 0 for others.
int versionIn(const char *Path) {
  const char *Slash = strrchr(Path, '/');
  const char *Name = Slash ? Slash + 1 : Path;
  bool IsOne = strncmp(Name, "libLLVM-", 8) == 0 ||
               strncmp(Name, "libLLVM.so", 10) == 0 ||
               strncmp(Name, "libclang-cpp.so", 15) == 0;
  while (IsOne && *Name && !isdigit(static_cast<unsigned char>(*Name)))
    ++Name;
  return IsOne ? atoi(Name) : 0;
}

int noteOther(dl_phdr_info *Info, size_t, void *Found) {
  int Version = Info->dlpi_name ? versionIn(Info->dlpi_name) : 0;
  if (Version != 0 && Version != LLVM_VERSION_MAJOR)
    *static_cast<int *>(Found) = Version;
  return 0;
}

/// Of the clang that this process runs; 0 if it is none or does not tell.
int versionOfClang() {
  // The first that has the name is the program itself.
  void *Symbol = dlsym(RTLD_DEFAULT, "_ZN5clang19getClangFullVersionB5cxx11Ev");
  if (!Symbol)
    return 0;
  std::string Text = reinterpret_cast<std::string (*)()>(Symbol)();
  static const char Words[] = "clang version ";
  size_t At = Text.find(Words);
  return At == std::string::npos ? 0 : atoi(&Text[At + sizeof(Words) - 1]);
}

/// The number comes before those of all other initialisers.
__attribute__((constructor(101))) void refuseOthers() {
  int Other = 0;
  dl_iterate_phdr(noteOther, &Other);
  if (Other == 0)
    Other = versionOfClang();
  if (Other == 0 || Other == LLVM_VERSION_MAJOR)
    return;
  const std::string Own = std::to_string(LLVM_VERSION_MAJOR);
  const std::string Text =
      "error: the plugin for tasks was built for another version of LLVM and "
      "Clang: for " +
      Own + ", and version " + std::to_string(Other) + " loads it; use clang-" +
      Own + ", or build the plugin with -DLLVM_DIR=<prefix of LLVM " +
      std::to_string(Other) + ">/lib/cmake/llvm\n";
  fputs(Text.c_str(), stderr);
  fflush(nullptr);
  _Exit(1);
}

} // namespace
