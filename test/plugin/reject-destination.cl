// Where the result of a task can go.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only \
// RUN:   -Xclang -verify %s

#pragma OPENCL EXTENSION __cl_clang_bitfields : enable

typedef struct {
  int whole;
  int bits : 3;
} Fields;
__task int f(int a);
__task void nothing(int a);
__task Fields fields_of(int a);
void plain(void);

__task int destinations(int n, __global int *out, __global Fields *fields) {
  Fields s;
  int4 v;
  int x = 0, *p = &x;
  __private int *q = &x;
  const int fixed = 3; // expected-note {{variable 'fixed' declared const here}}
  __global int *g = out;
  s.bits <- f(1); // expected-error {{a bit-field cannot receive the result of a task}} expected-note {{spawn into a variable, force it, and store its value in the body}}
  fields->bits <- f(2); // expected-error {{a bit-field cannot}} expected-note {{spawn into a variable}}
  v.x <- f(3); // expected-error {{a component of a vector cannot receive the result of a task}} expected-note {{spawn into a variable}}
  v[n] <- f(4); // expected-error {{a component of a vector cannot}} expected-note {{spawn into a variable}}
  *p <- f(5); // expected-error {{the result of a task can be stored in a private variable or in '__global' memory, not through a pointer to other memory}} expected-note {{spawn into a variable}}
  q[n] <- f(6); // expected-error {{not through a pointer to other memory}} expected-note {{spawn into a variable}}
  fixed <- f(7); // expected-error {{cannot assign to variable 'fixed'}}
  x <- nothing(8); // expected-error {{assigning to '__private int' from incompatible type 'void'}} expected-note {{this task has no result: to start it, write '() <-'}}
  x <- fields_of(8); // expected-error {{assigning to '__private int' from incompatible type 'Fields'}} expected-note {{spawn into a variable of the task's own result type}}
  x = plain(); // expected-error {{assigning to '__private int' from incompatible type 'void'}}
  g[n] <- f(9);
  fields[n].whole <- f(10);
  s.whole <- f(11);
  force (s) { return s.whole; }
}

__kernel void k(__local int *scratch) {
  __local int tile[4];
  tile[0] <- f(1); // expected-error {{the result of a task can be stored in a private variable or in '__global' memory, not in local memory}} expected-note {{spawn into a variable}}
  *scratch <- f(2); // expected-error {{not in local memory}} expected-note {{spawn into a variable}}
}
