//===- Compile.cpp - From a program to its compiled form ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Compile.h"

#include "ClangArguments.h"
#include "Elide.h"
#include "Failure.h"
#include "Input.h"
#include "Kite.h"
#include "PtxUse.h"
#include "Results.h"
#include "ToolRun.h"
#include "support/FileIO.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/stat.h>

using namespace tasklet;

namespace {
/// What all steps of one compilation work with.
struct Job {
  const CommandLine &Line;
  const Toolchain &Tools;
  const Input &From;
  const TemporaryFolder &Folder;
  const Interruption &Stop;
};
} // namespace

/// The program goes in through standard input, and clang looks for relative
/// includes in this folder. Or it goes in under its own name, and clang looks
/// beside it.
static void addFiles(ChildRequest &Clang, const Job &Work,
                     const std::string &Output) {
  Clang.Arguments.insert(Clang.Arguments.end(), {"-o", asFileName(Output),
                                                 asFileName(Work.From.Name)});
  if (Work.From.fromStandardInput())
    Clang.Input = &Work.From.Text;
}

/// Makes \p Bitcode, the manifest and, for programs, the rule for \p Output.
/// ExitDone, or the reason has been told.
static int runClang(const Job &Work, const std::string &Output,
                    const std::string &Bitcode, const PendingFile &Manifest,
                    const PendingFile &DepFile) {
  const Toolchain &Tools = Work.Tools;
  ChildRequest Clang;
  Clang.Arguments = makeClangArguments(Work.Line, Tools, Work.From.IsBitcode);
  if (Manifest.wanted())
    Clang.Arguments.insert(Clang.Arguments.end(),
                           {"-mllvm", "-tkl-manifest=" + Manifest.path()});
  if (DepFile.wanted() && !Work.From.IsBitcode && !Work.From.IsKite)
    Clang.Arguments.insert(
        Clang.Arguments.end(),
        {"-MD", "-MQ", nameInRule(Output), "-MF", asFileName(DepFile.path())});
  addFiles(Clang, Work, Bitcode);
  Clang.CaptureErrors = true;
  if (int Status =
          judgeClang(runTool(Clang, Tools, Work.Stop), Tools, Work.Stop))
    return Status;
  struct stat Info;
  if (stat(Bitcode.c_str(), &Info) != 0 || Info.st_size == 0)
    return fail(ExitToolchain, "'" + Tools.Clang.text() +
                                   "' made no program; set TASKLET_CLANG to "
                                   "the path of clang " TASKLET_LLVM);
  return ExitDone;
}

/// A version that every consumer takes, if it has what the program needs:
/// sub-groups that shuffle came with 1.3. Newer ones ask for a list of
/// variables at entry points, which the translator leaves out. Names of
/// functions are text in bitcode.
static const char *spirvVersionFor(const std::string &Bitcode) {
  std::optional<std::string> Bytes = readFile(Bitcode);
  bool UsesSubGroups = !Bytes || Bytes->find("sub_group") != std::string::npos;
  return UsesSubGroups ? "1.3" : "1.2";
}

/// ExitDone, or the reason has been told.
static int translateToSpirv(const Job &Work, const std::string &Bitcode,
                            const std::string &Spirv) {
  const Toolchain &Tools = Work.Tools;
  ChildRequest Translator;
  Translator.Arguments = Tools.LlvmSpirv.command();
  Translator.Arguments.insert(
      Translator.Arguments.end(),
      {std::string("--spirv-max-version=") + spirvVersionFor(Bitcode), Bitcode,
       "-o", Spirv});
  ChildResult Translated = runTool(Translator, Tools, Work.Stop);
  if (Translated.How == ChildResult::End::Stopped)
    return ExitToolchain;
  // It ends so where it has no translation: with a status of its own, or by an
  // assertion.
  using End = ChildResult::End;
  bool Refused = Translated.How == End::Exited && Translated.Code != 0;
  bool Died = Translated.How == End::Killed &&
              (Translated.Code == SIGABRT || Translated.Code == SIGSEGV);
  if (Refused || Died)
    return fail(
        ExitToolchain,
        "the program compiles, but '" + Tools.LlvmSpirv.text() +
            "' cannot express it in SPIR-V (" +
            (Died ? "signal " + std::to_string(Translated.Code) + ", " +
                        strsignal(Translated.Code)
                  : "status " + std::to_string(Translated.Code)) +
            "). It is no fault of the program, but perhaps of one built-in "
            "function in it: try without those that were added last. Please "
            "report it with the text above");
  return judge(Tools.LlvmSpirv.text(), Translated, Tools.TimeLimit);
}

/// ExitDone, or the reason has been told.
static int translateToPtx(const Job &Work, const std::string &Bitcode,
                          const std::string &Ptx) {
  ChildRequest Clang;
  Clang.Arguments = makePtxArguments(Work.Tools, Bitcode, Ptx);
  Clang.CaptureErrors = true;
  return judgeClang(runTool(Clang, Work.Tools, Work.Stop), Work.Tools,
                    Work.Stop);
}

/// Compiles once more, only for the report. The report takes the names of
/// variables from debug information, and the program itself must not get that.
/// Returns ExitDone, or has reported the reason.
static int makeReport(const Job &Work, const std::string &ReportPath) {
  const Toolchain &Tools = Work.Tools;
  ChildRequest Clang;
  Clang.Arguments = makeClangArguments(Work.Line, Tools, Work.From.IsBitcode);
  if (!Work.From.IsBitcode)
    Clang.Arguments.push_back("-g");
  Clang.Arguments.insert(Clang.Arguments.end(),
                         {"-mllvm", "-tkl-report=" + ReportPath});
  addFiles(Clang, Work, Work.Folder.path() + "/reported");
  // The program has been compiled: all has been said about it.
  Clang.CaptureErrors = true;
  ChildResult Compiled = runTool(Clang, Tools, Work.Stop);
  if (Compiled.How == ChildResult::End::Stopped)
    return ExitToolchain;
  int Status = judge(Tools.Clang.text(), Compiled, Tools.TimeLimit);
  if (Status == ExitDone)
    return ExitDone;
  fputs(Compiled.Errors.c_str(), stderr);
  return fail(ExitToolchain, "the program compiles, but no report can be made");
}

/// Adds to the report what a GPU needs for the program \p Ptx. ExitDone, or the
/// reason has been told.
static int reportPtxUse(const Job &Work, const std::string &Ptx,
                        const std::string &ReportPath) {
  std::string Text = readFile(ReportPath).value_or("");
  Text += describePtxUse(Work.Tools, Work.Stop, Ptx,
                         Work.Folder.path() + "/assembled");
  if (Work.Stop.happened())
    return ExitToolchain;
  if (writeFileAtomically(ReportPath, Text, 0644))
    return ExitDone;
  return fail(ExitToolchain,
              std::string("the report cannot be written: ") + strerror(errno));
}

int tasklet::compile(const CommandLine &Line, const Toolchain &Tools) {
  Input From;
  if (int Status = readInput(Line, From))
    return Status;
  std::string Output = Line.Output.empty() ? defaultOutput(Line) : Line.Output;
  if (int Status = checkOutputs(Line, Output))
    return Status;
  Interruption Stop(Line.WorksFor);
  TemporaryFolder Folder(Line.WorksFor.Folder);
  if (Folder.path().empty())
    return fail(ExitToolchain,
                std::string("no temporary folder can be made: ") +
                    strerror(errno) + "; TMPDIR can name another place");
  // The folder also holds what clang leaves when it crashes.
  setenv("TMPDIR", Folder.path().c_str(), 1);
  PendingFile Result(Output, Folder), Report(Line.Report, Folder);
  PendingFile Manifest(Line.Manifest, Folder), DepFile(Line.DepFile, Folder);
  for (const PendingFile *Each : {&Result, &Manifest, &DepFile, &Report})
    if (int Status = Each->check())
      return Status;
  bool Spirv = Line.Kind == Emit::Spirv;
  if (Spirv && !Tools.LlvmSpirv.exists())
    return fail(ExitToolchain,
                "llvm-spirv-" TASKLET_LLVM
                " was not found, neither in PATH nor by "
                "TASKLET_LLVM_SPIRV; install it (package "
                "llvm-spirv-" TASKLET_LLVM ") or set TASKLET_LLVM_SPIRV to its "
                "path");
  bool Ptx = Line.Kind == Emit::Ptx;
  if (Ptx && Tools.Libclc.empty())
    return fail(ExitToolchain,
                "the built-in functions for PTX were not found, neither in "
                "/usr/lib/clc nor by TASKLET_LIBCLC; install them (package "
                "libclc-" TASKLET_LLVM ") or set TASKLET_LIBCLC to the path of "
                "nvptx64--nvidiacl.bc");

  CommandLine Adapted = Line;
  if (From.IsKite)
    if (int Status = translateKite(Adapted, Tools, Stop, nameInRule(Output),
                                   DepFile.path(), From))
      return Status;
  Job Work = {Adapted, Tools, From, Folder, Stop};
  std::string Bitcode =
      Spirv || Ptx ? Folder.path() + "/program.bc" : Result.path();
  int Made = Line.Kind == Emit::Elision
                 ? elide(Adapted, Tools, From, Folder, Stop, Result.path(),
                         DepFile.path(), nameInRule(Output))
                 : runClang(Work, Output, Bitcode, Manifest, DepFile);
  if (Made)
    return Made;
  if (Spirv)
    if (int Status = translateToSpirv(Work, Bitcode, Result.path()))
      return Status;
  if (Ptx)
    if (int Status = translateToPtx(Work, Bitcode, Result.path()))
      return Status;
  if (Report.wanted())
    if (int Status = makeReport(Work, Report.path()))
      return Status;
  if (Report.wanted() && Ptx)
    if (int Status = reportPtxUse(Work, Result.path(), Report.path()))
      return Status;

  // The manifest first: who sees the result may rely on it.
  if (int Status = Manifest.finish())
    return Status;
  if (DepFile.wanted() && From.IsBitcode &&
      !writeFileAtomically(DepFile.path(), makeRule(Output, Line.Inputs), 0644))
    return fail(ExitUsage,
                "'" + Line.DepFile + "' cannot be written: " + strerror(errno));
  if (int Status = DepFile.finish())
    return Status;
  for (PendingFile *Each : {&Report, &Result})
    if (int Status = Each->finish())
      return Status;
  Folder.remove();
  Stop.letSignalsThrough();
  for (PendingFile *Each : {&Manifest, &DepFile, &Report, &Result})
    if (int Status = Each->deliver())
      return Status;
  return ExitDone;
}
