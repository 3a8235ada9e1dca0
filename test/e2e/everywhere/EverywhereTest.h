//===- EverywhereTest.h - Fixture for everywhere blocks ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// A test is a kernel `k(out, log, ...)` and the same program for a WarpModel.
/// Both leave an integer for each work-item, and a log of the order of events
/// in each warp: `NOTE(id, mask)` in the kernel, note() in the model. The first
/// lane that has come writes the note, because it has all variables. Kernels
/// see `id`, the work-item's number in the range, and `lane`.
//===----------------------------------------------------------------------===//
#ifndef TASKLET_TEST_E2E_EVERYWHERE_EVERYWHERETEST_H
#define TASKLET_TEST_E2E_EVERYWHERE_EVERYWHERETEST_H

#include "DeviceTest.h"
#include "WarpModel.h"

#include <functional>

namespace tasklet::test {

/// One warp of a run.
class WarpRun : public WarpModel {
public:
  WarpRun(int Lanes, int First, int Items, std::vector<int> &Out)
      : WarpModel(Lanes), First(First), Items(Items), Out(Out), X(Lanes),
        Y(Lanes) {}
  int item(int Lane) const { return (First + Lane) % Items; }
  int id(int Lane) const { return First + Lane; }
  int &out(int Lane) { return Out[First + Lane]; }
  void note(int Id, uint64_t Mask) {
    Notes.push_back(Id);
    Notes.push_back(int(Mask));
    Notes.push_back(int(Mask >> 32));
  }

  const int First; ///< the number of its first work-item
  const int Items; ///< of its work-group
  std::vector<int> &Out;
  std::vector<int> X, Y; ///< variables for any use
  std::vector<int> Notes;
};

struct Shape {
  std::vector<size_t> Groups, Local, Offset;
  int Width = 32; ///< lanes of a warp
};

class EverywhereTest : public DeviceTest {
protected:
  using Model = std::function<void(WarpRun &)>;

  /// Runs the kernel's \p Body, after \p Functions, with \p Options, for one
  /// shape and compares.
  static void compare(const std::string &Functions, const std::string &Body,
                      const Shape &S, const Model &Serial,
                      const std::string &Options = "");
  /// For many shapes, with optimisations and without. TASKLET_TEST_LEVEL, if set,
  /// leaves one of these: `optimized` or `unoptimized`.
  static void compareAll(const std::string &Functions, const std::string &Body,
                         const Model &Serial, const std::string &Options = "");
};

} // namespace tasklet::test

#endif
