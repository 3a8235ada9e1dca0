//===- main.cpp - The command usimd ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Assembly.h"
#include "CommandLine.h"
#include "PrologList.h"
#include "TraceHtml.h"
#include "TraceJson.h"
#include "TraceText.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>

using namespace tasklet::usimd;

static int fail(const std::string &Text) {
  std::cerr << "usimd: error: " << Text << "\n";
  return ExitUsage;
}

static bool readAll(const std::string &Name, std::string &Text) {
  // Streams throw where the name is a folder's; stdio says what is wrong.
  FILE *In = Name == "-" ? stdin : fopen(Name.c_str(), "rb");
  if (!In)
    return false;
  char Part[4096];
  for (size_t Size; (Size = fread(Part, 1, sizeof Part, In)) > 0;)
    Text.append(Part, Size);
  bool IsRight = !ferror(In);
  int Error = errno;
  if (In != stdin)
    fclose(In);
  errno = Error;
  return IsRight;
}

static bool isProlog(const CommandLine &Line) {
  const std::string &Name = Line.Input;
  if (Line.Syntax != Form::FromName)
    return Line.Syntax == Form::Prolog;
  return Name.size() > 3 && Name.compare(Name.size() - 3, 3, ".pl") == 0;
}

static std::string describe(const Trouble &T) {
  return "pc " + std::to_string(T.Pc) +
         (T.Applied ? std::string(", rule ") + nameOf(*T.Applied) : "") + ": " +
         T.Text;
}

/// FILE:LINE:COLUMN of the instruction at \p Pc, or FILE if there is none.
static std::string placeOf(const std::string &Name, const Program &P,
                           size_t Pc) {
  if (!P.has(Pc))
    return Name;
  Place Where = P.at(Pc).Where;
  return Name + ":" + std::to_string(Where.Line) + ":" +
         std::to_string(Where.Column);
}

static int run(const CommandLine &Line, const Program &P,
               const std::string &Name) {
  std::ofstream File;
  bool HasFile = !Line.Output.empty() && Line.Output != "-";
  if (HasFile) {
    File.open(Line.Output, std::ios::binary);
    if (!File)
      return fail("cannot write '" + Line.Output + "': " + strerror(errno));
  }
  std::ostream &Out = HasFile ? File : std::cout;

  Transactions Memory;
  std::vector<Observer *> Observers{&Memory};
  std::unique_ptr<TraceText> Text;
  std::unique_ptr<TraceJson> Json;
  std::unique_ptr<TraceHtml> Html;
  if (Line.Kind == Trace::Text)
    Observers.push_back((Text = std::make_unique<TraceText>(Out, P)).get());
  if (Line.Kind == Trace::Json)
    Observers.push_back(
        (Json = std::make_unique<TraceJson>(Out, P, Line.Machine.Threads))
            .get());
  if (Line.Kind == Trace::Html || Line.Kind == Trace::Svg)
    Observers.push_back(
        (Html = std::make_unique<TraceHtml>(P, Line.Machine.Threads)).get());

  Machine M(P, Line.Machine);
  Outcome How = M.run(Observers);
  // The page is for people: the name without the folder.
  Finished Done{Name.substr(Name.rfind('/') + 1), P, M, Memory};
  if (Json)
    Json->end(Done);
  if (Line.Kind == Trace::Html)
    Html->write(Out, Done);
  if (Line.Kind == Trace::Svg)
    Html->writeDrawing(Out, Done);
  if (HasFile || (!Json && !Html))
    printState(std::cout, Done);

  errno = 0;
  std::cout.flush();
  if (!std::cout)
    return fail("cannot write to standard output");
  if (HasFile) {
    File.close();
    if (!File)
      return fail("cannot write '" + Line.Output + "'");
  }
  for (const Trouble &Each : M.decided())
    std::cerr << placeOf(Name, P, Each.Pc) << ": warning: " << describe(Each)
              << "; the paper does not define this: usimd/README.md says what "
                 "happens, and --strict stops here\n";
  if (How == Outcome::Stopped)
    return ExitDone;
  std::cerr << placeOf(Name, P, M.reason().Pc)
            << ": error: " << describe(M.reason()) << "\n";
  return ExitNotStopped;
}

int main(int Argc, char **Argv) {
  CommandLine Line;
  std::string Error;
  if (!parseCommandLine(std::vector<std::string>(Argv + 1, Argv + Argc), Line,
                        Error))
    return fail(Error + "; usimd --help lists what there is");
  if (Line.What != CommandLine::Action::Run) {
    std::cout << (Line.What == CommandLine::Action::Help
                      ? HelpText
                      : "usimd " TASKLET_VERSION "\n");
    return ExitDone;
  }
  std::string Text;
  if (!readAll(Line.Input, Text))
    return fail("cannot read '" + Line.Input + "': " + strerror(errno));
  std::string Name = Line.Input == "-" ? "<stdin>" : Line.Input;
  Parsed P = isProlog(Line) ? parsePrologList(Text) : parseAssembly(Text);
  for (const SyntaxError &Each : P.Errors)
    std::cerr << Name << ":" << Each.Where.Line << ":" << Each.Where.Column
              << ": error: " << Each.Text << "\n";
  if (!P.Errors.empty())
    return ExitProgramError;
  return run(Line, P.Result, Name);
}
