//===- FileIO.h - Whole files in, whole files out ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_SUPPORT_FILEIO_H
#define TASKLET_HOST_SUPPORT_FILEIO_H

#include <optional>
#include <string>

namespace tasklet {

/// Writes everything, in whatever pieces the kernel takes it. errno is set on
/// failure.
bool writeAll(int Fd, const std::string &Text);

/// Appends everything from the file position on. errno is set on failure.
bool readAll(int Fd, std::string &Text);

std::optional<std::string> readFile(const std::string &Path);

/// Writes to a new file beside \p Path and renames it, so that readers see the
/// old content or the new one and nothing in between. errno is set on failure.
bool writeFileAtomically(const std::string &Path, const std::string &Text,
                         unsigned Mode);

/// A folder of our own that goes away with its content.
class TemporaryFolder {
public:
  /// In \p Parent, or where the environment says.
  explicit TemporaryFolder(std::string Parent = std::string());
  ~TemporaryFolder() { remove(); }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  /// Empty if it could not be made, or has been removed.
  const std::string &path() const { return Path; }
  void remove();

private:
  std::string Path;
};

} // namespace tasklet

#endif
