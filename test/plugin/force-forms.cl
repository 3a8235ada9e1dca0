// A force is an endless loop that starts with its markers and is left only by
// a return. It may stand wherever a statement may, and upsets no warning.
// RUN: %clang -fplugin=%plugin -target spir64 -Wall -Wextra -Wpedantic -Werror \
// RUN:   -fno-discard-value-names \
// RUN:   -S -emit-llvm -O0 -Xclang -disable-llvm-passes -o - %s | FileCheck %s

__task int f(int a);

// CHECK-LABEL: define {{.*}} @two(
// CHECK: br label %[[BODY:.*]]
// CHECK: [[BODY]]:
// CHECK-NOT: store
// CHECK: call spir_func void @__tkl_force_var({{.*}} {{%[0-9]+|%x}})
// CHECK-NOT: store
// CHECK: call spir_func void @__tkl_force_var({{.*}} {{%[0-9]+|%y}})
// CHECK-NEXT: call spir_func void @__tkl_force()
// CHECK-NEXT: load i32, {{i32\*|ptr}} %x
__task int two(int n) {
  int x, y;
  x <- f(n);
  y <- f(n);
  force (x, y) { return x + y; }
}

// CHECK-LABEL: define {{.*}} @join_all(
// CHECK-NOT: __tkl_force_var
// CHECK: call spir_func void @__tkl_force()
__task void join_all(int n) {
  () <- f(n);
  force () {}
}

// The branches keep their else, and paths without a force go on.
// CHECK-LABEL: define {{.*}} @branches(
// CHECK-COUNT-3: call spir_func void @__tkl_force()
// CHECK-NOT: call spir_func void @__tkl_force()
// CHECK: ret i32
__task int branches(int n) {
  int x;
  x <- f(n);
  if (n == 1)
    force (x) { return x; }
  else if (n == 2)
    force (x) { return x + 2; }
  else
    n = 3;
  do
    if (n == 4)
      force (x) { return n; }
  while (n--);
  return 0;
}

// CHECK-LABEL: define {{.*}} @labels(
// CHECK-COUNT-4: call spir_func void @__tkl_force()
// CHECK-NOT: call spir_func void @__tkl_force()
// CHECK: ret i32
__task int labels(int n) {
  int x;
  x <- f(n);
  if (n == 9)
    goto here;
  switch (n) {
  case 1: force (x) { return 1; }
  case 2 ? 3 : 4: force (x) { return 2; }
  default: force (x) { return 3; }
  }
here: force (x) { return 4; }
}

// CHECK-LABEL: define {{.*}} @nested(
// CHECK-COUNT-2: call spir_func void @__tkl_force()
// CHECK-NOT: call spir_func void @__tkl_force()
// CHECK: ret i32
__task int nested(int n) {
  int x;
  x <- f(n);
  force (x) {
    int y;
    y <- f(x);
    if (x > 3) {
      force (y) { return x + y; }
    }
    return 0;
  }
}

// CHECK-LABEL: define {{.*}} @loop(
// CHECK: call spir_func void @__tkl_force()
// CHECK: ret i32
__task int loop(int n) {
  int r[8];
  for (int i = 0; i < n; ++i)
    r[i] <- f(i);
  for (int i = 0; i < n; ++i)
    if (i == 7)
      force (r) {
        int sum = 0;
        for (int j = 0; j < n; ++j) {
          if (r[j] < 0)
            continue;
          if (r[j] == 100)
            break;
          sum += r[j];
        }
        return sum;
      }
  return 0;
}
