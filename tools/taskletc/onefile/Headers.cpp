//===- Headers.cpp - Files that this program has in itself ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "onefile/Headers.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

static const unsigned char OpenCLBase[] = {
#include "opencl-c-base.inc"
    0};
static const unsigned char OpenCLAll[] = {
#include "opencl-c.inc"
    0};
static const unsigned char Everywhere[] = {
#include "everywhere.inc"
    0};

template <size_t Size>
static void add(vfs::InMemoryFileSystem &Files, const char *Name,
                const unsigned char (&Bytes)[Size]) {
  // Clang wants a zero behind the text.
  StringRef Text(reinterpret_cast<const char *>(Bytes), Size - 1);
  Files.addFile(Twine(tasklet::HeadersFolder) + "/" + Name,
                /*ModificationTime=*/0, MemoryBuffer::getMemBuffer(Text, Name));
}

IntrusiveRefCntPtr<vfs::FileSystem> tasklet::filesWithHeaders() {
  IntrusiveRefCntPtr<vfs::InMemoryFileSystem> Own(new vfs::InMemoryFileSystem);
  add(*Own, "clang/include/opencl-c-base.h", OpenCLBase);
  add(*Own, "clang/include/opencl-c.h", OpenCLAll);
  add(*Own, "include/tasklet/everywhere.clh", Everywhere);
  IntrusiveRefCntPtr<vfs::OverlayFileSystem> All(
      new vfs::OverlayFileSystem(vfs::getRealFileSystem()));
  All->pushOverlay(std::move(Own));
  return All;
}
