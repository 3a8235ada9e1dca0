//===- EnvironmentTest.cpp ------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "support/Environment.h"

#include <gtest/gtest.h>
#include <map>

using namespace tasklet;

static Lookup from(std::map<std::string, std::string> Values) {
  return [Values](const char *Name) -> std::optional<std::string> {
    auto It = Values.find(Name);
    if (It == Values.end())
      return std::nullopt;
    return It->second;
  };
}

TEST(EnvironmentTest, SizesHaveSuffixes) {
  EXPECT_EQ(parseSize("0"), 0u);
  EXPECT_EQ(parseSize("1048576"), 1048576u);
  EXPECT_EQ(parseSize("3k"), 3072u);
  EXPECT_EQ(parseSize("64M"), 64u << 20);
  EXPECT_EQ(parseSize("2G"), 2ull << 30);
}

TEST(EnvironmentTest, WhatIsNoSizeIsRefused) {
  for (const char *Bad : {"", "M", "-1", "+1", "1.5G", "64MB", "64 M", "0x10",
                          "18446744073709551616", "99999999999999G"})
    EXPECT_FALSE(parseSize(Bad)) << Bad;
}

TEST(EnvironmentTest, SizesReadBack) {
  for (uint64_t Size : {1ull, 1023ull, 1024ull, 5ull << 20, 3ull << 30})
    EXPECT_EQ(parseSize(formatSize(Size)), Size);
}

TEST(EnvironmentTest, Defaults) {
  LaunchSettings Settings = LaunchSettings::read(from({}));
  EXPECT_EQ(Settings.HeapSize, 64u << 20);
  EXPECT_EQ(Settings.Workers, 0u);
  EXPECT_FALSE(Settings.Stats);
  EXPECT_EQ(Settings.error(), "");
}

TEST(EnvironmentTest, ValuesAreTaken) {
  LaunchSettings Settings =
      LaunchSettings::read(from({{"TASKLET_HEAP_SIZE", "1M"},
                                 {"TASKLET_WORKERS", "8192"},
                                 {"TASKLET_STATS", "1"}}));
  EXPECT_EQ(Settings.HeapSize, 1u << 20);
  EXPECT_EQ(Settings.Workers, 8192u);
  EXPECT_TRUE(Settings.Stats);
  EXPECT_EQ(Settings.error(), "");
}

TEST(EnvironmentTest, ValuesOutOfRangeNameTheirVariable) {
  for (const char *Bad : {"1023K", "x", "1e9"}) {
    std::string Error =
        LaunchSettings::read(from({{"TASKLET_HEAP_SIZE", Bad}})).error();
    EXPECT_NE(Error.find("TASKLET_HEAP_SIZE"), std::string::npos) << Bad;
    EXPECT_NE(Error.find(Bad), std::string::npos);
  }
  for (const char *Bad : {"0", "8193", "two", "2x", "-1"}) {
    std::string Error =
        LaunchSettings::read(from({{"TASKLET_WORKERS", Bad}})).error();
    EXPECT_NE(Error.find("TASKLET_WORKERS"), std::string::npos) << Bad;
  }
}

TEST(EnvironmentTest, WaysToOrder) {
  EXPECT_EQ(LaunchSettings::read(from({})).Ordered, OrderMode::Auto);
  const std::pair<const char *, OrderMode> Words[] = {
      {"auto", OrderMode::Auto},     {"serial", OrderMode::Serial},
      {"levels", OrderMode::Levels}, {"passes", OrderMode::Passes},
      {"bins", OrderMode::Bins},     {"tasks", OrderMode::Tasks},
      {"copies", OrderMode::Copies}};
  for (const auto &[Word, Mode] : Words) {
    LaunchSettings Settings =
        LaunchSettings::read(from({{"TASKLET_ORDERED", Word}}));
    EXPECT_EQ(Settings.Ordered, Mode);
    EXPECT_STREQ(orderModeName(Mode), Word);
    EXPECT_EQ(Settings.error(), "");
  }
  LaunchSettings Bad =
      LaunchSettings::read(from({{"TASKLET_ORDERED", "Levels"}}));
  EXPECT_EQ(
      Bad.error(),
      "TASKLET_ORDERED='Levels' is no way to order work-items: give auto, "
      "levels, passes, bins, tasks, copies, owners or serial");
  // A nearer choice mends it.
  LaunchChoices Choices;
  EXPECT_EQ(
      Choices.setOrdered(Chooser::Queue, 8),
      "CL_QUEUE_TASKLET_ORDERED_TKL=8 is no way to order work-items: give "
      "a number from CL_TASKLET_ORDERED_AUTO_TKL (0) to "
      "CL_TASKLET_ORDERED_OWNERS_TKL (7)");
  EXPECT_FALSE(Choices.Ordered);
  EXPECT_EQ(Choices.setOrdered(Chooser::Queue, 4), "");
  EXPECT_EQ(Bad.with(Choices, Chooser::Queue).error(), "");
  EXPECT_EQ(Bad.with(Choices, Chooser::Queue).Ordered, OrderMode::Bins);
}

TEST(EnvironmentTest, SharesOfMarks) {
  auto Read = [](const char *Text) {
    return LaunchSettings::read(from({{"TASKLET_ORDERED_MARKS", Text}}));
  };
  EXPECT_EQ(LaunchSettings::read(from({})).OrderedMarksShift, 0u);
  const std::pair<const char *, unsigned> Good[] = {
      {"1", 0}, {"1/2", 1}, {"1/4", 2}, {"1/8", 3}, {"1/65536", 16}};
  for (const auto &[Text, Shift] : Good) {
    EXPECT_EQ(Read(Text).OrderedMarksShift, Shift);
    EXPECT_EQ(Read(Text).error(), "");
  }
  for (const char *Bad : {"0", "2", "1/3", "1/1", "1/131072", "2/4", "1/2 ",
                          "0.5", "1/", "half", "-1", "1/02"})
    EXPECT_EQ(Read(Bad).error(), std::string("TASKLET_ORDERED_MARKS='") + Bad +
                                     "' is no share of the elements: give 1, "
                                     "1/2, 1/4 and so on, to 1/65536");
}

TEST(EnvironmentTest, PipeOfPasses) {
  auto Read = [](const char *Text) {
    return LaunchSettings::read(from({{"TASKLET_ORDERED_PIPE", Text}}));
  };
  EXPECT_FALSE(LaunchSettings::read(from({})).OrderedPipe);
  EXPECT_TRUE(Read("1").OrderedPipe);
  EXPECT_FALSE(Read("0").OrderedPipe);
  EXPECT_EQ(Read("0").error(), "");
  EXPECT_EQ(Read("off").error(),
            "TASKLET_ORDERED_PIPE='off' is no switch: give 0 or 1");
}

TEST(EnvironmentTest, Streams) {
  auto Read = [](const char *Text) {
    return LaunchSettings::read(from({{"TASKLET_ORDERED_STREAMS", Text}}));
  };
  EXPECT_TRUE(LaunchSettings::read(from({})).OrderedStreams);
  EXPECT_TRUE(Read("1").OrderedStreams);
  EXPECT_FALSE(Read("0").OrderedStreams);
  EXPECT_EQ(Read("0").error(), "");
  EXPECT_EQ(Read("").error(),
            "TASKLET_ORDERED_STREAMS='' is no switch: give 0 or 1");
}

static std::string cacheFolder(std::map<std::string, std::string> Values) {
  CompilerSettings Settings = CompilerSettings::read(from(Values));
  EXPECT_EQ(Settings.Error, "");
  return Settings.CacheFolder;
}

TEST(EnvironmentTest, CacheFolder) {
  EXPECT_EQ(cacheFolder({}), "");
  EXPECT_EQ(cacheFolder({{"HOME", "/h"}}), "/h/.cache/tasklet");
  EXPECT_EQ(cacheFolder({{"HOME", "/h"}, {"XDG_CACHE_HOME", "/x"}}),
            "/x/tasklet");
  EXPECT_EQ(cacheFolder({{"HOME", "/h"}, {"TASKLET_CACHE_DIR", "/t"}}), "/t");
  EXPECT_EQ(cacheFolder({{"TASKLET_CACHE", "0"}, {"TASKLET_CACHE_DIR", "/t"}}),
            "");
  EXPECT_EQ(cacheFolder({{"TASKLET_CACHE", "1"}, {"TASKLET_CACHE_DIR", "/t"}}),
            "/t");
  // Wherever a program happens to be started is no place for a cache.
  EXPECT_EQ(cacheFolder({{"HOME", "/h"}, {"XDG_CACHE_HOME", "x"}}),
            "/h/.cache/tasklet");
  EXPECT_EQ(cacheFolder({{"HOME", "h"}}), "");
}

TEST(EnvironmentTest, SwitchesAreZeroOrOne) {
  for (const char *Bad : {"off", "no", "2", "01", " 1", "true"}) {
    std::string Error =
        CompilerSettings::read(from({{"TASKLET_CACHE", Bad}})).Error;
    EXPECT_EQ(Error, std::string("TASKLET_CACHE='") + Bad +
                         "' is no switch: give 0 or 1");
    Error = LaunchSettings::read(from({{"TASKLET_STATS", Bad}})).error();
    EXPECT_EQ(Error, std::string("TASKLET_STATS='") + Bad +
                         "' is no switch: give 0 or 1");
  }
  EXPECT_FALSE(LaunchSettings::read(from({{"TASKLET_STATS", "0"}})).Stats);
}

TEST(EnvironmentTest, Traces) {
  auto Read = [](std::map<std::string, std::string> Variables) {
    return LaunchSettings::read(from(std::move(Variables))).Trace;
  };
  EXPECT_EQ(Read({}).Path, "");
  EXPECT_EQ(Read({}).Size, 4u << 20);
  EXPECT_EQ(Read({}).Error, "");
  EXPECT_EQ(Read({{"TASKLET_TRACE", "a%pb"}}).Path,
            "a" + std::to_string(getpid()) + "b");
  EXPECT_TRUE(Read({{"TASKLET_TRACE_CLOCK", "tasks"}}).CountTasks);
  EXPECT_FALSE(Read({{"TASKLET_TRACE_CLOCK", "time"}}).CountTasks);
  EXPECT_EQ(Read({{"TASKLET_TRACE_CLOCK", "sun"}}).Error,
            "TASKLET_TRACE_CLOCK='sun' is no clock: give time or tasks");
  EXPECT_EQ(Read({{"TASKLET_TRACE_SHORTEST", "1"}}).Shortest, 1u);
  for (const char *Bad : {"0", "1us", "-1", "1099511627777"})
    EXPECT_EQ(Read({{"TASKLET_TRACE_SHORTEST", Bad}}).Error,
              std::string("TASKLET_TRACE_SHORTEST='") + Bad +
                  "' is no number of nanoseconds from 1 to 1099511627776");
  EXPECT_EQ(Read({{"TASKLET_TRACE_SIZE", "1G"}}).Size, 1u << 30);
  for (const char *Bad : {"65535", "2G", "much"})
    EXPECT_EQ(Read({{"TASKLET_TRACE_SIZE", Bad}}).Error,
              std::string("TASKLET_TRACE_SIZE='") + Bad +
                  "' is no size from 64K to 1G");
}

TEST(EnvironmentTest, Check) {
  auto Read = [](const char *Text) {
    return CheckSettings::read(from({{"TASKLET_CHECK", Text}}));
  };
  EXPECT_FALSE(CheckSettings::read(from({})).Races);
  EXPECT_EQ(CheckSettings::read(from({})).Error, "");
  EXPECT_TRUE(Read("races").Races);
  EXPECT_FALSE(Read("races").Fail);
  EXPECT_TRUE(Read("races:fail").Races);
  EXPECT_TRUE(Read("races:fail").Fail);
  for (const char *Bad :
       {"race", "races:", "races:no", "1", "fail", "stacks"}) {
    EXPECT_FALSE(Read(Bad).Races);
    EXPECT_EQ(Read(Bad).Error,
              std::string("TASKLET_CHECK='") + Bad +
                  "' is no check: give races, races:fail or stack");
  }
  EXPECT_TRUE(Read("stack").Stack);
  EXPECT_FALSE(Read("stack").Races);
  EXPECT_EQ(Read("stack").Error, "");
  EXPECT_FALSE(Read("races").Stack);
  EXPECT_FALSE(CheckSettings::read(from({})).Stack);
  for (const char *Two : {"races,stack", "stack,races:fail", "races stack"}) {
    EXPECT_FALSE(Read(Two).Races || Read(Two).Stack);
    EXPECT_EQ(Read(Two).Error,
              std::string("TASKLET_CHECK='") + Two +
                  "' are two checks at once: give one of races, races:fail and "
                  "stack; reports of races show spawns, too");
  }
  EXPECT_NE(Read("stack:fail").Error, "");
}

TEST(EnvironmentTest, LanesOfATeam) {
  auto Read = [](const char *Text) {
    return CompilerSettings::read(from({{"TASKLET_WARP", Text}}));
  };
  EXPECT_EQ(CompilerSettings::read(from({})).TeamLanes, 0u);
  for (unsigned Lanes = 1; Lanes <= 64; Lanes *= 2) {
    EXPECT_EQ(Read(std::to_string(Lanes).c_str()).TeamLanes, Lanes);
    EXPECT_EQ(Read(std::to_string(Lanes).c_str()).Error, "");
  }
  for (const char *Bad : {"0", "3", "65", "128", "-8", "8x", "1.5", "warp"})
    EXPECT_EQ(Read(Bad).Error,
              std::string("TASKLET_WARP='") + Bad +
                  "' is no number of lanes: give 1, 2, 4, 8, 16, 32 or 64");
}

TEST(EnvironmentTest, TimeLimit) {
  auto Read = [](const char *Text) {
    return CompilerSettings::read(from({{"TASKLET_COMPILER_TIMEOUT", Text}}));
  };
  EXPECT_EQ(CompilerSettings::read(from({})).TimeLimit, 600u);
  EXPECT_EQ(Read("1").TimeLimit, 1u);
  EXPECT_EQ(Read("86400").TimeLimit, 86400u);
  EXPECT_EQ(Read("86400").Error, "");
  for (const char *Bad : {"0", "86401", "-1", "5s", "1.5", "never"})
    EXPECT_EQ(Read(Bad).Error, std::string("TASKLET_COMPILER_TIMEOUT='") + Bad +
                                   "' is no number of seconds from 1 to 86400");
}
