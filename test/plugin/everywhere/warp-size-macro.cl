// The macro says what the passes do, however the compiler is called; where only
// the device knows, or the link decides, there is none.
// RUN: %clang -fplugin=%plugin -target spir64 -DN=32 -fsyntax-only %s
// RUN: %clang -fplugin=%plugin -target spir64 -mllvm -tkl-warp-size=8 -DN=8 -fsyntax-only %s
// RUN: %taskletc -DN=32 -o %t.bc %s
// RUN: %taskletc -tkl-warp-size=2 -DN=2 -o %t.bc %s
// RUN: %taskletc -tkl-sub-groups -tkl-warp-size=16 -DN=16 -o %t.bc %s
// RUN: %taskletc -E -DN=32 -o %t.cl %s
// RUN: %taskletc -E -tkl-warp-size=2 -tkl-warp-size=64 -DN=64 -o %t.cl %s
// RUN: %taskletc -E -tkl-sub-groups -o %t.cl %s
// RUN: %taskletc -tkl-warp-size=2 -tkl-warp-size=64 -DN=64 -o %t.bc %s
// RUN: %clang -fplugin=%plugin -target spir64 -mllvm -tkl-object -mllvm -tkl-warp-size=8 -fsyntax-only -Xclang -verify %s
// RUN: %clang -fplugin=%plugin -target spir64 -mllvm -tkl-sub-groups -fsyntax-only -Xclang -verify %s

#ifdef N
#if __TKL_WARP_SIZE__ != N
#error
#endif
#elif defined(__TKL_WARP_SIZE__)
#error
#endif

__kernel void k(__global int *out) {
  __local int part[__TKL_WARP_SIZE__]; // expected-error {{use of undeclared identifier '__TKL_WARP_SIZE__'}} expected-note {{the size of warps is not known here: their device decides, or the link of an object; 'get_max_sub_group_size()' gives it in the body of an 'everywhere', and for a whole program the build option '-tkl-warp-size=N' fixes it}}
  everywhere { out[0] = part[0]; }
#ifndef N
  everywhere {
    out[1] = get_sub_group_local_id() % get_max_sub_group_size();
    out[2] = warpSize; // expected-error {{use of undeclared identifier 'warpSize'}} expected-note {{a name of CUDA: here it is 'get_max_sub_group_size()', in the body of an 'everywhere'; with the build option '-tkl-warp-size=N' it is the constant '__TKL_WARP_SIZE__'}}
  }
#endif
}
