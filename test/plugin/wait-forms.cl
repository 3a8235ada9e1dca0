// `force (x);` and `force ();` are statements wherever one may stand. Where
// something named `force` is declared, they may be calls.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -O0 -emit-llvm -S %s -o - -Xclang -disable-llvm-passes -Werror \
// RUN:   | FileCheck %s --implicit-check-not=@__tkl_force()
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only %s -fplugin-arg-tasklet-strict-captures -Werror

__task int f(int n);
__task void act(int n);

// CHECK-LABEL: define {{.*}}@waits(
// CHECK: call {{.*}}@f(
// CHECK: call {{.*}}@__tkl_force_var(
// CHECK-NEXT: call {{.*}}@__tkl_wait()
// CHECK: call {{.*}}@__tkl_force_var(
// CHECK: call {{.*}}@__tkl_force_var(
// CHECK-NEXT: call {{.*}}@__tkl_wait()
// CHECK: call {{.*}}@__tkl_wait()
__task int waits(int n) {
  int x, y = 1;
  x <- f(n);
  force (x);
  y <- f(x);
  force(y,
        x);
  force ();
  return x + y;
}

#define SYNC force ()
#define AWAIT(x, call) do { x <- call; force (x); } while (0)

// CHECK-LABEL: define {{.*}}@places(
// CHECK-COUNT-12: call {{.*}}@__tkl_wait()
// CHECK-NOT: call {{.*}}@__tkl_wait()
__task void places(int n) {
  int x;
  if (n == 1)
    force ();
  else
    force ();
  for (int i = 0; i < n; ++i)
    force ();
  while (n-- > 7)
    force ();
  do
    force ();
  while (n-- > 5);
  switch (n) {
  case 1:
    force ();
    break;
  case 2: case 3:
  default:
    force ();
  }
again:
  force ();
  if (n-- > 2)
    goto again;
  {
    SYNC;
  }
  AWAIT(x, f(n));
  if (x)
    SYNC;
  () <- act(n);
  force ();
}

// CHECK-LABEL: define {{.*}}@names(
// CHECK: call {{.*}}@__tkl_wait()
// CHECK-NOT: call {{.*}}@__tkl_wait()
__kernel void names(__global int *out, __local int *part) {
  int x[3], y;
  part[0] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  x[1] <- f(part[0]);
  // Listed twice, and on a path on which nothing is spawned into y.
  if (out[0])
    y <- f(1);
  force (x, y, x);
  out[get_global_id(0)] = x[1] + get_local_id(0);
}

// A parameter of one function is none of the next.
__task int parameter(int force) { return force; }
// CHECK-LABEL: define {{.*}}@after_it(
// CHECK: call {{.*}}@__tkl_wait()
__task int after_it(int n) {
  int x;
  x <- f(n);
  force (x);
  return x;
}

// A call, since there is such a function.
int force(int x);
// CHECK-LABEL: define {{.*}}@calls(
// CHECK-NOT: @__tkl_wait
// CHECK: call {{.*}}@force(
__task int calls(int n) {
  force (n);
  return n;
}
