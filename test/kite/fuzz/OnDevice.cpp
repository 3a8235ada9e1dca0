//===- OnDevice.cpp - Run made-up programs on a device --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "OnDevice.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

#include <cstdlib>

using namespace llvm;

namespace {

/// A file for what a program writes, gone in the end.
class Output {
  SmallString<128> Path;

public:
  Output() {
    if (sys::fs::createTemporaryFile("fuzz-kite", "out", Path))
      report_fatal_error("no temporary file can be made");
  }
  ~Output() { sys::fs::remove(Path); }
  StringRef path() const { return Path; }
  std::string text() const {
    auto Text = MemoryBuffer::getFile(Path);
    return Text ? (*Text)->getBuffer().str() : "";
  }
};

} // namespace

/// What the program prints; if it fails, how, and its messages. Warnings are of
/// no interest.
static std::string run(StringRef Kite, StringRef File) {
  // Programs of the generator take a second, most of it for the compilers.
  constexpr unsigned Seconds = 300;
  Output Printed, Messages;
  std::string Problem;
  Optional<StringRef> Redirects[] = {StringRef(""), Printed.path(),
                                     Messages.path()};
  int Code = sys::ExecuteAndWait(Kite, {Kite, File}, None, Redirects, Seconds,
                                 /*MemoryLimit=*/0, &Problem);
  if (Code != 0)
    return "exit " + std::to_string(Code) + " " + Problem + "\n" +
           Messages.text() + Printed.text();
  return Printed.text();
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
