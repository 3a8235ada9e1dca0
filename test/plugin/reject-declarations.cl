// What may be marked, and how declarations agree.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only \
// RUN:   -Xclang -verify %s
// RUN: not %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only \
// RUN:   -fdiagnostics-parseable-fixits %s 2>&1 | FileCheck %s

#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
#pragma OPENCL EXTENSION __cl_clang_variadic_functions : enable

__kernel __task void both(int n) {} // expected-error {{'both' cannot be both a kernel and a task}} expected-note {{make it a task, and let a kernel of its own spawn it}}
__task int variadic(int n, ...); // expected-error {{task 'variadic' cannot take a variable number of arguments}} expected-note {{pass a pointer to '__global' memory and a count}}

__task int old_style(a, b) int a; int b; { return a + b; } // expected-error {{task 'old_style' does not declare its parameters in the parentheses}} expected-note {{write the types there, as in 'old_style(int a, int b)'}} expected-warning {{deprecated in all versions of C}}
__task int old_style_later(int a);
__task int old_style_later(a) int a; { return a; } // expected-error {{task 'old_style_later' does not declare its parameters}} expected-note {{write the types there}} expected-warning {{deprecated}}

int without_first(int n); // expected-note {{mark the earlier declaration with '__task', too}}
// CHECK: fix-it:"{{.*}}":{[[#@LINE-1]]:1-[[#@LINE-1]]:1}:"__task "
__task int without_first(int n) { return n; } // expected-error {{'without_first' is declared '__task' here, but not before}}
__task int without_second(int n); // expected-note {{declared '__task' here; mark every declaration of a task}}
int without_second(int n) { return n; } // expected-error {{'without_second' was declared '__task', and this declaration is without}}
// CHECK: fix-it:"{{.*}}":{[[#@LINE-1]]:1-[[#@LINE-1]]:1}:"__task "

typedef __task int Type; // expected-error {{'__task' marks functions, and this is none}} expected-note {{remove it, or declare a function here}}
struct S {
  __task int member; // expected-error {{'__task' marks functions}} expected-note {{remove it}}
};
int parameter(__task int n); // expected-error {{'__task' marks functions}} expected-note {{remove it}}

__task int f(int n);
__task int address(int n) {
  __task int variable = 3; // expected-error {{'__task' marks functions}} expected-note {{remove it}}
  (void)f; // expected-error {{the address of task 'f' cannot be taken}} expected-note {{choose between spawns with 'if' or 'switch' instead}}
  int (^block)(int) = ^(int a) { return a; };
  int x;
  x <- block(3); // expected-error {{only a call of a '__task' function can be spawned}} expected-note {{write '='}}
  force (x) { return x + variable; }
}

// No other object can define it.
static __task int missing(int n); // expected-error {{static task 'missing' is spawned but nowhere defined}} expected-note {{define it in this source: no other object can}}
static __task int unused_(int n);
static __task int later_static(int n);
__task int spawns_missing(int n) {
  int x;
  x <- missing(n);
  () <- missing(n);
  () <- later_static(n);
  force (x) { return x; }
}
static __task int later_static(int n) { return n; }
