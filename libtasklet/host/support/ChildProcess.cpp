//===- ChildProcess.cpp - Run a program without a shell -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "support/ChildProcess.h"

#include "support/Environment.h"
#include "support/FileIO.h"
#include "support/ProcessTree.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tasklet;

namespace {

/// An anonymous file in memory, closed with its owner.
class MemoryFile {
public:
  bool create() {
    Fd = memfd_create("tasklet", MFD_CLOEXEC);
    return Fd >= 0;
  }
  ~MemoryFile() {
    if (Fd >= 0)
      close(Fd);
  }
  bool write(const std::string &Text) {
    return writeAll(Fd, Text) && lseek(Fd, 0, SEEK_SET) == 0;
  }
  std::string read() {
    std::string Text;
    if (lseek(Fd, 0, SEEK_SET) == 0)
      readAll(Fd, Text);
    return Text;
  }
  int fd() const { return Fd; }

private:
  int Fd = -1;
};

/// posix_spawn's two parameter blocks.
class SpawnSetup {
public:
  SpawnSetup() {
    posix_spawn_file_actions_init(&Actions);
    posix_spawnattr_init(&Attributes);
    // The application may have blocked or ignored signals for its own reasons;
    // the compiler starts with none of that.
    sigset_t None, All;
    sigemptyset(&None);
    sigfillset(&All);
    posix_spawnattr_setsigmask(&Attributes, &None);
    posix_spawnattr_setsigdefault(&Attributes, &All);
    posix_spawnattr_setflags(&Attributes,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnSetup() {
    posix_spawn_file_actions_destroy(&Actions);
    posix_spawnattr_destroy(&Attributes);
  }
  posix_spawn_file_actions_t Actions;
  posix_spawnattr_t Attributes;
};

int openPidfd(pid_t Pid) {
  return static_cast<int>(syscall(SYS_pidfd_open, Pid, 0));
}

/// Seconds of a clock that nobody sets.
double now() {
  timespec Time;
  clock_gettime(CLOCK_MONOTONIC, &Time);
  return static_cast<double>(Time.tv_sec) +
         static_cast<double>(Time.tv_nsec) * 1e-9;
}

/// A lifeline of this process, for one child.
class Lifeline {
public:
  bool create() {
    int Pipe[2] = {-1, -1};
    int Low = openPidfd(getpid());
    // Without pidfds: a pipe. The kernel closes our end of it when we end.
    if (Low < 0 && pipe2(Pipe, O_CLOEXEC) == 0) {
      Low = Pipe[0];
      Kept = Pipe[1];
    }
    if (Low < 0)
      return false;
    // Not 0 to 2: the child's standard streams are put there first.
    Given = fcntl(Low, F_DUPFD_CLOEXEC, LifelineFd);
    int Error = errno;
    close(Low);
    errno = Error;
    return Given >= 0;
  }
  ~Lifeline() {
    for (int Fd : {Given, Kept})
      if (Fd >= 0)
        close(Fd);
  }
  int fd() const { return Given; }

private:
  int Given = -1, Kept = -1;
};

enum class Wait { Ended, TimedOut, Stopped };

bool anyReady(const std::vector<int> &Fds, int Milliseconds) {
  std::vector<pollfd> Wanted;
  for (int Fd : Fds)
    Wanted.push_back({Fd, POLLIN, 0});
  poll(Wanted.data(), Wanted.size(), Milliseconds);
  return std::any_of(Wanted.begin(), Wanted.end(), [](const pollfd &Each) {
    return Each.revents & (POLLIN | POLLHUP | POLLERR);
  });
}

/// Waits until the child has ended, \p Limit seconds are over (0: no limit), or
/// one of \p Stops says so. Leaves the status of the child to be collected.
Wait waitFor(pid_t Pid, unsigned Limit, const std::vector<int> &Stops) {
  const double Deadline = now() + Limit;
  int Process = openPidfd(Pid);
  std::vector<int> All = Stops;
  if (Process >= 0)
    All.push_back(Process);
  Wait Result = Wait::TimedOut;
  for (double Left = Limit; Result == Wait::TimedOut && (!Limit || Left > 0);
       Left = Deadline - now()) {
    // Old kernels have no pidfd, and some do not let everybody ask for one.
    anyReady(All, Process < 0 ? 2 : Limit ? int(Left * 1000) + 1 : -1);
    siginfo_t Info = {};
    if (anyReady(Stops, 0))
      Result = Wait::Stopped;
    else if (waitid(P_PID, static_cast<id_t>(Pid), &Info,
                    WEXITED | WNOHANG | WNOWAIT) != 0 ||
             Info.si_pid != 0)
      Result = Wait::Ended;
  }
  if (Process >= 0)
    close(Process);
  return Result;
}

} // namespace

ChildResult tasklet::runChild(const ChildRequest &Request) {
  ChildResult Result;
  MemoryFile Input, Output, Errors;
  Lifeline Line;
  if ((Request.Input && (!Input.create() || !Input.write(*Request.Input))) ||
      (Request.CaptureOutput && !Output.create()) ||
      (Request.CaptureErrors && !Errors.create()) ||
      (Request.Lifeline && !Line.create())) {
    Result.Code = errno;
    return Result;
  }

  SpawnSetup Setup;
  if (Request.Input)
    posix_spawn_file_actions_adddup2(&Setup.Actions, Input.fd(), STDIN_FILENO);
  else
    posix_spawn_file_actions_addopen(&Setup.Actions, STDIN_FILENO, "/dev/null",
                                     O_RDONLY, 0);
  if (Request.CaptureOutput)
    posix_spawn_file_actions_adddup2(&Setup.Actions, Output.fd(),
                                     STDOUT_FILENO);
  if (Request.CaptureErrors)
    posix_spawn_file_actions_adddup2(&Setup.Actions, Errors.fd(),
                                     STDERR_FILENO);
  // Last, since it may replace one of the descriptors used above.
  if (Request.Lifeline)
    posix_spawn_file_actions_adddup2(&Setup.Actions, Line.fd(), LifelineFd);
  // Sockets and locks of the application are none of the compiler's business.
  posix_spawn_file_actions_addclosefrom_np(
      &Setup.Actions, Request.Lifeline ? LifelineFd + 1 : STDERR_FILENO + 1);

  std::vector<char *> Argv;
  for (const std::string &Argument : Request.Arguments)
    Argv.push_back(const_cast<char *>(Argument.c_str()));
  Argv.push_back(nullptr);
  // A privileged process must not hand on its caller's variables.
  char SafePath[] = "PATH=/usr/bin:/bin";
  char *SafeEnvironment[] = {SafePath, nullptr};

  pid_t Pid = 0;
  // A privileged process has its PATH and its folder from its caller, so it
  // needs a full path.
  bool Privileged = isPrivilegedProcess();
  int Error =
      Privileged && Argv[0][0] != '/'
          ? ENOENT
          : posix_spawnp(&Pid, Argv[0], &Setup.Actions, &Setup.Attributes,
                         Argv.data(), Privileged ? SafeEnvironment : environ);
  if (Error) {
    Result.Code = Error;
    return Result;
  }

  Wait Waiting = Wait::Ended;
  if (Request.TimeLimit || !Request.Stops.empty())
    Waiting = waitFor(Pid, Request.TimeLimit, Request.Stops);
  if (Waiting != Wait::Ended)
    killTree(Pid);
  int Status = 0;
  pid_t Waited;
  do
    Waited = waitpid(Pid, &Status, 0);
  while (Waited < 0 && errno == EINTR);
  if (Waiting == Wait::TimedOut) {
    Result.How = ChildResult::End::TimedOut;
  } else if (Waiting == Wait::Stopped) {
    Result.How = ChildResult::End::Stopped;
  } else if (Waited < 0) {
    // The application ignores SIGCHLD, or waits for any child. In the first
    // case waitpid has still waited for the end.
    Result.How = ChildResult::End::Unknown;
  } else if (WIFSIGNALED(Status)) {
    Result.How = ChildResult::End::Killed;
    Result.Code = WTERMSIG(Status);
  } else {
    Result.How = ChildResult::End::Exited;
    Result.Code = WEXITSTATUS(Status);
  }
  if (Request.CaptureOutput)
    Result.Output = Output.read();
  if (Request.CaptureErrors)
    Result.Errors = Errors.read();
  return Result;
}
