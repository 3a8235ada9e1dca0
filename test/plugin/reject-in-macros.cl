// What is wrong in a macro is reported where the user wrote it, with the places
// of the expansion; fix-its never edit a macro. #line is obeyed.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -ferror-limit=0 \
// RUN:   -Xclang -verify -DVERIFY %s
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only -ferror-limit=0 \
// RUN:   -fdiagnostics-parseable-fixits %s 2>&1 | FileCheck %s
// CHECK-NOT: fix-it:

#define SPAWN(x, call) x <- call
#define CALL(f, a) f(a)
#define SET(x, value) x = value
#define DECLARE(x, call) int x <- call
#define LOOSE(x, call) x < - call
#define NO_BRACES(x) force (x) return x
#define NO_LIST force { return 1; }
#define LEAVE break
#define TWO(x) x, x
#define EVERYWHERE(m) everywhere (uint) {}

__task int f(int a);
int g(int a);

__task int mistakes(int n) {
  int x = 0, y;
  // CHECK: [[#@LINE+2]]:12: error: only a call of a '__task' function can be spawned
  // CHECK-NEXT: SPAWN(x, 3);
  SPAWN(x, 3); // expected-error {{only a call of a '__task' function can be spawned}} expected-note {{write '='}}
  DECLARE(z, f(1)); // expected-warning {{never forced}} expected-note {{'() <-'}}
  DECLARE(a[2], f(1)); // expected-error {{an array cannot receive the result of a task}} expected-note {{declare it first}}
  if (n == 1)
    NO_BRACES(x); // expected-error {{the body of a 'force' stands in braces}} expected-note {{write 'force}}
  if (n == 2)
    NO_LIST // expected-error {{the list of a 'force' stands in parentheses}} expected-note {{waits for the result}}
  // CHECK: [[#@LINE+5]]:3: error: the mask of an 'everywhere' is a new variable and needs a name
  // CHECK-NEXT: EVERYWHERE(m)
  // CHECK-NEXT: ^
  // CHECK-NEXT: :[[#]]:[[#]]: note: expanded from macro 'EVERYWHERE'
  // CHECK-NEXT: #define EVERYWHERE(m) everywhere (uint) {}
  EVERYWHERE(m) // expected-error {{needs a name}} expected-note {{write 'everywhere (uint mask)}}
  // CHECK: [[#@LINE+1]]:12: error: only a call of a '__task' function can be spawned
  SPAWN(x, g(3)); // expected-error {{only a call of a '__task' function can be spawned}} expected-note@-20 {{'g' is declared without '__task'}}
  // CHECK: [[#@LINE+1]]:8: error: 'f' is a task
  CALL(f, 1); // expected-error {{'f' is a task: it is spawned with '<-', not called}} expected-note {{write '() <- '}}
  // CHECK: [[#@LINE+1]]:10: error: 'f' is a task
  SET(x, f(1)); // expected-error {{'f' is a task: it is spawned with '<-', not called}} expected-note {{write '<-' for '='}}
  LOOSE(x, f(1)); // expected-error {{'<' and '-' must touch}} expected-note {{write '<-'}}
  SPAWN(y, f(1));
  force (TWO(y)) {
    while (n)
      LEAVE;
    if (n)
      LEAVE; // expected-error {{'break' cannot leave the body of a 'force'}} expected-note@-4 {{this 'force' ends the step}}
    return x + y;
  }
} // expected-warning {{non-void function does not return}}

__task int futures(int n) {
  int x, y;
  SPAWN(x, f(1)); // expected-note {{this spawn made it a future}} expected-note {{this spawn made 'x' a future}}
  // CHECK: [[#@LINE+3]]:3: error: 'x' is a future already
  // CHECK: note: expanded from macro 'SPAWN'
  // CHECK: 'x' is a future, and is used before
  SPAWN(x, f(2)); // expected-error {{'x' is a future already}} expected-note {{force it first}}
  SET(y, x); // expected-error {{'x' is a future, and is used}} expected-note {{force (x)}}
  force (x) { return x + y; }
}

#ifndef VERIFY
// CHECK: user.cl:102:3: error: 'x' is a future, and is written
// CHECK: user.cl:101:12: note: this spawn made 'x' a future
// CHECK: generated.cl:7:3: error: 'f' is a task
__task int lines(int n) {
#line 100 "user.cl"
  int x = 3;
  if (n) x <- f(1);
  x++;
  force (x) { return x; }
}
__kernel void k(__global int *out) {
# 7 "generated.cl"
  f(1);
}
#endif
