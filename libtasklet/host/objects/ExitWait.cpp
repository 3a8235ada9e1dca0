//===- ExitWait.cpp - The end of a process with commands in flight --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "objects/ExitWait.h"

#include "support/ObjectTable.h"

#include <atomic>
#include <chrono>
#include <map>
#include <thread>
#include <unistd.h>
#include <unordered_map>
#include <vector>

using namespace tasklet;

namespace {

using Clock = std::chrono::steady_clock;

/// More than any compilation takes, or writing a trace, also where every
/// processor has ten other things to do. An application may also
/// end in a callback, on the very thread that would have to go on.
constexpr std::chrono::seconds BusyLimit(60);
/// Commands that wait may become ready when others end, or never. Without any
/// news for so long, and altogether for so long since the driver was last busy
/// with another, the process does not wait for them.
constexpr std::chrono::milliseconds NewsLimit(200);
constexpr std::chrono::seconds WaitingLimit(2);

struct Watch {
  std::mutex Mutex;
  std::unordered_map<const void *, std::function<Stage()>> Commands;
  std::atomic<pid_t> Process{0};

  /// Commands of each stage. Asked without the lock, which those that end need.
  std::map<Stage, unsigned> count() {
    std::vector<std::function<Stage()>> All;
    {
      std::lock_guard<std::mutex> Lock(Mutex);
      for (const auto &Each : Commands)
        All.push_back(Each.second);
    }
    std::map<Stage, unsigned> Counts;
    for (const std::function<Stage()> &Ask : All)
      ++Counts[Ask()];
    return Counts;
  }
};

} // namespace

static void waitForStarted() {
  Watch &W = immortal<Watch>();
  // The child of a fork has none of the driver's threads.
  if (getpid() != W.Process)
    return;
  const Clock::time_point Start = Clock::now();
  Clock::time_point LastNews = Start, LastBusy = Start;
  std::map<Stage, unsigned> Before;
  for (;;) {
    std::map<Stage, unsigned> Now = W.count();
    Clock::time_point Time = Clock::now();
    if (Now != Before)
      LastNews = Time;
    bool IsBusy =
        (Now.count(Stage::Preparing) || Now.count(Stage::Reporting)) &&
        Time - Start < BusyLimit;
    if (IsBusy)
      LastBusy = Time;
    bool MayPrepare = Now.count(Stage::Waiting) &&
                      Time - LastNews < NewsLimit &&
                      Time - LastBusy < WaitingLimit;
    if (!IsBusy && !MayPrepare)
      return;
    Before = std::move(Now);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void tasklet::armExitWait() {
  // LLVM registers destructors whenever a compilation first meets an object, so
  // a handler of atexit() might run when some of them are gone. What belongs to
  // the thread that calls exit() is destroyed before all that.
  struct Waiter {
    ~Waiter() { waitForStarted(); }
  };
  if (gettid() != getpid())
    return;
  static thread_local Waiter OfMainThread;
  immortal<Watch>().Process = getpid();
}

void tasklet::watchAtExit(const void *Command, std::function<Stage()> Ask) {
  armExitWait();
  Watch &W = immortal<Watch>();
  std::lock_guard<std::mutex> Lock(W.Mutex);
  W.Commands[Command] = std::move(Ask);
}

void tasklet::unwatchAtExit(const void *Command) {
  Watch &W = immortal<Watch>();
  std::lock_guard<std::mutex> Lock(W.Mutex);
  W.Commands.erase(Command);
}
