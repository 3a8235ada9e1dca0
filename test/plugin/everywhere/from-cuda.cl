// What the table of docs/from-cuda.md says is there, and an undeclared name of
// CUDA is told it. scripts/check-cuda-names compares all three.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL1.2 -Wall -Werror -Wno-unused -fsyntax-only %s
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL1.2 -fsyntax-only -DCUDA -Xclang -verify %s

#ifndef CUDA
#include <tasklet/everywhere.clh>
__constant int number = 3;
static inline __attribute__((noinline)) int f(int x) { return x + number; }
__kernel void k(__global int *a, int v, int p, uint lane, uint delta, int x,
                long y, float f) {
  __local int z[__TKL_WARP_SIZE__];
  (void)(__TKL_WARP_SIZE__);
  (void)(get_local_id(0));
  (void)(get_group_id(0));
  (void)(get_local_size(0));
  (void)(get_num_groups(0));
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  (void)(popcount(x));
  (void)(clz(x));
  (void)(32 - clz(x & -x));
  (void)(64 - clz(y & -y));
  (void)(mul_hi(x, x));
  (void)(*a);
  (void)(as_int(f));
  (void)(as_uint(f));
  (void)(as_float(x));
  (void)(atomic_add(a, x));
  (void)(atomic_sub(a, x));
  (void)(atomic_inc(a));
  (void)(atomic_dec(a));
  (void)(atomic_xchg(a, x));
  (void)(atomic_min(a, x));
  (void)(atomic_max(a, x));
  (void)(atomic_and(a, x));
  (void)(atomic_or(a, x));
  (void)(atomic_xor(a, x));
  (void)(atomic_cmpxchg(a, x, y));
  everywhere {
    (void)(ew_mask_of(sub_group_ballot(p)));
    (void)(sub_group_any(p));
    (void)(sub_group_all(p));
    (void)(sub_group_shuffle(v, lane));
    (void)(sub_group_shuffle_up(v, delta));
    (void)(sub_group_shuffle_down(v, delta));
    (void)(sub_group_shuffle_xor(v, x));
    (void)(ew_mask_of(sub_group_match_any(v)));
    (void)(sub_group_non_uniform_all_equal(v));
    (void)(sub_group_reduce_add(v));
    (void)(sub_group_reduce_min(v));
    (void)(sub_group_reduce_max(v));
    (void)(sub_group_non_uniform_reduce_and(v));
    (void)(sub_group_non_uniform_reduce_or(v));
    (void)(sub_group_non_uniform_reduce_xor(v));
    (void)(ew_mask_of(sub_group_ballot(1)));
    sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    (void)(sub_group_ballot(1));
    (void)(sub_group_clustered_reduce_add(v, 8));
    (void)(sub_group_match_any(v));
  }
  everywhere { }
  z[0] = v;
}

#else
__kernel void k(__global int *a, int v) {
  everywhere (uint m) {
    v = __shfl_sync(m, v, 3); // expected-error {{use of undeclared identifier '__shfl_sync'}} expected-note {{a name of CUDA: here it is 'sub_group_shuffle(v, lane)', in the body of an 'everywhere'}}
    if (__activemask() == m) // expected-error {{use of undeclared identifier '__activemask'}} expected-note {{a name of CUDA: here it is 'ew_mask_of(sub_group_ballot(1))', in the body of an 'everywhere', with '#include <tasklet/everywhere.clh>'}}
      v += warpSize; // expected-error {{use of undeclared identifier 'warpSize'}} expected-note {{a name of CUDA: here it is '__TKL_WARP_SIZE__'}}
  }
  __shared__ int part[4]; // expected-error {{use of undeclared identifier '__shared__'}} expected-note {{a name of CUDA: here it is '__local'}}
  atomicAdd(a, v); // expected-error {{use of undeclared identifier 'atomicAdd'}} expected-note {{a name of CUDA: here it is 'atomic_add(a, x)'}}
  atomicInc(a, 7); // expected-error {{use of undeclared identifier 'atomicInc'}} expected-note {{a name of CUDA: here it is 'atomic_inc(a)', which counts on where CUDA's goes back to 0}}
  atomicDec(a, 7); // expected-error {{use of undeclared identifier 'atomicDec'}} expected-note {{a name of CUDA: here it is 'atomic_dec(a)', which counts on where CUDA's goes back to the limit}}
  this_thread_block().sync(); // expected-error {{use of undeclared identifier 'this_thread_block'}} expected-note {{a name of CUDA: here it is 'barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)', for its 'sync()': the work-group need not be made}}
  // What a note named needs its header.
  v = ew_mask_of((uint4)(v)); // expected-error {{use of undeclared identifier 'ew_mask_of'}} expected-note {{write '#include <tasklet/everywhere.clh>' at the top, if 'ew_mask_of' is a function of that header}}
  v = __not_of_cuda(v); // expected-error {{use of undeclared identifier '__not_of_cuda'}}
}
// Whose name it is, has it.
int threadIdx(int n) { return n; }
int own(int warpSize) { return threadIdx(warpSize); }
__device__ int g(int x) { return x; } // expected-error {{unknown type name '__device__'}} expected-note {{a name of CUDA: here it is 'static'}}
// expected-error@+1 {{unknown type name 'namespace'}}
namespace cg = cooperative_groups; // expected-error {{use of undeclared identifier 'cooperative_groups'}} expected-note {{a name of CUDA: here it is 'everywhere { }', whose body has the functions of groups: C has no namespaces}}
#endif
