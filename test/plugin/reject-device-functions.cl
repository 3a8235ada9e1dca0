// A task is no work-item; the body of a kernel's force is one without a group.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify %s
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only \
// RUN:   -Xclang -verify %s

__task int f(int a);
int user_barrier(void);

__task int task_body(int n) {
  int x;
  n = get_global_id(0); // expected-error {{'get_global_id' has no meaning in a task, which is no work-item}} expected-note {{call it in the kernel, and pass its value to the task as an argument}}
  n += get_local_size(0); // expected-error {{'get_local_size' has no meaning in a task}} expected-note {{call it in the kernel}}
  barrier(CLK_LOCAL_MEM_FENCE); // expected-error {{'barrier' cannot be used in a task, where there is no work-group}} expected-note {{to wait for tasks, use 'force'}}
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  x <- f(get_group_id(0)); // expected-error {{'get_group_id' has no meaning in a task}} expected-note {{call it in the kernel}}
  n += user_barrier();
  force (x) { return x; }
}

__kernel void kernel_body(__global int *out) {
  __local int tile[4]; 
  int x;
  tile[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  x <- f(tile[0]);
  force (x) {
    out[get_global_id(0)] = x;
    barrier(CLK_LOCAL_MEM_FENCE); // expected-error {{'barrier' cannot be used in the body of a 'force', where there is no work-group}} expected-note {{synchronise before the 'force'}}
    out[0] = tile[0]; // expected-error {{local memory 'tile' cannot be used in the body of a 'force'}} expected-note {{the work-group may have ended by then: copy what is needed to a private variable before the 'force'}}
  }
}

// Accepted: everything OpenCL allows where there is no task and no force.
__kernel void plain(__global int *out, __local int *scratch) {
  scratch[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = scratch[0];
  () <- f(scratch[0]);
  barrier(CLK_LOCAL_MEM_FENCE);
}

// Through the functions they call, however deep, and wherever those stand.
void waits(void) { barrier(CLK_LOCAL_MEM_FENCE); } // expected-note 2 {{it is used here}}
int asks(void) { return get_local_id(1); } // expected-note {{it is used here}}
int asks_for_it(void) { return asks(); }
int harmless(int n) { return n + user_barrier(); }
int later(void);

__task int calls(int n) {
  if (n == 1)
    waits(); // expected-error {{'waits' uses 'barrier', which has no meaning in a task}} expected-note {{to wait for tasks, use 'force'}}
  if (n == 2)
    return later(); // expected-error {{'later' uses 'get_group_id', which has no meaning in a task}} expected-note {{call it in the kernel}}
  return harmless(asks_for_it()); // expected-error {{'asks_for_it' uses 'get_local_id', which has no meaning in a task}} expected-note {{call it in the kernel}}
}

__kernel void calls_in_force(__global int *out) {
  waits();
  force () {
    waits(); // expected-error {{'waits' uses 'barrier', which has no meaning in the body of a 'force'}} expected-note {{synchronise before the 'force'}}
    out[0] = asks_for_it() + later() + harmless(1);
  }
}

// A kernel may have local memory of its own, if nothing but a kernel calls it.
__kernel void scratch(__global int *out, int n) {
  __local int tile[4]; // expected-note 4 {{it is declared here}}
  tile[n & 3] = n;
  *out = tile[0];
}
void calls_scratch(__global int *out) { scratch(out, 1); }
__task void scratch_in_task(__global int *out, int n) {
  scratch(out, n); // expected-error {{'scratch' uses local variable 'tile', and there is no work-group in a task}} expected-note {{write a function for this call that keeps it in private or '__global' memory}}
  calls_scratch(out); // expected-error {{'calls_scratch' uses local variable 'tile', and there is no work-group in a task}} expected-note {{write a function}}
}
__kernel void scratch_in_force(__global int *out, int n) {
  scratch(out, n);
  force () {
    scratch(out, n); // expected-error {{'scratch' uses local variable 'tile', and there is no work-group in the body of a 'force'}} expected-note {{write a function}}
    calls_scratch(out); // expected-error {{'calls_scratch' uses local variable 'tile'}} expected-note {{write a function}}
  }
}

int later(void) { return get_group_id(0); } // expected-note {{it is used here}}
