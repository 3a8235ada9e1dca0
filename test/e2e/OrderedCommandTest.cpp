//===- OrderedCommandTest.cpp - Commands of ordered kernels ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "OrderedFixture.h"

using namespace tasklet::test;
