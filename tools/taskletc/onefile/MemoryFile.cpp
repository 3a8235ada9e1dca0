//===- MemoryFile.cpp - A file that is on no disk -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "onefile/MemoryFile.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

std::string tasklet::makeMemoryFile(const char *Name,
                                    llvm::ArrayRef<unsigned char> Bytes,
                                    std::string &Error) {
  int File = memfd_create(Name, MFD_CLOEXEC);
  for (size_t Done = 0; File >= 0 && Done < Bytes.size();) {
    ssize_t Written = write(File, &Bytes[Done], Bytes.size() - Done);
    if (Written <= 0) {
      close(File);
      File = -1;
    } else {
      Done += static_cast<size_t>(Written);
    }
  }
  if (File < 0) {
    Error = strerror(errno);
    return std::string();
  }
  return "/proc/self/fd/" + std::to_string(File);
}
