//===- Cache.cpp - Compiled programs on disk ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile/Cache.h"

#include "support/FileIO.h"
#include "support/Sha256.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

using namespace tasklet;

static const char Magic[] = "tasklet-cache 1 ";
constexpr size_t MagicSize = sizeof(Magic) - 1;
constexpr size_t HashSize = 64;

static void appendField(std::string &Text, const std::string &Field) {
  Text += std::to_string(Field.size());
  Text += '\n';
  Text += Field;
}

/// Takes the field at \p Pos. The size was hashed with the rest, so only a bad
/// writer makes a bad one. Still nothing is read beyond the end.
static bool takeField(const std::string &Text, size_t &Pos,
                      std::string &Field) {
  size_t Line = Text.find('\n', Pos);
  if (Line == std::string::npos || Line == Pos || Line - Pos > 12)
    return false;
  size_t Size = 0;
  for (; Pos < Line; ++Pos) {
    if (Text[Pos] < '0' || Text[Pos] > '9')
      return false;
    Size = Size * 10 + static_cast<size_t>(Text[Pos] - '0');
  }
  ++Pos;
  if (Size > Text.size() - Pos)
    return false;
  Field = Text.substr(Pos, Size);
  Pos += Size;
  return true;
}

/// Empty if only this user can have made it, or else why that is not so.
static std::string checkOwner(const struct stat &Info) {
  if (Info.st_uid != geteuid())
    return "it belongs to another user";
  if (Info.st_mode & (S_IWGRP | S_IWOTH))
    return "other users may write to it";
  return std::string();
}

Cache::Cache(std::string Path) : Folder(std::move(Path)) {
  if (Folder.empty())
    return;
  if (Folder.front() != '/') {
    Problem = "the folder '" + Folder +
              "' cannot be used: a full path is needed, which begins with '/'";
    return;
  }
  std::error_code Error;
  std::filesystem::create_directories(
      std::filesystem::path(Folder).parent_path(), Error);
  if (!Error && mkdir(Folder.c_str(), 0700) != 0 && errno != EEXIST)
    Error.assign(errno, std::generic_category());
  struct stat Info;
  std::string Reason;
  if (Error)
    Reason = Error.message();
  else if (stat(Folder.c_str(), &Info) != 0)
    Reason = strerror(errno);
  else if (!S_ISDIR(Info.st_mode))
    Reason = "it is no folder";
  else
    Reason = checkOwner(Info);
  if (!Reason.empty())
    Problem = "the folder '" + Folder + "' cannot be used: " + Reason;
}

std::string Cache::pathOf(const std::string &Key) const {
  return Folder + "/" + Key + ".tkl";
}

/// The content of an entry that this user has written.
static std::optional<std::string> readOwnFile(const std::string &Path) {
  // O_NONBLOCK: opening a pipe would wait for its other end.
  int Fd = open(Path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (Fd < 0)
    return std::nullopt;
  struct stat Info;
  std::string Text;
  bool Done = fstat(Fd, &Info) == 0 && S_ISREG(Info.st_mode) &&
              checkOwner(Info).empty() && readAll(Fd, Text);
  close(Fd);
  if (!Done)
    return std::nullopt;
  return Text;
}

std::optional<CacheEntry> Cache::load(const std::string &Key) const {
  if (!isUsable() || Key.empty())
    return std::nullopt;
  std::optional<std::string> File = readOwnFile(pathOf(Key));
  if (!File || File->size() < MagicSize + HashSize + 1 ||
      File->compare(0, MagicSize, Magic) != 0)
    return std::nullopt;
  std::string Rest = File->substr(MagicSize + HashSize + 1);
  if (File->compare(MagicSize, HashSize, sha256(Rest)) != 0)
    return std::nullopt;

  CacheEntry Entry;
  size_t Pos = 0;
  if (!takeField(Rest, Pos, Entry.Manifest) ||
      !takeField(Rest, Pos, Entry.Log) || !takeField(Rest, Pos, Entry.Bitcode))
    return std::nullopt;
  while (Pos < Rest.size()) {
    std::string Path, Hash;
    if (!takeField(Rest, Pos, Path) || !takeField(Rest, Pos, Hash))
      return std::nullopt;
    std::optional<std::string> Content = readFile(Path);
    if (!Content || sha256(*Content) != Hash)
      return std::nullopt;
    Entry.Inputs.emplace_back(std::move(Path), std::move(Hash));
  }
  return Entry;
}

std::string Cache::store(const std::string &Key,
                         const CacheEntry &Entry) const {
  if (!isUsable() || Key.empty())
    return std::string();
  std::string Rest;
  appendField(Rest, Entry.Manifest);
  appendField(Rest, Entry.Log);
  appendField(Rest, Entry.Bitcode);
  for (const auto &[Path, Hash] : Entry.Inputs) {
    appendField(Rest, Path);
    appendField(Rest, Hash);
  }
  std::string Hash = sha256(Rest);
  if (Hash.empty() ||
      writeFileAtomically(pathOf(Key), Magic + Hash + "\n" + Rest, 0600))
    return std::string();
  return "the folder '" + Folder + "' cannot be written to: " + strerror(errno);
}

void Cache::forget(const std::string &Key) const {
  if (isUsable() && !Key.empty())
    unlink(pathOf(Key).c_str());
}

std::string tasklet::makeCacheKey(const std::vector<std::string> &Fields) {
  std::string Text;
  for (const std::string &Field : Fields)
    appendField(Text, Field);
  return sha256(Text);
}
