// A task is spawned, not called. Where one edit mends it, it is offered.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -ferror-limit=0 -Wno-unknown-warning-option \
// RUN:   -Wno-tasklet-unforced -Xclang -verify %s
// RUN: cp %s %t.cl
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only \
// RUN:   -Xclang -fix-what-you-can -Xclang -fixit -w -ferror-limit=0 %t.cl
// RUN: FileCheck --input-file=%t.cl %s

__task int f(int a);
__task void g(void);
int ordinary(int a);

#define CALL(a) f(a)

__task int caller(int n) {
  int x;
  // CHECK: {{^}}  x <- f(3);
  x = f(3); // expected-error {{'f' is a task: it is spawned with '<-', not called}} expected-note {{write '<-' for '=', and force the variable before it is used}}
  // CHECK: {{^}}  () <- f(3);
  f(3); // expected-error {{'f' is a task}} expected-note {{write '() <- ' before it to ignore the result}}
  // CHECK: {{^}}  () <- g();
  g(); // expected-error {{'g' is a task}} expected-note {{write '() <- '}}
  if (n)
    // CHECK: {{^}}    () <- g();
    g(); // expected-error {{'g' is a task}} expected-note {{write '() <- '}}
  // CHECK: {{^}}  int y <- f(4);
  int y = f(4); // expected-error {{'f' is a task}} expected-note {{write '<-' for '=', and force the variable before it is used}}
  // No single edit mends these.
  // CHECK: {{^}}  int z = f(5) + 1, w = f(6);
  int z = f(5) + 1, w = f(6); // expected-error 2 {{'f' is a task}} expected-note 2 {{spawn it into a variable, name that variable in a 'force', and use its value in the body}}
  // CHECK: {{^}}  n += f(7);
  n += f(7); // expected-error {{'f' is a task}} expected-note {{spawn it into a variable}}
  // CHECK: {{^}}  if (f(8))
  if (f(8)) // expected-error {{'f' is a task}} expected-note {{spawn it into a variable}}
    n = 1;
  // CHECK: {{^}}  n = ordinary(f(9));
  n = ordinary(f(9)); // expected-error {{'f' is a task}} expected-note {{spawn it into a variable}}
  // CHECK: {{^}}  CALL(10);
  CALL(10); // expected-error {{'f' is a task}} expected-note {{write '() <- '}}
  // CHECK: {{^}}  y <- f(f(11));
  y <- f(f(11)); // expected-error {{'f' is a task}} expected-note {{spawn it into a variable}}
  force (x, y) {
    // CHECK: {{^}}    return caller(x);
    return caller(x); // expected-error {{'caller' is a task}} expected-note {{spawn it into a variable}}
  }
}

// Accepted: the same names and calls of ordinary functions.
__task int accepted(int n) {
  int x, y = ordinary(n);
  ordinary(y);
  x <- f(ordinary(3));
  force (x) { return ordinary(x); }
}

// Outside of tasks as well.
int helper(void) { // expected-note {{only tasks and kernels can spawn: mark 'helper' with '__task' and spawn it, too, or make it a macro}}
  return f(1); // expected-error {{'f' is a task}}
}

// In the head of a loop no statement has room, and the last statement of
// `({ ... })` is its value.
__task int heads(int n) {
  // CHECK: {{^}}  for (int i = f(n); i < 3; ++i)
  for (int i = f(n); i < 3; ++i) // expected-error {{'f' is a task}} expected-note {{spawn into a variable before the loop, and force it there}}
    ++n;
  // CHECK: {{^}}  for (n = f(n); n; f(n))
  for (n = f(n); n; f(n)) // expected-error 2 {{'f' is a task}} expected-note 2 {{spawn it into a variable}}
    // CHECK: {{^}}    () <- f(n);
    f(n); // expected-error {{'f' is a task}} expected-note {{write '() <- '}}
  // CHECK: {{^}}  n = ({ () <- f(1); f(2); });
  n = ({ f(1); f(2); }); // expected-error 2 {{'f' is a task}} expected-note {{write '() <- '}} expected-note {{spawn it into a variable}}
  return n;
}
