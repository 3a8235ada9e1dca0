//===- Compiler.cpp - taskletc as the library sees it ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Compiler.h"

#include "Cache.h"
#include "ChildProcess.h"
#include "Environment.h"
#include "FileIO.h"
#include "Sha256.h"
#include "tkl_abi.h"

#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <mutex>
#include <sstream>
#include <unistd.h>

using namespace tasklet;

/// The folder of the shared object that this code is in.
static std::string ownFolder() {
  Dl_info Info;
  if (!dladdr(reinterpret_cast<void *>(&compileBitcode), &Info) ||
      !Info.dli_fname)
    return std::string();
  std::error_code Error;
  std::filesystem::path Path =
      std::filesystem::canonical(Info.dli_fname, Error);
  return Error ? std::string() : Path.parent_path().string();
}

/// TASKLET_COMPILER, else the taskletc installed or built beside the library,
/// else the one in PATH.
static std::string findCompiler() {
  if (std::optional<std::string> Path = readEnvironment("TASKLET_COMPILER"))
    return *Path;
  std::string Folder = ownFolder();
  // The second one is for lib/<architecture>/ as Debian installs libraries.
  for (const char *Relative : {"/../bin/taskletc", "/../../bin/taskletc"})
    if (!Folder.empty() && access((Folder + Relative).c_str(), X_OK) == 0)
      return Folder + Relative;
  return "taskletc";
}

/// What identifies clang, the plugin and taskletc, for the cache. Asked once
/// per compiler; empty (and nothing is cached) if taskletc cannot say.
static std::string identifyToolchain(const std::string &Compiler) {
  static std::mutex Mutex;
  static std::string KnownCompiler, Known;
  std::lock_guard<std::mutex> Lock(Mutex);
  if (!Known.empty() && KnownCompiler == Compiler)
    return Known;
  ChildRequest Request;
  Request.Arguments = {Compiler, "--toolchain"};
  Request.CaptureOutput = Request.CaptureErrors = true;
  ChildResult Child = runChild(Request);
  if (!Child.succeeded())
    return std::string();
  KnownCompiler = Compiler;
  Known = Child.Output;
  return Known;
}

/// Turns the end of the child into an outcome; Compiled if it exited with 0.
static void judge(const ChildResult &Child, const std::string &Compiler,
                  CompileResult &Result) {
  using Outcome = CompileResult::Outcome;
  Result.Log = Child.Errors;
  switch (Child.How) {
  case ChildResult::End::Exited:
    Result.How = Child.Code == 0   ? Outcome::Compiled
                 : Child.Code == 1 ? Outcome::ProgramError
                 : Child.Code == 2 ? Outcome::BadOptions
                                   : Outcome::Unavailable;
    // A shell or a loader that could not start it speaks with 126 and 127.
    if (Child.Code > 3)
      Result.Log += "tasklet: the compiler '" + Compiler +
                    "' ended with the unexpected status " +
                    std::to_string(Child.Code) +
                    "; TASKLET_COMPILER can name another taskletc\n";
    return;
  case ChildResult::End::Killed:
    Result.How = Outcome::Unavailable;
    Result.Log += "tasklet: the compiler '" + Compiler +
                  "' was killed by signal " + std::to_string(Child.Code) +
                  " (" + strsignal(Child.Code) + ")\n";
    return;
  case ChildResult::End::Unknown:
    // Outputs appear under their names only when the compiler is done, so the
    // caller's reading of them decides.
    Result.How = Outcome::Compiled;
    return;
  case ChildResult::End::NotStarted:
    Result.How = Outcome::Unavailable;
    Result.Log = "tasklet: the compiler '" + Compiler +
                 "' cannot be run: " + strerror(Child.Code) +
                 "; set TASKLET_COMPILER to the path of taskletc\n";
    return;
  }
}

/// Runs the compiler on \p Input and reads what it wrote.
static CompileResult runCompiler(const std::string &Compiler,
                                 const std::string &Input,
                                 std::vector<std::string> Arguments,
                                 CacheEntry &Entry) {
  CompileResult Result;
  TemporaryFolder Folder;
  if (Folder.path().empty()) {
    Result.Log = std::string("tasklet: no temporary folder can be made: ") +
                 strerror(errno) + "; TMPDIR can name another place\n";
    return Result;
  }
  std::string BitcodePath = Folder.path() + "/program.bc";
  std::string ManifestPath = Folder.path() + "/manifest.json";
  std::string RulePath = Folder.path() + "/inputs.d";
  ChildRequest Request;
  Request.Arguments = {Compiler};
  Request.Arguments.insert(Request.Arguments.end(), Arguments.begin(),
                           Arguments.end());
  Request.Arguments.insert(Request.Arguments.end(),
                           {"--manifest=" + ManifestPath,
                            "--depfile=" + RulePath, "-o", BitcodePath, "-"});
  Request.Input = &Input;
  Request.CaptureOutput = Request.CaptureErrors = true;
  ChildResult Child = runChild(Request);
  judge(Child, Compiler, Result);
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
    Result.Log += "tasklet: the compiler '" + Compiler +
                  "' ended without leaving a program and a manifest; compiler "
                  "and library must be of one release\n";
    return Result;
  }
  std::string Error;
  if (!Manifest::parse(*Text, Result.Info, Error)) {
    Result.How = CompileResult::Outcome::Unavailable;
    Result.Log += "tasklet: the manifest of the compiler '" + Compiler +
                  "' cannot be used: " + Error + "\n";
    return Result;
  }
  if (Result.Info.Tasklets)
    Result.Bitcode = std::move(*Bitcode);
  Entry.Manifest = std::move(*Text);
  Entry.Log = Result.Log;
  Entry.Bitcode = Result.Bitcode;
  for (const std::string &Path :
       parseDependencies(readFile(RulePath).value_or("")))
    if (std::optional<std::string> Content =
            Path == "-" ? std::nullopt : readFile(Path))
      Entry.Inputs.emplace_back(Path, sha256(*Content));
  return Result;
}

static CompileResult compileCached(const std::string &Input,
                                   const std::vector<std::string> &Arguments,
                                   const TargetDevice &Device) {
  std::string Compiler = findCompiler();
  std::string Key;
  Cache Store(cacheDirectory());
  if (Store.isUsable()) {
    std::string Toolchain = identifyToolchain(Compiler);
    // Relative include paths mean something else in another folder.
    std::error_code Error;
    std::filesystem::path Here = std::filesystem::current_path(Error);
    std::vector<std::string> Fields = {TASKLET_VERSION,
                                       std::to_string(TKL_ABI_VERSION),
                                       Toolchain,
                                       Device.Name,
                                       Device.Version,
                                       Here.string(),
                                       Input};
    Fields.insert(Fields.end(), Arguments.begin(), Arguments.end());
    if (!Toolchain.empty())
      Key = makeCacheKey(Fields);
    if (std::optional<CacheEntry> Entry = Store.load(Key)) {
      CompileResult Result;
      std::string ParseError;
      if (Manifest::parse(Entry->Manifest, Result.Info, ParseError)) {
        Result.How = CompileResult::Outcome::Compiled;
        Result.Log = std::move(Entry->Log);
        Result.Bitcode = std::move(Entry->Bitcode);
        return Result;
      }
    }
  }
  CacheEntry Entry;
  CompileResult Result = runCompiler(Compiler, Input, Arguments, Entry);
  if (Result.How == CompileResult::Outcome::Compiled)
    Store.store(Key, Entry);
  return Result;
}

static std::vector<std::string>
makeArguments(const std::vector<std::string> &Options,
              const TargetDevice &Device) {
  std::vector<std::string> Arguments = {makeExtensionOption(Device.Extensions)};
  Arguments.insert(Arguments.end(), Options.begin(), Options.end());
  return Arguments;
}

CompileResult tasklet::compileSource(const std::string &Source,
                                     const std::vector<std::string> &Options,
                                     const TargetDevice &Device) {
  return compileCached(Source, makeArguments(Options, Device), Device);
}

CompileResult tasklet::compileBitcode(const std::string &Bitcode) {
  return compileCached(Bitcode, {}, TargetDevice());
}

std::string tasklet::preprocessSource(const std::string &Source,
                                      const std::vector<std::string> &Options,
                                      const TargetDevice &Device) {
  ChildRequest Request;
  Request.Arguments = {findCompiler(), "-E"};
  for (const std::string &Argument : makeArguments(Options, Device))
    Request.Arguments.push_back(Argument);
  Request.Arguments.push_back("-");
  Request.Input = &Source;
  Request.CaptureOutput = Request.CaptureErrors = true;
  ChildResult Child = runChild(Request);
  return Child.succeeded() ? Child.Output : std::string();
}

std::string tasklet::makeExtensionOption(const std::string &Extensions) {
  std::string Option = "-cl-ext=-all";
  std::istringstream Stream(Extensions);
  for (std::string Name; Stream >> Name;) {
    bool Plain = true;
    for (char C : Name)
      Plain &= std::isalnum(static_cast<unsigned char>(C)) || C == '_';
    if (Plain)
      Option += ",+" + Name;
  }
  return Option;
}

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
