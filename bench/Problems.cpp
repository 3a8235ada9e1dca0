//===- Problems.cpp - The problems for a system that spawns closures ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Problem.h"

#include BENCH_SYSTEM

#include "problems/AlphaBeta.h"
#include "problems/BarnesHut.h"
#include "problems/Fib.h"
#include "problems/Heat.h"
#include "problems/Integrate.h"
#include "problems/LongTask.h"
#include "problems/Lu.h"
#include "problems/Matmul.h"
#include "problems/Mergesort.h"
#include "problems/Queens.h"
#include "problems/Quicksort.h"
#include "problems/Uts.h"

using namespace bench;

const std::vector<Entry> &bench::problems() {
  static const std::vector<Entry> All = {
      {"fib", make<Fib>},
      {"nqueens", make<QueensOnBits>},
      {"nqueens_array", make<QueensInArray>},
      {"integrate", makeIntegrate},
      {"uts", make<Uts>},
      {"quicksort", make<Quicksort>},
      {"mergesort", make<Mergesort>},
      {"matmul", make<Matmul>},
      {"barnes_hut", make<BarnesHut>},
      {"lu", make<Lu>},
      {"heat", make<Heat>},
      {"alpha_beta", make<AlphaBeta>},
      {"long_task", make<LongTask>},
  };
  return All;
}
