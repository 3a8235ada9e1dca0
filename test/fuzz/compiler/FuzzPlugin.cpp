//===- FuzzPlugin.cpp - libFuzzer target: from source to IR ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// The whole compiler: tokens, checks, clang's code generator, our passes. What
/// they make must satisfy LLVM's verifier.
///
//===----------------------------------------------------------------------===//

#include "InProcess.h"

#include "clang/CodeGen/CodeGenAction.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  tasklet::fuzz::loadPlugin();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::LLVMContext Context;
  clang::EmitLLVMOnlyAction Action(&Context);
  tasklet::fuzz::compile({reinterpret_cast<const char *>(Data), Size}, Action);
  std::unique_ptr<llvm::Module> Module = Action.takeModule();
  if (Module && llvm::verifyModule(*Module, &llvm::errs()))
    __builtin_trap();
  return 0;
}
