// Where one edit mends a mistake, the error offers it; applied, all of it
// compiles without a warning.
// RUN: cp %s %t.cl
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only %s > %t.before 2>&1
// RUN: FileCheck -check-prefix=COUNT %s < %t.before
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only -ferror-limit=0 \
// RUN:   -Xclang -fixit %t.cl > %t.log 2>&1
// RUN: not grep "unable to apply" %t.log
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Wall -Werror %t.cl
// RUN: FileCheck %s < %t.cl
// COUNT: 18 errors generated.

__task int f(int a);
int ordinary(int a);
__task int later(int a);
int later(int a); // CHECK: {{^}}__task int later(int a);

// CHECK-LABEL: mends(
__task int mends(int n) {
  int x, y, z;
  // CHECK: {{^}}  () <- f(1);
  f(1);
  // CHECK: {{^}}  x <- f(2);
  x = f(2);
  // CHECK: {{^}}  int a <- f(3);
  int a = f(3);
  // CHECK: {{^}}  const int b = ordinary(4);
  const int b <- ordinary(4);
  // CHECK: {{^}}  y <- f(5);
  y < - f(5);
  // CHECK: {{^}}  z <- f(6);
  z <- f(6)
  // CHECK: {{^}}  int c;
  int c;
  // CHECK: {{^}}  c = ordinary(1);
  c <- ordinary(1);
  // CHECK: {{^}}  c = 3;
  c <- 3;
  // CHECK: {{^}}  c = c + 3;
  c <- c + 3;
  if (n == 1)
    // CHECK: {{^}}    force (x) { return x; }
    force (x) return x;
  if (n == 2)
    // CHECK: {{^}}    force (x, y) {
    force x, y { return x + y; }
  if (n == 3)
    // CHECK: {{^}}    force () {
    force { return c; }
  if (n == 4)
    // CHECK: {{^}}    force (x ) {
    force (x, ) { return x; }
  if (n == 5)
    // CHECK: {{^}}    force ( x) {
    force (, x) { return x; }
  if (n == 6)
    // CHECK: {{^}}    force (x, y) {
    force (x; y) { return x + y; }
  if (n == 7)
    // CHECK: {{^}}    force (x, y) {
    force ((x), y) { return x + y; }
  if (n == 8)
    // CHECK: {{^}}    force (x) {
    return force (x) { return x; }
  force (x, y, z, a, b) { return x + y + z + a + b + c; }
}
