//===- CommandLine.cpp - What taskletc is asked to do ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "CommandLine.h"

#include "Text.h"

#include "compile/BuildOptions.h"

#include <algorithm>

using namespace tasklet;

const char tasklet::HelpText[] =
    R"(usage: taskletc [options] k.cl
       taskletc [options] k.kite
       taskletc [options] a.bc b.bc...

Compiles one OpenCL C program with tasks, or one in Kite, to something OpenCL
drivers take, or links one from objects.

  k.cl                  the program; k.bc: bitcode that clang and the plugin
                        made; -: the program is on standard input
  k.kite                the program, in Kite; kitec translates it first
  -x kite               the program is in Kite, whatever its name
  -fno-bounds           do not check indexes in Kite: a bad one may do anything
  --object              make an object, a part of a program that is linked
                        later; of objects, make a library, which is an object
  -o FILE               output (default: the program's name with .bc, .ll, .spv
                        or .ptx, in this folder; -: standard output)
  --emit=bc|ll|spirv|ptx
                        LLVM bitcode of target spir64 (default), its text,
                        SPIR-V: version 1.2, or 1.3 if it uses sub-groups; or
                        PTX for NVIDIA's devices from sm_70 on (docs/gpu.md)
  -tkl-target=NAME      what the driver takes: spir (default), which is bitcode,
                        or bitcode that is or will be translated: spirv, by
                        --emit=spirv or llvm-spirv, or nvptx, by --emit=ptx
  -tkl-quirks=LIST      what only some drivers need, with commas between: a
                        driver, pocl-3.1, pocl-6 or rusticl, for all that it
                        needs, or bit-loads, builtin-names, calls-of-128,
                        calls-of-256, calls-of-512, kernel-copies,
                        local-addresses, printf-functions, reducible-loops,
                        switch-defaults; or none. Default: what pocl-3.1 needs,
                        but calls-of-128 and calls-of-512, and for spirv without
                        builtin-names, kernel-copies and printf-functions
  --cpu=NAMES           the processor that will run the program, as clang calls
                        it: loops become vectors for it. With commas between,
                        the first that is known. Default: any processor, and no
                        vectors. For bitcode of target spir
  -mprefer-vector-width=N
                        vectors of up to 128, 256 or 512 bits for --cpu=, where
                        it has these. Default: what LLVM prefers for it
  -fno-vectorize        no vectors for --cpu= either
  --elide               make an ordinary C file of the program, in which spawns
                        are calls, to be debugged and checked like any other
                        (docs/elision.md); its name ends in .c unless -o is
                        given; no --trace or --check=
  -E                    preprocess only, to standard output unless -o is given;
                        no --trace or --check=
  --manifest=FILE       also write what a host must know to run the kernels
                        (docs/abi.md, section 4)
  --depfile=FILE        also write the names of all files read, as a rule for
                        make
  --report[=FILE]       also write what becomes of each task: the bytes of its
                        frame, what each force captures, how each spawn is run,
                        what is inlined; of each ordered kernel, what decides
                        its accesses; of each loop, with --cpu=, whether it
                        became vectors; to standard output unless FILE is given
  --trace               make a program that can be traced with TASKLET_TRACE
                        (docs/tracing.md)
  --check=races         make a program that finds its data races when it runs
                        (docs/debugging.md); it cannot be traced
  --check=stack         make a program that says which spawns led to a task that
                        fails (docs/debugging.md); it cannot be traced
  -D -U -I -O* -g -w -W* -cl-* -fplugin-arg-* -fwrapv
                        as for clang and clBuildProgram; -cl-std=CL1.2 unless
                        given. Kite has no macros: no -D and -U
  -tkl-warp-size=N      how many consecutive work-items are a warp to everywhere
                        blocks, where the device has no sub-groups: 1, 2, 4, 8,
                        16, 32 (default) or 64
  -tkl-sub-groups       everywhere blocks take sub-groups of the device for
                        warps; with -tkl-warp-size=N, of N work-items
  -tkl-lane-loops=0|1   whether one work-item of each warp runs the code of all
                        of them, where warps are no sub-groups; by default it
                        does for -tkl-target=spir
  -tkl-worker-lanes=N   workers are the lanes of warps of N, as GPUs need it: 1,
                        2, 4, 8, 16, 32 or 64 (docs/gpu.md); by default 32 for
                        -tkl-target=nvptx, else 1
  -fdebug-prefix-map=OLD=NEW
                        as for clang: what messages of the link call folders
  --most-work-items=N   the largest work-group of the device, 1 to 65536 (default
                        4096): everywhere blocks have local memory for so many,
                        unless the kernel has reqd_work_group_size
  --owner=FD:FOLDER     for programs that run taskletc: end as soon as descriptor
                        FD can be read or is cut off, and remove FOLDER then;
                        temporary files are made in FOLDER
  --toolchain           print which clang and plugin are used
  --version, --help

Exit status: 0 done, 1 the program has errors, 2 wrong usage, 3 the tool chain
is missing, crashed or was killed.

Environment: TASKLET_CLANG, TASKLET_PLUGIN, TASKLET_LLVM_SPIRV and TASKLET_KITEC
name others than the usual clang )" TASKLET_LLVM R"(, TaskletPlugin.so,
llvm-spirv )" TASKLET_LLVM R"( and kitec; TASKLET_LIBCLC names the
nvptx64--nvidiacl.bc of libclc )" TASKLET_LLVM R"(, which --emit=ptx links,
and TASKLET_PTXAS NVIDIA's ptxas, which its --report asks.
TASKLET_COMPILER_TIMEOUT: seconds after which clang is stopped, 600 unless set.
TMPDIR: where temporary files are.
)";

static bool takeValue(const std::string &Word, const char *Prefix,
                      std::string &Value) {
  std::string Start(Prefix);
  if (!startsWith(Word, Start))
    return false;
  Value = Word.substr(Start.size());
  return true;
}

static bool parseEmit(const std::string &Name, Emit &Kind) {
  if (Name == "bc")
    Kind = Emit::Bitcode;
  else if (Name == "ll")
    Kind = Emit::Assembly;
  else if (Name == "spirv")
    Kind = Emit::Spirv;
  else if (Name == "ptx")
    Kind = Emit::Ptx;
  else
    return false;
  return true;
}

static bool isNumber(const std::string &Text, int From, int To) {
  return !Text.empty() && Text.size() <= 6 &&
         Text.find_first_not_of("0123456789") == std::string::npos &&
         std::stoi(Text) >= From && std::stoi(Text) <= To;
}

static bool parseOwner(const std::string &Value, Owner &Result) {
  size_t Colon = Value.find(':');
  std::string Number = Value.substr(0, Colon);
  if (Colon == std::string::npos || Colon + 1 == Value.size() ||
      !isNumber(Number, 0, 999999))
    return false;
  Result.Lifeline = std::stoi(Number);
  Result.Folder = Value.substr(Colon + 1);
  return true;
}

static bool isTarget(const std::string &Name) {
#define TKL_TARGET(ID, NAME, TRIPLE)                                           \
  if (Name == NAME)                                                            \
    return true;
#include "targets.def"
  return false;
}

static bool isQuirk(const std::string &Name) {
  // Of drivers, a quirk has several.
  const std::string Word = " " + Name + " ";
#define TKL_QUIRK(ID, NAME, DRIVERS)                                           \
  if (Word == " " NAME " " ||                                                  \
      std::string(" " DRIVERS " ").find(Word) != std::string::npos)            \
    return true;
#include "targets.def"
  return false;
}

static bool areQuirks(const std::string &List) {
  if (List == "none")
    return true;
  for (size_t Begin = 0, End = 0; End < List.size(); Begin = End + 1) {
    End = std::min(List.find(',', Begin), List.size());
    if (!isQuirk(List.substr(Begin, End - Begin)))
      return false;
  }
  return !List.empty() && List.back() != ',';
}

/// The options of taskletc itself. \p Taken says whether \p Word was one.
static bool parseOwnOption(const std::string &Word, CommandLine &Line,
                           bool &Taken, std::string &Error) {
  Taken = true;
  std::string Value;
  // Of two kinds of results the last one counts; C is none of them.
  if (Word == "-E" || Word == "--elide" || startsWith(Word, "--emit=")) {
    if ((Word == "--elide") != (Line.KindOption == "--elide") &&
        !Line.KindOption.empty()) {
      Error = "'" + Line.KindOption + "' and '" + Word +
              "' ask for different results; leave one of them out";
      return false;
    }
    Line.KindOption = Word;
  }
  if (Word == "--help" || Word == "-h")
    Line.What = CommandLine::Action::Help;
  else if (Word == "--version")
    Line.What = CommandLine::Action::Version;
  else if (Word == "--toolchain")
    Line.What = CommandLine::Action::Toolchain;
  else if (Word == "-E")
    Line.Kind = Emit::Preprocessed;
  else if (Word == "--elide")
    Line.Kind = Emit::Elision;
  else if (Word == KiteOption)
    Line.IsKite = true;
  else if (Word == NoBoundsOption)
    Line.NoBounds = true;
  else if (Word == "--object")
    Line.Object = true;
  else if (Word == "--trace")
    Line.Trace = true;
  else if (takeValue(Word, "--check=", Value)) {
    Line.Races |= Value == "races";
    Line.Stack |= Value == "stack";
    if (Line.Races && Line.Stack) {
      Error = "a program can look for races, or know the spawns that lead to a "
              "failure, but not both: give one '--check='";
      return false;
    }
    if (Value != "races" && Value != "stack") {
      Error = "'" + Word + "': the checks are races and stack";
      return false;
    }
  } else if (takeValue(Word, "-tkl-target=", Line.Target)) {
    if (!isTarget(Line.Target)) {
      Error = "'" + Word + "': the targets are spir, spirv and nvptx";
      return false;
    }
  } else if (takeValue(Word, "-tkl-quirks=", Line.Quirks)) {
    if (!areQuirks(Line.Quirks)) {
      Error = "'" + Word +
              "': the quirks are bit-loads, builtin-names, calls-of-128, "
              "calls-of-256, calls-of-512, kernel-copies, local-addresses, "
              "printf-functions, reducible-loops, switch-defaults and those of "
              "a driver, pocl-3.1, pocl-6 or rusticl; give some with commas "
              "between, or none";
      return false;
    }
  } else if (takeValue(Word, "-tkl-worker-lanes=", Line.WorkerLanes)) {
    if (!isNumber(Line.WorkerLanes, 1, 64) ||
        (std::stoul(Line.WorkerLanes) & (std::stoul(Line.WorkerLanes) - 1))) {
      Error =
          "'" + Word + "': workers are teams of 1, 2, 4, 8, 16, 32 or 64 lanes";
      return false;
    }
  } else if (takeValue(Word, "--cpu=", Line.Processors)) {
    // The compiler knows the names.
    if (Line.Processors.empty()) {
      Error = "'--cpu=' lacks the name of a processor";
      return false;
    }
  } else if (takeValue(Word, "-mprefer-vector-width=", Line.VectorBits)) {
    if (Line.VectorBits != "128" && Line.VectorBits != "256" &&
        Line.VectorBits != "512") {
      Error = "'" + Word + "': vectors have 128, 256 or 512 bits";
      return false;
    }
  } else if (takeValue(Word, "--emit=", Value)) {
    if (!parseEmit(Value, Line.Kind)) {
      Error = "--emit=" + Value + ": the kinds are bc, ll, spirv and ptx";
      return false;
    }
  } else if (takeValue(Word, "--most-work-items=", Line.MostWorkItems)) {
    if (!isNumber(Line.MostWorkItems, 1, 65536)) {
      Error = "'" + Word + "': a work-group has 1 to 65536 work-items";
      return false;
    }
  } else if (takeValue(Word, "--owner=", Value)) {
    if (!parseOwner(Value, Line.WorksFor)) {
      Error = "--owner=" + Value +
              ": give a descriptor and a folder, as in --owner=3:/tmp/x";
      return false;
    }
  } else if (Word == "--report")
    Line.Report = "-";
  else if (takeValue(Word, "--manifest=", Line.Manifest) ||
           takeValue(Word, "--depfile=", Line.DepFile) ||
           takeValue(Word, "--report=", Line.Report)) {
    if (Word.back() == '=') {
      Error = "'" + Word + "' lacks the name of a file";
      return false;
    }
    if (Line.Manifest == "-" || Line.DepFile == "-") {
      Error = "'" + Word +
              "': only the program can go to standard output; name a file";
      return false;
    }
  } else
    Taken = false;
  return true;
}

/// That of the options for programs that run which was given.
static std::string optionOfRun(const CommandLine &Line) {
  return Line.Races   ? "--check=races"
         : Line.Stack ? "--check=stack"
                      : "--trace";
}

bool tasklet::parseCommandLine(const std::vector<std::string> &Arguments,
                               CommandLine &Line, std::string &Error) {
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const std::string &Word = Arguments[I];
    if (Word == "-" || Word.empty() || Word[0] != '-') {
      Line.Inputs.push_back(Word);
      continue;
    }
    if (Word == "-x") {
      if (++I == Arguments.size() || Arguments[I] != "kite") {
        Error = "'-x' takes 'kite'; all other programs are OpenCL C or bitcode";
        return false;
      }
      Line.IsKite = true;
      continue;
    }
    bool Taken = false;
    if (!parseOwnOption(Word, Line, Taken, Error))
      return false;
    if (Taken)
      continue;
    bool IsOutput = Word == "-o";
    // No option of clBuildProgram.
    bool IsPrefixMap = startsWith(Word, "-fdebug-prefix-map=");
    unsigned Count = IsOutput ? 2 : IsPrefixMap ? 1 : countOptionWords(Word);
    if (!Count) {
      Error = "unknown option '" + Word + "'";
      return false;
    }
    std::string Option;
    if (!takeOption(Arguments, I, Count, Option, Error))
      return false;
    if (IsOutput) {
      Line.Output = Arguments[I];
      continue;
    }
    Line.HasStandard |= startsWith(Option, "-cl-std=");
    Line.ClangOptions.push_back(Option);
  }
  if (Line.What == CommandLine::Action::Compile && Line.Inputs.empty()) {
    Error = "no program given";
    return false;
  }
  if (Line.Object && Line.Kind != Emit::Bitcode &&
      Line.Kind != Emit::Assembly) {
    Error = "an object is LLVM bitcode or its text; only whole programs become "
            "SPIR-V, PTX or C";
    return false;
  }
  if (Line.Target.empty())
    Line.Target = Line.Kind == Emit::Spirv ? "spirv"
                  : Line.Kind == Emit::Ptx ? "nvptx"
                                           : "spir";
  if (Line.Kind == Emit::Spirv && Line.Target != "spirv") {
    Error = "SPIR-V is made of programs for the target spirv, not for '" +
            Line.Target + "'";
    return false;
  }
  if (Line.Kind == Emit::Ptx && Line.Target != "nvptx") {
    Error = "PTX is made of programs for the target nvptx, not for '" +
            Line.Target + "'";
    return false;
  }
  if (!Line.Processors.empty() && Line.Target != "spir") {
    Error = "'--cpu=" + Line.Processors +
            "' is for programs of the target spir, not for '" + Line.Target +
            "': that driver chooses vectors itself";
    return false;
  }
  if (!Line.VectorBits.empty() && Line.Processors.empty()) {
    Error = "'-mprefer-vector-width=" + Line.VectorBits +
            "' needs --cpu=, without which there are no vectors";
    return false;
  }
  if (Line.Kind == Emit::Preprocessed &&
      !(Line.Manifest.empty() && Line.DepFile.empty() && Line.Report.empty())) {
    Error = "-E makes neither a manifest nor a list of files nor a report";
    return false;
  }
  if (Line.Kind == Emit::Preprocessed &&
      (Line.Races || Line.Stack || Line.Trace)) {
    Error = "-E makes no program; give '" + optionOfRun(Line) +
            "' when what it makes is compiled";
    return false;
  }
  if (Line.Kind == Emit::Elision && Line.Inputs.size() > 1) {
    Error = "--elide takes one program; make a source that includes the others";
    return false;
  }
  if (Line.Kind == Emit::Elision &&
      !(Line.Manifest.empty() && Line.Report.empty() && !Line.Trace)) {
    Error =
        "--elide makes C for the host: neither a manifest nor a report, and "
        "nothing to be traced";
    return false;
  }
  if (Line.Trace && (Line.Races || Line.Stack)) {
    std::string Check = optionOfRun(Line);
    Error = "a program that is made with '" + Check +
            "' cannot be traced; leave '" + Check + "' or '--trace' out";
    return false;
  }
  if (Line.Kind == Emit::Elision && (Line.Races || Line.Stack)) {
    Error = "--elide makes C for the host, which gcc, clang and their "
            "sanitizers check; leave '" +
            optionOfRun(Line) + "' out";
    return false;
  }
  if (Line.Object && !Line.Report.empty()) {
    Error = "what becomes of the tasks of an object is decided when it is "
            "linked; ask for the report then";
    return false;
  }
  if (Line.Report == "-" && Line.Output == "-") {
    Error = "the program and the report cannot both go to standard output; "
            "name a file with --report=";
    return false;
  }
  return true;
}
