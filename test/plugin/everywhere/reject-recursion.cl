// Functions that a body calls become part of the kernel, so none may call
// itself.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify %s

int leaf(int n) {
  everywhere (uint mask) { n += mask; }
  return n;
}
int calls(int n) { return leaf(n) + leaf(n + 1); }
int again(int n) { // expected-note {{make 'again' a task}}
  everywhere { n += calls(n); }
  return n ? again(n - 1) : n; // expected-error {{ordinary function 'again' cannot call itself}}
}
__kernel void k(__global int *out, int n) { out[0] = again(n); }
