// What `__ordered` may mark, and how declarations agree.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -ferror-limit=0 \
// RUN:   -Xclang -verify %s
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -ferror-limit=0 -w \
// RUN:   -Xclang -verify %s
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -DALONE -Xclang -verify=alone %s

#ifdef ALONE
// The word alone makes a program one that uses the additions.
int size(void) { return sizeof(__ordered int); } // alone-error {{'__ordered' marks kernels, and this is none}} alone-note {{remove it, or declare a kernel here}}
#else
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable

__ordered(a) void function(__global int *a) { *a = 1; } // expected-error {{'__ordered' marks kernels, and 'function' is none}} expected-note {{remove '__ordered', or make it a kernel: write '__kernel'}}
__ordered int with_result(__global int *a) { return *a = 1; } // expected-error {{'__ordered' marks kernels, and 'with_result' is none}} expected-note {{remove '__ordered', or make it a kernel}}
__ordered __task int ordered_task(__global int *a) { return *a = 1; } // expected-error {{'__ordered' marks kernels, and 'ordered_task' is none}} expected-note {{tasks run in no order that is known beforehand: remove '__ordered'}}
__kernel __ordered(a) __task void both(__global int *a) { *a = 1; } // expected-error {{'both' cannot be both a kernel and a task}} expected-note {{make it a task, and let a kernel of its own spawn it}}
__task __ordered(a) __kernel void both_too(__global int *a) { *a = 1; } // expected-error {{'both_too' cannot be both a kernel and a task}} expected-note {{make it a task}}

typedef __ordered int Type; // expected-error {{'__ordered' marks kernels, and this is none}} expected-note {{remove it, or declare a kernel here}}
__constant __ordered int number = 3; // expected-error {{'__ordered' marks kernels, and this is none}} expected-note {{remove it}}
struct S {
  __ordered(x) int member; // expected-error {{'__ordered' marks kernels, and this is none}} expected-note {{remove it}}
};
__ordered struct U { int a; }; // expected-error {{'__ordered' marks kernels, and this is none}} expected-note {{remove it}}
int parameter(__ordered int n); // expected-error {{'__ordered' marks kernels, and this is none}} expected-note {{remove it}}
__kernel void of_kernel(__ordered __global int *a) { *a = 1; } // expected-error {{'__ordered' marks kernels, and this is none}} expected-note {{remove it}}
int local_one(void) {
  __ordered(x) int x = 3; // expected-error {{'__ordered' marks kernels, and this is none}} expected-note {{remove it}}
  return (__ordered int)x; // expected-error {{'__ordered' marks kernels, and this is none}} expected-note {{remove it}}
}

__kernel __ordered(a) __ordered(b) void twice(__global int *a, __global int *b) { *a = *b; } // expected-error {{'__ordered' stands twice on 'twice'}} expected-note {{it stands here, too: keep one of them}}
__ordered __kernel __ordered void twice_alone(__global int *a) { *a = 1; } // expected-error {{'__ordered' stands twice on 'twice_alone'}} expected-note {{it stands here, too}}

__kernel void without_first(__global int *a); // expected-note {{mark the earlier declaration with '__ordered', too}}
__kernel __ordered(a) void without_first(__global int *a) { *a = 1; } // expected-error {{'without_first' is declared '__ordered' here, but not before}}
__kernel __ordered(a) void without_second(__global int *a); // expected-note {{declared '__ordered' here; mark every declaration of an ordered kernel}}
__kernel void without_second(__global int *a) { *a = 1; } // expected-error {{'without_second' was declared '__ordered', and this declaration is without}}
__kernel __ordered(a) void without_last(__global int *a) { *a = 1; } // expected-note {{declared '__ordered' here; mark every declaration of an ordered kernel}}
__kernel void without_last(__global int *a); // expected-error {{'without_last' was declared '__ordered', and this declaration is without}}
__kernel __ordered(a) void other(__global int *a, __global int *, __global int *c); // expected-note {{declared here; monitor the same parameters in every declaration}}
__kernel __ordered(b, a, c) void other(__global int *a, __global int *b, __global int *c) { *a = 1; } // expected-error {{'other' monitors 'a', 'b' and 'c' here, and 'a' where it was declared before}}
__kernel __ordered(a, b) void other_names(__global int *a, __global int *b) {} // expected-note {{declared here; monitor the same parameters}}
__kernel __ordered(x) void other_names(__global int *x, __global int *); // expected-error {{'other_names' monitors 'x' here, and 'x' and parameter 2 where it was declared before}}
__kernel __ordered void other_list(__global int *a, __global float *b); // expected-note {{declared here; monitor the same parameters}}
__kernel __ordered(b) void other_list(__global int *a, __global float *b) {} // expected-error {{'other_list' monitors 'b' here, and 'a' and 'b' where it was declared before}}
__kernel __ordered(b) void other_first(__global int *a, __global float *b) {} // expected-note {{declared here; monitor the same parameters}}
__kernel __ordered void other_first(__global int *a, __global float *b); // expected-error {{'other_first' monitors 'a' and 'b' here, and 'b' where it was declared before}}

// Only the host starts them.
__kernel __ordered(a) void k(__global int *a) { // expected-note {{kernel 'k' cannot be a task}}
  k(a); // expected-error {{'k' is an ordered kernel: only the host starts it}} expected-note {{move what both need into a function, and call that}}
}
__kernel void kernel_calls(__global int *a) {
  k(a); // expected-error {{'k' is an ordered kernel: only the host starts it}} expected-note {{move what both need}}
}
void function_calls(__global int *a) {
  (k)(a); // expected-error {{'k' is an ordered kernel}} expected-note {{move what both need}}
}
__task void task_calls(__global int *a) {
  k(a); // expected-error {{'k' is an ordered kernel}} expected-note {{move what both need}}
  () <- k(a); // expected-error {{only a call of a '__task' function can be spawned}}
}
void calls_both(__global int *a) { // expected-note {{only tasks and kernels can spawn}}
  both(a); // expected-error {{'both' is a task: it is spawned with '<-', not called}}
}
void address(void) {
  (void)k; // expected-error {{the address of ordered kernel 'k' cannot be taken}} expected-note {{let the host choose which kernel it starts}}
  (void)&k; // expected-error {{the address of ordered kernel 'k' cannot be taken}} expected-note {{let the host choose}}
}
#pragma OPENCL EXTENSION __cl_clang_function_pointers : disable
void address_without(void) {
  (void)k; // expected-error {{the address of ordered kernel 'k' cannot be taken}} expected-note {{let the host choose}}
}

// Accepted: kernels that are not ordered may call each other.
__kernel void plain(__global int *a) { *a = 1; }
__kernel void calls_plain(__global int *a) { plain(a); }
#endif
