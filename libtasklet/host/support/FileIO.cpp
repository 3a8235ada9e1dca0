//===- FileIO.cpp - Whole files in, whole files out -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "support/FileIO.h"

#include "support/Environment.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

using namespace tasklet;

bool tasklet::writeAll(int Fd, const std::string &Text) {
  size_t Done = 0;
  while (Done < Text.size()) {
    ssize_t Count = ::write(Fd, Text.data() + Done, Text.size() - Done);
    if (Count < 0) {
      if (errno == EINTR)
        continue;
      return false;
    }
    Done += static_cast<size_t>(Count);
  }
  return true;
}

bool tasklet::readAll(int Fd, std::string &Text) {
  char Buffer[16384];
  for (;;) {
    ssize_t Count = ::read(Fd, Buffer, sizeof(Buffer));
    if (Count < 0) {
      if (errno == EINTR)
        continue;
      return false;
    }
    if (Count == 0)
      return true;
    Text.append(Buffer, static_cast<size_t>(Count));
  }
}

std::optional<std::string> tasklet::readFile(const std::string &Path) {
  int Fd = open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  if (Fd < 0)
    return std::nullopt;
  std::string Text;
  bool Done = readAll(Fd, Text);
  int Error = errno;
  close(Fd);
  errno = Error;
  if (!Done)
    return std::nullopt;
  return Text;
}

bool tasklet::writeFileAtomically(const std::string &Path,
                                  const std::string &Text, unsigned Mode) {
  std::string Temporary = Path + ".XXXXXX";
  int Fd = mkostemp(Temporary.data(), O_CLOEXEC);
  if (Fd < 0)
    return false;
  bool Done = writeAll(Fd, Text) && fchmod(Fd, Mode) == 0;
  Done &= close(Fd) == 0;
  Done = Done && rename(Temporary.c_str(), Path.c_str()) == 0;
  if (!Done) {
    int Error = errno;
    unlink(Temporary.c_str());
    errno = Error;
  }
  return Done;
}

TemporaryFolder::TemporaryFolder(std::string Parent) {
  if (Parent.empty())
    Parent = readEnvironment("TMPDIR").value_or("/tmp");
  std::string Template = Parent + "/tasklet-XXXXXX";
  if (mkdtemp(Template.data()))
    Path = Template;
}

void TemporaryFolder::remove() {
  std::error_code Ignored;
  if (!Path.empty())
    std::filesystem::remove_all(Path, Ignored);
  Path.clear();
}
