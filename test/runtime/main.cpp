//===- main.cpp - Runs the tests with a folder of their own ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "TestFolder.h"

#include <cstdlib>
#include <gtest/gtest.h>

int main(int Argc, char **Argv) {
  testing::InitGoogleTest(&Argc, Argv);
  tasklet::TestFolder Folder;
  setenv("TASKLET_COMPILER", FAKE_COMPILER, 1);
  setenv("TASKLET_CACHE_DIR", Folder.file("cache").c_str(), 1);
  unsetenv("FAULT");
  setenv("FAKE_TASKLETC_LOG", Folder.file("log").c_str(), 1);
  for (const char *Name :
       {"TASKLET_CACHE", "TASKLET_HEAP_SIZE", "TASKLET_WORKERS",
        "TASKLET_ORDERED", "TASKLET_ORDERED_KEEP", "TASKLET_ORDERED_MARKS",
        "TASKLET_ORDERED_PIPE", "TASKLET_STATS", "TASKLET_COMPILER_TIMEOUT",
        "TASKLET_TRACE", "TASKLET_TRACE_CLOCK", "TASKLET_TRACE_SHORTEST",
        "TASKLET_TRACE_SIZE"})
    unsetenv(Name);
  return RUN_ALL_TESTS();
}
