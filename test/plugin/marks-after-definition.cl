// A task may be declared again after its definition, and all declarations have
// the mark. Clang gives up attributes there, with a warning or without.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify=ok \
// RUN:   -DACCEPTED -Werror -Wall %s
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify=ok \
// RUN:   -DACCEPTED -w %s
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify %s
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify \
// RUN:   -Werror %s
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify -w %s
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -w -DLOST=1 \
// RUN:   -Xclang -verify=lost %s
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -w -DLOST=2 \
// RUN:   -Xclang -verify=lost %s
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -w -DLOST=3 \
// RUN:   -Xclang -verify=lost %s
// ok-no-diagnostics

__task int f(int n) { return n; }

#if defined(ACCEPTED)
#define TASK __task int
__task int f(int n);
task int f(int n);
int __task f(int);
TASK f(int n), g(int n);
extern __task int(f)(int n);
__task __task int f(int n);
__kernel void k(__global int *out) {
  __task int f(int n);
  *out <- f(1);
}
#elif !defined(LOST)
int f(int n); // expected-error {{'f' was declared '__task', and this declaration is without}}
// expected-note@19 {{declared '__task' here; mark every declaration of a task}}
int late(int n) { return n; } // expected-note {{mark the earlier declaration with '__task', too}}
__task int late(int n); // expected-error {{'late' is declared '__task' here, but not before}}
__task int twice(int n) { return n; } // expected-note {{previous definition is here}}
__task int twice(int n) { return n; } // expected-error {{redefinition of 'twice'}}
#elif LOST == 1
__task struct U { int a; }; // lost-error {{'__task' marks functions, and this is none}} lost-note {{remove it, or declare a function here}}
#elif LOST == 2
int size(void) { return sizeof(__task int); } // lost-error {{'__task' marks functions, and this is none}} lost-note {{remove it}}
#else
int cast(float n) { return (__task int)n; } // lost-error {{'__task' marks functions, and this is none}} lost-note {{remove it}}
#endif
