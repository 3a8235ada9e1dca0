// #pragma clang diagnostic knows the warnings of the plugin, and does all that
// it does without the plugin.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify %s
// Other versions of clang point to other places of wrong pragmas.
// RUN: %if llvm-15 %{ %clang -fplugin=%plugin -target spir64 -fsyntax-only -Wall -DPLAIN \
// RUN:   %s 2> %t.with; %clang -target spir64 -fsyntax-only -Wall -DPLAIN \
// RUN:   %s 2> %t.without; diff %t.with %t.without %}

#ifndef PLAIN
__task int f(int a);

__task void regions(int n, __global int *out) {
  int a, b, c, d, e;
  a <- f(n); // expected-warning {{future 'a' is never forced}} expected-note {{'() <-'}}
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wtasklet-unforced"
  b <- f(n);
#pragma GCC diagnostic error "-Wtasklet-unforced"
  c <- f(n); // expected-error {{future 'c' is never forced, and its result is discarded [-Werror,-Wtasklet-unforced]}} expected-note {{'() <-'}}
#pragma clang diagnostic pop
  d <- f(n); // expected-warning {{future 'd' is never forced}} expected-note {{'() <-'}}
#define SILENT(statement)                                                      \
  _Pragma("clang diagnostic push")                                             \
  _Pragma("clang diagnostic ignored \"-Wtasklet-unforced\"")                   \
  statement;                                                                   \
  _Pragma("clang diagnostic pop")
  SILENT(e <- f(n))
  force () {}
#pragma clang diagnostic ignored "-Wtasklet-unreachable"
  out[0] = 1;
}

#pragma clang diagnostic warning "-Wtasklet-unreachable"
__task void others(int n, __global int *out) {
  force () {}
  out[0] = 1; // expected-warning {{this is never reached}} expected-note {{move it into}}
}
#pragma clang diagnostic ignored "-Weverything"
__task void silent(int n, __global int *out) {
  int a;
  a <- f(n);
  force () {}
  out[0] = 1;
}
#pragma clang diagnostic warning "-Weverything"
#pragma clang diagnostic ignored "-Wtasklet-no-such" // expected-warning {{unknown warning group '-Wtasklet-no-such'}}
#else

// Each path through the pragma.
#pragma clang diagnostic
#pragma clang diagnostic 3
#pragma clang diagnostic mute
#pragma clang diagnostic mute "-Wunused"
#pragma clang diagnostic push 3
#pragma clang diagnostic ignored
#pragma clang diagnostic ignored 3
#pragma clang diagnostic ignored "unused"
#pragma clang diagnostic ignored "-W"
#pragma clang diagnostic ignored "-Wunused" 3
#pragma clang diagnostic ignored "-Wno-such"
#pragma clang diagnostic ignored "-Wunused-" "variable"
void f(void) { int a; }
#pragma GCC diagnostic fatal "-Rpass"
#pragma clang diagnostic pop
#pragma clang diagnostic pop
#pragma GCC diagnostic pop
void g(void) { int a; }
#pragma clang diagnostic error "-Wunused-variable"
#pragma clang diagnostic warning "-Weverything"
void h(void) { int a; }
#endif
