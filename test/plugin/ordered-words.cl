// Slips in the word `__ordered`, in its list and in its place. Each is reported
// once, and the edits that are offered mend all of them.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -ferror-limit=0 \
// RUN:   -Xclang -verify %s
// RUN: cp %s %t.cl
// RUN: %S/Inputs/mend %t.cl -- %clang -fplugin=%plugin -target spir64 \
// RUN:   -fsyntax-only -ferror-limit=0 -DMEND -Wall -Werror
// RUN: FileCheck %s < %t.cl
// Without a `__kernel` beside it, a word is Clang's business.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -DCLANG -Wno-error=implicit-int -Xclang -verify=clang %s

#ifdef CLANG
ordered void f(__global int *a) { *a = 1; } // clang-error {{unknown type name 'ordered'}}
__kernel void k(__global ordered *a) {} // clang-error {{unknown type name 'ordered'}}
void ordered(int n) {}
void kernel orderd(__global int *a) { *a = 1; }
kernel orderd2(__global int *a) { *a = 1; } // clang-warning {{type specifier missing}} clang-error {{must have void return type}}
typedef int __orderd;
__orderd __kernel kernel_of_int(void) {} // clang-error {{must have void return type}}
#else

#define BODY { *a = 1; }

// CHECK: {{^}}__kernel __ordered(a) void brackets(
__kernel __ordered[a] void brackets(__global int *a) BODY // expected-error {{the list of '__ordered' stands in parentheses}}
// CHECK: {{^}}__kernel __ordered(a) void bare(
__kernel __ordered a void bare(__global int *a) BODY // expected-error {{the list of '__ordered' stands in parentheses}}
// CHECK: {{^}}__ordered(a, b) __kernel void bare_names(
__ordered a, b __kernel void bare_names(__global int *a, __global int *b) BODY // expected-error {{the list of '__ordered' stands in parentheses}}
// CHECK: {{^}}__kernel __ordered(a) void comma(
__kernel __ordered(a,) void comma(__global int *a) BODY // expected-error {{expected the name of a parameter in the list of '__ordered'}} expected-note {{remove this comma, or name a parameter}}
// CHECK: {{^}}__kernel __ordered(a) void comma_first(
__kernel __ordered(,a) void comma_first(__global int *a) BODY // expected-error {{expected the name of a parameter in the list of '__ordered'}} expected-note {{remove this comma}}
// CHECK: {{^}}__kernel __ordered(a, b) void semicolon(
__kernel __ordered(a; b) void semicolon(__global int *a, __global int *b) BODY // expected-error {{commas separate the parameters that '__ordered' lists}}
// CHECK: {{^}}__kernel __ordered(a, b, c) void blanks(
__kernel __ordered(a b c) void blanks(__global int *a, __global int *b, __global int *c) BODY // expected-error {{commas separate the parameters that '__ordered' lists}}
// CHECK: {{^}}__kernel __ordered(a) void star(
__kernel __ordered(*a) void star(__global int *a) BODY // expected-error {{'__ordered' lists parameters by their names alone}} expected-note {{write 'a': all that it points to is monitored}}
// CHECK: {{^}}__kernel __ordered(a, b, c) void elements(
__kernel __ordered(a[0], b[n + 1], &c[n]) void elements(__global int *a, __global int *b, __global int *c, int n) BODY // expected-error 3 {{'__ordered' lists parameters by their names alone}} expected-note {{write 'a': all}} expected-note {{write 'b': all}} expected-note {{write 'c': all}}
// CHECK: {{^}}__kernel __ordered(a, b, c) void other_ways(
__kernel __ordered(a + n, (b), c->x) void other_ways(__global int *a, __global int *b, __global int *c, int n) BODY // expected-error 3 {{'__ordered' lists parameters by their names alone}} expected-note {{write 'a': all}} expected-note {{write 'b': all}} expected-note {{write 'c': all}}
// CHECK: {{^}}__kernel __ordered(a, b) void with_types(
__kernel __ordered(__global int *a, uint *b) void with_types(__global int *a, __global uint *b) BODY // expected-error 2 {{'__ordered' lists parameters by their names alone}} expected-note {{write 'a': all}} expected-note {{write 'b': all}}
// CHECK: {{^}}__kernel __ordered void empty(
__kernel __ordered() void empty(__global int *a) BODY // expected-error {{the list of '__ordered' is empty}} expected-note {{name the pointers to monitor}}
// CHECK: {{^}}__kernel __ordered(out) void nearest(
__kernel __ordered(outt) void nearest(__global int *a, __global int *out) BODY // expected-error {{did you mean 'out'?}} expected-note {{declared here}}
// CHECK: {{^}}__kernel __ordered(a) void scalar(
__kernel __ordered(n, a) void scalar(__global int *a, int n) BODY // expected-error {{'__ordered' lists 'n', which is no pointer}} expected-note {{its own copy}}
// CHECK: {{^}}__kernel __ordered(a, b) void again(
__kernel __ordered(a, b, a) void again(__global int *a, __global int *b) BODY // expected-error {{'__ordered' lists 'a' twice}} expected-note {{it is listed here}}
// CHECK: {{^}}__kernel __ordered(a) {{ *}}void twice(
__kernel __ordered(a) __ordered(b) void twice(__global int *a, __global int *b) BODY // expected-error {{'__ordered' stands twice on 'twice'}} expected-note {{it stands here, too}}
// CHECK: {{^}}__ordered(p, q) __kernel void first(
__kernel void first(__global int *p, __global int *q); // expected-note {{mark the earlier declaration}}
__kernel __ordered(a, b) void first(__global int *a, __global int *b) BODY // expected-error {{'first' is declared '__ordered' here, but not before}}
__kernel __ordered(p, q) void second(__global int *p, __global int *q); // expected-note {{declared '__ordered' here}}
// CHECK: {{^}}__ordered(a, b) __kernel void second(
__kernel void second(__global int *a, __global int *b) BODY // expected-error {{'second' was declared '__ordered', and this declaration is without}}
// CHECK: {{^}}__kernel __ordered(a) void function(
__ordered(a) void function(__global int *a) BODY // expected-error {{'__ordered' marks kernels, and 'function' is none}} expected-note {{make it a kernel}}

// CHECK: {{^}}__kernel __ordered(a) void one_underscore(
__kernel _ordered(a) void one_underscore(__global int *a) BODY // expected-error {{there is no mark '_ordered'; did you mean '__ordered'?}}
// CHECK: {{^}}__ordered kernel void without(
ordered kernel void without(__global int *a) BODY // expected-error {{there is no mark 'ordered'; did you mean '__ordered'?}}
// CHECK: {{^}}kernel __ordered void without_too(
kernel ordered void without_too(__global int *a) BODY // expected-error {{there is no mark 'ordered'; did you mean '__ordered'?}}
// CHECK: {{^}}__ordered(a) kernel void with_list(
ordered(a) kernel void with_list(__global int *a) BODY // expected-error {{there is no mark 'ordered'; did you mean '__ordered'?}}
// CHECK: {{^}}__kernel void __ordered (a) misspelt(
__kernel void __orderd (a) misspelt(__global int *a) BODY // expected-error {{there is no mark '__orderd'; did you mean '__ordered'?}}
// CHECK: {{^}}__ordered(a, b) __kernel void late(__global int *a, __global int *b)  BODY
__kernel void late(__global int *a, __global int *b) __ordered(a, b) BODY // expected-error {{'__ordered' stands before the name of the kernel}} expected-note {{write it before '__kernel', or between '__kernel' and the name}}
// CHECK: {{^}}__ordered __kernel void later(__global int *a) __attribute__((work_group_size_hint(1, 1, 1)))  { *a = 1; }
__kernel void later(__global int *a) __attribute__((work_group_size_hint(1, 1, 1))) __ordered { *a = 1; } // expected-error {{'__ordered' stands before the name of the kernel}} expected-note {{write it before}}

#ifndef MEND
// What no edit mends.
__kernel __ordered(3) void number(__global int *a) BODY // expected-error {{expected the name of a parameter in the list of '__ordered'}} expected-note {{write the names of pointers to '__global' memory, as in '__ordered(x, y)'}}
__kernel __ordered(int) void type(__global int *a) BODY // expected-error {{expected the name of a parameter in the list of '__ordered'}} expected-note {{write the names}}
__kernel void with_body(__global int *a) __ordered { // expected-error {{'__ordered' stands before the name of the kernel}} expected-note {{write it before}}
  everywhere { *a = 1; } // expected-error {{'everywhere' cannot stand in an ordered kernel}} expected-note {{do it without}}
}
#define ORDERED(...) __ordered(__VA_ARGS__)
__kernel ORDERED(*a, b[0],) void in_macro(__global int *a, __global int *b) BODY // expected-error 2 {{'__ordered' lists parameters by their names alone}} expected-note {{write 'a'}} expected-note {{write 'b'}} expected-error {{expected the name of a parameter}} expected-note {{remove this comma}}
#endif

// Names of the user's own, beside these words.
void __kernel ordered(__global int *a) { *a = 1; }
void __kernel orderd(__global int *a) __attribute__((work_group_size_hint(1, 1, 1))) { *a = 1; }
void __kernel __order(__global int *a), order2(__global int *a);
typedef void _ordered;
_ordered __kernel own_type(__global int *a) { *a = 1; }
__kernel _ordered own_type_too(__global int *a) { *a = 1; }
#endif
