// Ordinary functions do not recurse; tasks do, through spawns.
// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify \
// RUN:   %t/tasks.cl
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify \
// RUN:   %t/plain.cl

//--- tasks.cl
int self(int n) { // expected-note {{make 'self' a task with '__task', and spawn it with '<-': tasks may recurse}}
  return n ? self(n - 1) : 0; // expected-error {{ordinary function 'self' cannot call itself}}
}
int b(int n);
int a(int n) { return b(n); } // expected-note {{make 'a' a task}}
int b(int n) { return a(n); } // expected-error {{ordinary function 'a' cannot call itself, here by way of 'b'}}
__kernel void again(__global int *p) { // expected-note {{move what it does into a function marked '__task', and spawn that with '<-': tasks may recurse}}
  again(p); // expected-error {{kernel 'again' cannot call itself}}
}
int leaf(int n) { return n; }
int twice(int n) { return leaf(n) + leaf(leaf(n)); }
__task int odd(int n);
__task int even(int n) {
  int x;
  if (n == 0)
    return 1;
  x <- odd(twice(n) - 1);
  force (x) { return x; }
}
__task int odd(int n) {
  int x;
  if (n == 0)
    return 0;
  x <- even(n - 1);
  force (x) { return x; }
}

//--- plain.cl
// expected-no-diagnostics
int self(int n) { return n ? self(n - 1) : 0; }
