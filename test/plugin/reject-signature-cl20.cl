// What OpenCL C 2.0 adds to the types that no task can be given, and where else
// the other ones may hide.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only -Xclang -verify %s

__task int unnamed_space(int *p); // expected-error {{parameter of a task has type '__generic int *', a pointer that may point to private or local memory}} expected-note {{pass the value itself}}
__task int pipes(read_only pipe int p); // expected-error {{, a pipe}} expected-note {{read the pipe in the kernel, and pass the values}}
__task int queues(queue_t q); // expected-error {{parameter of a task has type 'queue_t', an object that belongs to its work-item}} expected-note {{use it in the kernel, and pass the values that the task needs}}
__task int device_events(clk_event_t e); // expected-error {{parameter of a task has type 'clk_event_t', an event}} expected-note {{use it in the kernel, and pass the values that the task needs}}
__task int reservations(reserve_id_t r); // expected-error {{parameter of a task has type 'reserve_id_t', an object that belongs to its work-item}} expected-note {{use it in the kernel, and pass the values that the task needs}}
__task clk_event_t event_result(void); // expected-error {{result of a task has type 'clk_event_t', an event}} expected-note {{use it in the kernel, and pass the values that the task needs}}
__task int generic_const(const volatile int *const p); // expected-error {{a pointer that may point to private or local memory}} expected-note {{pass the value}}

typedef __local int *to_local;
typedef struct {
  union {
    long l;
    to_local rows[2]; // expected-note 2 {{it is member 'rows'}}
  } u[3];
} hidden;
typedef hidden alias;
__task void through_alias(const alias a); // expected-error {{parameter of a task has type 'alias' (aka 'hidden'), which holds a pointer to local memory}} expected-note {{pass the value}}
__task alias results(void); // expected-error {{result of a task has type 'alias' (aka 'hidden'), which holds a pointer to local memory}} expected-note {{return the value}}
__task void local_typedef(to_local p); // expected-error {{parameter of a task has type 'to_local' (aka '__local int *'), a pointer to local memory}} expected-note {{pass the value}}

// Pointers to global memory are values, whatever lies there.
typedef struct {
  __global int *__global *rows;
  const __global hidden *others;
  const volatile __constant float *weights;
} accepted;
__task accepted fine(accepted a, __global int *const volatile p,
                     __global int *__constant *q);
