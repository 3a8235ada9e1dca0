//===- Together.cpp - Made-up programs as one of Tasklets -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Together.h"
#include "Generate.h"

#include "code/Generate.h"
#include "code/Prelude.h"
#include "code/Supported.h"
#include "compat/Strings.h"
#include "graphs/Anf.h"
#include "graphs/Unused.h"
#include "syntax/Parser.h"
#include "types/Checker.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace tasklet;
using namespace tasklet::kite;

static bool isClosed(uint64_t Seed) { return Seed % 16 == 7; }
static bool isUnchecked(uint64_t Seed) { return Seed % 16 == 11; }

std::string tasklet::kite::optionsOf(uint64_t Seed) {
  return isClosed(Seed)      ? " -fno-flatten"
         : isUnchecked(Seed) ? " -fno-bounds"
                             : "";
}

static std::string compile(uint64_t Seed) {
  SourceMgr Sources;
  Diagnostics Diags(Sources);
  AstContext Ast;
  TypeContext Types;
  Program Parsed =
      parseBuffer(MemoryBuffer::getMemBufferCopy(
                      generateProgram(Seed), std::to_string(Seed) + ".kite"),
                  Ast, Diags);
  std::optional<CheckedProgram> Checked;
  for (Decl *Each : Parsed.Decls)
    if (auto *Task = dyn_cast<TaskDecl>(Each))
      Task->IsExported = Task->Name == "main";
  if (!Diags.hasErrors())
    Checked = check(Parsed, Ast, Types, Diags);
  if (!Checked || !isSupported(*Checked, Diags))
    report_fatal_error("a program that was interpreted cannot be compiled");
  CodeOptions Options;
  Options.ExactLines = true;
  Options.Flatten = !isClosed(Seed);
  Options.CheckBounds = !isUnchecked(Seed);
  // As kite/tools/RunOnDevice.cpp does it.
  dropUnusedTasks(*Checked);
  toNormalForm(*Checked, Ast, Types);
  dropUnusedTasks(*Checked);
  return generate(*Checked, Ast, Sources, Options);
}

static StringRef lastName(StringRef Text) {
  Text = Text.rtrim();
  return Text.take_back(Text.size() - Text.find_last_of(" *}") - 1);
}

/// The name that \p Line of a generated program declares for all that follows;
/// empty if there is none. What is inside of something is indented, and has the
/// name of nothing outside.
static StringRef declaredName(StringRef Line) {
  if (Line.consume_front("static "))
    return lastName(Line.take_front(Line.find_first_of("([=")));
  if (Line.consume_back(" {"))
    return Line.consume_front("struct ") ? Line : "";
  bool IsType = Line.consume_front("typedef ") || Line.consume_front("}");
  return IsType && Line.consume_back(";") ? lastName(Line) : "";
}

namespace {

struct Part {
  std::string Code;
  bool HasLocks = false;
  /// The task that the program's kernel starts.
  std::string Main;
  std::vector<std::string> Names;
};

} // namespace

static Part partOf(uint64_t Seed) {
  Part Made;
  std::string Text = compile(Seed);
  std::string Prelude = preludeFor(true);
  size_t At = Text.find(Prelude);
  Made.HasLocks = At != std::string::npos;
  if (!Made.HasLocks) {
    Prelude = preludeFor(false);
    At = Text.find(Prelude);
  }
  StringRef Code = StringRef(Text).drop_front(At + Prelude.size());
  std::string Head = "__kernel void " + kernelName("main") + "(void) {\n";
  auto [Before, Kernel] = Code.split(Head);
  if (At == std::string::npos || Kernel.empty())
    report_fatal_error("the code generator's programs have another form");
  Made.Code = Before.str();
  Made.Main = Kernel.split("<- ").second.split('(').first.str();
  StringSet<> Known;
  while (!Before.empty()) {
    auto [Line, Rest] = Before.split('\n');
    StringRef Name = declaredName(Line);
    if (!Name.empty() && Known.insert(Name).second)
      Made.Names.push_back(Name.str());
    Before = Rest;
  }
  return Made;
}

/// The length of the word, literal or comment, or of the sign, at the start of
/// \p Code.
static size_t lengthOfToken(StringRef Code) {
  auto IsOfWord = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  if (IsOfWord(Code[0]))
    return Code.take_while(IsOfWord).size();
  if (startsWith(Code, "//"))
    return Code.find('\n');
  if (Code[0] != '"' && Code[0] != '\'')
    return 1;
  size_t End = 1;
  while (Code[End] != Code[0])
    End += Code[End] == '\\' ? 2 : 1;
  return End + 1;
}

/// Fields and components keep their names.
static std::string rename(const Part &Of, const std::string &Prefix) {
  StringSet<> Names;
  for (const std::string &Name : Of.Names)
    Names.insert(Name);
  std::string Code;
  for (StringRef Rest = Of.Code; !Rest.empty();) {
    StringRef Token = Rest.take_front(lengthOfToken(Rest));
    bool IsField =
        endsWith(StringRef(Code), ".") || endsWith(StringRef(Code), "->");
    if (!IsField && Names.count(Token))
      Code += Prefix;
    Code += Token;
    Rest = Rest.drop_front(Token.size());
  }
  return Code;
}

std::string tasklet::kite::sourceOf(const std::vector<uint64_t> &Seeds) {
  std::string Parts, Kernel;
  bool HasLocks = false;
  for (size_t I = 0; I < Seeds.size(); ++I) {
    Part Each = partOf(Seeds[I]);
    HasLocks |= Each.HasLocks;
    std::string Prefix = "p" + std::to_string(I) + "_";
    Parts += rename(Each, Prefix);
    Kernel += "  case " + std::to_string(I) + ":\n    () <- " + Prefix +
              Each.Main + "();\n    break;\n";
  }
  return "#pragma clang diagnostic ignored \"-Weverything\"\n" +
         preludeFor(HasLocks) + Parts + "__kernel void " + KernelOfAll +
         "(uint which) {\n  switch (which) {\n" + Kernel + "  }\n}\n";
}
