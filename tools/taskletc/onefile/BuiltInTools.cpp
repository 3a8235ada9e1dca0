//===- BuiltInTools.cpp - The tools in this file --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "BuiltInTools.h"

#include "kite/tools/kitec.h"
#include "onefile/Clang.h"
#include "onefile/Headers.h"
#include "onefile/Libclc.h"
#include "onefile/Spirv.h"

using namespace tasklet;

ToolMain tasklet::findBuiltInTool(const std::string &Name) {
  if (Name == "clang")
    return runClang;
  if (Name == "kitec")
    return kite::runKitec;
  if (Name == "llvm-spirv")
    return runLlvmSpirv;
  return nullptr;
}

std::string tasklet::builtInLibclc() { return BuiltInLibclc; }

std::string tasklet::builtInHeaders() {
  return std::string(HeadersFolder) + "/include";
}
