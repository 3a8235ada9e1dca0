//===- ManifestTest.cpp ---------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile/Manifest.h"

#include <gtest/gtest.h>

using namespace tasklet;

static const char Good[] =
    R"({"abi": 1, "tasklets": true, "record_size": 40, "chunk_size": 16384,
        "kernels": [{"name": "fib", "hidden_arg": 2, "root_bytes": 96,
                     "buffers": [0, 1]}],
        "later": "additions are ignored"})";

TEST(ManifestTest, ReadsWhatTheAbiPageShows) {
  Manifest Info;
  std::string Error;
  ASSERT_TRUE(Manifest::parse(Good, Info, Error)) << Error;
  EXPECT_TRUE(Info.Tasklets);
  EXPECT_EQ(Info.RecordSize, 40u);
  EXPECT_EQ(Info.ChunkSize, 16384u);
  ASSERT_NE(Info.findKernel("fib"), nullptr);
  EXPECT_EQ(Info.findKernel("fib")->HiddenArg, 2u);
  EXPECT_EQ(Info.findKernel("fib")->RootBytes, 96u);
  EXPECT_EQ(Info.findKernel("fi"), nullptr);
}

TEST(ManifestTest, PlainProgramNeedsNothingElse) {
  Manifest Info;
  std::string Error;
  ASSERT_TRUE(Manifest::parse(R"({"abi": 1, "tasklets": false})", Info, Error));
  EXPECT_FALSE(Info.Tasklets);
}

TEST(ManifestTest, EveryDefectIsNamedAndNothingIsChanged) {
  const std::pair<const char *, const char *> Cases[] = {
      {"", "JSON"},
      {"[]", "JSON"},
      {"{\"abi\": 1, \"tasklets\": true", "JSON"},
      {R"({"tasklets": false})", "abi"},
      {R"({"abi": 2, "tasklets": false})", "version"},
      {R"({"abi": "1", "tasklets": false})", "abi"},
      {R"({"abi": 1})", "tasklets"},
      {R"({"abi": 1, "tasklets": 1})", "tasklets"},
      {R"({"abi": 1, "tasklets": true, "chunk_size": 64, "kernels": []})",
       "record_size"},
      {R"({"abi": 1, "tasklets": true, "record_size": 32, "chunk_size": 64})",
       "kernels"},
      {R"({"abi": 1, "tasklets": true, "record_size": 30, "chunk_size": 64,
           "kernels": [{"name": "k", "hidden_arg": 0, "root_bytes": 0, "buffers": []}]})",
       "record_size"},
      {R"({"abi": 1, "tasklets": true, "record_size": 32, "chunk_size": 64,
           "kernels": [{"hidden_arg": 0, "root_bytes": 0, "buffers": []}]})",
       "name"},
      {R"({"abi": 1, "tasklets": true, "record_size": 32, "chunk_size": 64,
           "kernels": [{"name": "k", "hidden_arg": -1, "root_bytes": 0}]})",
       "hidden_arg"},
      {R"({"abi": 1, "tasklets": true, "record_size": 32, "chunk_size": 64,
           "kernels": [{"name": "k", "hidden_arg": 1, "root_bytes": 0,
                        "buffers": [1]}]})",
       "buffers"},
      {R"({"abi": 1, "tasklets": true, "record_size": 32, "chunk_size": 64,
           "kernels": [7]})",
       "kernels"},
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
