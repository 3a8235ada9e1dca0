// What the list of `__ordered` may name.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only \
// RUN:   -ferror-limit=0 -Xclang -verify %s

#define ORDERED(...) __ordered(__VA_ARGS__)

__kernel __ordered(outt) void nearest(__global int *a, __global int *out) { // expected-error {{kernel 'nearest' has no parameter 'outt'; did you mean 'out'?}} expected-note {{'out' is declared here}}
  *a = *out;
}
__kernel ORDERED(outt) void in_macro(__global int *out) { *out = 1; } // expected-error {{kernel 'in_macro' has no parameter 'outt'; did you mean 'out'?}} expected-note {{'out' is declared here}}
// No scalar is near, and no name is that short.
__kernel __ordered(many) void far(__global int *a, int man) { *a = man; } // expected-error {{kernel 'far' has no parameter 'many'}} expected-note {{'__ordered' lists parameters of this kernel}}
__kernel __ordered(b) void short_name(__global int *a) { *a = 1; } // expected-error {{kernel 'short_name' has no parameter 'b'}} expected-note {{'__ordered' lists parameters of this kernel}}
__kernel __ordered(a) void unnamed(__global int *, int n); // expected-error {{kernel 'unnamed' has no parameter 'a'}} expected-note {{give the parameters their names in this declaration, too}}
__kernel __ordered(a) void none(void) {} // expected-error {{kernel 'none' has no parameter 'a'}} expected-note {{lists parameters of this kernel}}
__global int at_file_scope[4];
__kernel __ordered(at_file_scope) void variable(__global int *a) { *a = at_file_scope[0]; } // expected-error {{kernel 'variable' has no parameter 'at_file_scope'}} expected-note {{lists parameters of this kernel}}

typedef struct { int v; } pair;
__kernel __ordered(n, a) void scalar(__global int *a, int n) { *a = n; } // expected-error {{'__ordered' lists 'n', which is no pointer to '__global' memory}} expected-note {{each work-item has its own copy of it}}
__kernel __ordered(p, a) void structure(__global int *a, pair p) { *a = p.v; } // expected-error {{'__ordered' lists 'p', which is no pointer to '__global' memory}} expected-note {{each work-item has its own copy of it}}
__kernel __ordered(a, c) void constants(__global int *a, __constant int *c) { *a = *c; } // expected-error {{'__ordered' lists 'c', which is no pointer to '__global' memory}} expected-note {{nothing writes to '__constant' memory}}
__kernel __ordered(a, l) void locals(__global int *a, __local int *l) { *a = *l; } // expected-error {{'__ordered' lists 'l', which is no pointer}} expected-note {{an ordered kernel has no local memory}} expected-error {{parameter of an ordered kernel has type '__local int *', a pointer to local memory}} expected-note {{use private memory, or '__global' memory with a part for each work-item}}
__kernel __ordered(i) void images(__global int *a, read_only image2d_t i) { *a = get_image_width(i); } // expected-error {{'__ordered' lists 'i', which is no pointer}} expected-note {{an ordered kernel orders accesses to buffers only}}
__kernel __ordered(s) void samplers(__global int *a, sampler_t s) { *a = 1; } // expected-error {{'__ordered' lists 's', which is no pointer}} expected-note {{an ordered kernel orders accesses to buffers only}}

__kernel __ordered(a, b, a) void twice(__global int *a, __global int *b) { *a = *b; } // expected-error {{'__ordered' lists 'a' twice}} expected-note {{it is listed here}}

__kernel __ordered() void empty(__global int *a) { *a = 1; } // expected-error {{the list of '__ordered' is empty}} expected-note {{name the pointers to monitor, or write '__ordered' alone to monitor all that the kernel may write through}}
__kernel ORDERED() void empty_macro(__global int *a) { *a = 1; } // expected-error {{the list of '__ordered' is empty}} expected-note {{name the pointers}}
__kernel __ordered(void) void empty_void(__global int *a) { *a = 1; } // expected-error {{the list of '__ordered' is empty}} expected-note {{name the pointers}}

__kernel __ordered void nothing(__global const int *a, int n, __constant int *c) {} // expected-error {{nothing is left to order in kernel 'nothing': it cannot write through any of its parameters}} expected-note {{give it a pointer to '__global' memory that is not 'const', or remove '__ordered'}}
__kernel __ordered void no_parameters(void) {} // expected-error {{nothing is left to order in kernel 'no_parameters'}} expected-note {{give it a pointer}}

// Accepted: pointers that are only read, one name alone, all of them.
__kernel __ordered(a) void reads(__global const int *a, __global int *b) { *b = *a; }
__kernel __ordered(p) void pointer_to_pointer(__global int *__global *p) { **p = 1; }
__kernel __ordered(v) void untyped(__global void *v) { *(__global int *)v = 1; }
__kernel __ordered(f, e, d, c, b, a) void many(__global int *a, __global int *b, __global int *c, __global int *d, __global int *e, __global int *f) {}

// What Clang has refused needs no second error.
__kernel __ordered(a) void clang_error(__global unknown_type *a); // expected-error {{unknown type name 'unknown_type'}}
__kernel __ordered(a) void redefined(__global int *a) {} // expected-note {{previous definition is here}}
__kernel __ordered(z) void redefined(__global int *a) {} // expected-error {{redefinition of 'redefined'}}
