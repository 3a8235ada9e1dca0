// The additions work in macros, as macro arguments, and in headers, and
// recursion sees its own mark.
// RUN: %clang -fplugin=%plugin -target spir64 -Wall -Wextra -Werror -I %S/Inputs \
// RUN:   -S -emit-llvm -O0 -Xclang -disable-llvm-passes -o - %s | FileCheck %s
// What -cl-ext names is there, whether clang knows it, knows it of later
// versions, or not; what it does not name is not.
// RUN: %clang -fplugin=%plugin -target spir64 -Wall -Wextra -Werror -I %S/Inputs \
// RUN:   -cl-std=CL1.2 -Xclang -cl-ext=-all,+cl_khr_fp64,+cl_khr_subgroups,+cl_new_one,+__opencl_c_subgroups \
// RUN:   -DEXTENSIONS -fsyntax-only %s
#ifdef EXTENSIONS
#if !cl_khr_fp64 || !cl_khr_subgroups || !cl_new_one
#error the macro of an extension is missing
#endif
#if defined(cl_khr_fp16) || defined(__opencl_c_subgroups)
#error the macro of an extension is too many
#endif
#endif
#include "tasks.clh"

#if !defined(__opencl_c_tkl_tasks) || !defined(__opencl_c_tkl_everywhere)
#error a feature macro is missing
#endif
#if __opencl_c_tkl_tasks != 1 || __opencl_c_tkl_everywhere != 1
#error a feature macro has a wrong value
#endif

#if cl_tkl_tasklets != 1
#error the extension is not announced
#endif
#pragma OPENCL EXTENSION cl_tkl_tasklets : enable

#define TASK __task
#define SPAWN(x, call) x <- call
#define IGNORE(call) () <- call
#define ARROW <-
#define FORCE force
#define JOIN2(a, b) force (a, b)
#define STATEMENTS(...) __VA_ARGS__
#define FIB(name)                                                              \
  __task int name(int n) {                                                     \
    int x, y;                                                                  \
    if (n < 2)                                                                 \
      return n;                                                                \
    x <- name(n - 1);                                                          \
    y <- name(n - 2);                                                          \
    force (x, y) { return x + y; }                                             \
  }

// CHECK-LABEL: define {{.*}} @header_fib(
// CHECK: call spir_func void @__tkl_force()

// CHECK-LABEL: define {{.*}} @one(
// CHECK: call spir_func i32 @one(
// CHECK: call spir_func i32 @one(
// CHECK: call spir_func void @__tkl_force()
FIB(one)

// CHECK-LABEL: define {{.*}} @two(
// CHECK: call spir_func i32 @one(
// CHECK: store
// CHECK: call spir_func i32 @one(
// CHECK: store
// CHECK: call spir_func i32 @header_fib(
// CHECK: call spir_func i32 @one(
// CHECK: store
// CHECK: call spir_func i32 @one(
// CHECK: store
// CHECK: call spir_func void @__tkl_force()
TASK int two(int n) {
  int x, y, z, w;
  if (n)
    SPAWN(x, one(n));
  else
    SPAWN(x, one(2));
  IGNORE(header_fib(n));
  STATEMENTS(y <- one(n); z ARROW one(n); w = 3; {)
  JOIN2(x, y) {
    FORCE(z) { return x + y + z + w; }
  }
  }
}
