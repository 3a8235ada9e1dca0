//===- ClangArguments.cpp - What clang is told ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ClangArguments.h"

#include "Text.h"

#include "compile/BuildOptions.h"
#include "warp_size.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace tasklet;

static bool isWarningOfPlugin(const std::string &Option) {
  for (const char *Start : {"-Wtasklet-", "-Wno-tasklet-", "-Werror=tasklet-",
                            "-Wno-error=tasklet-"})
    if (startsWith(Option, Start))
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
    if (startsWith(Option, "-D__OPENCL_VERSION__"))
      return std::string();
    if (startsWith(Option, "-cl-std="))
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
    if (startsWith(Option, WarpSizeOption))
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

std::vector<std::string> tasklet::makeClangArguments(const CommandLine &Line,
                                                     const Toolchain &Tools,
                                                     bool FromBitcode) {
  std::vector<std::string> Words = Tools.Clang.command();
  // A remark that no pass makes: with it clang keeps the places in the source
  // that errors of the passes point to. A plugin comes too late to ask for that.
  Words.insert(Words.end(),
               {"-target", tripleOf(Line), "-fno-crash-diagnostics",
                "-Rpass=tkl-none", "-Qunused-arguments"});
  // With these places Debian's clang 18 keeps its command line, and so the names
  // of temporary files: no two programs would be equal.
  Words.push_back("-gno-record-command-line");
  // Clang itself writes to a file; the terminal is at our end.
  if (isatty(STDERR_FILENO))
    Words.push_back("-fcolor-diagnostics");
  if (Line.Kind == Emit::Preprocessed) {
    // The plugin defines these while parsing, which -E does not.
    Words.push_back("-D__opencl_c_tkl_tasks=1");
    Words.push_back("-D__opencl_c_tkl_everywhere=1");
    Words.push_back("-D__opencl_c_tkl_ordered=1");
    Words.push_back("-Dcl_tkl_tasklets=1");
    if (std::string Size = warpSize(Line); !Size.empty())
      Words.push_back("-D__TKL_WARP_SIZE__=" + Size);
    Words.push_back("-E");
  } else {
    if (!Tools.Plugin.empty())
      Words.push_back("-fplugin=" + Tools.Plugin);
    // Clang runs no AST plugin on bitcode, which is where the passes are
    // added for programs.
    if (FromBitcode)
      Words.push_back("-fpass-plugin=" + Tools.Plugin);
    // A level that is given would count more than -cl-opt-disable.
    if (!contains(Line.ClangOptions, "-cl-opt-disable"))
      Words.push_back("-O2");
    if (Line.Kind == Emit::Elision)
      Words.push_back("-fsyntax-only");
    else
      Words.insert(Words.end(),
                   {Line.Kind == Emit::Assembly ? "-S" : "-c", "-emit-llvm"});
  }
  // For <tasklet/everywhere.clh>; the plugin, too, would add this, but not with
  // -E.
  Words.insert(Words.end(), {"-idirafter", Tools.Headers});
  // As the plugin does for programs: see there.
  if (FromBitcode)
    Words.insert(Words.end(), {"-mllvm", "-disable-vector-combine"});
  if (Line.Trace)
    Words.insert(Words.end(), {"-mllvm", "-tkl-trace"});
  // The report names arguments of kernels.
  if (Line.Races)
    Words.insert(Words.end(),
                 {"-mllvm", "-tkl-check=races", "-cl-kernel-arg-info"});
  if (Line.Stack)
    Words.insert(Words.end(), {"-mllvm", "-tkl-check=stack"});
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
      // Without a source there is no plugin that reads it, only passes.
      if (FromBitcode)
        Words.insert(Words.end(),
                     {"-mllvm", "-tkl-warning=" + Option.substr(2)});
      continue;
    }
    if (startsWith(Option, "-cl-ext="))
      Words.push_back("-Xclang");
    if (Option == SubGroupsOption || startsWith(Option, WarpSizeOption) ||
        startsWith(Option, LaneLoopsOption)) {
      // Without the plugin nobody knows them.
      if (Line.Kind == Emit::Preprocessed)
        continue;
      Words.push_back("-mllvm");
    }
    Words.push_back(Option);
  }
  if (Line.Kind != Emit::Preprocessed && !Line.MostWorkItems.empty())
    Words.insert(Words.end(),
                 {"-mllvm", "-tkl-most-work-items=" + Line.MostWorkItems});
  if (Line.Kind != Emit::Preprocessed)
    Words.insert(Words.end(), {"-mllvm", "-tkl-target=" + Line.Target});
  if (Line.Kind != Emit::Preprocessed && !Line.Quirks.empty())
    Words.insert(Words.end(), {"-mllvm", "-tkl-quirks=" + Line.Quirks});
  if (Line.Kind != Emit::Preprocessed && Line.Kind != Emit::Elision &&
      !Line.Processors.empty() &&
      !contains(Line.ClangOptions, "-fno-vectorize")) {
    Words.insert(Words.end(), {"-mllvm", "-tkl-cpu=" + Line.Processors});
    if (!Line.VectorBits.empty())
      Words.insert(Words.end(),
                   {"-mllvm", "-tkl-vector-bits=" + Line.VectorBits});
  }
  if (!Line.WorkerLanes.empty())
    Words.insert(Words.end(),
                 {"-mllvm", "-tkl-worker-lanes=" + Line.WorkerLanes});
  // SPIR-V cannot say all that vectorisers make, and the driver has vectorisers
  // that know its device. Lanes of a GPU are work-items, so vectors are of no use
  // there. Last, because a level of optimisation turns
  // vectorisers on that were off before it.
  if (Line.Target == "spirv" || Line.Target == "nvptx")
    Words.insert(Words.end(), {"-fno-vectorize", "-fno-slp-vectorize"});
  return Words;
}

std::vector<std::string> tasklet::makePtxArguments(const Toolchain &Tools,
                                                   const std::string &Bitcode,
                                                   const std::string &Ptx) {
  std::vector<std::string> Words = Tools.Clang.command();
  // The bitcode may come from a program or an object, and be warned of twice.
  Words.insert(Words.end(),
               {"-target", "nvptx64-nvidia-nvcl", "-fno-crash-diagnostics",
                "-Qunused-arguments", "-Wno-override-module", "-O2", "-S",
                "-Xclang", "-target-cpu", "-Xclang", "sm_70", "-Xclang",
                "-target-feature", "-Xclang", "+ptx63"});
  if (!Tools.Plugin.empty())
    Words.insert(Words.end(),
                 {"-fplugin=" + Tools.Plugin, "-fpass-plugin=" + Tools.Plugin});
  // Up to LLVM 16 pointers may have types; the passes for PTX want none.
  if (atoi(TASKLET_LLVM) < 17)
    Words.insert(Words.end(), {"-mllvm", "-opaque-pointers"});
  Words.insert(Words.end(), {"-mllvm", "-tkl-make-ptx=" + Tools.Libclc, "-x",
                             "ir", "-o", asFileName(Ptx), asFileName(Bitcode)});
  return Words;
}

std::string tasklet::asFileName(const std::string &Name) {
  return Name[0] == '@' ? "./" + Name : Name;
}
