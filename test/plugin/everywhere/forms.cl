// `everywhere` becomes the loop of docs/abi.md wherever a statement may stand,
// for the passes only: warnings see a body that runs once, and a mask that
// nobody uses is none of their business.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -ast-print -Weverything -Wno-declaration-after-statement -Wno-unknown-warning-option -Wno-unsafe-buffer-usage -Werror %s | FileCheck %s
// RUN: %clang -fplugin=%plugin -target spir64 -S -emit-llvm -O0 -Xclang -disable-llvm-passes -fno-discard-value-names -o - %s | FileCheck --check-prefix=IR %s
// RUN: %clang -fplugin=%plugin -target spir64 -S -emit-llvm -O2 -Xclang -disable-llvm-passes -fno-discard-value-names -o - %s | FileCheck --check-prefix=IR %s

#define BLOCK everywhere
#define MASKED(name) everywhere (uint name)
#define STATEMENT(at, value) everywhere { at = value; }
typedef unsigned int my_uint;

// CHECK-LABEL: void places(
__kernel void places(__global uint *out, int n) {
  // CHECK: if (n)
  // CHECK-NEXT: while (__tkl_everywhere())
  // CHECK-NEXT: {
  // CHECK-NEXT: out[0] = 1;
  // CHECK-NEXT: }
  // CHECK-NEXT: else
  // CHECK-NEXT: out[1] = 2;
  if (n)
    everywhere { out[0] = 1; }
  else
    out[1] = 2;
  // CHECK: if (n)
  // CHECK-NEXT: out[0] = 2;
  // CHECK-NEXT: else
  // CHECK-NEXT: while (__tkl_everywhere())
  if (n)
    out[0] = 2;
  else
    everywhere { out[1] = 3; }
  // CHECK: for (int i = 0; i < n; i++)
  // CHECK-NEXT: while (__tkl_everywhere())
  for (int i = 0; i < n; i++)
    everywhere { out[2]++; }
  // CHECK: do
  // CHECK-NEXT: while (__tkl_everywhere())
  // CHECK: while (n > 7);
  do
    everywhere { out[3]++; }
  while (n > 7);
  // CHECK: switch (n) {
  // CHECK-NEXT: case 1:
  // CHECK-NEXT: while (__tkl_everywhere())
  // CHECK: default:
  // CHECK-NEXT: while (__tkl_everywhere())
  switch (n) {
  case 1:
    everywhere { out[4] = 4; }
    break;
  default:
    everywhere { out[5] = 5; }
  }
  // CHECK: again:
  // CHECK-NEXT: while (__tkl_everywhere())
again:
  everywhere { out[6]++; }
  if (n == 9)
    goto again;
  // CHECK: ({
  // CHECK-NEXT: while (__tkl_everywhere())
  out[7] = __extension__({
    everywhere { out[8] = 8; }
    9u;
  });
}

// CHECK-LABEL: void masks(
__kernel void masks(__global uint *out) {
  // CHECK: uint m = ((void)sizeof m , (uint)__tkl_everywhere_mask());
  everywhere (uint m) { out[0] = m; }
  // CHECK: ulong m = ((void)sizeof m , (ulong)__tkl_everywhere_mask());
  everywhere (ulong m) { out[0] = (uint)m; }
  // CHECK: const int m = ((void)sizeof m , (int)__tkl_everywhere_mask());
  everywhere (const int m) { out[0] = (uint)m; }
  // CHECK: long m = ((void)sizeof m , (long)__tkl_everywhere_mask());
  everywhere (__private long m) { out[0] = (uint)m; }
  // CHECK: my_uint m = ((void)sizeof m , (my_uint)__tkl_everywhere_mask());
  everywhere (my_uint m) { out[0] = m; }
  // CHECK: uint unused =
  everywhere (uint unused) {}
}

// CHECK-LABEL: void macros(
__kernel void macros(__global uint *out) {
  // CHECK: while (__tkl_everywhere())
  BLOCK { out[0] = 1; }
  // CHECK: while (__tkl_everywhere())
  // CHECK-NEXT: {
  // CHECK-NEXT: uint a =
  // CHECK-NEXT: while (__tkl_everywhere())
  // CHECK-NEXT: {
  // CHECK-NEXT: uint b =
  // CHECK-NEXT: out[1] = a + b;
  MASKED(a) {
    MASKED(b) { out[1] = a + b; }
  }
  // CHECK: while (__tkl_everywhere())
  // CHECK-NEXT: {
  // CHECK-NEXT: out[2] = 2;
  STATEMENT(out[2], 2)
}

// What a body assigns is assigned after it: no -Wsometimes-uninitialized.
// CHECK-LABEL: assigned(
static uint assigned(uint n) {
  uint x, y;
  everywhere { x = n; }
  if (n > 3)
    everywhere (uint mask) { y = mask; }
  else
    y = 3;
  return x + y;
}

// A function without one does not change.
// CHECK-LABEL: void plain(
// CHECK-NOT: __tkl_everywhere
// CHECK: while (0)
// CHECK-LABEL: void uses(
__kernel void plain(__global uint *out) {
  do {
    out[0] = 1;
  } while (0);
}
__kernel void uses(__global uint *out) { out[0] = assigned(out[1]); }

// IR-LABEL: define {{.*}}void @masks(
// IR: [[HEADER:while.cond.*]]:
// IR-NEXT: [[REACHED:%.*]] = call spir_func i32 @__tkl_everywhere() {{.*}}!srcloc
// IR-NEXT: [[TEST:%.*]] = icmp ne i32 [[REACHED]], 0
// IR-NEXT: br i1 [[TEST]], label %[[BODY:while.body.*]], label %[[END:while.end.*]]
// IR: [[BODY]]:
// IR: [[MASK:%.*]] = call spir_func i64 @__tkl_everywhere_mask()
// IR-NEXT: [[NARROW:%.*]] = trunc i64 [[MASK]] to i32
// IR-NEXT: store i32 [[NARROW]], {{.*}} %m
// IR: br label %[[HEADER]]
// IR: [[END]]:
