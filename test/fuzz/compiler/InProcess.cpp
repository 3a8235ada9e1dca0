//===- InProcess.cpp - Clang with the plugin, again and again -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "InProcess.h"
#include "compat/Clang.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace tasklet::fuzz {

void loadPlugin() {
  std::string Error;
  if (llvm::sys::DynamicLibrary::LoadLibraryPermanently(TASKLET_PLUGIN,
                                                        &Error)) {
    llvm::errs() << "cannot load the plugin: " << Error << "\n";
    std::exit(2);
  }
}

void compile(llvm::StringRef Source, FrontendAction &Action) {
  // As clang's driver calls it, but for the built-in functions: their header
  // takes a hundred times longer than a small program.
  static const char *const Arguments[] = {
      "-triple", "spir64-unknown-unknown", "-emit-llvm-only", "-O0",
      // As the driver says for this target.
      PointersOfSpir, "-cl-std=CL1.2", "-finclude-default-header",
      "-fdeclare-opencl-builtins", "-resource-dir", TASKLET_CLANG_RESOURCES,
      "-x", "cl", "input.cl"};
  CompilerInstance Clang;
  // Text for a reader nobody is: rendering has its own way to crash.
  llvm::raw_null_ostream Nowhere;
  IntrusiveRefCntPtr<DiagnosticOptions> Options = new DiagnosticOptions;
  Clang.createDiagnostics(new TextDiagnosticPrinter(Nowhere, Options.get()));
  CompilerInvocation::CreateFromArgs(Clang.getInvocation(), Arguments,
                                     Clang.getDiagnostics());
  // Owned by clang, which wants a zero at the end.
  Clang.getPreprocessorOpts().addRemappedFile(
      "input.cl",
      llvm::MemoryBuffer::getMemBufferCopy(Source, "input.cl").release());
  Clang.ExecuteAction(Action);
}

} // namespace tasklet::fuzz
