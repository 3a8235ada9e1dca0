/*===- FullDisk.c - A disk without space, for LD_PRELOAD --------------- C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Fails what is written to files with a name; pipes and memory files go on.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t write(int File, const void *Data, size_t Size) {
  struct stat Info;
  if (fstat(File, &Info) == 0 && S_ISREG(Info.st_mode) && Info.st_nlink) {
    errno = ENOSPC;
    return -1;
  }
  return syscall(SYS_write, File, Data, Size);
}
