//===- kitecMain.cpp - kitec as a program of its own ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tools/kitec.h"

int main(int Argc, char **Argv) { return tasklet::kite::runKitec(Argc, Argv); }
