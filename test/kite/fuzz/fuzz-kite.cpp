//===- fuzz-kite.cpp - Check, interpret and run made-up programs ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes up programs from seeds. Each must have no errors, must end, must not
/// fail, and must print the same in two orders when it is interpreted. With
/// --device it must print that with 1, 2 and 5 workers, too.
///
//===----------------------------------------------------------------------===//
#include "Campaign.h"
#include "Generate.h"
#include "OnDevice.h"
#include "Together.h"

#include "interpret/Interpreter.h"
#include "interpret/LargeStack.h"
#include "syntax/Parser.h"
#include "types/Checker.h"

#include "llvm/Support/FileSystem.h"

#include <algorithm>
#include <chrono>
#include <unistd.h>

using namespace tasklet;
using namespace tasklet::kite;

/// Empty if all is well.
static std::string findProblem(const std::string &Text, uint64_t Seed,
                               std::string &Output) {
  llvm::SourceMgr Sources;
  Diagnostics Diags(Sources);
  AstContext Ast;
  TypeContext Types;
  std::string Problem;
  Program Parsed = parseBuffer(llvm::MemoryBuffer::getMemBufferCopy(
                                   Text, std::to_string(Seed) + ".kite"),
                               Ast, Diags);
  std::optional<CheckedProgram> Checked;
  if (!Diags.hasErrors())
    Checked = check(Parsed, Ast, Types, Diags);
  if (!Checked || Diags.hasErrors()) {
    llvm::raw_string_ostream Stream(Problem);
    Diags.print(Stream);
    return Stream.str();
  }
  const TaskDecl *Main = Checked->find("main");
  if (!Main)
    return "there is no main";
  std::string Outputs[2];
  for (Order Chosen : {Order::OfText, Order::MapsBackwards}) {
    llvm::raw_string_ostream Prints(Outputs[Chosen == Order::MapsBackwards]);
    bool IsRun = runOnLargeStack([&] {
      interpret(*Checked, Sources, *Main, {}, Prints, Problem, Chosen);
    });
    if (!IsRun)
      return "there is no memory for a stack";
    if (!Problem.empty())
      return Problem;
  }
  Output = Outputs[0];
  return Outputs[0] == Outputs[1] ? "" : "two orders print two results";
}

namespace {

enum class Print { Nothing, Kite, Tasklets };

struct Options : fuzz::Campaign {
  Options() {
    Batch = 16;
    Out.clear();
  }
  bool OnDevice = false;
  Print What = Print::Nothing;
};

/// Programs that the interpreter has run.
struct Programs {
  std::vector<uint64_t> Seeds;
  std::vector<std::string> Printed;
};

class Campaigner {
  const Options &O;
  uint64_t Failed = 0, OnlyQuick = 0, Characters = 0;

  /// Writes the program \p Seed and \p How it failed.
  void tell(uint64_t Seed, const std::string &How);
  /// Of those that the interpreter runs without a problem.
  Programs interpret(uint64_t From, uint64_t To);
  void compare(const Programs &Which);
  void confirm(const Programs &All, size_t Failing, fuzz::Settings S,
               fuzz::Report First);

public:
  explicit Campaigner(const Options &O) : O(O) {}
  /// The status of the process.
  int run();
};

} // namespace

static Options parse(int Argc, char **Argv) {
  Options O;
  fuzz::ArgumentReader Words(
      Argc, Argv, "fuzz-kite",
      fuzz::campaignUsage(O.Batch) +
          "  --device        also run the programs on a device\n"
          "  --print WHICH   only print the programs: 'kite', or 'cl', as one "
          "source\n"
          "Programs of Kite are not reduced.\n");
  while (Words.next()) {
    if (Words.read(O))
      continue;
    if (Words.name() == "--device")
      O.OnDevice = true;
    else if (Words.name() == "--print")
      O.What =
          Words.valueOf({"kite", "cl"}) == "cl" ? Print::Tasklets : Print::Kite;
    else
      Words.unknown();
  }
  return O;
}

static std::vector<fuzz::Report> runOnDevice(const Programs &Which,
                                             const fuzz::Settings &S) {
  return kite::runOnDevice(sourceOf(Which.Seeds), KernelOfAll, Which.Printed,
                           S);
}

void Campaigner::tell(uint64_t Seed, const std::string &How) {
  ++Failed;
  llvm::errs() << How << '\n';
  if (O.Out.empty())
    return;
  std::error_code Code = llvm::sys::fs::create_directories(O.Out);
  std::string Path = O.Out + "/" + std::to_string(Seed);
  llvm::raw_fd_ostream(Path + ".kite", Code) << generateProgram(Seed);
  llvm::raw_fd_ostream(Path + ".txt", Code) << How << '\n';
}

Programs Campaigner::interpret(uint64_t From, uint64_t To) {
  Programs Good;
  for (uint64_t Seed = From; Seed < To; ++Seed) {
    std::string Output;
    // The generator's limits failed if this ends the process.
    alarm(20);
    std::string Problem = findProblem(generateProgram(Seed), Seed, Output);
    alarm(0);
    Characters += Output.size();
    if (!Problem.empty()) {
      tell(Seed, "seed " + std::to_string(Seed) + ": " + Problem);
      continue;
    }
    Good.Seeds.push_back(Seed);
    Good.Printed.push_back(Output);
  }
  return Good;
}

static Programs only(const Programs &All, size_t I) {
  return {{All.Seeds[I]}, {All.Printed[I]}};
}

void Campaigner::compare(const Programs &All) {
  fuzz::Settings S = O.settingsFor(All.Seeds[0]);
  // Of all in one process; a program takes an instant.
  S.TimeoutSeconds = 600;
  S.BuildOptions += " -fwrapv";
  std::vector<fuzz::Report> Reports = runOnDevice(All, S);
  bool IsFound = false;
  std::vector<size_t> Unclear;
  for (size_t I = 0; I < Reports.size(); ++I) {
    if (Reports[I].V == fuzz::Verdict::Same)
      continue;
    fuzz::Report Alone =
        All.Seeds.size() == 1 ? Reports[I] : runOnDevice(only(All, I), S)[0];
    bool IsOwn = Reports[I].V == fuzz::Verdict::Different ||
                 Reports[I].V == fuzz::Verdict::Failed;
    if (Alone.V != fuzz::Verdict::Same) {
      IsFound = true;
      confirm(only(All, I), 0, S, Alone);
    } else if (IsOwn) {
      IsFound = true;
      confirm(All, I, S, Reports[I]);
    } else {
      Unclear.push_back(I);
    }
  }
  // What none of them does alone, all do together.
  if (!Unclear.empty() && !IsFound)
    confirm(All, Unclear[0], S, Reports[Unclear[0]]);
}

/// The program at \p Failing has failed among \p All of a source.
void Campaigner::confirm(const Programs &All, size_t Failing, fuzz::Settings S,
                         fuzz::Report First) {
  std::string Where;
  if (O.Confirm) {
    fuzz::Report Again = runOnDevice(All, S)[Failing];
    if (Again.V == fuzz::Verdict::Same) {
      Where = ", but not again";
    } else if (S.QuickDriver) {
      fuzz::Settings Full = S;
      Full.QuickDriver = false;
      Again = runOnDevice(All, Full)[Failing];
      if (Again.V == fuzz::Verdict::Same) {
        ++OnlyQuick;
        llvm::errs() << "seed " << All.Seeds[Failing]
                     << ": only with the quick driver: " << First.Text << '\n';
        return;
      }
      S = Full;
      First = Again;
    }
  }
  std::string Options = "--device --batch " + std::to_string(All.Seeds.size());
  uint64_t Seed = All.Seeds[Failing];
  std::string How = fuzz::describeFailure(
      "fuzz-kite", Seed, S, First,
      Where + (optionsOf(Seed).empty() ? "" : "," + optionsOf(Seed)), Options);
  if (All.Seeds.size() > 1)
    How += "only beside others: with --seed " +
           std::to_string(All.Seeds.front()) + " --count " +
           std::to_string(All.Seeds.size()) + "\n";
  tell(Seed, How);
}

int Campaigner::run() {
  auto Start = std::chrono::steady_clock::now();
  fuzz::Progress Progress("fuzz-kite", O.Count);
  for (uint64_t Done = 0; Done < O.Count; Done += O.Batch) {
    Progress.at(Done, Failed);
    uint64_t From = O.Seed + Done;
    uint64_t To = O.Seed + std::min<uint64_t>(Done + O.Batch, O.Count);
    if (O.What == Print::Kite) {
      for (uint64_t Seed = From; Seed < To; ++Seed)
        llvm::outs() << generateProgram(Seed);
      continue;
    }
    Programs Good = interpret(From, To);
    if (Good.Seeds.empty())
      continue;
    if (O.What == Print::Tasklets)
      llvm::outs() << sourceOf(Good.Seeds);
    else if (O.OnDevice)
      compare(Good);
  }
  if (O.What != Print::Nothing)
    return Failed != 0;
  auto Seconds = std::chrono::duration_cast<std::chrono::seconds>(
      std::chrono::steady_clock::now() - Start);
  llvm::outs() << O.Count << " programs (seeds " << O.Seed << " to "
               << O.Seed + O.Count - 1 << ")"
               << (O.OnDevice ? ", interpreted and with 1, 2 and 5 workers"
                              : ", interpreted")
               << ", " << Seconds.count() << " s: " << Failed << " wrong, "
               << OnlyQuick << " only with the quick driver, " << Characters
               << " characters printed\n";
  return Failed != 0;
}

int main(int Argc, char **Argv) {
  Options O = parse(Argc, Argv);
  fuzz::Caches Temporary;
  return Campaigner(O).run();
}
