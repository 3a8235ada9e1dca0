//===- ExitWait.cpp - The end of a process with commands in flight --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "objects/ExitWait.h"

#include "support/ObjectTable.h"
#include "support/ProcessId.h"

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

/// Longer than any compilation takes, or the writing of a trace, even if every
/// processor has ten other things to do. There must be a limit: an application
/// may end in a callback, on the very thread that would have to go on.
constexpr std::chrono::seconds BusyLimit(60);
/// Waiting commands may become ready when others end, or never. The process
/// stops waiting for them if there was no news for so long, and at the latest
/// so long after the driver was last busy with another command.
constexpr std::chrono::milliseconds NewsLimit(200);
constexpr std::chrono::seconds WaitingLimit(2);

struct Watch {
  std::mutex Mutex;
  std::unordered_map<const void *, std::function<Stage()>> Commands;
  std::atomic<pid_t> Process{0};

  /// Counts the commands of each stage. Asks without the lock, because commands
  /// that end need it.
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
  if (processId() != W.Process)
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
  // a handler of atexit() might run after some objects are gone. Objects that
  // belong to the thread that calls exit() are destroyed before all others.
  struct Waiter {
    ~Waiter() { waitForStarted(); }
  };
  static thread_local pid_t Armed = 0; // In which process.
  const pid_t Process = processId();
  if (Armed == Process)
    return;
  Armed = Process;
  if (gettid() != Process)
    return;
  static thread_local Waiter OfMainThread;
  immortal<Watch>().Process = Process;
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
