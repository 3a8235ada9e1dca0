//===- CacheTest.cpp ------------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile/Cache.h"
#include "TestFolder.h"
#include "support/Sha256.h"

#include <csignal>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace tasklet;

static CacheEntry makeEntry(const std::string &Bitcode) {
  CacheEntry Entry;
  Entry.Manifest = "{\"abi\": 1}";
  Entry.Log = "line\n";
  Entry.Bitcode = Bitcode;
  return Entry;
}

/// The one file in the cache.
static std::string entryFile(const std::string &Folder) {
  std::string Found;
  for (const auto &File : std::filesystem::directory_iterator(Folder)) {
    EXPECT_EQ(Found, "");
    Found = File.path().string();
  }
  return Found;
}

TEST(CacheTest, HashIsTheStandardOne) {
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb4"
                           "10ff61f20015ad");
}

TEST(CacheTest, KeysDifferWhereTheirFieldsDo) {
  EXPECT_NE(makeCacheKey({"ab", "c"}), makeCacheKey({"a", "bc"}));
  EXPECT_NE(makeCacheKey({"a"}), makeCacheKey({"a", ""}));
  EXPECT_EQ(makeCacheKey({"a", "b"}), makeCacheKey({"a", "b"}));
}

TEST(CacheTest, WhatIsStoredIsLoaded) {
  TestFolder Folder;
  Cache Store(Folder.file("deep/cache"));
  ASSERT_TRUE(Store.isUsable());
  EXPECT_FALSE(Store.load("key"));
  std::string Bitcode("BC\xC0\xDE\0\n\n12\n", 11);
  ASSERT_EQ(Store.store("key", makeEntry(Bitcode)), "");
  auto Entry = Store.load("key");
  ASSERT_TRUE(Entry);
  EXPECT_EQ(Entry->Manifest, "{\"abi\": 1}");
  EXPECT_EQ(Entry->Log, "line\n");
  EXPECT_EQ(Entry->Bitcode, Bitcode);
  EXPECT_FALSE(Store.load("other"));
  // Nobody else may read, let alone write.
  struct stat Info;
  ASSERT_EQ(stat(Folder.file("deep/cache").c_str(), &Info), 0);
  EXPECT_EQ(Info.st_mode & 0777, 0700u);
}

TEST(CacheTest, EveryChangedByteIsNoticed) {
  TestFolder Folder;
  Cache Store(Folder.file("cache"));
  ASSERT_EQ(Store.store("key", makeEntry("bitcode")), "");
  std::string File = entryFile(Folder.file("cache"));
  std::string Good = readText(File);
  for (size_t I = 0; I < Good.size(); ++I) {
    std::string Bad = Good;
    Bad[I] ^= 1;
    writeText(File, Bad);
    // Only the end of the first line is free.
    EXPECT_EQ(Store.load("key").has_value(), I == Good.find('\n')) << I;
    writeText(File, Good.substr(0, I));
    EXPECT_FALSE(Store.load("key")) << I;
  }
  writeText(File, Good);
  EXPECT_TRUE(Store.load("key"));
}

TEST(CacheTest, ChangedInputsAreNoticed) {
  TestFolder Folder;
  Cache Store(Folder.file("cache"));
  std::string Header = Folder.file("a.h");
  writeText(Header, "int a;");
  CacheEntry Entry = makeEntry("x");
  Entry.Inputs.emplace_back(Header, sha256("int a;"));
  ASSERT_EQ(Store.store("key", Entry), "");
  EXPECT_TRUE(Store.load("key"));
  writeText(Header, "int b;");
  EXPECT_FALSE(Store.load("key"));
  std::filesystem::remove(Header);
  EXPECT_FALSE(Store.load("key"));
}

TEST(CacheTest, FolderOfOthersIsNotUsed) {
  TestFolder Folder;
  std::filesystem::create_directory(Folder.file("open"));
  chmod(Folder.file("open").c_str(), 0777);
  EXPECT_FALSE(Cache(Folder.file("open")).isUsable());
  writeText(Folder.file("file"), "");
  EXPECT_FALSE(Cache(Folder.file("file")).isUsable());
  EXPECT_FALSE(Cache("").isUsable());
}

TEST(CacheTest, UnusableFoldersSayWhy) {
  TestFolder Folder;
  std::filesystem::create_directory(Folder.file("open"));
  chmod(Folder.file("open").c_str(), 0770);
  writeText(Folder.file("file"), "");
  EXPECT_EQ(Cache(Folder.file("open")).problem(),
            "the folder '" + Folder.file("open") +
                "' cannot be used: other users may write to it");
  EXPECT_EQ(Cache(Folder.file("file/below")).problem(),
            "the folder '" + Folder.file("file/below") +
                "' cannot be used: Not a directory");
  EXPECT_EQ(Cache("").problem(), "");
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can make a folder of another user's";
  std::filesystem::create_directory(Folder.file("other"));
  ASSERT_EQ(chown(Folder.file("other").c_str(), 12345, 12345), 0);
  EXPECT_EQ(Cache(Folder.file("other")).problem(),
            "the folder '" + Folder.file("other") +
                "' cannot be used: it belongs to another user");
}

/// What others may have put into the folder, say when it was open for a while.
TEST(CacheTest, EntriesOfOthersAreNotRead) {
  TestFolder Folder;
  Cache Store(Folder.file("cache"));
  ASSERT_EQ(Store.store("key", makeEntry("x")), "");
  std::string File = entryFile(Folder.file("cache"));
  ASSERT_TRUE(Store.load("key"));
  for (mode_t Mode : {0620u, 0602u}) {
    chmod(File.c_str(), Mode);
    EXPECT_FALSE(Store.load("key")) << Mode;
  }
  chmod(File.c_str(), 0600);
  ASSERT_TRUE(Store.load("key"));

  std::string Elsewhere = Folder.file("elsewhere");
  std::filesystem::rename(File, Elsewhere);
  std::filesystem::create_symlink(Elsewhere, File);
  EXPECT_FALSE(Store.load("key"));
  // The next store mends it and leaves alone what the link points to.
  std::string Before = readText(Elsewhere);
  EXPECT_EQ(Store.store("key", makeEntry("y")), "");
  EXPECT_EQ(Store.load("key")->Bitcode, "y");
  EXPECT_EQ(readText(Elsewhere), Before);

  // Opening a pipe must not wait for someone to write into it.
  std::filesystem::remove(File);
  ASSERT_EQ(mkfifo(File.c_str(), 0600), 0);
  EXPECT_FALSE(Store.load("key"));
  std::filesystem::remove(File);
  std::filesystem::create_directory(File);
  EXPECT_FALSE(Store.load("key"));
  EXPECT_NE(Store.store("key", makeEntry("z")), "");

  if (geteuid() != 0)
    GTEST_SKIP() << "only root can make a file of another user's";
  std::filesystem::remove(File);
  ASSERT_EQ(Store.store("key", makeEntry("x")), "");
  ASSERT_EQ(chown(File.c_str(), 12345, 12345), 0);
  EXPECT_FALSE(Store.load("key"));
}

/// A limit stands for the full disk.
TEST(CacheTest, FullDiskKeepsNothingAndSaysSo) {
  TestFolder Folder;
  Cache Store(Folder.file("cache"));
  auto *Old = signal(SIGXFSZ, SIG_IGN);
  rlimit Usual;
  getrlimit(RLIMIT_FSIZE, &Usual);
  rlimit Low = {1000, Usual.rlim_max};
  setrlimit(RLIMIT_FSIZE, &Low);
  std::string Problem = Store.store("key", makeEntry(std::string(5000, 'x')));
  setrlimit(RLIMIT_FSIZE, &Usual);
  signal(SIGXFSZ, Old);
  EXPECT_EQ(Problem, "the folder '" + Folder.file("cache") +
                         "' cannot be written to: File too large");
  EXPECT_FALSE(Store.load("key"));
  EXPECT_EQ(entryFile(Folder.file("cache")), "") << "half a file was left";
  EXPECT_EQ(Store.store("key", makeEntry("x")), "");
  EXPECT_TRUE(Store.load("key"));
}

/// A reader sees no entry or a whole one, whoever writes meanwhile.
TEST(CacheTest, ConcurrentWritersLeaveWholeEntries) {
  TestFolder Folder;
  std::string Bitcode(100000, 'b');
  std::vector<std::thread> Threads;
  for (int T = 0; T < 4; ++T)
    Threads.emplace_back([&] {
      Cache Store(Folder.file("cache"));
      for (int I = 0; I < 50; ++I) {
        ASSERT_EQ(Store.store("key", makeEntry(Bitcode)), "");
        auto Entry = Store.load("key");
        ASSERT_TRUE(Entry);
        ASSERT_EQ(Entry->Bitcode, Bitcode);
      }
    });
  for (std::thread &Thread : Threads)
    Thread.join();
  EXPECT_NE(entryFile(Folder.file("cache")), "");
}
