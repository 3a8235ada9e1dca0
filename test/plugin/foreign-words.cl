// Misspelt words of the language, and those of Cilk, are told what to write.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -ferror-limit=0 -Xclang -verify %s
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -DPLAIN -Xclang -verify=plain %s
// RUN: cp %s %t.cl
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only -DMEND -Xclang -fixit %t.cl > %t.log 2>&1
// RUN: not grep "unable to apply" %t.log
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -DMEND -Wall -Werror %t.cl
// RUN: FileCheck %s < %t.cl

#ifdef PLAIN
// A program without the additions keeps what Clang says.
void plain(int n) {
  sync; // plain-error {{use of undeclared identifier 'sync'}}
}
#else

__task int f(int n) { return n; }
__task void g(int n) {}

__kernel void words(__global int *out, int n) {
  // CHECK: {{^}}  everywhere { out[0] = n; }
  evrywhere { out[0] = n; } // expected-error {{there is no statement 'evrywhere'; did you mean 'everywhere'?}}
  // CHECK: {{^}}  everywhere (uint m) { out[1] = m; }
  evrywhere (uint m) { out[1] = m; } // expected-error {{there is no statement 'evrywhere'; did you mean 'everywhere'?}}
  // CHECK: {{^}}  everywhere (const uint m) { out[1] = m; }
  Everywhere (const uint m) { out[1] = m; } // expected-error {{there is no statement 'Everywhere'; did you mean 'everywhere'?}}
  int x, y, a[2];
  // CHECK: {{^}}  () <- f(n);
  spawn f(n); // expected-error {{a task is spawned with '<-', without 'spawn'}} expected-note {{write 'x <- f(...);', and use 'x' in the body of 'force (x) { ... }'; '() <- f(...);' ignores the result}}
  // CHECK: {{^}}  x <- f(n);
  x = spawn f(n); // expected-error {{a task is spawned with '<-', without 'spawn'}} expected-note {{write 'x <- f(...);'}}
  // CHECK: {{^}}  a[n + 1] <- f(n);
  a[n + 1] = cilk_spawn f(n); // expected-error {{a task is spawned with '<-', without 'cilk_spawn'}} expected-note {{write 'x <- f(...);'}}
  // CHECK: {{^}}  { y <- f(n);
  { y = _Cilk_spawn f(n); // expected-error {{a task is spawned with '<-', without '_Cilk_spawn'}} expected-note {{write 'x <- f(...);'}}
  }
  // CHECK: {{^}}  int z; z <- f(n);
  int z = spawn f(n); // expected-error {{a task is spawned with '<-', without 'spawn'}} expected-note {{write 'x <- f(...);'}}
  int b[8];
  // CHECK: {{^}}  b[0] <- f(n);
  b[0] -> f(n); // expected-error {{a task is spawned with '<-', not with '->'}}
  // CHECK: {{^}}  b[1] <- f(n);
  b[1] <-- f(n); // expected-error {{a task is spawned with '<-', not with '<--'}}
  // CHECK: {{^}}  b[2] <- f(n);
  b[2] <<- f(n); // expected-error {{a task is spawned with '<-', not with '<<-'}}
  // CHECK: {{^}}  b[3] <- f(n);
  b[3] << f(n); // expected-error {{a task is spawned with '<-', not with '<<'}}
  // CHECK: {{^}}  b[4] <- f(n);
  b[4] <= f(n); // expected-error {{a task is spawned with '<-', not with '<='}}
  // CHECK: {{^}}  b[5] <- f(n);
  b[5] => f(n); // expected-error {{a task is spawned with '<-', not with '=>'}}
  // CHECK: {{^}}  () <- g(n);
  () -> g(n); // expected-error {{a task is spawned with '<-', not with '->'}}
  // CHECK: {{^}}  int w <- f(n);
  int w -> f(n); // expected-error {{a task is spawned with '<-', not with '->'}}
  // CHECK: {{^}}  force (x, y, z, a, b, w) { out[2] = x + y + z + a[0] + b[0] + w; }
  forse (x, y, z, a, b, w) { out[2] = x + y + z + a[0] + b[0] + w; } // expected-error {{there is no statement 'forse'; did you mean 'force'?}}
}

#ifndef MEND
// What cannot be mended by one edit.
__task int others(int n) {
  int x;
  x <- f(n);
  sync; // expected-error {{use of undeclared identifier 'sync'}} expected-note {{'force (x, y);' waits for the results in 'x' and 'y', and 'force ();' for every task spawned so far}}
  cilk_sync; // expected-error {{use of undeclared identifier 'cilk_sync'}} expected-note {{waits for the results}}
  return spawn f(n); // expected-error {{use of undeclared identifier 'spawn'}} expected-note {{a spawn is a statement of its own: 'x <- task(arguments);', or '() <- task(arguments);' to ignore the result}} expected-error {{expected ';' after return}}
}

__tsk int marked(int n) { return n; } // expected-error {{there is no mark '__tsk'; did you mean '__task'?}}
_task void *pointer(int n); // expected-error {{there is no mark '_task'; did you mean '__task'?}}
// expected-error@+1 {{there is no mark '__TASK'; did you mean '__task'?}}
__TASK
static int lines(int n) { return n; }
// No marks: a type in the place of a type.
__mask value; // expected-error {{unknown type name '__mask'}}
__mask function(int n); // expected-error {{unknown type name '__mask'}}

#define GO evrywhere
__kernel void macros(__global int *out, int n) {
  GO { out[0] = n; } // expected-error {{there is no statement 'evrywhere'; did you mean 'everywhere'?}}
}
#endif

// The same words where they are the program's own.
typedef int spawn;
void sync(void);
int evrywhere(int n);
__kernel void own(__global int *out, int n) {
  spawn f2 = n, force = f2;
  spawn g2(int);
  sync();
  out[0] = evrywhere(force);
  int sync = 1;
  out[1] = sync;
}

// Operators that are none: no call of a task alone comes after them.
struct Members {
  int taken;
  struct Members *next;
};
__task int taken(int n) { return n; }
int plain(int n) { return n; }
__kernel void operators(__global struct Members *p, int n) {
  p->taken <- taken(n);
  p[1].taken <- taken(n);
  int x = n << plain(n), y = n;
  y <- taken(x);
  x <<= plain(n) <= plain(n - 1);
  force (y) { p->taken += x + y; }
}
#endif
