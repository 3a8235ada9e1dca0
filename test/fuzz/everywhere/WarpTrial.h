//===- WarpTrial.h - A run of a kernel in a child process -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_FUZZ_EVERYWHERE_WARPTRIAL_H
#define TASKLET_TEST_FUZZ_EVERYWHERE_WARPTRIAL_H

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace tasklet::simd {

/// Calls \p Run in a child process, and returns what it returns. Crashes and
/// runs without end are errors like others.
template <typename Function>
std::string inChild(const Function &Run, unsigned Seconds = 20) {
  int Ends[2];
  if (pipe(Ends))
    return "no pipe";
  pid_t Child = fork();
  if (Child == 0) {
    alarm(Seconds);
    std::string Text = Run();
    size_t Written = 0;
    while (Written < Text.size()) {
      ssize_t N = write(Ends[1], Text.data() + Written, Text.size() - Written);
      if (N <= 0)
        break;
      Written += N;
    }
    _exit(0);
  }
  close(Ends[1]);
  std::string Text;
  char Part[4096];
  for (ssize_t N; (N = read(Ends[0], Part, sizeof Part)) > 0;)
    Text.append(Part, N);
  close(Ends[0]);
  int Status = 0;
  if (Child < 0 || waitpid(Child, &Status, 0) < 0)
    return "no child process";
  if (WIFSIGNALED(Status) && WTERMSIG(Status) == SIGALRM)
    return "it does not end";
  if (WIFSIGNALED(Status))
    return std::string("it crashed: ") + strsignal(WTERMSIG(Status));
  return Text;
}

} // namespace tasklet::simd

#endif // TASKLET_TEST_FUZZ_EVERYWHERE_WARPTRIAL_H
