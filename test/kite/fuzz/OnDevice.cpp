//===- OnDevice.cpp - Run made-up programs on a device --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "OnDevice.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <cstdlib>

using namespace llvm;

/// What the program prints, errors included; a word in front if it fails.
static std::string run(StringRef Kite, StringRef File) {
  // Programs of the generator take a second, most of it for the compilers.
  constexpr unsigned Seconds = 300;
  SmallString<128> Output;
  if (sys::fs::createTemporaryFile("fuzz-kite", "out", Output))
    return "no temporary file";
  std::string Problem;
  Optional<StringRef> Redirects[] = {StringRef(""), Output.str(), Output.str()};
  int Code = sys::ExecuteAndWait(Kite, {Kite, File}, None, Redirects, Seconds,
                                 /*MemoryLimit=*/0, &Problem);
  auto Text = MemoryBuffer::getFile(Output);
  std::string Printed = Text ? (*Text)->getBuffer().str() : "";
  sys::fs::remove(Output);
  if (Code != 0)
    return "exit " + std::to_string(Code) + " " + Problem + "\n" + Printed;
  return Printed;
}

std::string tasklet::kite::findDifferenceOnDevice(StringRef Folder,
                                                  StringRef File,
                                                  StringRef Expected) {
  for (const char *Workers : {"1", "2", "5"}) {
    setenv("TASKLET_WORKERS", Workers, /*overwrite=*/1);
    std::string Printed = run((Folder + "/kite").str(), File);
    if (Printed != Expected)
      return std::string("with ") + Workers + " workers:\n" + Printed +
             "\ninstead of:\n" + Expected.str();
  }
  return "";
}
