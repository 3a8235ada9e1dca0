// Functions for tasks in kernels and in everywhere blocks, wrong calls of them,
// and declarations that come too late.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify %s

__task int f(int n) { return n; }

__kernel void k(__global int *out, int n) {
  __global int *p = tkl_alloc(4); // expected-error {{'tkl_alloc' cannot be called in a kernel outside of bodies of 'force'}} expected-note {{it is for tasks: call it in a task that the kernel spawns}}
  int x;
  x <- f(n);
  force (x) {
    p = tkl_alloc(4);
    *p = x;
    *out = *p;
  }
}

__kernel void no_spawn(__global int *out) {
  tkl_fail("text", 0, 0); // expected-error {{'tkl_fail' cannot be called in a kernel outside of bodies of 'force'}} expected-note {{it is for tasks: call it in a task that the kernel spawns}}
}

__kernel __ordered(out) void ordered(__global int *out) {
  out[tkl_command_area()[0]] = 1; // expected-error {{'tkl_command_area' cannot be called in a kernel outside of bodies of 'force'}} expected-note {{it is for tasks: call it in a task that the kernel spawns}}
}

__kernel void e(__global int *out, int n) {
  everywhere (uint mask) {
    if (n < 0)
      tkl_fail("%0", n, 0); // expected-error {{'tkl_fail' cannot be called in the body of an 'everywhere'}} expected-note {{it is for tasks: move the call out of the body, or spawn a task that calls it}}
    *out = mask;
  }
}

__task void wrong(int n, __global char *text) {
  tkl_alloc(); // expected-error {{too few arguments to function call, expected 1, have 0}}
  tkl_fail(text, 0, 0); // expected-error {{passing '__global char *__private' to parameter of type 'const __constant char *' changes address space of pointer}}
  tkl_print_int(n, 1); // expected-error {{incompatible integer to pointer conversion passing '__private int' to parameter of type}}
  tkl_unknown(1); // expected-error {{use of undeclared identifier 'tkl_unknown'}}
}

int tkl_alloc(int n); // expected-error {{conflicting types for 'tkl_alloc'}}

// expected-note@* {{'tkl_alloc' declared here}}
// expected-note@* {{previous implicit declaration is here}}
// expected-note@* 2 {{passing argument to parameter here}}
