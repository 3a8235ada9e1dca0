// Where the result of a task can go.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only -ferror-limit=0 \
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

__task int no_lvalues(int n, __global int *out) {
  int x = 0, y[2], *p = &x;
  7 <- f(1); // expected-error {{this cannot receive the result of a task}} expected-note {{spawn into a variable, an element or a member; to ignore the result, write '() <-'}}
  ++*out <- f(2); // expected-error {{this cannot receive}} expected-note {{spawn into}}
  f(3) <- f(4); // expected-error {{this cannot receive}} expected-note {{spawn into}}
  x + 1 <- f(5); // expected-error {{this cannot receive}} expected-note {{spawn into}}
  x++ <- f(6); // expected-error {{this cannot receive}} expected-note {{spawn into}}
  (int)x <- f(7); // expected-error {{this cannot receive}} expected-note {{spawn into}}
  !x <- f(8); // expected-error {{this cannot receive}} expected-note {{spawn into}}
  &x <- f(9); // expected-error {{this cannot receive}} expected-note {{spawn into}}
  "x"[0] <- f(10); // expected-error {{this cannot receive}} expected-note {{spawn into}}
  (&x)[1] <- f(11); // expected-error {{not through a pointer to other memory}} expected-note {{spawn into a variable}}
  *(p + 1) <- f(12); // expected-error {{not through a pointer to other memory}} expected-note {{spawn into a variable}}
  *(float *)&x <- f(13); // expected-error {{not through a pointer to other memory}} expected-note {{spawn into a variable}}
  y <- f(14); // expected-error {{array type '__private int[2]' is not assignable}}
  (x, y[0]) <- f(15); // expected-error {{expression is not assignable}} expected-warning {{no effect}}
  return n;
}

__task int components(int4 v, __global int4 *out) {
  (&v)->x <- f(1); // expected-error {{a component of a vector cannot}} expected-note {{spawn into a variable}}
  (*&v)[1] <- f(2); // expected-error {{a component of a vector cannot}} expected-note {{spawn into a variable}}
  out->x <- f(3); // expected-error {{a component of a vector cannot}} expected-note {{spawn into a variable}}
  return 0;
}

__kernel void k(__local int *scratch) {
  __local int tile[4];
  tile[0] <- f(1); // expected-error {{the result of a task can be stored in a private variable or in '__global' memory, not in local memory}} expected-note {{spawn into a variable}}
  *scratch <- f(2); // expected-error {{not in local memory}} expected-note {{spawn into a variable}}
}
