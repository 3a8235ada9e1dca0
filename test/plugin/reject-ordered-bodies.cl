// What an ordered kernel may not hold, and the functions that it calls, too.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only \
// RUN:   -ferror-limit=0 -Xclang -verify %s
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only \
// RUN:   -ferror-limit=0 -DPARAMETERS -Xclang -verify=parameters %s
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -Wall -Werror -DACCEPTED \
// RUN:   -S -emit-llvm -o /dev/null %s
// RUN: %taskletc -cl-std=CL2.0 -Wall -Werror -DACCEPTED --object -o %t.bc %s
// RUN: %taskletc -Wall -Werror -DACCEPTED --object -o %t.bc %s

#if defined(PARAMETERS)

// On the first declaration.
__kernel __ordered(a) void local_pointer(__global int *a, __local int *tile); // parameters-error {{parameter of an ordered kernel has type '__local int *', a pointer to local memory}} parameters-note {{use private memory, or '__global' memory with a part for each work-item}}
__kernel __ordered(a) void local_pointer(__global int *a, __local int *tile) { *a = *tile; }
__kernel __ordered(a) void both_ways(__global int *a, read_write image2d_t i) { *a = 1; } // parameters-error {{parameter of an ordered kernel has type '__read_write image2d_t', an image that is read and written}} parameters-note {{use a buffer}}
__kernel __ordered(a) void array(__global int *a, read_write image1d_array_t i) { *a = 1; } // parameters-error {{an image that is read and written}} parameters-note {{use a buffer}}
__kernel __ordered(a) void of_pipe(__global int *a, read_only pipe int p) { read_pipe(p, (int *)0); *a = 1; } // parameters-error {{parameter of an ordered kernel has type 'read_only pipe int', a pipe}} parameters-note {{use a buffer}}
__kernel __ordered(a) void two(__global int *a, __local int *t, __local float *u) { *a = *t; } // parameters-error {{type '__local int *', a pointer to local memory}} parameters-note {{use private memory}} parameters-error {{type '__local float *', a pointer to local memory}} parameters-note {{use private memory}}
// Other kernels have them.
__kernel void plain(__local int *tile, read_write image2d_t i, read_only pipe int p) {}

#elif defined(ACCEPTED)

// All that OpenCL C has for one work-item alone.
int helper(__global const int *to, int n) { return to[n] + get_local_id(0); }
int barrier_of_mine(void) { return 1; }
float texel(read_only image2d_t i, sampler_t s) {
  return read_imagef(i, s, (int2)(0, 1)).x;
}
__kernel __ordered(a) __attribute__((reqd_work_group_size(8, 1, 1)))
void everything(__global int *a, __constant int *c, read_only image2d_t i,
                write_only image2d_t unused, sampler_t s, int n, float4 v) {
  size_t id = get_global_id(0) + get_global_offset(0) + get_group_id(0);
  int scratch[8] = {0};
  scratch[id & 7] = get_local_size(0) + get_num_groups(0) + get_work_dim();
  mem_fence(CLK_GLOBAL_MEM_FENCE);
  read_mem_fence(CLK_GLOBAL_MEM_FENCE);
#if __OPENCL_C_VERSION__ >= 200
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire,
                         memory_scope_device);
#endif
  atomic_add(a, 1);
  atomic_cmpxchg(a + 1, 2, scratch[n & 7]);
  prefetch(a, 4);
  a[id] += helper(a, n) + barrier_of_mine() + *c + (int)texel(i, s);
  printf("%d\n", a[id] + (int)v.x);
}
// Those that are not ordered keep what they have.
__kernel void beside(__global int *a, __local int *tile) {
  barrier(CLK_LOCAL_MEM_FENCE);
  everywhere { a[0] = tile[0]; }
  a[1] = 0;
}
// Nothing to do, and nothing but declared.
__kernel __ordered(a) void empty(__global int *a) {}
__kernel __ordered(a) void declared(__global int *a);

#else

__task int f(int n);

__kernel __ordered(a) void direct(__global int *a, write_only image2d_t i, int n) {
  __local int tile[4]; // expected-error {{local variable 'tile' cannot be declared in an ordered kernel, whose work-items run one after the other}} expected-note {{make it private, or use '__global' memory}}
  barrier(CLK_LOCAL_MEM_FENCE); // expected-error {{'barrier' cannot be used in an ordered kernel, whose work-items run one after the other}} expected-note {{remove it: each work-item sees what those before it have written}}
  work_group_barrier(CLK_GLOBAL_MEM_FENCE); // expected-error {{'work_group_barrier' cannot be used in an ordered kernel}} expected-note {{remove it}}
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE); // expected-error {{'sub_group_barrier' cannot be used in an ordered kernel}} expected-note {{remove it}}
  event_t e = async_work_group_copy(tile, a, 4, 0); // expected-error {{'async_work_group_copy' cannot be used in an ordered kernel}} expected-note {{do it without the other work-items, or in a kernel that is not ordered}}
  e = async_work_group_strided_copy(tile, a, 4, 2, e); // expected-error {{'async_work_group_strided_copy' cannot be used in an ordered kernel}} expected-note {{do it without}}
  wait_group_events(1, &e); // expected-error {{'wait_group_events' cannot be used in an ordered kernel}} expected-note {{do it without}}
  n += work_group_reduce_add(n); // expected-error {{'work_group_reduce_add' cannot be used in an ordered kernel}} expected-note {{do it without}}
  n += sub_group_broadcast(n, 0); // expected-error {{'sub_group_broadcast' cannot be used in an ordered kernel}} expected-note {{do it without}}
  n += get_sub_group_local_id(); // expected-error {{'get_sub_group_local_id' cannot be used in an ordered kernel}} expected-note {{do it without}}
  write_imagef(i, (int2)(0, 0), (float4)(n)); // expected-error {{'write_imagef' cannot be used in an ordered kernel, which orders accesses to buffers only}} expected-note {{write to a buffer, and let the host copy it to the image}}
  queue_t q = get_default_queue(); // expected-error {{'get_default_queue' cannot be used in an ordered kernel, which starts no other kernel}} expected-note {{let the host enqueue the other kernel}}
  ndrange_t range = ndrange_1D(4); // expected-error {{'ndrange_1D' cannot be used in an ordered kernel}} expected-note {{let the host enqueue}}
  enqueue_kernel(q, 0, range, ^{ // expected-error {{'enqueue_kernel' cannot be used in an ordered kernel}} expected-note {{let the host enqueue}}
    barrier(CLK_LOCAL_MEM_FENCE); // expected-error {{'barrier' cannot be used in an ordered kernel}} expected-note {{remove it}}
  });
}

__kernel __ordered void statements(__global int *a, int n) {
  int x;
  everywhere { // expected-error {{'everywhere' cannot stand in an ordered kernel, whose work-items run one after the other}} expected-note {{do it without the other work-items}}
    a[0] = n;
  }
  x <- f(n); // expected-error {{'<-' cannot stand in an ordered kernel, whose work-items run one after the other}} expected-note {{tasks run in no order that is known beforehand: spawn in a kernel that is not ordered}}
  force (x); // expected-error {{'force' cannot stand in an ordered kernel}} expected-note {{tasks run in no order}}
  () <- f(x); // expected-error {{'<-' cannot stand in an ordered kernel}} expected-note {{tasks run in no order}}
  force () { // expected-error {{'force' cannot stand in an ordered kernel}} expected-note {{tasks run in no order}}
    a[1] = x;
  }
}

// Through the functions they call, however deep, and wherever those stand.
void waits(void) { barrier(CLK_LOCAL_MEM_FENCE); } // expected-note {{it is used here}}
int waits_for_it(int n) { return waits(), n; }
void writes(write_only image2d_t i) { write_imagei(i, (int2)(0, 0), (int4)(1)); } // expected-note {{it is used here}}
void meets(__global int *a) {
  everywhere { a[0] = 1; } // expected-note {{it is used here}}
}
queue_t asks(void) { return get_default_queue(); } // expected-note {{it is used here}}
int votes(int n); // declared here, defined after the kernel
__kernel void scratch(__global int *a, int n) {
  __local int tile[4]; // expected-note {{it is used here}}
  tile[n & 3] = n;
  a[0] = tile[0];
}
int harmless(int n) { return n + get_group_id(0); }
__kernel __ordered(a) void calls(__global int *a, write_only image2d_t i) {
  a[0] = waits_for_it(1); // expected-error {{'waits_for_it' uses 'barrier', which cannot be used in an ordered kernel}} expected-note {{remove it: each work-item sees what those before it have written}}
  writes(i); // expected-error {{'writes' uses 'write_imagei', which cannot be used in an ordered kernel}} expected-note {{write to a buffer}}
  meets(a); // expected-error {{'meets' uses 'everywhere', which cannot be used in an ordered kernel}} expected-note {{do it without the other work-items}}
  asks(); // expected-error {{'asks' uses 'get_default_queue', which cannot be used in an ordered kernel}} expected-note {{let the host enqueue the other kernel}}
  votes(1); // expected-error {{'votes' uses 'work_group_any', which cannot be used in an ordered kernel}} expected-note {{do it without}}
  scratch(a, 1); // expected-error {{'scratch' uses 'tile', which cannot be used in an ordered kernel}} expected-note {{make it private, or use '__global' memory}}
  a[1] = harmless(2);
}
int votes(int n) { return work_group_any(n); } // expected-note {{it is used here}}
// Others may call them.
__kernel void calls_too(__global int *a) { a[0] = waits_for_it(votes(1)); }

// Ordinary functions do not recurse.
int recurse(int n) { return n ? recurse(n - 1) : 0; } // expected-error {{ordinary function 'recurse' cannot call itself}} expected-note {{make 'recurse' a task}}

#endif
