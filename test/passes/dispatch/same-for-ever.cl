// Two fields of a worker never change: no slow path, and no step that stays a
// function, makes the kernel carry them along as values that might.
// RUN: %taskletc --emit=ll %s -o %t.ll
// RUN: FileCheck --check-prefix=SLOW %s < %t.ll
// Opaque pointers do not tell which fields they are.
// RUN: %if llvm-15 %{ FileCheck --check-prefix=SAME \
// RUN:   --implicit-check-not="phi %struct.__tkl_cold*" \
// RUN:   --implicit-check-not="phi %struct.tkl_worker_block addrspace(1)*" %s < %t.ll %}

// SLOW-LABEL: define {{.*}}void @__tkl_dispatch.body(
// SLOW-DAG: call {{.*}}@__tkl_grow(
// SLOW-DAG: call {{.*}}@__tkl_make_room(
// SLOW-DAG: call {{.*}}@__tkl_publish(
// SLOW-DAG: call {{.*}}@__tkl_separate_step(

// SAME-LABEL: define {{.*}}void @__tkl_dispatch.body(
// Others do change.
// SAME: phi %struct.tkl_frame addrspace(1)*
// SAME: ret void
__task int fib(int n) {
  if (n < 2)
    return n;
  int a, b;
  a <- fib(n - 1);
  b <- fib(n - 2);
  force (a, b) { return a + b; }
}
__kernel void k(__global int *out, int n) { out[0] <- fib(n); }
