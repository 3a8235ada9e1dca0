//===- NoBuiltInTools.cpp - All tools are other programs ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "BuiltInTools.h"

tasklet::ToolMain tasklet::findBuiltInTool(const std::string &) {
  return nullptr;
}

std::string tasklet::builtInHeaders() { return std::string(); }

std::string tasklet::builtInLibclc() { return std::string(); }
