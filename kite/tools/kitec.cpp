//===- kitec.cpp - The compiler command for Kite --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tools/kitec.h"

#include "code/Generate.h"
#include "code/Supported.h"
#include "compat/Strings.h"
#include "graphs/Anf.h"
#include "graphs/PrintStages.h"
#include "syntax/AstPrinter.h"
#include "syntax/Parser.h"
#include "tools/FileRule.h"
#include "tools/RunTaskletc.h"
#include "tools/WriteResult.h"
#include "types/Checker.h"
#include "types/PrintTypes.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace tasklet::kite;
using tasklet::endsWith;

namespace {

/// As those of taskletc.
enum Status { Done = 0, ProgramError = 1, UsageError = 2 };

enum class Emit { Ast, Types, Anf, Graph, FlatGraph, Tasklets };

cl::OptionCategory Category("Options");
cl::opt<std::string> Input(cl::Positional, cl::desc("prog.kite"),
                           cl::cat(Category));
cl::opt<std::string>
    OutputName("o",
               cl::desc("Where the result goes; -: to standard output, where "
                        "it also goes without this option; a name that ends in "
                        ".bc: bitcode, which taskletc makes"),
               cl::value_desc("FILE"), cl::cat(Category));
cl::opt<Emit>
    What("emit", cl::desc("What the result is:"), cl::init(Emit::Tasklets),
         cl::values(clEnumValN(Emit::Ast, "ast",
                               "the program and what it imports, as "
                               "Kite"),
                    clEnumValN(Emit::Types, "types",
                               "the same after checking, with all "
                               "types, waits and instances"),
                    clEnumValN(Emit::Anf, "anf",
                               "A-normal form: a statement for each "
                               "application"),
                    clEnumValN(Emit::Graph, "graph", "the task graphs, as DOT"),
                    clEnumValN(Emit::FlatGraph, "graph-flat",
                               "the same after flattening"),
                    clEnumValN(Emit::Tasklets, "cl",
                               "Tasklets: OpenCL C with tasks")),
         cl::cat(Category));
cl::opt<bool> NoBounds("fno-bounds",
                       cl::desc("Do not check indexes: a bad one may do "
                                "anything"),
                       cl::cat(Category));
cl::opt<bool> NoFlatten("fno-flatten",
                        cl::desc("Leave conditionals closed, to see what "
                                 "opening them is good for"),
                        cl::Hidden, cl::cat(Category));
cl::opt<bool> ExactLines("exact-lines",
                         cl::desc("Say for each statement which line it comes "
                                  "from, though that is hard to read"),
                         cl::Hidden, cl::cat(Category));
cl::opt<bool> CheckOnly("check",
                        cl::desc("Tell of mistakes and write no result"),
                        cl::cat(Category));
cl::opt<std::string>
    DepFile("depfile",
            cl::desc("Also write the names of all files read, as a rule for "
                     "make"),
            cl::value_desc("FILE"), cl::cat(Category));
// What follows is for taskletc, which runs this command.
cl::opt<std::string> RuleTarget("depfile-target",
                                cl::desc("What the rule makes, instead of the "
                                         "result"),
                                cl::value_desc("NAME"), cl::Hidden,
                                cl::cat(Category));
cl::opt<std::string> StdinName("stdin-name",
                               cl::desc("What messages call a program that "
                                        "comes from standard input"),
                               cl::value_desc("NAME"), cl::init("<stdin>"),
                               cl::Hidden, cl::cat(Category));
cl::opt<std::string> DroppedFolder("drop-folder",
                                   cl::desc("The compiled program calls files "
                                            "in there by the rest of their "
                                            "names"),
                                   cl::value_desc("FOLDER/"), cl::Hidden,
                                   cl::cat(Category));

} // namespace

static int fail(Status Code, const Twine &Message) {
  errs() << "kitec: error: " << Message << "\n";
  return Code;
}

static std::string describeFile(StringRef Name, StringRef Standard) {
  return Name == "-" ? Standard.str() : ("'" + Name + "'").str();
}

/// Done, or the reason has been told.
static int parseCommandLine(int Argc, char **Argv) {
  cl::HideUnrelatedOptions(Category);
  cl::SetVersionPrinter(
      [](raw_ostream &Stream) { Stream << "kitec " TASKLET_VERSION << "\n"; });
  std::string Errors;
  raw_string_ostream Stream(Errors);
  if (!cl::ParseCommandLineOptions(
          Argc, Argv,
          "Compiles a program in Kite. '-' is a program on standard input.\n\n"
          "The exit status is 0 if all is done, 1 if the program has errors "
          "and 2 if the\ncommand is wrong, or a file cannot be read or "
          "written.\n",
          &Stream)) {
    // LLVM has told of a wrong value itself.
    if (Stream.str().empty())
      return UsageError;
    StringRef First = StringRef(Stream.str()).split('\n').first;
    // LLVM names the command in its way.
    StringRef Text = First.contains(": ") ? First.split(": ").second : First;
    return fail(UsageError, Text.split("  Try: ").first.rtrim(".!") +
                                "; kitec --help lists what there is");
  }
  if (Input.empty())
    return fail(UsageError,
                "no program is given; kitec --help lists what there is");
  return Done;
}

/// Done, or the reason has been told.
static int write(StringRef Content, SourceMgr &Sources) {
  std::string Name = OutputName.empty() ? "-" : OutputName.getValue();
  for (unsigned I = 1; I <= Sources.getNumBuffers() && Name != "-"; ++I) {
    StringRef Source = Sources.getMemoryBuffer(I)->getBufferIdentifier();
    sys::fs::file_status Status;
    bool IsSame = false;
    if (!sys::fs::status(Name, Status) &&
        Status.type() == sys::fs::file_type::regular_file &&
        !sys::fs::equivalent(Source, Name, IsSame) && IsSame)
      return fail(UsageError, "'" + Name + "' would replace the program's '" +
                                  Source + "'; name another file");
  }
  if (std::error_code Error = writeResult(Name, Content))
    return fail(UsageError, describeFile(Name, "standard output") +
                                " cannot be written: " + Error.message());
  return Done;
}

/// Done, or the reason has been told.
static int writeRule(const SourceMgr &Sources) {
  if (DepFile.empty())
    return Done;
  std::string Target = !RuleTarget.empty()  ? RuleTarget.getValue()
                       : OutputName.empty() ? "-"
                                            : OutputName.getValue();
  if (std::error_code Error =
          writeResult(DepFile, makeFileRule(Sources, Target)))
    return fail(UsageError,
                "'" + DepFile + "' cannot be written: " + Error.message());
  return Done;
}

static int makeBitcode() {
  if (Input == "-" || CheckOnly || What.getNumOccurrences())
    return fail(UsageError, "'" + OutputName +
                                "': bitcode is made of files, and without "
                                "--check and --emit; name another file");
  return runTaskletc(Input, OutputName, DepFile, NoBounds);
}

int tasklet::kite::runKitec(int Argc, char **Argv) {
  if (int Code = parseCommandLine(Argc, Argv))
    return Code;
  if (endsWith(StringRef(OutputName), ".bc"))
    return makeBitcode();
  ErrorOr<std::unique_ptr<MemoryBuffer>> Text =
      MemoryBuffer::getFileOrSTDIN(Input);
  if (!Text)
    return fail(UsageError,
                describeFile(Input, "standard input") +
                    " cannot be read: " + Text.getError().message());
  if (Input == "-")
    Text = MemoryBuffer::getMemBufferCopy((*Text)->getBuffer(), StdinName);
  SourceMgr Sources;
  Diagnostics Diags(Sources);
  AstContext Ast;
  Program Parsed = parseBuffer(std::move(*Text), Ast, Diags);
  Diags.print(errs());
  if (Diags.hasErrors())
    return ProgramError;
  TypeContext Types;
  std::optional<CheckedProgram> Checked;
  // The tree alone is shown as it is written.
  if (CheckOnly || What != Emit::Ast) {
    Checked = check(Parsed, Ast, Types, Diags);
    Diags.print(errs());
    if (!Checked)
      return ProgramError;
  }
  if (!CheckOnly && What == Emit::Tasklets && !isSupported(*Checked, Diags)) {
    Diags.print(errs());
    return ProgramError;
  }
  if (int Code = writeRule(Sources))
    return Code;
  if (CheckOnly)
    return Done;

  std::string Result;
  raw_string_ostream Stream(Result);
  switch (What) {
  case Emit::Ast:
    printProgram(Parsed, Stream);
    break;
  case Emit::Types:
    printTypes(*Checked, Stream);
    break;
  case Emit::Anf:
    printNormalForm(*Checked, Ast, Types, Stream);
    break;
  case Emit::Graph:
  case Emit::FlatGraph:
    printGraphs(*Checked, Ast, Types, Sources, What == Emit::FlatGraph, Stream);
    break;
  case Emit::Tasklets: {
    CodeOptions Options;
    Options.CheckBounds = !NoBounds;
    Options.ExactLines = ExactLines;
    Options.Flatten = !NoFlatten;
    Options.DroppedFolder = DroppedFolder;
    toNormalForm(*Checked, Ast, Types);
    Stream << generate(*Checked, Ast, Sources, Options);
    break;
  }
  }
  return write(Stream.str(), Sources);
}
