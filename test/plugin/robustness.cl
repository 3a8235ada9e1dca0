// Broken input leads to errors, never to a crash or a hang.
// RUN: rm -rf %t && split-file %s %t
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only %t/list.cl 2>&1 | FileCheck %s
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only %t/body.cl 2>&1 | FileCheck %s
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only %t/spawn.cl 2>&1 | FileCheck %s
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only %t/file-scope.cl 2>&1 | FileCheck %s
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only %t/brackets.cl 2>&1 | FileCheck %s
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only %t/mark.cl 2>&1 | FileCheck %s
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only %t/types.cl 2>&1 | FileCheck %s
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only %t/else.cl 2>&1 | FileCheck %s
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only %t/include.cl 2>&1 | FileCheck %s
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only %t/empty.cl
// RUN: %clang -fplugin=%plugin -fsyntax-only %t/plain.c
// CHECK: error:
// CHECK-NOT: PLEASE submit a bug report

//--- list.cl
__task int f(int a) {
  int x;
  force (x, y
//--- body.cl
__task int f(int a) {
  int x;
  x <- f(1);
  force (x) {
    return x
//--- spawn.cl
__task int f(int a) {
  int x;
  x <- f(1
//--- file-scope.cl
int x;
x <- f(1);
() <- f(1);
force (x) { return 1; }
force () {}
force (
//--- brackets.cl
__task int f(int a) {
  int x[2];
  x[0 <- f(1);
  x[1)] <- f(2);
  } ) ] }
  force (x]) {
  ({ x <- f(2); force (x) {
//--- mark.cl
__task
__task;
task;
__task int;
int x = __task;
__task 3;
__task struct;
task int f(
//--- types.cl
__task Unknown f(Unknown a);
__task int g(int a) {
  Unknown x;
  int y;
  x <- g(1);
  y <- f(2);
  y.z <- g(3);
  zz[2] <- g(4);
  y <- g(1, 2);
  y <- g("text");
  force (x, y) { return x + undeclared; }
}
//--- else.cl
__task int f(int a) {
  int x;
  else force (x) { return 1; }
  case 3 x <- f(1);
  case 4: default
  do x <- f(1); while
  for x <- f(1);
  if force (x) {}
  switch (;) force () {}
  label: }
//--- include.cl
__task int f(int a) {
#include "no-such-file.clh"
  int x;
  x <- f(1);
  force (x) { return x; }
}
//--- empty.cl
//--- plain.c
int force(int x) { int task = x; return task <-3; }
