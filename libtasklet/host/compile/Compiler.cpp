//===- Compiler.cpp - taskletc as the library sees it ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compile/Compiler.h"

#include "compile/BuildOptions.h"
#include "compile/Cache.h"
#include "compile/CompilerRun.h"
#include "compile/WarpOptions.h"
#include "support/Environment.h"
#include "tkl_abi.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <sstream>

using namespace tasklet;

static CompileResult compileCached(CompilerJob Job,
                                   const TargetDevice &Device) {
  CompilerSettings Settings = CompilerSettings::read();
  if (!Settings.Error.empty()) {
    CompileResult Result;
    Result.Log = "tasklet: " + Settings.Error + "\n";
    return Result;
  }
  Job.Compiler = findCompiler();
  Job.TimeLimit = Settings.TimeLimit;
  // Part of the key of the cache, as all arguments. A program that is only
  // translated has it all in it. What is checked is not traced; commands say so.
  if (Job.Output == ProgramForm::Bitcode) {
    if (Settings.TeamLanes)
      Job.Arguments.push_back("-tkl-worker-lanes=" +
                              std::to_string(Settings.TeamLanes));
    CheckSettings Check = CheckSettings::read();
    if (Check.Races || Check.Stack)
      Job.Arguments.push_back(Check.Races ? "--check=races" : "--check=stack");
    else if (!TraceSettings::read().Path.empty())
      Job.Arguments.push_back("--trace");
  }
  std::string Key;
  Cache Store(Settings.CacheFolder);
  if (Store.isUsable()) {
    std::string Toolchain = identifyToolchain(Job.Compiler);
    // Relative include paths mean something else in another folder.
    std::error_code Error;
    std::filesystem::path Here = std::filesystem::current_path(Error);
    std::vector<std::string> Fields = {
        TASKLET_VERSION, std::to_string(TKL_ABI_VERSION),
        Toolchain,       Device.Name,
        Device.Version,  Here.string(),
        Job.Input};
    // Each list with its length, so that what follows cannot look like a part
    // of it.
    auto Add = [&](const std::vector<std::string> &List) {
      Fields.push_back(std::to_string(List.size()));
      Fields.insert(Fields.end(), List.begin(), List.end());
    };
    Add(Job.Arguments);
    Add(Job.Objects);
    for (const SourceHeader &Header : Job.Headers)
      Add({Header.Name, Header.Text});
    if (!Toolchain.empty())
      Key = makeCacheKey(Fields);
    if (std::optional<CacheEntry> Entry = Store.load(Key)) {
      CompileResult Result;
      std::string ParseError;
      if (Manifest::parse(Entry->Manifest, Result.Info, ParseError)) {
        Result.How = CompileResult::Outcome::Compiled;
        Result.Log = std::move(Entry->Log);
        Result.Bitcode = std::move(Entry->Bitcode);
        Result.CacheKey = Key;
        return Result;
      }
    }
  }
  CacheEntry Entry;
  CompileResult Result = CompilerRun(Job).compile(Entry);
  if (Result.How != CompileResult::Outcome::Compiled)
    return Result;
  // The program runs all the same. This says why each start compiles again.
  std::string Problem = Store.problem();
  if (Problem.empty())
    Problem = Store.store(Key, Entry);
  if (Problem.empty())
    Result.CacheKey = Key;
  if (!Problem.empty())
    Result.Log +=
        "tasklet: warning: the compiled program is not kept: " + Problem +
        "; set TASKLET_CACHE_DIR to another folder, or "
        "TASKLET_CACHE=0\n";
  return Result;
}

static void addTarget(const TargetDevice &Device, CompilerJob &Job) {
  if (!Device.Takes)
    return;
  for (std::string &Word : Device.Takes->options())
    Job.Arguments.push_back(std::move(Word));
}

static void addProcessor(const TargetDevice &Device, CompilerJob &Job) {
  // The driver's LLVM may know newer processors than ours.
  if (!Device.Processor.empty())
    Job.Arguments.push_back("--cpu=" + Device.Processor + ",x86-64");
  if (!Device.Processor.empty() && Device.VectorBits)
    Job.Arguments.push_back("-mprefer-vector-width=" +
                            std::to_string(Device.VectorBits));
}

static bool isKite(const SourceUnit &Unit) {
  return std::find(Unit.Options.begin(), Unit.Options.end(), KiteOption) !=
         Unit.Options.end();
}

static CompilerJob makeJob(const SourceUnit &Unit, const TargetDevice &Device) {
  CompilerJob Job;
  Job.Input = Unit.Text;
  Job.Headers = Unit.Headers;
  Job.Arguments = {makeExtensionOption(Device.Extensions)};
  if (Device.Number)
    Job.Arguments.push_back("-D__OPENCL_VERSION__=" +
                            std::to_string(Device.Number));
  addTarget(Device, Job);
  addProcessor(Device, Job);
  Job.Arguments.insert(Job.Arguments.end(), Unit.Options.begin(),
                       Unit.Options.end());
  Job.AlwaysOurs = isKite(Unit);
  return Job;
}

static CompileResult refuseOptions(const std::string &Error) {
  CompileResult Result;
  Result.How = CompileResult::Outcome::BadOptions;
  Result.Log = "tasklet: " + Error + "\n";
  return Result;
}

/// Whether these texts, or this bitcode, may have everywhere blocks. Bitcode
/// contains the names of their marks. If a macro puts the word together from
/// pieces, it is not found, and the blocks get the form for all devices.
static bool mayHaveBlocks(const std::vector<std::string> &Texts) {
  return std::any_of(Texts.begin(), Texts.end(), [](const std::string &Text) {
    return Text.find("everywhere") != std::string::npos;
  });
}

static bool mayHaveBlocks(const SourceUnit &Unit) {
  if (isKite(Unit))
    return false;
  std::vector<std::string> Texts = Unit.Options;
  Texts.push_back(Unit.Text);
  for (const SourceHeader &Header : Unit.Headers)
    Texts.push_back(Header.Text);
  // The content of included files is not known.
  return mayHaveBlocks(Texts) ||
         std::any_of(Texts.begin(), Texts.end(), [](const std::string &Text) {
           return Text.find("include") != std::string::npos;
         });
}

CompileResult tasklet::compileSource(const SourceUnit &Unit,
                                     const TargetDevice &Device) {
  CompilerJob Job = makeJob(Unit, Device);
  std::string Error;
  if (!addWarpOptions(Device, mayHaveBlocks(Unit), Job.Arguments, Error))
    return refuseOptions(Error);
  if (Unit.Object)
    Job.Arguments.push_back("--object");
  return compileCached(std::move(Job), Device);
}

CompileResult tasklet::compileBitcode(const std::string &Bitcode,
                                      const TargetDevice &Device) {
  CompilerJob Job;
  Job.Input = Bitcode;
  // A driver that takes no bitcode cannot have it from the application.
  Job.AlwaysOurs = true;
  // No processor: who compiled it has decided on vectors.
  addTarget(Device, Job);
  return compileCached(std::move(Job), TargetDevice());
}

CompileResult tasklet::linkObjects(const std::vector<std::string> &Objects,
                                   bool Library, const TargetDevice &Device) {
  CompilerJob Job;
  Job.Objects = Objects;
  std::string Error;
  if (!addWarpOptions(Device, mayHaveBlocks(Objects), Job.Arguments, Error))
    return refuseOptions(Error);
  if (Library)
    Job.Arguments.push_back("--object");
  addTarget(Device, Job);
  addProcessor(Device, Job);
  return compileCached(std::move(Job), TargetDevice());
}

static CompileResult translate(const std::string &Bitcode, const char *Emit,
                               ProgramForm Form) {
  CompilerJob Job;
  Job.Input = Bitcode;
  Job.Arguments = {Emit};
  Job.AlwaysOurs = true;
  Job.Output = Form;
  return compileCached(std::move(Job), TargetDevice());
}

CompileResult tasklet::translateToSpirv(const std::string &Bitcode) {
  return translate(Bitcode, "--emit=spirv", ProgramForm::Spirv);
}

CompileResult tasklet::translateToPtx(const std::string &Bitcode) {
  return translate(Bitcode, "--emit=ptx", ProgramForm::Ptx);
}

void tasklet::forgetCompiled(const CompileResult &Result) {
  if (!Result.CacheKey.empty())
    Cache(CompilerSettings::read().CacheFolder).forget(Result.CacheKey);
}

std::string tasklet::preprocessSource(const SourceUnit &Unit,
                                      const TargetDevice &Device) {
  CompilerJob Job = makeJob(Unit, Device);
  Job.Compiler = findCompiler();
  Job.TimeLimit = CompilerSettings::read().TimeLimit;
  return CompilerRun(Job).preprocess();
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

std::string tasklet::processorInVersion(const std::string &Version) {
  // How the device runs programs, triple and processor.
  static const char Start[] = "PoCL HSTR: ", Architecture[] = "-x86_64-",
                    System[] = "-gnu-";
  size_t At = Version.find(Start);
  if (At != std::string::npos)
    At = Version.find(Architecture, At + strlen(Start));
  if (At != std::string::npos)
    At = Version.find(System, At + strlen(Architecture) - 1);
  if (At == std::string::npos)
    return std::string();
  std::string Name = Version.substr(At + strlen(System));
  bool Plain = std::all_of(Name.begin(), Name.end(), [](unsigned char C) {
    return std::isalnum(C) || C == '-' || C == '_';
  });
  return Plain ? Name : std::string();
}

unsigned tasklet::vectorBitsOf(const std::string &Vendor,
                               const std::string &Processor) {
  // LLVM's own names of AMD's processors with AVX-512 begin like this.
  return Vendor == "AuthenticAMD" && Processor.rfind("znver", 0) != 0 ? 512 : 0;
}
