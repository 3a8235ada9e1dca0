//===- RunOnDevice.cpp - kite run on an OpenCL device ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tools/Device.h"
#include "tools/EntryProgram.h"
#include "tools/ExitCodes.h"
#include "tools/RunCommand.h"

#include "code/Generate.h"
#include "code/Supported.h"
#include "graphs/Anf.h"
#include "graphs/Unused.h"
#include "interpret/NpyFile.h"
#include "syntax/Parser.h"
#include "types/Checker.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdio>

using namespace tasklet;
using namespace tasklet::kite;

namespace {

/// One program, from its text on.
struct Unit {
  llvm::SourceMgr Sources;
  Diagnostics Diags{Sources};
  AstContext Ast;
  TypeContext Types;
  Program Parsed;
  std::optional<CheckedProgram> Checked;
};

} // namespace

/// A name that occurs nowhere in the program.
static std::string freshPrefix(const llvm::SourceMgr &Sources) {
  std::string Name = "device_run";
  for (unsigned I = 1; I <= Sources.getNumBuffers(); ++I)
    while (Sources.getMemoryBuffer(I)->getBuffer().contains(Name))
      Name += "x";
  return Name;
}

/// The program once more, with \p Added, whose tasks alone are exported.
static int generateWith(const RunOptions &Options, const EntryProgram &Added,
                        std::string &Source) {
  Unit Whole;
  Whole.Parsed = parseFile(Options.File, Whole.Ast, Whole.Diags);
  for (Decl *Each : Whole.Parsed.Decls)
    if (auto *Task = llvm::dyn_cast<TaskDecl>(Each))
      Task->IsExported = false;
  Program More = parseBuffer(
      llvm::MemoryBuffer::getMemBufferCopy(Added.Text, "<kite run>"), Whole.Ast,
      Whole.Diags);
  Whole.Parsed.Decls.insert(Whole.Parsed.Decls.end(), More.Decls.begin(),
                            More.Decls.end());
  if (!Whole.Diags.hasErrors())
    Whole.Checked = check(Whole.Parsed, Whole.Ast, Whole.Types, Whole.Diags);
  if (!Whole.Checked) {
    Whole.Diags.print(llvm::errs());
    return ExitErrors;
  }
  // First, so that what is not compiled may be in others.
  dropUnusedTasks(*Whole.Checked);
  if (!isSupported(*Whole.Checked, Whole.Diags)) {
    Whole.Diags.print(llvm::errs());
    return ExitErrors;
  }
  CodeOptions Code;
  Code.CheckBounds = !Options.NoBounds;
  Code.ExactLines = true;
  Code.Flatten = !Options.NoFlatten;
  toNormalForm(*Whole.Checked, Whole.Ast, Whole.Types);
  dropUnusedTasks(*Whole.Checked);
  Source = generate(*Whole.Checked, Whole.Ast, Whole.Sources, Code);
  return ExitDone;
}

/// How much memory the result may take, in bytes. On processors only the pages
/// that are written cost memory.
static constexpr uint64_t MostRoom = uint64_t(1) << 30;

namespace {

/// What `-o` needs on the device.
struct ResultRoom {
  uint64_t Elements = 0;
  cl_mem Memory = nullptr, Shape = nullptr;

  int add(const BaseType &Element, Device &On);
  int write(const RunOptions &Options, const Type &Ty, const BaseType &Element,
            Device &On);
};

} // namespace

int ResultRoom::add(const BaseType &Element, Device &On) {
  uint64_t Size = Element.bits() / 8;
  Elements = std::min(On.largestArray(), MostRoom) / Size;
  if (int Code = On.addRoom(Elements * Size, Elements, Memory))
    return Code;
  std::string Empty(ShapeFields * sizeof(cl_long), '\xff');
  return On.addArray(Empty, ShapeFields, Shape);
}

int ResultRoom::write(const RunOptions &Options, const Type &Ty,
                      const BaseType &Element, Device &On) {
  cl_long Sizes[ShapeFields];
  if (int Code = On.read(Shape, sizeof(Sizes), Sizes))
    return Code;
  std::string Problem;
  uint64_t Rows = Sizes[ShapeRows], Columns = Sizes[ShapeColumns];
  if (Sizes[ShapeOther] != -1) {
    llvm::errs() << "kite: error: rows of " << Columns << " and of "
                 << Sizes[ShapeOther]
                 << " elements cannot be written to one file\n";
    return ExitSystem;
  }
  if (Rows * Columns > Elements) {
    llvm::errs() << "kite: error: the result has " << Rows * Columns
                 << " elements, and a file is made of " << Elements
                 << " at most\n";
    return ExitSystem;
  }
  std::string Bytes(Rows * Columns * (Element.bits() / 8), '\0');
  if (int Code = On.read(Memory, Bytes.size(), Bytes.data()))
    return Code;
  if (writeNpy(Options.Output, takeResult(Bytes, Ty, Rows, Columns), Ty,
               Problem))
    return ExitDone;
  llvm::errs() << "kite: error: " << Problem << '\n';
  return ExitSystem;
}

static int runKernel(const RunOptions &Options, const EntryProgram &Added,
                     const Type &ResultType, const std::string &Source) {
  Device On;
  if (int Code = On.open(Options.Device))
    return Code;
  if (int Code = On.build(Source, kernelName(Added.Task)))
    return Code;
  ResultRoom Room;
  if (Added.Element)
    if (int Code = Room.add(*Added.Element, On))
      return Code;
  for (const KernelArgument &Each : Added.Arguments) {
    cl_mem Memory = nullptr;
    int Code = Each.IsArray ? On.addArray(Each.Bytes, Each.Length, Memory)
                            : On.addArgument(Each.Bytes);
    if (Code)
      return Code;
  }
  if (int Code = On.run())
    return Code;
  // The library writes what tasks print with the C library.
  if (ferror(stdout)) {
    llvm::errs() << "kite: error: standard output cannot be written\n";
    return ExitSystem;
  }
  return Added.Element ? Room.write(Options, ResultType, *Added.Element, On)
                       : static_cast<int>(ExitDone);
}

int kite::runOnDevice(const RunOptions &Options) {
  Unit Given;
  Given.Parsed = parseFile(Options.File, Given.Ast, Given.Diags);
  if (!Given.Diags.hasErrors())
    Given.Checked = check(Given.Parsed, Given.Ast, Given.Types, Given.Diags);
  Given.Diags.print(llvm::errs());
  if (!Given.Checked || Given.Diags.hasErrors())
    return ExitErrors;
  const TaskDecl *Entry = findEntry(*Given.Checked, Options);
  if (!Entry)
    return ExitUsage;
  std::vector<Value> Arguments = readArguments(Options, *Entry, Given.Diags);
  Given.Diags.print(llvm::errs());
  if (Given.Diags.hasErrors())
    return ExitUsage;
  std::string Problem;
  std::optional<EntryProgram> Added =
      makeEntryProgram(*Entry, Arguments, !Options.Output.empty(),
                       freshPrefix(Given.Sources), Problem);
  if (!Added)
    return failUsage(Problem);
  std::string Source;
  if (int Code = generateWith(Options, *Added, Source))
    return Code;
  return runKernel(Options, *Added, *Entry->ResultType, Source);
}
