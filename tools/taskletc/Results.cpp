//===- Results.cpp - What taskletc writes ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Results.h"

#include "Failure.h"
#include "Text.h"
#include "support/FileIO.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

using namespace tasklet;

PendingFile::PendingFile(std::string Path, const TemporaryFolder &Folder)
    : Final(std::move(Path)) {
  if (Final.empty())
    return;
  struct stat Info;
  bool Exists = Final != "-" && lstat(Final.c_str(), &Info) == 0;
  if (Exists && S_ISDIR(Info.st_mode)) {
    Error = EISDIR;
    return;
  }
  IsSpecial = Final == "-" || (Exists && !S_ISREG(Info.st_mode));
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

PendingFile::~PendingFile() {
  if (Temporary.empty() || unlink(Temporary.c_str()) != 0)
    return;
  // Clang itself writes to another name beside it, and may have been killed. For
  // k.bc.AbCdEf it is k.bc-01234567.AbCdEf.tmp.
  std::filesystem::path Path(Temporary);
  const std::string Start = Path.stem().string() + "-";
  const std::string End = Path.extension().string() + ".tmp";
  std::error_code Ignored;
  std::filesystem::path Folder =
      Path.has_parent_path() ? Path.parent_path() : ".";
  for (const auto &Each :
       std::filesystem::directory_iterator(Folder, Ignored)) {
    const std::string Name = Each.path().filename().string();
    if (Name.size() > Start.size() + End.size() && startsWith(Name, Start) &&
        Name.compare(Name.size() - End.size(), End.size(), End) == 0)
      unlink(Each.path().c_str());
  }
}

int PendingFile::check() const {
  std::string Name = Final == "-" ? "standard output" : "'" + Final + "'";
  return Error ? fail(ExitUsage, Name + " cannot be written: " +
                                     std::string(strerror(Error)))
               : ExitDone;
}

int PendingFile::finish() {
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

int PendingFile::deliver() {
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

/// One ordinary file under two names, whether it is there already or not.
static bool isSameFile(const std::string &A, const std::string &B) {
  std::error_code Error;
  if (std::filesystem::exists(A, Error) && std::filesystem::exists(B, Error))
    return std::filesystem::is_regular_file(A, Error) &&
           std::filesystem::equivalent(A, B, Error);
  // What is not there has no canonical form that begins at the root, unless its
  // name does.
  auto Place = [&](const std::string &Name) {
    return std::filesystem::weakly_canonical(
        std::filesystem::absolute(Name, Error), Error);
  };
  return Place(A) == Place(B);
}

int tasklet::checkOutputs(const CommandLine &Line, const std::string &Output) {
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

std::string tasklet::defaultOutput(const CommandLine &Line) {
  if (Line.Kind == Emit::Preprocessed)
    return "-";
  const char *Extension = Line.Kind == Emit::Bitcode    ? ".bc"
                          : Line.Kind == Emit::Assembly ? ".ll"
                          : Line.Kind == Emit::Elision  ? ".c"
                          : Line.Kind == Emit::Ptx      ? ".ptx"
                                                        : ".spv";
  const std::string &Input = Line.Inputs.front();
  std::string Stem =
      Input == "-" ? "program" : std::filesystem::path(Input).stem().string();
  return Stem + Extension;
}

std::string tasklet::nameInRule(const std::string &Output) {
  return Output == "-" ? "program" : Output;
}

std::string tasklet::makeRule(const std::string &Output,
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
