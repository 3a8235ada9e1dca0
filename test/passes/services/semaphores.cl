// A task that waits for a semaphore is a step of the runtime's, and workers look
// for such tasks in these programs only.
// RUN: %taskletc --emit=ll %s -o - | FileCheck %s
// RUN: %taskletc --emit=ll --trace %s -o - | FileCheck %s
// RUN: %taskletc --emit=ll -cl-opt-disable %s -o - | FileCheck %s
// RUN: %taskletc --manifest=%t.json %s -o %t.bc
// RUN: FileCheck --check-prefix=MANIFEST %s < %t.json
// RUN: %taskletc --object %s -o %t.object.bc
// RUN: %taskletc %t.object.bc --emit=ll -o - | FileCheck %s
// RUN: %taskletc --emit=ll -DNONE %s -o - | FileCheck --check-prefix=NONE %s

// CHECK-NOT: @__tkl_service_
// CHECK-LABEL: define {{.*}}@__tkl_dispatch(
// CHECK: call {{.*}}@__tkl_take_permit
// MANIFEST-DAG: "chunk_size":4096
// NONE-NOT: @__tkl_service_
// NONE-NOT: permit
// NONE-NOT: __tkl_take_ready
// NONE-NOT: spill
__task int f(__global tkl_semaphore *lock, int n) {
#ifdef NONE
  return n;
#else
  int held;
  held <- tkl_acquire(lock);
  force (held) {
    tkl_release(lock);
    return n;
  }
#endif
}

__kernel void k(__global int *out, __global tkl_semaphore *lock, int n) {
  out[0] <- f(lock, n);
}
