//===- DependenceTest.h - Can work-items conflict at all? -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether two work-items of a command can touch the same bytes, as far as the
/// forms of their addresses tell (AddressForms.h), with the values that arguments
/// and range have now. If none can, the command needs no inspector.
///
/// Two accesses meet if the distance of their work-items, times the strides, is in
/// the interval that their rests and sizes leave open. Rounds of loops have strides,
/// too, and any distance. The largest stride has few multiples that the others can
/// bring there; each of them is tried with the next stride. That is Banerjee's test in each step (Banerjee, Dependence Analysis for
/// Supercomputing, 1988), and exact where strides are sorted and wide, as those of
/// arrays are.
///
//===----------------------------------------------------------------------===//
#ifndef TASKLET_HOST_ORDER_DEPENDENCETEST_H
#define TASKLET_HOST_ORDER_DEPENDENCETEST_H

#include "compile/AddressForms.h"
#include "ordered/tkl_order.h"

#include <map>

namespace tasklet {

enum class Dependence {
  None,  ///< No two work-items conflict.
  Chain, ///< Each work-item conflicts with the one before.
  Maybe
};

/// \p Values: the bytes of the arguments that are no memory, by index. Of
/// \p Range, `range` and `offset` count. Each parameter has memory of its own.
Dependence findDependence(const AddressForms &Forms,
                          const std::map<uint32_t, std::string> &Values,
                          const tkl_order_header &Range);

} // namespace tasklet

#endif
