//===- ExitWait.cpp - The end of a process with commands in flight --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ExitWait.h"

#include "Command.h"

#include <atomic>
#include <chrono>
#include <map>
#include <thread>
#include <unistd.h>
#include <unordered_map>

using namespace tasklet;

namespace {

using Clock = std::chrono::steady_clock;

/// More than any compilation takes, or writing a trace, also where every
/// processor has ten other things to do. An application may also
/// end in a callback, on the very thread that would have to go on.
constexpr std::chrono::seconds BusyLimit(60);
/// Commands that wait may become ready when others end, or never. Without any
/// news for so long, and altogether for so long, the process does not wait for
/// them.
constexpr std::chrono::milliseconds NewsLimit(200);
constexpr std::chrono::seconds WaitingLimit(2);

struct Watch {
  std::mutex Mutex;
  std::unordered_map<const Command *, std::weak_ptr<Command>> Commands;
  std::atomic<pid_t> Process{0};

  std::vector<std::shared_ptr<Command>> list() {
    std::lock_guard<std::mutex> Lock(Mutex);
    std::vector<std::shared_ptr<Command>> All;
    for (const auto &[Key, Each] : Commands)
      if (std::shared_ptr<Command> Alive = Each.lock())
        All.push_back(std::move(Alive));
    return All;
  }
};

} // namespace

static void waitForStarted() {
  Watch &W = immortal<Watch>();
  // The child of a fork has none of the driver's threads.
  if (getpid() != W.Process)
    return;
  const Clock::time_point Start = Clock::now();
  Clock::time_point LastNews = Start;
  std::map<Command::Stage, unsigned> Before;
  for (;;) {
    std::map<Command::Stage, unsigned> Now;
    for (const std::shared_ptr<Command> &Each : W.list())
      ++Now[Each->stage()];
    Clock::time_point Time = Clock::now();
    if (Now != Before)
      LastNews = Time;
    bool IsBusy = (Now.count(Command::Stage::Preparing) ||
                   Now.count(Command::Stage::Reporting)) &&
                  Time - Start < BusyLimit;
    bool MayPrepare = Now.count(Command::Stage::Waiting) &&
                      Time - LastNews < NewsLimit &&
                      Time - Start < WaitingLimit;
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

void tasklet::watchAtExit(const std::shared_ptr<Command> &Started) {
  armExitWait();
  Watch &W = immortal<Watch>();
  std::lock_guard<std::mutex> Lock(W.Mutex);
  W.Commands[Started.get()] = Started;
}

void tasklet::unwatchAtExit(const Command *Ended) {
  Watch &W = immortal<Watch>();
  std::lock_guard<std::mutex> Lock(W.Mutex);
  W.Commands.erase(Ended);
}
