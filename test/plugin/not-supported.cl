// Words of the language that this version does not support: one error at the
// word, the rest of the program is checked. Programs can ask beforehand.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify %s
// RUN: %taskletc -DASKED -Werror -o %t.bc %s

#if defined(ASKED) && defined(__opencl_c_tkl_ordered)
#error defined, but not supported
#endif

#ifndef ASKED
__task int f(int a);

__kernel void k(__global int *out, int n) {
  int x;
  x = f(1); // expected-error {{'f' is a task}} expected-note {{write '<-' for '='}}
}

__kernel __ordered void all(__global int *out) { // expected-error {{this version of the compiler does not support '__ordered'}} expected-note {{where it is supported, the macro '__opencl_c_tkl_ordered' is defined: put this into '#ifdef __opencl_c_tkl_ordered', with another way to do it in '#else'}}
  out[0] = 1;
}
__ordered(a, b) __kernel void two(__global int *a, __global int *b) { // expected-error {{does not support '__ordered'}} expected-note {{#ifdef}}
  *a = z; // expected-error {{undeclared identifier 'z'}}
}
__kernel void __ordered(a) declared(__global int *a); // expected-error {{does not support '__ordered'}} expected-note {{#ifdef}}
#endif

// Names that are the user's own.
int everywhere(int n) { return n; }
int uses_function(int n) {
  everywhere(n);
  if (everywhere(n)) {
    n = 2;
  }
  return everywhere(everywhere(n)) + everywhere (3);
}
struct everywhere {
  int everywhere;
};
int uses_variable(struct everywhere s) {
  int everywhere = 3;
  everywhere = s.everywhere;
  everywhere++;
  (void)everywhere;
everywhere: {
  if (everywhere-- > 0)
    goto everywhere;
}
  switch (everywhere) {
  case 3: {
    typedef int everywhere;
    everywhere x = 4;
    return x;
  }
  }
  return everywhere;
}
#define everywhere(x) (x)
int uses_macro(int n) { return everywhere(n); }
#ifdef ASKED
__kernel void unused(__global int *out) { out[0] = uses_macro(0); }
#endif
