//===- WarpBuiltins.cpp - Built-in functions for Warps --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// C++ gives these functions the names that OpenCL C gives them. Programs that
/// use others cannot be loaded (Native.h): add these here.
///
//===----------------------------------------------------------------------===//

#include "WarpMeeting.h"

#include <cstddef>
#include <cstring>

using namespace tasklet::simd;

using uint = unsigned;
using ulong = unsigned long;
typedef uint uint4 __attribute__((vector_size(16)));

// Nobody calls them here.
#define BUILTIN __attribute__((visibility("default"), used, noinline))
#pragma GCC diagnostic ignored "-Wmissing-declarations"

// Ids.

BUILTIN size_t get_local_id(uint D) { return D < 2 ? workItem().Local[D] : 0; }
BUILTIN size_t get_local_size(uint D) {
  return D < 2 ? workItem().In->Local[D] : 1;
}
BUILTIN size_t get_group_id(uint D) { return D == 0 ? workItem().Group : 0; }
BUILTIN size_t get_num_groups(uint D) {
  return D == 0 ? workItem().In->Groups : 1;
}
BUILTIN size_t get_global_id(uint D) {
  return get_group_id(D) * get_local_size(D) + get_local_id(D);
}
BUILTIN size_t get_global_size(uint D) {
  return get_num_groups(D) * get_local_size(D);
}
BUILTIN size_t get_global_offset(uint) { return 0; }
BUILTIN uint get_work_dim() { return 2; }
BUILTIN uint get_sub_group_size() { return workItem().Lanes; }
BUILTIN uint get_max_sub_group_size() { return workItem().In->WarpSize; }
BUILTIN uint get_sub_group_id() { return workItem().Warp; }
BUILTIN uint get_sub_group_local_id() { return workItem().Lane; }
BUILTIN uint get_num_sub_groups() {
  const Grid &G = *workItem().In;
  return (G.Local[0] * G.Local[1] + G.WarpSize - 1) / G.WarpSize;
}

// What work-items do together.

#define CALL __builtin_return_address(0)

BUILTIN void barrier(uint) { meetGroup("barrier", CALL); }
BUILTIN void work_group_barrier(uint) { meetGroup("work_group_barrier", CALL); }
BUILTIN void sub_group_barrier(uint) { meetWarp("sub_group_barrier", CALL, 0); }

static ulong votes(const char *Function, void *Call, bool Predicate) {
  const uint64_t *Of = meetWarp(Function, Call, Predicate);
  ulong Lanes = 0;
  for (unsigned I = 0; I < workItem().Lanes; ++I)
    Lanes |= Of[I] << I;
  return Lanes;
}
BUILTIN int sub_group_any(int P) {
  return votes("sub_group_any", CALL, P) != 0;
}
BUILTIN int sub_group_all(int P) {
  return votes("sub_group_all", CALL, !P) == 0;
}
BUILTIN uint4 sub_group_ballot(int P) {
  ulong Lanes = votes("sub_group_ballot", CALL, P);
  return uint4{uint(Lanes), uint(Lanes >> 32), 0, 0};
}

template <typename T> static T shuffle(void *Call, T Value, uint Lane) {
  if (Lane >= workItem().Lanes)
    stopRun("sub_group_shuffle asks for lane " + std::to_string(Lane) + " of " +
            std::to_string(workItem().Lanes));
  uint64_t Bits = 0;
  std::memcpy(&Bits, &Value, sizeof Value);
  Bits = meetWarp("sub_group_shuffle", Call, Bits)[Lane];
  std::memcpy(&Value, &Bits, sizeof Value);
  return Value;
}
#define SHUFFLE(T)                                                             \
  BUILTIN T sub_group_shuffle(T Value, uint Lane) {                            \
    return shuffle(CALL, Value, Lane);                                         \
  }
SHUFFLE(int)
SHUFFLE(uint)
SHUFFLE(long)
SHUFFLE(ulong)
SHUFFLE(float)
SHUFFLE(double)

// Numbers.

#define OF_INTEGERS(T)                                                         \
  BUILTIN T min(T A, T B) { return B < A ? B : A; }                            \
  BUILTIN T max(T A, T B) { return A < B ? B : A; }                            \
  BUILTIN T popcount(T A) { return __builtin_popcountl(A); }
OF_INTEGERS(long)
OF_INTEGERS(ulong)
OF_INTEGERS(uint)
BUILTIN int min(int A, int B) { return B < A ? B : A; }
BUILTIN int max(int A, int B) { return A < B ? B : A; }
BUILTIN int popcount(int A) { return __builtin_popcount(A); }

// Atomics of global memory.

extern "C" {
BUILTIN int atomicInc(volatile int *At) asm("_Z10atomic_incPU3AS1Vi");
int atomicInc(volatile int *At) {
  maybeOthers();
  return (*At)++;
}
BUILTIN int atomicAdd(volatile int *At,
                      int Value) asm("_Z10atomic_addPU3AS1Vii");
int atomicAdd(volatile int *At, int Value) {
  maybeOthers();
  int Old = *At;
  *At = Old + Value;
  return Old;
}
}
