// The types of OpenCL C 2.0 that a task can neither take nor give back.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only \
// RUN:   -Xclang -verify %s

#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
typedef int (^Block)(int);
typedef struct {
  clk_event_t done; // expected-note {{it is member 'done'}}
} Holder;

__task int any(int *p); // expected-error {{parameter of a task has type '__generic int *', a pointer that may point to private or local memory}} expected-note {{pass the value itself, or a pointer to '__global' or '__constant' memory}}
__task __generic float *any_result(void); // expected-error {{result of a task has type '__generic float *', a pointer that may point to private or local memory}} expected-note {{return the value itself, or a pointer to '__global' or '__constant' memory}}
__task int pipe_end(read_only pipe int p); // expected-error {{parameter of a task has type 'read_only pipe int', a pipe}} expected-note {{read the pipe in the kernel, and pass the values}}
__task int queue(queue_t q); // expected-error {{parameter of a task has type 'queue_t', an object that belongs to its work-item}} expected-note {{use it in the kernel, and pass the values that the task needs}}
__task int event(clk_event_t e); // expected-error {{parameter of a task has type 'clk_event_t', an event}} expected-note {{use it in the kernel, and pass the values that the task needs}}
__task int holder(Holder h); // expected-error {{parameter of a task has type 'Holder', which holds an event}} expected-note {{use it in the kernel, and pass the values that the task needs}}
__task int block(Block b); // expected-error {{, a block}} expected-error {{is not allowed}} expected-note {{pass a number, and choose what to do with 'if' or 'switch' in the task}}
__task int function(int (*f)(int)); // expected-error {{, a pointer to a function}} expected-note {{pass the value}}

// Accepted.
__task int given(__global int *p, __constant float *c);
