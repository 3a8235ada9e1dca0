//===- SlowPages.h - A system that is slow to find memory -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs with this part have a madvise(2) of their own: who asks for pages
/// (MADV_POPULATE_WRITE) spends five milliseconds on each call if a test wants that,
/// as where the host of a virtual machine has to find memory.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_SLOWPAGES_H
#define TASKLET_TEST_SLOWPAGES_H

#include <atomic>

extern std::atomic<bool> PagesAreSlow;

#endif
