//===- ProcessTree.cpp - A process and all that it started ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "support/ProcessTree.h"

#include "support/FileIO.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <unistd.h>
#include <vector>

using namespace tasklet;

namespace {
struct Process {
  pid_t Parent;
  char State; ///< as proc(5) has it
};
} // namespace

static std::map<pid_t, Process> listProcesses() {
  std::map<pid_t, Process> All;
  std::error_code Error;
  for (std::filesystem::directory_iterator It("/proc", Error), End;
       !Error && It != End; It.increment(Error)) {
    pid_t Pid = atoi(It->path().filename().c_str());
    std::optional<std::string> Text;
    if (Pid > 0)
      Text = readFile(It->path().string() + "/stat");
    // The name, in parentheses, may have any characters.
    size_t Name = Text ? Text->rfind(") ") : std::string::npos;
    Process Each;
    if (Name != std::string::npos &&
        sscanf(Text->c_str() + Name, ") %c %d", &Each.State, &Each.Parent) == 2)
      All[Pid] = Each;
  }
  return All;
}

void tasklet::killTree(pid_t Root) {
  // A stopped process starts nothing more. It does not collect its children
  // either, so no other process gets their numbers.
  std::vector<pid_t> Found = {Root};
  kill(Root, SIGSTOP);
  // Stopping takes a moment, so one look is not enough.
  for (int Looks = 0; Looks < 100; ++Looks) {
    std::map<pid_t, Process> All = listProcesses();
    bool Settled = true;
    for (size_t I = 0; I < Found.size(); ++I) {
      auto Self = All.find(Found[I]);
      Settled &= Self == All.end() || Self->second.State == 'T' ||
                 Self->second.State == 'Z';
      for (const auto &[Pid, Each] : All)
        if (Each.Parent == Found[I] &&
            std::count(Found.begin(), Found.end(), Pid) == 0) {
          kill(Pid, SIGSTOP);
          Found.push_back(Pid);
          Settled = false;
        }
    }
    if (Settled)
      break;
    usleep(1000);
  }
  for (pid_t Pid : Found)
    kill(Pid, SIGKILL);
}
