//===- WriteResult.cpp - Where results go ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tools/WriteResult.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tasklet::kite {

static std::error_code writeAll(raw_fd_ostream &Stream, StringRef Content) {
  Stream << Content;
  Stream.flush();
  std::error_code Error = Stream.error();
  // Told of by the caller.
  Stream.clear_error();
  return Error;
}

std::error_code writeResult(StringRef Path, StringRef Content) {
  if (Path == "-")
    return writeAll(outs(), Content);
  sys::fs::file_status Status;
  if (!sys::fs::status(Path, Status) &&
      Status.type() != sys::fs::file_type::regular_file) {
    // A device or a pipe cannot be replaced.
    std::error_code Error;
    raw_fd_ostream Stream(Path, Error, sys::fs::CD_OpenExisting,
                          sys::fs::FA_Write, sys::fs::OF_None);
    return Error ? Error : writeAll(Stream, Content);
  }
  Expected<sys::fs::TempFile> File =
      sys::fs::TempFile::create(Path + ".%%%%%%");
  if (!File)
    return errorToErrorCode(File.takeError());
  raw_fd_ostream Stream(File->FD, /*shouldClose=*/false);
  if (std::error_code Error = writeAll(Stream, Content)) {
    consumeError(File->discard());
    return Error;
  }
  return errorToErrorCode(File->keep(Path));
}

} // namespace tasklet::kite
