//===- Toolchain.cpp - Which clang, which plugin --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Toolchain.h"

#include "BuiltInTools.h"
#include "support/Environment.h"
#include "support/FileIO.h"

#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

using namespace tasklet;

static bool isFile(const std::string &Path, int Access) {
  struct stat Info;
  return stat(Path.c_str(), &Info) == 0 && S_ISREG(Info.st_mode) &&
         access(Path.c_str(), Access) == 0;
}

/// The full path of a command; empty if PATH has none.
static std::string findInPath(const std::string &Name) {
  std::string Path = readEnvironment("PATH").value_or("/usr/bin:/bin");
  for (size_t Begin = 0; Begin <= Path.size();) {
    size_t End = Path.find(':', Begin);
    if (End == std::string::npos)
      End = Path.size();
    std::string Folder = Path.substr(Begin, End - Begin);
    std::string Candidate = (Folder.empty() ? "." : Folder) + "/" + Name;
    if (isFile(Candidate, X_OK))
      return Candidate;
    Begin = End + 1;
  }
  return std::string();
}

/// A command that the user named; a name without slash is searched in PATH.
static std::string resolveCommand(const std::string &Name) {
  if (Name.find('/') == std::string::npos)
    return findInPath(Name);
  return isFile(Name, X_OK) ? Name : std::string();
}

static std::filesystem::path ownPath() {
  std::error_code Error;
  return std::filesystem::read_symlink("/proc/self/exe", Error);
}

static bool findClang(std::string &Clang, std::string &Error) {
  if (std::optional<std::string> Name = readEnvironment("TASKLET_CLANG")) {
    Clang = resolveCommand(*Name);
    if (Clang.empty())
      Error = "TASKLET_CLANG='" + *Name + "' is no program that can be run; " +
              "set it to the path of clang " TASKLET_LLVM;
    return !Clang.empty();
  }
  // A tree may bring its own clang along.
  std::string Beside =
      (ownPath().parent_path() / "clang-" TASKLET_LLVM).string();
  if (isFile(Beside, X_OK))
    Clang = Beside;
  else if (isFile(TASKLET_CONFIGURED_CLANG, X_OK))
    Clang = TASKLET_CONFIGURED_CLANG;
  else
    Clang = findInPath("clang-" TASKLET_LLVM);
  if (Clang.empty())
    Error = "clang " TASKLET_LLVM " was not found, neither as " + Beside +
            " nor as '" TASKLET_CONFIGURED_CLANG "' nor as clang-" TASKLET_LLVM
            " in PATH; "
            "install it (package clang-" TASKLET_LLVM
            ") or set TASKLET_CLANG to its path";
  return !Clang.empty();
}

/// That part of this program; none if it is not built in.
static Tool findBuiltIn(const char *Name) {
  if (!findBuiltInTool(Name))
    return Tool();
  return {ownPath().string(), Name};
}

/// None where TASKLET_KITEC says, and nowhere else, if it is set.
static Tool findKitec() {
  if (std::optional<std::string> Name = readEnvironment("TASKLET_KITEC"))
    return {resolveCommand(*Name), ""};
  if (Tool Own = findBuiltIn("kitec"); Own.exists())
    return Own;
  std::string Beside = (ownPath().parent_path() / "kitec").string();
  return {isFile(Beside, X_OK) ? Beside : findInPath("kitec"), ""};
}

static Tool findLlvmSpirv() {
  if (std::optional<std::string> Name = readEnvironment("TASKLET_LLVM_SPIRV"))
    return {resolveCommand(*Name), ""};
  if (Tool Own = findBuiltIn("llvm-spirv"); Own.exists())
    return Own;
  return {findInPath("llvm-spirv-" TASKLET_LLVM), ""};
}

/// Empty if there is none. Packages of LLVM agree on these folders.
static std::string findLibclc() {
  if (std::optional<std::string> Path = readEnvironment("TASKLET_LIBCLC"))
    return isFile(*Path, R_OK) ? *Path : std::string();
  for (const char *Path : {"/usr/lib/clc/nvptx64--nvidiacl.bc",
                           "/usr/share/clc/nvptx64--nvidiacl.bc"})
    if (isFile(Path, R_OK))
      return Path;
  return std::string();
}

/// None where TASKLET_PTXAS says, and nowhere else, if it is set.
static Tool findPtxas() {
  if (std::optional<std::string> Name = readEnvironment("TASKLET_PTXAS"))
    return {resolveCommand(*Name), ""};
  return {findInPath("ptxas"), ""};
}

static bool findPlugin(std::string &Plugin, std::string &Error) {
  if (std::optional<std::string> Path = readEnvironment("TASKLET_PLUGIN")) {
    Plugin = *Path;
    // Clang loads any library, and then knows no tasks.
    std::optional<std::string> Content;
    if (isFile(Plugin, R_OK))
      Content = readFile(Plugin);
    if (Content && Content->find("tkl-manifest") != std::string::npos)
      return true;
    Error = "TASKLET_PLUGIN='" + Plugin + "' is " +
            (Content ? "not the plugin" : "no file that can be read") +
            "; set it to the path of TaskletPlugin.so";
    return false;
  }
  std::filesystem::path Folder = ownPath().parent_path();
  std::string Tried;
  // Where it is built, and where it is installed.
  for (const char *Relative : {"../lib", TASKLET_PLUGIN_FROM_BIN}) {
    Plugin = (Folder / Relative / "TaskletPlugin.so").lexically_normal();
    if (isFile(Plugin, R_OK))
      return true;
    Tried += (Tried.empty() ? "" : " nor ") + Plugin;
  }
  Error = "the plugin was not found: there is no " + Tried +
          "; build or install it beside taskletc, or set TASKLET_PLUGIN to its "
          "path";
  return false;
}

bool Toolchain::find(std::string &Error) {
  CompilerSettings Settings = CompilerSettings::read();
  Error = Settings.Error;
  if (!Error.empty())
    return false;
  TimeLimit = Settings.TimeLimit;
  LlvmSpirv = findLlvmSpirv();
  Kitec = findKitec();
  Libclc = findLibclc();
  Ptxas = findPtxas();
  Clang = findBuiltIn("clang");
  Headers = builtInHeaders();
  // Who names one of the two means a pair that fits.
  if (Clang.exists() && !readEnvironment("TASKLET_CLANG") &&
      !readEnvironment("TASKLET_PLUGIN")) {
    if (!readEnvironment("TASKLET_LIBCLC"))
      Libclc = builtInLibclc();
    return true;
  }
  Clang = Tool();
  if (!findClang(Clang.Path, Error) || !findPlugin(Plugin, Error))
    return false;
  Headers = std::filesystem::path(Plugin).parent_path() / "include";
  return true;
}

std::vector<std::string> Tool::command() const {
  if (Part.empty())
    return {Path};
  return {Path, ToolOption + Part};
}

std::string Tool::text() const {
  return Part.empty() ? Path : Path + " " + ToolOption + Part;
}

static std::string describeFile(const char *Role, const std::string &Path) {
  struct stat Info;
  // Through links: the file that changes with an upgrade is at their end.
  if (stat(Path.c_str(), &Info) != 0)
    return std::string(Role) + " " + Path + "\n";
  return std::string(Role) + " " + Path + " " + std::to_string(Info.st_size) +
         " bytes, changed " + std::to_string(Info.st_mtim.tv_sec) + "." +
         std::to_string(Info.st_mtim.tv_nsec) + "\n";
}

std::string Toolchain::describe() const {
  std::string Text = describeFile("taskletc", ownPath().string());
  // Parts of this program change with it.
  if (Clang.Part.empty())
    Text += describeFile("clang", Clang.Path) + describeFile("plugin", Plugin);
  if (!Libclc.empty() && Libclc != builtInLibclc())
    Text += describeFile("libclc", Libclc);
  if (Kitec.exists() && Kitec.Part.empty())
    Text += describeFile("kitec", Kitec.Path);
  return Text;
}
