//===- ChildProcess.cpp - Run a program without a shell -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ChildProcess.h"

#include "Environment.h"
#include "FileIO.h"
#include "ProcessTree.h"

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

/// Seconds of a clock that nobody sets.
double now() {
  timespec Time;
  clock_gettime(CLOCK_MONOTONIC, &Time);
  return static_cast<double>(Time.tv_sec) +
         static_cast<double>(Time.tv_nsec) * 1e-9;
}

/// Waits until the child has ended, but leaves its status to be collected.
/// False if it runs on after \p Limit seconds.
bool endsWithin(pid_t Pid, unsigned Limit) {
  double Deadline = now() + Limit;
  int Process = static_cast<int>(syscall(SYS_pidfd_open, Pid, 0));
  bool Ended = false;
  for (double Left = Limit; !Ended && Left > 0; Left = Deadline - now()) {
    if (Process >= 0) {
      pollfd Wanted = {Process, POLLIN, 0};
      int Events = poll(&Wanted, 1, static_cast<int>(Left * 1000) + 1);
      Ended = Events > 0 || (Events < 0 && errno != EINTR);
    } else {
      // An old kernel, or one that may not be asked this.
      siginfo_t Info = {};
      Ended = waitid(P_PID, static_cast<id_t>(Pid), &Info,
                     WEXITED | WNOHANG | WNOWAIT) != 0 ||
              Info.si_pid != 0;
      if (!Ended)
        usleep(2000);
    }
  }
  if (Process >= 0)
    close(Process);
  return Ended;
}

} // namespace

ChildResult tasklet::runChild(const ChildRequest &Request) {
  ChildResult Result;
  MemoryFile Input, Output, Errors;
  if ((Request.Input && (!Input.create() || !Input.write(*Request.Input))) ||
      (Request.CaptureOutput && !Output.create()) ||
      (Request.CaptureErrors && !Errors.create())) {
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
  // Sockets and locks of the application are none of the compiler's business.
  posix_spawn_file_actions_addclosefrom_np(&Setup.Actions, STDERR_FILENO + 1);

  std::vector<char *> Argv;
  for (const std::string &Argument : Request.Arguments)
    Argv.push_back(const_cast<char *>(Argument.c_str()));
  Argv.push_back(nullptr);
  // A privileged process must not hand its caller's variables on.
  char SafePath[] = "PATH=/usr/bin:/bin";
  char *SafeEnvironment[] = {SafePath, nullptr};

  pid_t Pid = 0;
  // A privileged process has its PATH and its folder from its caller, so only
  // a full path will do there.
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

  bool TimedOut = Request.TimeLimit && !endsWithin(Pid, Request.TimeLimit);
  if (TimedOut)
    killTree(Pid);
  int Status = 0;
  pid_t Waited;
  do
    Waited = waitpid(Pid, &Status, 0);
  while (Waited < 0 && errno == EINTR);
  if (TimedOut) {
    Result.How = ChildResult::End::TimedOut;
  } else if (Waited < 0) {
    // The application ignores SIGCHLD, or waits for any child. waitpid has
    // still waited for the end in the first case.
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
