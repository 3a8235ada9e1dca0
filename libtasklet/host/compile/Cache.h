//===- Cache.h - Compiled programs on disk ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// One file per key, named by it. A file starts with one line,
/// `tasklet-cache 1 <sha-256 of the rest>`, and goes on with the fields of the
/// entry, each as `<size>\n<bytes>`. Files are written under another name and
/// renamed, so concurrent writers are safe: the last one wins, and all wrote
/// the same. A file counts as missing if it does not fit its own hash, belongs
/// to someone else, may be written by others, or is a link. The reason is that
/// its content gets executed.
///
/// The key does not cover what a compiled program read from other files, since
/// that is not known before compiling. Instead the entry lists these files with
/// the hashes of their contents, and is good only while all of them still fit.
/// The cache does not notice a new file that would be found earlier on the
/// include path; TASKLET_CACHE=0 helps then.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_COMPILE_CACHE_H
#define TASKLET_HOST_COMPILE_CACHE_H

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tasklet {

struct CacheEntry {
  std::string Manifest; ///< JSON text
  std::string Log;      ///< warnings, to be shown again
  std::string Bitcode;  ///< empty for a program without additions
  /// Included files, with the hash of the content each had.
  std::vector<std::pair<std::string, std::string>> Inputs;
};

class Cache {
public:
  /// \p Folder is made if it does not exist; empty: nothing is kept. It is not
  /// used if it belongs to someone else, or if others may write to it.
  explicit Cache(std::string Folder);

  bool isUsable() const { return !Folder.empty() && Problem.empty(); }
  /// Why the folder cannot be used; empty if it can or if there is none.
  const std::string &problem() const { return Problem; }

  std::optional<CacheEntry> load(const std::string &Key) const;

  /// Empty, or why the entry is not kept. That is no error: the program runs
  /// all the same.
  [[nodiscard]] std::string store(const std::string &Key,
                                  const CacheEntry &Entry) const;

  void forget(const std::string &Key) const;

private:
  std::string Folder, Problem;

  std::string pathOf(const std::string &Key) const;
};

/// Hash over all fields; no two different lists give the same text to hash.
std::string makeCacheKey(const std::vector<std::string> &Fields);

} // namespace tasklet

#endif
