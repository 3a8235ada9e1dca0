//===- Native.cpp - OpenCL C as code of the host --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Native.h"

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace fs = std::filesystem;

namespace tasklet::simd {
namespace {

std::string read(const std::string &File) {
  std::ifstream In(File);
  std::stringstream Text;
  Text << In.rdbuf();
  return Text.str();
}

/// The program without what says that it is for a device.
std::string forHost(const std::string &Ir) {
  std::istringstream In(Ir);
  std::string Out;
  for (std::string Line; std::getline(In, Line);) {
    if (Line.rfind("target ", 0) == 0)
      continue;
    for (const char *Word : {"spir_func ", "spir_kernel ", "dso_local "})
      for (size_t At; (At = Line.find(Word)) != std::string::npos;)
        Line.erase(At, std::string(Word).size());
    Out += Line + "\n";
  }
  return Out;
}

} // namespace

Native::Native() {
  std::string Name = (fs::temp_directory_path() / "warps-XXXXXX").string();
  if (!mkdtemp(Name.data()))
    throw std::runtime_error("cannot make the folder " + Name);
  Folder = Name;
}

Native::~Native() {
  if (Library)
    dlclose(Library);
  fs::remove_all(Folder);
}

std::string Native::build(const std::string &Source, const std::string &Options,
                          unsigned WarpSize) {
  std::string Command =
      WarpSize == 0
          ? TASKLET_TASKLETC " -tkl-target=nvptx"
          // taskletc has no such option: it is for tests.
          : "CCC_OVERRIDE_OPTIONS='#+-mllvm +-tkl-own-ways' " TASKLET_TASKLETC
            " -tkl-sub-groups -tkl-warp-size=" +
                std::to_string(WarpSize);
  return load(Source, Command + " --emit=ll " + Options);
}

std::string Native::buildPlain(const std::string &Source) {
  return load(Source, TASKLET_CLANG " -target spir64 -cl-std=CL3.0 -O0 -w -S "
                                    "-emit-llvm");
}

std::string Native::load(const std::string &Source,
                         const std::string &Command) {
  const std::string Cl = Folder + "/k.cl", Ll = Folder + "/k.ll",
                    Host = Folder + "/host.ll", So = Folder + "/k.so",
                    Log = Folder + "/log";
  auto Run = [&](const std::string &What) {
    return std::system((What + " 2>" + Log).c_str()) == 0;
  };
  std::ofstream(Cl) << Source;
  if (!Run(Command + " " + Cl + " -o " + Ll))
    return "not compiled: " + read(Log);
  std::ofstream(Host) << forHost(read(Ll));
  // Without optimisation, so that each call stays one.
  if (!Run(TASKLET_CLANG " -O0 -w -fPIC -shared -x ir " + Host + " -o " + So))
    return "not compiled for the host: " + read(Log);
  Library = dlopen(So.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    return std::string("not loaded: ") + dlerror();
  return "";
}

void *Native::kernel(const std::string &Name) const {
  void *At = dlsym(Library, Name.c_str());
  if (!At)
    throw std::runtime_error("there is no kernel " + Name);
  return At;
}

} // namespace tasklet::simd
