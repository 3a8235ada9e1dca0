// Only a call of a `__task` function can be spawned.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify -ferror-limit=0 %s
// RUN: cp %s %t.cl
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only \
// RUN:   -Xclang -fix-what-you-can -Xclang -fixit -w -ferror-limit=0 %t.cl
// RUN: FileCheck --input-file=%t.cl %s

int g(int a); // expected-note 2 {{'g' is declared without '__task'; mark it, or call it with '='}} expected-note {{'g' is declared without '__task'; mark it, or call it without '() <-'}}
__task int f(int a);
__task void nothing_task(int a);
void nothing(int a);
typedef struct { int a, b; } Pair;
Pair pair(int a);
__kernel void kernel_(__global int *out); // expected-note {{kernel 'kernel_' cannot be a task: move what it does into a function marked '__task', and spawn that}}

#define THREE 3

__task int spawner(int n, __global int *out) {
  int x, y = 0;
  // CHECK: {{^}}  x = g(3);
  x <- g(3); // expected-error {{only a call of a '__task' function can be spawned}}
  // CHECK: {{^}}  x = (g(3));
  x <- (g(3)); // expected-error {{only a call of a '__task' function}}
  // CHECK: {{^}}  x = 3;
  x <- 3; // expected-error {{only a call of a '__task' function}} expected-note {{to assign a value, write '='}}
  // CHECK: {{^}}  out[n] = THREE;
  out[n] <- THREE; // expected-error {{only a call of a '__task' function}} expected-note {{to assign a value, write '='}}
  // CHECK: {{^}}  x = -y;
  x <- -y; // expected-error {{only a call of a '__task' function}} expected-note {{to assign a value, write '='}}
  // CHECK: {{^}}  x = out[2];
  x <- out[2]; // expected-error {{only a call of a '__task' function}} expected-note {{to assign a value, write '='}}
  // CHECK: {{^}}  x <- f;
  x <- f; // expected-error {{only a call of a '__task' function}} expected-note {{to spawn 'f', give it its arguments: 'f(...)'}}
  // CHECK: {{^}}  x = y;
  x <- y; // expected-error {{only a call of a '__task' function}} expected-note {{to assign a value, write '='}}
  // CHECK: {{^}}  x <- (int)f(3);
  x <- (int)f(3); // expected-error {{only a call of a '__task' function}} expected-note {{spawn each task into a variable of its own, and compute the value in the body of the 'force' that names them}}
  // CHECK: {{^}}  x <- f(1) + (2);
  x <- f(1) + (2); // expected-error {{only a call of a '__task' function}} expected-note {{spawn each task into a variable of its own, and compute the value in the body of the 'force' that names them}}
  // CHECK: {{^}}  x <- f(1) + 2;
  x <- f(1) + 2; // expected-error {{only a call of a '__task' function}} expected-note {{spawn each task into a variable of its own, and compute the value in the body of the 'force' that names them}}
  x <- f(1) + f(2); // expected-error {{only a call of a '__task' function}} expected-note {{spawn each task}}
  x <- g(f(1)); // expected-error {{only a call of a '__task' function}} expected-note {{spawn each task}}
  // CHECK: {{^}}  () <- g(4);
  () <- g(4); // expected-error {{only a call of a '__task' function}}
  () <- 4; // expected-error {{only a call of a '__task' function}} expected-note {{write '() <-' before the call of a task only}}
  x <- undeclared(3); // expected-error {{use of undeclared identifier 'undeclared'}}
  x <- ; // expected-error {{expected expression}}
  x <- (int)abs(3); // expected-error {{only a call of a '__task' function}} expected-note {{to compute a value here and now, write '='}}
  x <- abs(x); // expected-error {{only a call of a '__task' function}} expected-note {{'abs' is no task: call it with '='}}
  () <- printf("x"); // expected-error {{only a call of a '__task' function}} expected-note {{'printf' is no task: call it without '() <-'}}
  () <- (y + 1); // expected-warning {{unused}} expected-error {{only a call of a '__task' function}} expected-note {{to compute a value here and now, write it without '() <-'}}
  x <- nothing(3); // expected-error {{only a call of a '__task' function}} expected-note {{'nothing' is no task, and has no result: call it in a statement of its own}}
  x <- pair(3); // expected-error {{only a call of a '__task' function}} expected-note {{'pair' is no task: call it with '=', and assign to a variable of its own result type}}
  x <- kernel_(out); // expected-error {{only a call of a '__task' function}} expected-note {{'kernel_' is no task}}
  () <- kernel_(out); // expected-error {{only a call of a '__task' function}}
  x <- nothing_task(3); // expected-error {{from incompatible type 'void'}} expected-note {{this task has no result: to start it, write '() <-'}}
  return 0;
}

// Accepted, the task's name in parentheses or not.
__task int accepted(int n) {
  int x;
  x <- (f(n));
  force (x) {
    x <- (f)(n);
    force (x) {
      x <- ((f))(n);
      () <- (f)(n) // expected-error {{expected ';' after this spawn}} expected-note {{a spawn is a statement of its own}}
      force (x) { return x; }
    }
  }
}
