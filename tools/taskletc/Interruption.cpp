//===- Interruption.cpp - Ends before the work is done --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Interruption.h"

#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sys/signalfd.h>
#include <system_error>
#include <unistd.h>

using namespace tasklet;

Interruption::Interruption(const Owner &For) : OwnersFolder(For.Folder) {
  sigemptyset(&Held);
  for (int Signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM}) {
    // What the caller wants ignored, as nohup does, stays ignored.
    struct sigaction Action;
    if (sigaction(Signal, nullptr, &Action) == 0 &&
        Action.sa_handler == SIG_DFL)
      sigaddset(&Held, Signal);
  }
  sigprocmask(SIG_BLOCK, &Held, &Before);
  Signals = signalfd(-1, &Held, SFD_CLOEXEC);
  if (Signals >= 0)
    Stops.push_back(Signals);
  else
    letSignalsThrough();
  // Whoever runs us through a program of his own may have closed it.
  if (For.Lifeline >= 0 && fcntl(For.Lifeline, F_SETFD, FD_CLOEXEC) == 0)
    Stops.push_back(For.Lifeline);
}

Interruption::~Interruption() {
  std::error_code Ignored;
  // An owner that lives has failed with us, and removes what is left.
  if (!OwnersFolder.empty() && happened())
    std::filesystem::remove_all(OwnersFolder, Ignored);
  // The descriptor was only looked at: the signal is still to come.
  letSignalsThrough();
  if (Signals >= 0)
    close(Signals);
}

bool Interruption::happened() const {
  std::vector<pollfd> Wanted;
  for (int Fd : Stops)
    Wanted.push_back({Fd, POLLIN, 0});
  poll(Wanted.data(), Wanted.size(), 0);
  return std::any_of(Wanted.begin(), Wanted.end(),
                     [](const pollfd &Each) { return Each.revents; });
}

void Interruption::letSignalsThrough() {
  sigprocmask(SIG_SETMASK, &Before, nullptr);
}
