// Every form, made by macros of every kind; and the same from the output of the
// preprocessor.
// RUN: %clang -fplugin=%plugin -target spir64 -Wall -Werror -S -emit-llvm -O0 \
// RUN:   -Xclang -disable-llvm-passes -o - %s | grep -v "^source\|^; Mod\|^!" > %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: %taskletc -E -cl-std=CL1.2 -o %t.i.cl %s
// RUN: not grep -w "SPAWN\|ARROW\|FORCE" %t.i.cl
// RUN: %clang -fplugin=%plugin -target spir64 -Wall -Werror -S -emit-llvm -O0 \
// RUN:   -Xclang -disable-llvm-passes -o - %t.i.cl | grep -v "^source\|^; Mod\|^!" \
// RUN:   > %t.i.ll
// RUN: diff %t.ll %t.i.ll
// RUN: %taskletc -w -o %t.bc %t.i.cl

#define ARROW <-
#define DECLARE(f) __task int f(int a)
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define SPAWN_(x, ...) x <- __VA_ARGS__
#define SPAWN(x, ...) SPAWN_(x, __VA_ARGS__)
#define FORCE(list, body) force list body
#define LIST (x, y)
#define BODY { return x + y; }
#define ID(...) __VA_ARGS__
#define ONE 1
#define EMPTY
#define MARK ta##sk
#define WHOLE(name)                                                            \
  DECLARE(name) {                                                              \
    int x;                                                                     \
    x <- f(a);                                                                 \
    force (x) { return x; }                                                    \
  }
#define NOTHING() () <-

// CHECK-LABEL: define {{.*}} @f(
DECLARE(f) { return a; }

// CHECK-LABEL: define {{.*}} @whole(
// CHECK: call {{.*}} @f(
// CHECK: call {{.*}} @__tkl_force_var
// CHECK: call {{.*}} @__tkl_force()
WHOLE(whole)

// CHECK-LABEL: define {{.*}} @pasted(
// CHECK: call {{.*}} @f(
// CHECK: call {{.*}} @__tkl_force()
PASTE(__ta, sk) int pasted(int n) {
  int x;
  x <- PASTE(f, EMPTY)(1);
  PASTE(for, ce) (x) { return x; }
}

// CHECK-LABEL: define {{.*}} @parts(
// CHECK: call {{.*}} @f(
// CHECK: call {{.*}} @f(
// CHECK: call {{.*}} @__tkl_force()
PASTE(ta, sk) int parts(int n) {
  int x, y;
  SPAWN(x, f(n));
  SPAWN(y, f(n));
  FORCE(LIST, BODY)
}

// CHECK-LABEL: define {{.*}} @arguments(
// CHECK: call {{.*}} @f(
// CHECK: call {{.*}} @f(
// CHECK: call {{.*}} @f(
// CHECK: call {{.*}} @__tkl_force()
ID(task int arguments(int n) {
  int x, y;
  ID(x <- f(ONE);)
  ID(ID(y) ARROW ID(f)(ONE));
  NOTHING() f(3);
  ID(force (x, y) { return x + y; })
})

// CHECK-LABEL: define {{.*}} @scattered(
// CHECK: call {{.*}} @f(
// CHECK: call {{.*}} @__tkl_force()
ID(__task) ID(int) scattered ID((int n)) ID({)
  int x ID(=) 0;
  ID(if) (n) x <- f(1) ID(;)
  ID(force) EMPTY (EMPTY x) EMPTY ID({) return x; ID(})
ID(})
