//===- CompilerRun.cpp - One run of taskletc ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile/CompilerRun.h"

#include "compile/BitcodeFile.h"
#include "support/ChildProcess.h"
#include "support/FileIO.h"
#include "support/Sha256.h"

#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <mutex>
#include <unistd.h>

using namespace tasklet;

std::vector<std::string> tasklet::parseDependencies(const std::string &Rule) {
  std::vector<std::string> Paths;
  size_t Pos = Rule.find(": ");
  if (Pos == std::string::npos)
    return Paths;
  std::string Path;
  auto Finish = [&] {
    if (!Path.empty())
      Paths.push_back(Path);
    Path.clear();
  };
  for (Pos += 2; Pos < Rule.size(); ++Pos) {
    char C = Rule[Pos];
    char Next = Pos + 1 < Rule.size() ? Rule[Pos + 1] : 0;
    if (C == '\\' && Next == '\n') {
      ++Pos;
      Finish();
    } else if ((C == '\\' && (Next == ' ' || Next == '#')) ||
               (C == '$' && Next == '$')) {
      Path += Next;
      ++Pos;
    } else if (C == ' ' || C == '\n') {
      Finish();
    } else {
      Path += C;
    }
  }
  Finish();
  return Paths;
}

/// The folder of the shared object that this code is in.
static std::string ownFolder() {
  Dl_info Info;
  if (!dladdr(reinterpret_cast<void *>(&findCompiler), &Info) ||
      !Info.dli_fname)
    return std::string();
  std::error_code Error;
  std::filesystem::path Path =
      std::filesystem::canonical(Info.dli_fname, Error);
  return Error ? std::string() : Path.parent_path().string();
}

std::string tasklet::findCompiler() {
  if (std::optional<std::string> Path = readEnvironment("TASKLET_COMPILER"))
    return *Path;
  std::string Folder = ownFolder();
  // Where it is built, and where it is installed.
  for (const char *Relative :
       {"/../bin/taskletc", "/" TASKLET_BIN_FROM_LIB "/taskletc"})
    if (!Folder.empty() && access((Folder + Relative).c_str(), X_OK) == 0)
      return Folder + Relative;
  return "taskletc";
}

/// taskletc applies the limit to what it runs, and has a message about it. So
/// taskletc itself gets a little longer.
constexpr unsigned GraceTime = 2; // seconds

std::string tasklet::identifyToolchain(const std::string &Compiler) {
  static std::mutex Mutex;
  static std::string KnownCompiler, Known;
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    if (!Known.empty() && KnownCompiler == Compiler)
      return Known;
  }
  // Not under the lock: if the process is forked meanwhile, the copy of the
  // lock would stay locked for ever.
  ChildRequest Request;
  Request.Arguments = {Compiler, "--toolchain"};
  Request.CaptureOutput = Request.CaptureErrors = true;
  Request.TimeLimit = CompilerSettings::read().TimeLimit + GraceTime;
  ChildResult Child = runChild(Request);
  if (!Child.succeeded())
    return std::string();
  std::lock_guard<std::mutex> Lock(Mutex);
  KnownCompiler = Compiler;
  Known = Child.Output;
  return Known;
}

/// What to do if no child can be started, for the reason \p Error.
static const char *wayToStart(int Error) {
  return Error == EMFILE || Error == ENFILE
             ? "close files that are open, or raise their limit (ulimit -n)"
             : "set TASKLET_COMPILER to the path of taskletc";
}

/// Turns the end of the child into an outcome; Compiled if it exited with 0.
static void judge(const ChildResult &Child, const std::string &Compiler,
                  unsigned TimeLimit, CompileResult &Result) {
  using Outcome = CompileResult::Outcome;
  Result.Log = Child.Errors;
  switch (Child.How) {
  case ChildResult::End::Exited:
    Result.How = Child.Code == 0   ? Outcome::Compiled
                 : Child.Code == 1 ? Outcome::ProgramError
                 : Child.Code == 2 ? Outcome::BadOptions
                                   : Outcome::Unavailable;
    // 126 and 127 come from a shell or a loader that could not start it. A
    // program that refuses without a word is no taskletc either.
    if (Child.Code > 3 || (Child.Code != 0 && Child.Errors.empty())) {
      Result.How = Outcome::Unavailable;
      Result.Log += "tasklet: the compiler '" + Compiler +
                    "' ended with the unexpected status " +
                    std::to_string(Child.Code) +
                    "; set TASKLET_COMPILER to the path of taskletc\n";
    }
    return;
  case ChildResult::End::Killed:
    Result.How = Outcome::Unavailable;
    Result.Log += "tasklet: the compiler '" + Compiler +
                  "' was killed by signal " + std::to_string(Child.Code) +
                  " (" + strsignal(Child.Code) +
                  "); build again, with more memory if that was short\n";
    return;
  case ChildResult::End::TimedOut:
  case ChildResult::End::Stopped:
    Result.How = Outcome::Unavailable;
    Result.Log += "tasklet: the compiler '" + Compiler +
                  "' was stopped, because it was not done after " +
                  std::to_string(TimeLimit) +
                  " seconds; if it only needs longer, set "
                  "TASKLET_COMPILER_TIMEOUT to more\n";
    return;
  case ChildResult::End::Unknown:
    // Outputs get their names only when the compiler is done. So the caller
    // finds out when it reads them.
    Result.How = Outcome::Compiled;
    return;
  case ChildResult::End::NotStarted:
    Result.How = Outcome::Unavailable;
    Result.Log = "tasklet: the compiler '" + Compiler +
                 "' cannot be run: " + strerror(Child.Code) + "; " +
                 wayToStart(Child.Code) + "\n";
    return;
  }
}

/// Whether the name stays in the folder of headers.
static bool isInside(const std::string &Name) {
  std::filesystem::path Path(Name);
  if (Name.empty() || Path.is_absolute() || !Path.has_filename() ||
      Name.find('\0') != std::string::npos)
    return false;
  for (const std::filesystem::path &Part : Path)
    if (Part == "..")
      return false;
  return true;
}

/// Lays the headers out as files. On failure \p Error says why.
static bool writeHeaders(const std::vector<SourceHeader> &Headers,
                         const std::string &Folder, std::string &Error) {
  for (const SourceHeader &Header : Headers) {
    if (!isInside(Header.Name)) {
      Error = "the header name '" + Header.Name +
              "' does not stay in a folder; use one without '..' that does not "
              "begin with '/'";
      return false;
    }
    std::filesystem::path Path = std::filesystem::path(Folder) / Header.Name;
    std::error_code Code;
    // If several headers have one name, the first one counts.
    if (std::filesystem::exists(Path, Code))
      continue;
    std::filesystem::create_directories(Path.parent_path(), Code);
    if (Code || !writeFileAtomically(Path, Header.Text, 0600)) {
      Error = "the header '" + Header.Name + "' cannot be written to '" +
              Folder + "': " + (Code ? Code.message() : strerror(errno)) +
              "; TMPDIR can name another place";
      return false;
    }
  }
  return true;
}

static std::string notWritten() {
  return std::string("a temporary file cannot be written: ") + strerror(errno) +
         "; TMPDIR can name another place";
}

/// Users do not know the temporary names.
static void removeAll(std::string &Text, const std::string &What) {
  for (size_t Pos = 0; (Pos = Text.find(What, Pos)) != std::string::npos;)
    Text.erase(Pos, What.size());
}

CompilerRun::CompilerRun(const CompilerJob &Job) : Job(Job) {
  if (Folder.path().empty()) {
    Problem = std::string("no temporary folder can be made: ") +
              strerror(errno) + "; TMPDIR can name another place";
    return;
  }
  Arguments = Job.Arguments;
  if (Job.Objects.empty())
    Inputs = {"-"};
  if (!Job.Headers.empty()) {
    // The program lies among the headers, so it finds them before all others.
    std::string HeaderFolder = Folder.path() + "/headers";
    // An object remembers where its source was, and messages of the linker say
    // it.
    Arguments.insert(
        Arguments.begin(),
        {"-I", HeaderFolder, "-fdebug-prefix-map=" + HeaderFolder + "/="});
    Arguments.insert(Arguments.end(), {"-I", "."});
    Inputs = {HeaderFolder + "/<program source>"};
    if (writeHeaders(Job.Headers, HeaderFolder, Problem) &&
        !writeFileAtomically(Inputs.back(), Job.Input, 0600))
      Problem = notWritten();
  }
  for (const std::string &Object : Job.Objects) {
    // Messages call the object by this name.
    Inputs.push_back(Folder.path() + "/input " +
                     std::to_string(Inputs.size() + 1));
    if (Problem.empty() && !writeFileAtomically(Inputs.back(), Object, 0600))
      Problem = notWritten();
  }
}

ChildResult CompilerRun::start(const std::vector<std::string> &More) {
  ChildRequest Request;
  // If we end, the child ends and removes the folder, which we no longer can.
  Request.Lifeline = true;
  Request.Arguments = {Job.Compiler, "--owner=" + std::to_string(LifelineFd) +
                                         ":" + Folder.path()};
  auto Add = [&](const std::vector<std::string> &Words) {
    Request.Arguments.insert(Request.Arguments.end(), Words.begin(),
                             Words.end());
  };
  Add(Arguments);
  Add(More);
  Add(Inputs);
  Request.Input = &Job.Input;
  Request.TimeLimit = Job.TimeLimit + GraceTime;
  Request.CaptureOutput = Request.CaptureErrors = true;
  ChildResult Child = runChild(Request);
  removeAll(Child.Errors, Folder.path() + "/headers/");
  removeAll(Child.Errors, Folder.path() + "/");
  return Child;
}

std::string CompilerRun::preprocess() {
  if (!Problem.empty())
    return std::string();
  ChildResult Child = start({"-E"});
  return Child.succeeded() ? Child.Output : std::string();
}

static bool isWhole(const std::string &Program, ProgramForm Form) {
  switch (Form) {
  case ProgramForm::Bitcode:
    return isWholeBitcode(Program);
  case ProgramForm::Spirv:
    return isWholeSpirv(Program);
  case ProgramForm::Ptx:
    return isWholePtx(Program);
  }
  return false;
}

CompileResult CompilerRun::compile(CacheEntry &Entry) {
  CompileResult Result;
  if (!Problem.empty()) {
    Result.Log = "tasklet: " + Problem + "\n";
    return Result;
  }
  std::string BitcodePath = Folder.path() + "/program.bc";
  std::string ManifestPath = Folder.path() + "/manifest.json";
  std::string RulePath = Folder.path() + "/inputs.d";
  ChildResult Child = start({"--manifest=" + ManifestPath,
                             "--depfile=" + RulePath, "-o", BitcodePath});
  judge(Child, Job.Compiler, Job.TimeLimit, Result);
  // Other programs, too, end with 1 or 2 when they do not know an option.
  if ((Result.How == CompileResult::Outcome::ProgramError ||
       Result.How == CompileResult::Outcome::BadOptions) &&
      readEnvironment("TASKLET_COMPILER") &&
      identifyToolchain(Job.Compiler).empty()) {
    Result.How = CompileResult::Outcome::Unavailable;
    Result.Log = "tasklet: the compiler '" + Job.Compiler +
                 "' does not answer as taskletc does; set TASKLET_COMPILER to "
                 "the path of taskletc\n";
  }
  if (Result.How != CompileResult::Outcome::Compiled)
    return Result;

  std::optional<std::string> Bitcode = readFile(BitcodePath);
  std::optional<std::string> Text = readFile(ManifestPath);
  if (!Bitcode || !Text) {
    if (Child.How == ChildResult::End::Unknown && !Child.Errors.empty()) {
      Result.How = CompileResult::Outcome::ProgramError;
      return Result;
    }
    Result.How = CompileResult::Outcome::Unavailable;
    Result.Log += "tasklet: the compiler '" + Job.Compiler +
                  "' ended without leaving a program and a manifest; compiler "
                  "and library must be of one release\n";
    return Result;
  }
  std::string Error;
  if (!Manifest::parse(*Text, Result.Info, Error)) {
    Result.How = CompileResult::Outcome::Unavailable;
    Result.Log += "tasklet: the manifest of the compiler '" + Job.Compiler +
                  "' cannot be used: " + Error + "\n";
    return Result;
  }
  // A whole program without additions is the driver's.
  if (Result.Info.Tasklets || Result.Info.Object || !Job.Objects.empty() ||
      Job.AlwaysOurs) {
    if (!isWhole(*Bitcode, Job.Output)) {
      Result.How = CompileResult::Outcome::Unavailable;
      Result.Log += "tasklet: the program that the compiler '" + Job.Compiler +
                    "' has left is cut off, at " +
                    std::to_string(Bitcode->size()) +
                    " bytes, although it said success; make space if a disk "
                    "is full, and build again\n";
      return Result;
    }
    Result.Bitcode = std::move(*Bitcode);
  }
  Entry.Manifest = std::move(*Text);
  Entry.Log = Result.Log;
  Entry.Bitcode = Result.Bitcode;
  for (const std::string &Path :
       parseDependencies(readFile(RulePath).value_or(""))) {
    // Headers that the application gave are part of the key.
    if (Path == "-" || Path.rfind(Folder.path(), 0) == 0)
      continue;
    if (std::optional<std::string> Content = readFile(Path))
      Entry.Inputs.emplace_back(Path, sha256(*Content));
  }
  return Result;
}
