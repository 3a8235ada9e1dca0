//===- ManifestTest.cpp ---------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile/Manifest.h"

#include <gtest/gtest.h>

using namespace tasklet;

static const char Good[] =
    R"({"abi": 2, "tasklets": true, "target": "spir", "quirks": ["bit-loads"],
        "worker_items": 1, "record_size": 40, "chunk_size": 16384,
        "kernels": [{"name": "fib", "mode": "tasks", "hidden_arg": 2,
                     "root_bytes": 96, "buffers": [0, 1]},
                    {"name": "plain", "mode": "plain"}],
        "later": "additions are ignored"})";

TEST(ManifestTest, ReadsWhatTheAbiPageShows) {
  Manifest Info;
  std::string Error;
  ASSERT_TRUE(Manifest::parse(Good, Info, Error)) << Error;
  EXPECT_TRUE(Info.Tasklets);
  EXPECT_EQ(Info.Target, "spir");
  EXPECT_EQ(Info.WorkerItems, 1u);
  EXPECT_EQ(Info.RecordSize, 40u);
  EXPECT_EQ(Info.ChunkSize, 16384u);
  ASSERT_NE(Info.findKernel("fib"), nullptr);
  EXPECT_EQ(Info.findKernel("fib")->HiddenArg, 2u);
  EXPECT_EQ(Info.findKernel("fib")->RootBytes, 96u);
  EXPECT_EQ(Info.findKernel("fib")->Mode, LaunchMode::Tasks);
  EXPECT_EQ(Info.findKernel("fi"), nullptr);
  EXPECT_EQ(Info.findKernel("plain"), nullptr) << "the driver's";
}

TEST(ManifestTest, PlainProgramNeedsNothingElse) {
  Manifest Info;
  std::string Error;
  ASSERT_TRUE(Manifest::parse(R"({"abi": 2, "tasklets": false})", Info, Error));
  EXPECT_FALSE(Info.Tasklets);
}

/// Whether the device takes it is asked where a device is known.
TEST(ManifestTest, TargetsOfOtherReleasesAreRead) {
  Manifest Info;
  std::string Error;
  ASSERT_TRUE(Manifest::parse(
      R"({"abi": 2, "tasklets": true, "target": "ptx", "worker_items": 32,
          "record_size": 0, "chunk_size": 0,
          "kernels": [{"name": "k", "mode": "plain"}]})",
      Info, Error))
      << Error;
  EXPECT_EQ(Info.Target, "ptx");
  EXPECT_EQ(Info.WorkerItems, 32u);
  EXPECT_TRUE(Info.Kernels.empty());
}

TEST(ManifestTest, EveryDefectIsNamedAndNothingIsChanged) {
  const std::pair<const char *, const char *> Cases[] = {
      {"", "JSON"},
      {"[]", "JSON"},
      {"{\"abi\": 2, \"tasklets\": true", "JSON"},
      {R"({"tasklets": false})", "abi"},
      {R"({"abi": 3, "tasklets": false})", "version"},
      {R"({"abi": "1", "tasklets": false})", "abi"},
      {R"({"abi": 2})", "tasklets"},
      {R"({"abi": 2, "tasklets": 1})", "tasklets"},
      {R"({"abi": 2, "tasklets": true, "target": "spir", "worker_items": 1,
           "chunk_size": 64, "kernels": []})",
       "record_size"},
      {R"({"abi": 2, "tasklets": true, "target": "spir", "worker_items": 1,
           "record_size": 32, "chunk_size": 64})",
       "kernels"},
      {R"({"abi": 2, "tasklets": true, "target": "spir", "worker_items": 1,
           "record_size": 30, "chunk_size": 64,
           "kernels": [{"name": "k", "mode": "tasks", "hidden_arg": 0, "root_bytes": 0, "buffers": []}]})",
       "record_size"},
      {R"({"abi": 2, "tasklets": true, "target": "spir", "worker_items": 1,
           "record_size": 32, "chunk_size": 64,
           "kernels": [{"hidden_arg": 0, "root_bytes": 0, "buffers": []}]})",
       "name"},
      {R"({"abi": 2, "tasklets": true, "target": "spir", "worker_items": 1,
           "record_size": 32, "chunk_size": 64,
           "kernels": [{"name": "k", "mode": "tasks", "hidden_arg": -1, "root_bytes": 0}]})",
       "hidden_arg"},
      {R"({"abi": 2, "tasklets": true, "target": "spir", "worker_items": 1,
           "record_size": 32, "chunk_size": 64,
           "kernels": [{"name": "k", "mode": "tasks", "hidden_arg": 1, "root_bytes": 0,
                        "buffers": [1]}]})",
       "buffers"},
      {R"({"abi": 2, "tasklets": true, "target": "spir", "worker_items": 1,
           "record_size": 32, "chunk_size": 64,
           "kernels": [7]})",
       "kernels"},
      {R"({"abi": 2, "tasklets": true, "worker_items": 1, "record_size": 32,
           "chunk_size": 64, "kernels": []})",
       "'target' is missing"},
      {R"({"abi": 2, "tasklets": true, "target": "", "worker_items": 1,
           "record_size": 32, "chunk_size": 64, "kernels": []})",
       "'target' is missing"},
      {R"({"abi": 2, "tasklets": true, "target": ["spir"], "worker_items": 1,
           "record_size": 32, "chunk_size": 64, "kernels": []})",
       "'target' is missing or no text"},
      {R"({"abi": 2, "tasklets": true, "target": "spir", "record_size": 32,
           "chunk_size": 64, "kernels": []})",
       "'worker_items'"},
      {R"({"abi": 2, "tasklets": true, "target": "spir", "worker_items": 0,
           "record_size": 32, "chunk_size": 64,
           "kernels": [{"name": "k", "mode": "tasks", "hidden_arg": 0,
                        "root_bytes": 0, "buffers": []}]})",
       "'worker_items' must be positive"},
      {R"({"abi": 2, "tasklets": true, "target": "spir", "worker_items": 1,
           "record_size": 32, "chunk_size": 64,
           "kernels": [{"name": "k", "hidden_arg": 0, "root_bytes": 0,
                        "buffers": []}]})",
       "'mode' of the kernel 'k' is missing or no text"},
      {R"({"abi": 2, "tasklets": true, "target": "spir", "worker_items": 1,
           "record_size": 32, "chunk_size": 64,
           "kernels": [{"name": "plain", "mode": "plain"},
                       {"name": "k", "mode": "ordered"}]})",
       "the kernel 'k' is to be launched in the mode 'ordered', which this "
       "library does not know; install compiler and library from one release"},
  };
  for (const auto &[Text, Word] : Cases) {
    Manifest Info;
    Info.RecordSize = 77;
    std::string Error;
    EXPECT_FALSE(Manifest::parse(Text, Info, Error)) << Text;
    EXPECT_NE(Error.find(Word), std::string::npos) << Text << "\n" << Error;
    EXPECT_EQ(Info.RecordSize, 77u);
  }
}
