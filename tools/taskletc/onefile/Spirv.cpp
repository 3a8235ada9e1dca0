//===- Spirv.cpp - The translator to SPIR-V in this program ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "onefile/Spirv.h"

#include "onefile/MemoryFile.h"

#include "LLVMSPIRVLib/LLVMSPIRVLib.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <dlfcn.h>
#include <fstream>
#include <string>

using namespace llvm;

namespace {

const unsigned char NameOfLlvm[] = {
#include "name-of-llvm.inc"
};
const unsigned char Translator[] = {
#include "translator.inc"
};

int fail(const Twine &Reason) {
  errs() << "error: " << Reason << "\n";
  return 1;
}

/// Null after an error, whose text is then in \p Error.
void *loadLibrary(const char *Name, ArrayRef<unsigned char> Bytes,
                  std::string &Error) {
  // The file stays open: the loader would take another one of the same number
  // for this library.
  const std::string Path = tasklet::makeMemoryFile(Name, Bytes, Error);
  if (Path.empty()) {
    Error = "no memory for the translator to SPIR-V: " + Error;
    return nullptr;
  }
  void *Library = dlopen(Path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!Library)
    Error =
        std::string("the translator to SPIR-V cannot be loaded: ") + dlerror();
  return Library;
}

bool parseVersion(StringRef Text, SPIRV::VersionNumber &Version) {
  using SPIRV::VersionNumber;
  const std::pair<const char *, VersionNumber> Known[] = {
      {"1.0", VersionNumber::SPIRV_1_0},
      {"1.1", VersionNumber::SPIRV_1_1},
      {"1.2", VersionNumber::SPIRV_1_2},
      {"1.3", VersionNumber::SPIRV_1_3},
      {"1.4", VersionNumber::SPIRV_1_4}};
  for (const auto &[Name, Number] : Known)
    if (Text == Name) {
      Version = Number;
      return true;
    }
  return false;
}

using WriteSpirv = bool (*)(llvm::Module *, const SPIRV::TranslatorOpts &,
                            std::ostream &, std::string &);

/// llvm::writeSpirv with options, which no symbol of this program may name: the
/// linker would look for it.
constexpr char WriterName[] =
    "_ZN4llvm10writeSpirvEPNS_6ModuleERKN5SPIRV14TranslatorOptsERSo"
    "RNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE";

} // namespace

int tasklet::runLlvmSpirv(int Argc, char **Argv) {
  StringRef Version = Argc == 5 ? Argv[1] : "";
  SPIRV::VersionNumber Newest;
  if (!Version.consume_front("--spirv-max-version=") ||
      !parseVersion(Version, Newest) || StringRef(Argv[3]) != "-o")
    return fail("the llvm-spirv in taskletc takes --spirv-max-version=1.0 to "
                "1.4, a file, -o and a file");

  LLVMContext Context;
  auto Bytes = MemoryBuffer::getFile(Argv[2]);
  if (!Bytes)
    return fail(Twine(Argv[2]) + ": " + Bytes.getError().message());
  auto Program = parseBitcodeFile(**Bytes, Context);
  if (!Program)
    return fail(Twine(Argv[2]) + ": " + toString(Program.takeError()));

  std::string Error;
  void *Library = loadLibrary("name-of-llvm", NameOfLlvm, Error);
  if (Library)
    Library = loadLibrary("translator", Translator, Error);
  if (!Library)
    return fail(Error);
  auto Write = reinterpret_cast<WriteSpirv>(dlsym(Library, WriterName));
  if (!Write)
    return fail(dlerror());

  std::ofstream Result(Argv[4], std::ios::binary);
  if (!Write(Program->get(), SPIRV::TranslatorOpts(Newest), Result, Error))
    return fail("fails to save LLVM as SPIR-V: " + Error);
  Result.close();
  if (!Result)
    return fail(Twine(Argv[4]) + " cannot be written");
  return 0;
}
