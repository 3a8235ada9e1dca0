//===- Compile.cpp - From a program to its compiled form ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Compile.h"

#include "compile/BuildOptions.h"
#include "support/ChildProcess.h"
#include "support/Environment.h"
#include "support/FileIO.h"
#include "warp_size.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

using namespace tasklet;

static int fail(int Status, const std::string &Message) {
  fprintf(stderr, "taskletc: error: %s\n", Message.c_str());
  return Status;
}

/// A result on its way: tools write it under another name in the folder where
/// it is to appear, so nobody ever sees half of it. The name is one that nobody
/// can know before. What is no ordinary file, such as /dev/null, the link
/// /dev/stdout or standard output itself, is written to and never replaced.
namespace {
class PendingFile {
public:
  /// \p Path is empty if no such result is wanted, "-" for standard output.
  PendingFile(std::string Path, const TemporaryFolder &Folder)
      : Final(std::move(Path)) {
    if (Final.empty())
      return;
    struct stat Info;
    IsSpecial = Final == "-" ||
                (lstat(Final.c_str(), &Info) == 0 && !S_ISREG(Info.st_mode));
    Temporary = (IsSpecial ? Folder.path() + "/result" : Final) + ".XXXXXX";
    int Fd = mkostemp(Temporary.data(), O_CLOEXEC);
    if (Fd < 0) {
      Error = errno;
      Temporary.clear();
      return;
    }
    // As for any new file of a compiler.
    mode_t Mask = umask(0);
    umask(Mask);
    fchmod(Fd, 0666 & ~Mask);
    close(Fd);
  }
  ~PendingFile() {
    if (Temporary.empty() || unlink(Temporary.c_str()) != 0)
      return;
    // Clang itself writes to another name beside it, and may have been killed.
    std::filesystem::path Path(Temporary);
    std::string Start = Path.filename().string() + "-";
    std::error_code Ignored;
    std::filesystem::path Folder =
        Path.has_parent_path() ? Path.parent_path() : ".";
    for (const auto &Each :
         std::filesystem::directory_iterator(Folder, Ignored))
      if (Each.path().filename().string().rfind(Start, 0) == 0)
        unlink(Each.path().c_str());
  }
  const std::string &path() const { return Temporary; }
  bool wanted() const { return !Final.empty(); }

  /// ExitDone, or the reason has been told.
  int check() const {
    std::string Name = Final == "-" ? "standard output" : "'" + Final + "'";
    return Error ? fail(ExitUsage, Name + " cannot be written: " +
                                       std::string(strerror(Error)))
                 : ExitDone;
  }
  /// Puts the result in its place, if that is an ordinary file, or keeps it for
  /// deliver().
  int finish() {
    if (Final.empty())
      return ExitDone;
    if (IsSpecial) {
      std::optional<std::string> Text = readFile(Temporary);
      Error = Text ? 0 : errno;
      Content = std::move(Text).value_or("");
    } else {
      Error = rename(Temporary.c_str(), Final.c_str()) == 0 ? 0 : errno;
    }
    return check();
  }
  /// This may wait for whoever reads, so nothing temporary may be left.
  int deliver() {
    if (Final.empty() || !IsSpecial)
      return ExitDone;
    int Fd = Final == "-" ? dup(STDOUT_FILENO)
                          : open(Final.c_str(), O_WRONLY | O_CLOEXEC);
    bool Done = Fd >= 0 && writeAll(Fd, Content);
    Error = Done ? 0 : errno;
    if (Fd >= 0 && close(Fd) != 0 && Done)
      Error = errno;
    return check();
  }

private:
  std::string Final, Temporary;
  std::string Content; ///< of what is no ordinary file
  int Error = 0;       ///< an errno value
  bool IsSpecial = false;
};
} // namespace

/// LLVM bitcode, plain or in the wrapper that some tools put around it, or its
/// text, as LLVM's tools write it.
static bool isBitcode(const std::string &Text) {
  return Text.compare(0, 4, "BC\xC0\xDE") == 0 ||
         Text.compare(0, 4, "\xDE\xC0\x17\x0B") == 0 ||
         Text.rfind("; ModuleID = ", 0) == 0;
}

/// One ordinary file under two names, whether it is there already or not.
static bool isSameFile(const std::string &A, const std::string &B) {
  std::error_code Error;
  if (std::filesystem::exists(A, Error) && std::filesystem::exists(B, Error))
    return std::filesystem::is_regular_file(A, Error) &&
           std::filesystem::equivalent(A, B, Error);
  return std::filesystem::weakly_canonical(A, Error) ==
         std::filesystem::weakly_canonical(B, Error);
}

/// Results that would replace an input or each other. ExitDone, or the reason
/// has been told.
static int checkOutputs(const CommandLine &Line, const std::string &Output) {
  std::vector<std::string> Files;
  for (const std::string &Input : Line.Inputs)
    if (Input != "-")
      Files.push_back(Input);
  size_t Inputs = Files.size();
  for (const std::string &Each :
       {Output, Line.Manifest, Line.DepFile, Line.Report}) {
    if (Each.empty() || Each == "-")
      continue;
    for (size_t I = 0; I < Files.size(); ++I)
      if (isSameFile(Each, Files[I]))
        return fail(ExitUsage,
                    "'" + Each + "' would replace " +
                        (I < Inputs ? "the input '" : "the result '") +
                        Files[I] + "'; name another file");
    Files.push_back(Each);
  }
  return ExitDone;
}

/// Says how a tool ended, and what taskletc ends with.
static int judge(const std::string &Tool, const ChildResult &Child,
                 unsigned TimeLimit) {
  switch (Child.How) {
  case ChildResult::End::Exited:
    // Clang ends with 1 after errors in the program. Anything else is a crash
    // that clang has caught and printed.
    if (Child.Code <= 1)
      return Child.Code;
    return fail(ExitToolchain,
                "'" + Tool + "' ended with status " +
                    std::to_string(Child.Code) +
                    "; this is a fault of the compiler or the plugin, not of "
                    "the program. Please report it with the text above");
  case ChildResult::End::Killed:
    return fail(ExitToolchain,
                "'" + Tool + "' was killed by signal " +
                    std::to_string(Child.Code) + " (" + strsignal(Child.Code) +
                    "); if memory was short, compile again with more");
  case ChildResult::End::TimedOut:
    return fail(ExitToolchain,
                "'" + Tool + "' was stopped, because it was not done after " +
                    std::to_string(TimeLimit) +
                    " seconds; if it only needs longer, set "
                    "TASKLET_COMPILER_TIMEOUT to more");
  case ChildResult::End::Stopped:
    // Whoever did that knows.
    return ExitToolchain;
  case ChildResult::End::Unknown:
    return fail(ExitToolchain, "how '" + Tool + "' ended is unknown");
  case ChildResult::End::NotStarted:
    return fail(ExitToolchain,
                "'" + Tool + "' cannot be run: " + strerror(Child.Code) +
                    "; TASKLET_CLANG and TASKLET_LLVM_SPIRV can name others");
  }
  return ExitToolchain;
}

static ChildResult runTool(ChildRequest Request, const Toolchain &Tools,
                           const Interruption &Stop) {
  Request.TimeLimit = Tools.TimeLimit;
  Request.Stops = Stop.stops();
  return runChild(Request);
}

/// What the user named as clang may be another one, which does not take the
/// plugin, or another compiler, whose errors look like those of the program.
static bool isOtherClang(const Toolchain &Tools, const Interruption &Stop) {
  if (!readEnvironment("TASKLET_CLANG"))
    return false;
  ChildRequest Request;
  Request.Arguments = {Tools.Clang, "--version"};
  Request.CaptureOutput = Request.CaptureErrors = true;
  ChildResult Child = runTool(Request, Tools, Stop);
  return Child.succeeded() &&
         Child.Output.find("clang version 15.") == std::string::npos;
}

static std::string defaultOutput(const CommandLine &Line) {
  if (Line.Kind == Emit::Preprocessed)
    return "-";
  const char *Extension = Line.Kind == Emit::Bitcode    ? ".bc"
                          : Line.Kind == Emit::Assembly ? ".ll"
                                                        : ".spv";
  const std::string &Input = Line.Inputs.front();
  std::string Stem =
      Input == "-" ? "program" : std::filesystem::path(Input).stem().string();
  return Stem + Extension;
}

static bool isWarningOfPlugin(const std::string &Option) {
  for (const char *Start : {"-Wtasklet-", "-Wno-tasklet-", "-Werror=tasklet-",
                            "-Wno-error=tasklet-"})
    if (Option.rfind(Start, 0) == 0)
      return true;
  return false;
}

static bool contains(const std::vector<std::string> &Words,
                     const std::string &Word) {
  return std::find(Words.begin(), Words.end(), Word) != Words.end();
}

/// Clang leaves the version of the device to those who know a device. The
/// library says it; without, it is that of the language.
static std::string deviceVersion(const CommandLine &Line) {
  std::string Standard = "CL1.2";
  for (const std::string &Option : Line.ClangOptions) {
    if (Option.rfind("-D__OPENCL_VERSION__", 0) == 0)
      return std::string();
    if (Option.rfind("-cl-std=", 0) == 0)
      Standard = Option.substr(strlen("-cl-std="));
  }
  unsigned Major = 0, Minor = 0;
  // Clang has a message about other texts, or they are C++.
  if (sscanf(Standard.c_str(), "CL%u.%u", &Major, &Minor) != 2 &&
      sscanf(Standard.c_str(), "cl%u.%u", &Major, &Minor) != 2)
    return std::string();
  return "-D__OPENCL_VERSION__=" + std::to_string(100 * Major + 10 * Minor);
}

/// Lanes of warps; empty if only the device knows.
static std::string warpSize(const CommandLine &Line) {
  std::string Size;
  for (const std::string &Option : Line.ClangOptions)
    if (Option.rfind(WarpSizeOption, 0) == 0)
      Size = Option.substr(strlen(WarpSizeOption));
  if (Size.empty() && !contains(Line.ClangOptions, SubGroupsOption))
    return std::to_string(TKL_USUAL_WARP_SIZE);
  return Size;
}

static std::string tripleOf(const CommandLine &Line) {
#define TKL_TARGET(ID, NAME, TRIPLE)                                           \
  if (Line.Target == NAME)                                                     \
    return TRIPLE;
#include "targets.def"
  return std::string();
}

static std::vector<std::string> makeClangArguments(const CommandLine &Line,
                                                   const Toolchain &Tools,
                                                   bool FromBitcode) {
  std::vector<std::string> Words = {Tools.Clang, "-target", tripleOf(Line),
                                    "-fno-crash-diagnostics",
                                    // A remark that no pass makes: with it
                                    // clang keeps the places in the source
                                    // that errors of the passes point to. A
                                    // plugin comes too late to ask for that.
                                    "-Rpass=tkl-none", "-Qunused-arguments"};
  // Clang itself writes to a file; the terminal is at our end.
  if (isatty(STDERR_FILENO))
    Words.push_back("-fcolor-diagnostics");
  if (Line.Kind == Emit::Preprocessed) {
    // The plugin defines these while parsing, which -E does not.
    Words.push_back("-D__opencl_c_tkl_tasks=1");
    Words.push_back("-D__opencl_c_tkl_everywhere=1");
    Words.push_back("-Dcl_tkl_tasklets=1");
    if (std::string Size = warpSize(Line); !Size.empty())
      Words.push_back("-D__TKL_WARP_SIZE__=" + Size);
    Words.push_back("-E");
  } else {
    Words.push_back("-fplugin=" + Tools.Plugin);
    // Clang runs no AST plugin on bitcode, which is where the passes are
    // added for programs.
    if (FromBitcode)
      Words.push_back("-fpass-plugin=" + Tools.Plugin);
    // A level that is given would count more than -cl-opt-disable.
    if (!contains(Line.ClangOptions, "-cl-opt-disable"))
      Words.push_back("-O2");
    Words.insert(Words.end(),
                 {Line.Kind == Emit::Assembly ? "-S" : "-c", "-emit-llvm"});
  }
  // For <tasklet/everywhere.clh>; the plugin, too, would add this, but not with
  // -E.
  std::filesystem::path Headers =
      std::filesystem::path(Tools.Plugin).parent_path() / "include";
  Words.insert(Words.end(), {"-idirafter", Headers.string()});
  // As the plugin does for programs: see there.
  if (FromBitcode)
    Words.insert(Words.end(), {"-mllvm", "-disable-vector-combine"});
  if (Line.Trace)
    Words.insert(Words.end(), {"-mllvm", "-tkl-trace"});
  if (Line.Object)
    Words.insert(Words.end(), {"-mllvm", "-tkl-object"});
  for (size_t I = 1; I < Line.Inputs.size(); ++I)
    Words.insert(Words.end(), {"-mllvm", "-tkl-link=" + Line.Inputs[I]});
  Words.insert(Words.end(), {"-x", FromBitcode ? "ir" : "cl"});
  if (!Line.HasStandard && !FromBitcode)
    Words.push_back("-cl-std=CL1.2");
  if (std::string Version = deviceVersion(Line);
      !FromBitcode && !Version.empty())
    Words.push_back(Version);
  for (const std::string &Option : Line.ClangOptions) {
    // Clang knows no warnings of plugins, and would say so.
    if (isWarningOfPlugin(Option)) {
      Words.push_back("-fplugin-arg-tasklet-" + Option.substr(1));
      continue;
    }
    if (Option.rfind("-cl-ext=", 0) == 0)
      Words.push_back("-Xclang");
    if (Option == SubGroupsOption || Option.rfind(WarpSizeOption, 0) == 0) {
      // Without the plugin nobody knows them.
      if (Line.Kind == Emit::Preprocessed)
        continue;
      Words.push_back("-mllvm");
    }
    Words.push_back(Option);
  }
  if (!Line.MostWorkItems.empty())
    Words.insert(Words.end(),
                 {"-mllvm", "-tkl-most-work-items=" + Line.MostWorkItems});
  if (Line.Kind != Emit::Preprocessed)
    Words.insert(Words.end(), {"-mllvm", "-tkl-target=" + Line.Target});
  if (Line.Kind != Emit::Preprocessed && !Line.Quirks.empty())
    Words.insert(Words.end(), {"-mllvm", "-tkl-quirks=" + Line.Quirks});
  // What vectorisers make cannot all be said in SPIR-V, and the driver has
  // vectorisers that know its device. Last, because a level of optimisation
  // turns vectorisers on that were off before it.
  if (Line.Target == "spirv")
    Words.insert(Words.end(), {"-fno-vectorize", "-fno-slp-vectorize"});
  return Words;
}

/// Clang reads a word that begins with '@' as the name of a file with options.
static std::string asFileName(const std::string &Name) {
  return Name[0] == '@' ? "./" + Name : Name;
}

/// ExitDone, or the reason has been told.
static int readInput(const std::string &Name, std::string &Text) {
  if (Name == "-") {
    if (readAll(STDIN_FILENO, Text))
      return ExitDone;
    return fail(ExitUsage, std::string("standard input cannot be read: ") +
                               strerror(errno));
  }
  std::optional<std::string> Content = readFile(Name);
  if (!Content)
    return fail(ExitUsage, "'" + Name + "' cannot be read: " + strerror(errno));
  Text = std::move(*Content);
  return ExitDone;
}

/// Several inputs must be objects. ExitDone, or the reason has been told.
static int checkLinkInputs(const CommandLine &Line) {
  for (const std::string &Name : Line.Inputs) {
    std::string Text;
    if (Name == "-")
      return fail(ExitUsage, "objects to be linked cannot come from standard "
                             "input");
    if (int Status = readInput(Name, Text))
      return Status;
    if (!isBitcode(Text))
      return fail(ExitUsage, "'" + Name +
                                 "' is no object, and only objects can be "
                                 "linked; compile it with --object first");
  }
  return ExitDone;
}

/// What a rule for make calls the result: build systems look for its file.
static std::string nameInRule(const std::string &Output) {
  return Output == "-" ? "program" : Output;
}

/// The rule that clang writes for programs, for bitcode.
static std::string makeRule(const std::string &Output,
                            const std::vector<std::string> &Inputs) {
  auto Quote = [](const std::string &Name) {
    std::string Text;
    for (char C : Name) {
      if (C == ' ' || C == '#')
        Text += '\\';
      else if (C == '$')
        Text += '$';
      Text += C;
    }
    return Text;
  };
  std::string Rule = Quote(nameInRule(Output)) + ":";
  for (const std::string &Input : Inputs)
    Rule += " " + Quote(Input);
  return Rule + "\n";
}

/// Clang's back end treats a full disk as a crash of its own: empty, or the
/// reason in the middle of that.
static std::string whyNotWritten(const ChildResult &Clang) {
  if (Clang.How == ChildResult::End::Killed && Clang.Code == SIGXFSZ)
    return strsignal(SIGXFSZ);
  static const char Start[] = "error in backend: IO failure on output stream: ";
  size_t Begin = Clang.Errors.find(Start);
  if (Begin == std::string::npos)
    return std::string();
  Begin += sizeof(Start) - 1;
  return Clang.Errors.substr(Begin, Clang.Errors.find('\n', Begin) - Begin);
}

/// Compiles once more, for nothing but the report: that has the names of
/// variables from debug information, which the program shall not have because
/// of it. ExitDone, or the reason has been told.
static int makeReport(const CommandLine &Line, const Toolchain &Tools,
                      bool FromBitcode, const std::string *Text,
                      const std::string &ReportPath,
                      const TemporaryFolder &Folder, const Interruption &Stop) {
  ChildRequest Clang;
  Clang.Arguments = makeClangArguments(Line, Tools, FromBitcode);
  if (!FromBitcode)
    Clang.Arguments.push_back("-g");
  Clang.Arguments.insert(Clang.Arguments.end(),
                         {"-mllvm", "-tkl-report=" + ReportPath, "-o",
                          Folder.path() + "/reported",
                          asFileName(Line.Inputs.front())});
  Clang.Input = Text;
  // The program has been compiled: all has been said about it.
  Clang.CaptureErrors = true;
  ChildResult Compiled = runTool(Clang, Tools, Stop);
  if (Compiled.How == ChildResult::End::Stopped)
    return ExitToolchain;
  int Status = judge(Tools.Clang, Compiled, Tools.TimeLimit);
  if (Status == ExitDone)
    return ExitDone;
  fputs(Compiled.Errors.c_str(), stderr);
  return fail(ExitToolchain, "the program compiles, but no report can be made");
}

int tasklet::compile(const CommandLine &Line, const Toolchain &Tools) {
  const std::string &Input = Line.Inputs.front();
  if (std::filesystem::path(Input).filename().string()[0] == '@')
    return fail(ExitUsage, "'" + Input +
                               "': clang takes a name that begins with '@' for "
                               "a list of options; rename the file");
  if (Line.Inputs.size() > 1)
    if (int Status = checkLinkInputs(Line))
      return Status;
  bool FromInput = Input == "-";
  std::string Text;
  if (int Status = readInput(Input, Text))
    return Status;
  bool FromBitcode = isBitcode(Text);
  if (!FromBitcode && Text.find('\0') != std::string::npos)
    return fail(ExitProgramError,
                "'" + Input + "' is neither OpenCL C nor LLVM bitcode");
  if (FromBitcode && Line.Kind == Emit::Preprocessed)
    return fail(ExitUsage, "-E needs a program, not bitcode");
  // Diagnostics must not call the program "<stdin>": who called
  // clBuildProgram has none.
  if (FromInput && !FromBitcode) {
    // A byte order mark is one at the very beginning only.
    if (Text.compare(0, 3, "\xEF\xBB\xBF") == 0)
      Text.erase(0, 3);
    Text.insert(0, "# 1 \"<program source>\"\n");
  }

  std::string Output = Line.Output.empty() ? defaultOutput(Line) : Line.Output;
  if (int Status = checkOutputs(Line, Output))
    return Status;
  Interruption Stop(Line.WorksFor);
  TemporaryFolder Folder(Line.WorksFor.Folder);
  if (Folder.path().empty())
    return fail(ExitToolchain,
                std::string("no temporary folder can be made: ") +
                    strerror(errno) + "; TMPDIR can name another place");
  // What clang leaves behind when it crashes goes with the folder.
  setenv("TMPDIR", Folder.path().c_str(), 1);
  PendingFile Result(Output, Folder), Report(Line.Report, Folder);
  PendingFile Manifest(Line.Manifest, Folder), DepFile(Line.DepFile, Folder);
  for (const PendingFile *Each : {&Result, &Manifest, &DepFile, &Report})
    if (int Status = Each->check())
      return Status;
  bool Spirv = Line.Kind == Emit::Spirv;
  if (Spirv && Tools.LlvmSpirv.empty())
    return fail(ExitToolchain,
                "llvm-spirv-15 was not found, neither in PATH nor by "
                "TASKLET_LLVM_SPIRV; install it (package llvm-spirv-15) or set "
                "TASKLET_LLVM_SPIRV to its path");
  std::string Bitcode = Spirv ? Folder.path() + "/program.bc" : Result.path();

  ChildRequest Clang;
  Clang.Arguments = makeClangArguments(Line, Tools, FromBitcode);
  if (Manifest.wanted())
    Clang.Arguments.insert(Clang.Arguments.end(),
                           {"-mllvm", "-tkl-manifest=" + Manifest.path()});
  if (DepFile.wanted() && !FromBitcode)
    Clang.Arguments.insert(
        Clang.Arguments.end(),
        {"-MD", "-MQ", nameInRule(Output), "-MF", asFileName(DepFile.path())});
  // The program goes in through standard input, where relative includes are
  // looked up from this folder, or under its own name, where they are looked
  // up beside it.
  Clang.Arguments.insert(Clang.Arguments.end(),
                         {"-o", asFileName(Bitcode), asFileName(Input)});
  if (FromInput)
    Clang.Input = &Text;
  Clang.CaptureErrors = true;
  ChildResult Compiled = runTool(Clang, Tools, Stop);
  if (Compiled.How == ChildResult::End::Stopped)
    return ExitToolchain;
  if (std::string Reason = whyNotWritten(Compiled); !Reason.empty())
    return fail(ExitToolchain,
                "the compiled program cannot be written: " + Reason +
                    "; make space, or name another place with -o, and with "
                    "TMPDIR for temporary files");
  fputs(Compiled.Errors.c_str(), stderr);
  // Clang ends with 1 here too, as after errors in the program.
  if (!Compiled.succeeded() &&
      Compiled.Errors.find("unable to load plugin") != std::string::npos)
    return fail(ExitToolchain, "'" + Tools.Clang + "' cannot load '" +
                                   Tools.Plugin +
                                   "'; both must be of one LLVM version. "
                                   "Build the plugin again, or set "
                                   "TASKLET_CLANG and TASKLET_PLUGIN to a "
                                   "fitting pair");
  bool Aborted =
      Compiled.How == ChildResult::End::Killed && Compiled.Code == SIGABRT;
  bool HasErrors = Compiled.How == ChildResult::End::Exited &&
                   Compiled.Errors.find("error: ") != std::string::npos;
  if (!Compiled.succeeded() && (Aborted || HasErrors) &&
      isOtherClang(Tools, Stop))
    return fail(ExitToolchain, "TASKLET_CLANG='" + Tools.Clang +
                                   "' is not clang 15, which the plugin needs; "
                                   "set it to the path of clang 15");
  if (int Status = judge(Tools.Clang, Compiled, Tools.TimeLimit)) {
    // Clang names an error in the program as one.
    if (Status != ExitProgramError ||
        Compiled.Errors.find("error: ") != std::string::npos)
      return Status;
    return fail(ExitToolchain, "'" + Tools.Clang +
                                   "' failed without an error in the program; "
                                   "set TASKLET_CLANG to the path of clang 15");
  }
  struct stat Info;
  if (stat(Bitcode.c_str(), &Info) != 0 || Info.st_size == 0)
    return fail(ExitToolchain, "'" + Tools.Clang +
                                   "' made no program; set TASKLET_CLANG to "
                                   "the path of clang 15");
  if (Spirv) {
    ChildRequest Translator;
    Translator.Arguments = {Tools.LlvmSpirv, Bitcode, "-o", Result.path()};
    ChildResult Translated = runTool(Translator, Tools, Stop);
    if (Translated.How == ChildResult::End::Stopped)
      return ExitToolchain;
    if (judge(Tools.LlvmSpirv, Translated, Tools.TimeLimit))
      return fail(ExitToolchain, "the program compiles, but cannot be "
                                 "expressed in SPIR-V by llvm-spirv");
  }

  if (Report.wanted())
    if (int Status =
            makeReport(Line, Tools, FromBitcode, FromInput ? &Text : nullptr,
                       Report.path(), Folder, Stop))
      return Status;

  // The manifest first: who sees the result may rely on it.
  if (int Status = Manifest.finish())
    return Status;
  if (DepFile.wanted() && FromBitcode &&
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
