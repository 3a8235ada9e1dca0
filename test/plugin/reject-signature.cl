// Parameters and results of tasks are values, or point to memory that all
// workers share.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify %s

typedef struct {
  int n;
  struct {
    __local float *p; // expected-note {{it is member 'p'}}
  } inner[2];
} Deep;
typedef struct {
  __global int *data;
  struct {
    __constant float *weights;
    float4 v;
  } inner;
  int a[4];
} Fine;
typedef union {
  int i;
  int *p; // expected-note {{it is member 'p'}}
} Bad;

__task int priv(int *p); // expected-error {{parameter of a task has type '__private int *', a pointer to private memory}} expected-note {{pass the value itself, or a pointer to '__global' or '__constant' memory}}
__task int array(int p[4]) { return p[0]; } // expected-error {{parameter of a task has type '__private int *', a pointer to private memory}} expected-note {{pass the array in a structure, or pass a pointer to '__global' or '__constant' memory}}
__task int no_length(int p[]); // expected-error {{parameter of a task has type '__private int *', a pointer to private memory}} expected-note {{pass the array in a structure}}
__task int local_pointer(int n, __local int *p); // expected-error {{a pointer to local memory}} expected-note {{pass the value}}
__task int deep(Deep d); // expected-error {{parameter of a task has type 'Deep', which holds a pointer to local memory}} expected-note {{pass the value}}
__task int image(read_only image2d_t i, // expected-error {{, an image}} expected-note {{read in the kernel what the task needs of the image, and pass the values}}
                 sampler_t s); // expected-error {{parameter of a task has type 'sampler_t', a sampler}} expected-note {{read in the kernel what the task needs of the image, and pass the values}}
__task int event(event_t e); // expected-error {{, an event}} expected-note {{wait for the event in the kernel, before the spawn}}
__task int *result(int n); // expected-error {{result of a task has type '__private int *', a pointer to private memory}} expected-note {{return the value itself}}
__task Bad in_result(int n); // expected-error {{result of a task has type 'Bad', which holds a pointer to private memory}} expected-note {{return the value}}

// Judged once it is complete, and only once if it was before.
struct Later;
__task int later(struct Later l);
struct Later {
  int *p; // expected-note {{it is member 'p'}}
};
__task int later(struct Later l) { return l.p != 0; } // expected-error {{which holds a pointer to private memory}} expected-note {{pass the value}}
__task int priv(int *p) { return *p; }

// Accepted.
__task void nothing(void);
__task Fine fine(Fine f, __global int *g, __constant float *c, float16 v,
                 const __global struct Later *l, size_t n);
int ordinary(int *p, __local int *l);

// What the program does not spawn is nobody's business.
__kernel void k(__local int *l, sampler_t s) {}
