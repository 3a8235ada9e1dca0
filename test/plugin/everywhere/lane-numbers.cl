// The bits of a mask go by the number of a work-item in its warp.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only -Xclang -verify %s
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only -mllvm -tkl-sub-groups -Xclang -verify=expected,device %s
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only \
// RUN:   -fplugin-arg-tasklet-Wno-tasklet-lane-number %s 2>&1 | count 0
// RUN: cp %s %t.cl
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only \
// RUN:   -fdiagnostics-parseable-fixits %t.cl 2>&1 | python3 %S/../Inputs/apply-fixits.py %t.cl
// RUN: FileCheck %s < %t.cl

__kernel void warned(__global int *out, int n) {
  int id = get_global_id(0);
  uint lid = get_local_id(0);
  everywhere (uint m) {
    // CHECK: {{^}}    out[id] = m >> get_sub_group_local_id() & 1;
    out[id] = m >> get_local_id(0) & 1; // expected-warning {{the bits of mask 'm' go by the work-item's number in its warp, and 'get_local_id' counts beyond the warp [-Wtasklet-lane-number]}} expected-note {{write 'get_sub_group_local_id()'}}
    // CHECK: {{^}}    if (m & (1u << get_sub_group_local_id()))
    if (m & (1u << lid)) // expected-warning {{the bits of mask 'm' go by the work-item's number in its warp, and 'get_local_id' counts beyond the warp}} expected-note@13 {{'lid' is from here}} expected-note {{write 'get_sub_group_local_id()'}}
      out[id] += 1;
    // CHECK: {{^}}    out[id] += popcount(m & ((1u << get_sub_group_local_id()) - 1));
    out[id] += popcount(m & ((1u << get_local_linear_id()) - 1)); // expected-warning {{'get_local_linear_id' counts beyond the warp}} expected-note {{write}}
    // CHECK: {{^}}    out[id] += (int)((m | 1) >> get_sub_group_local_id());
    out[id] += (int)((m | 1) >> id); // expected-warning {{'get_global_id' counts beyond the warp}} expected-note@12 {{'id' is from here}} expected-note {{write}}
    everywhere (ulong inner) {
      // CHECK: {{^}}      m >>= (get_sub_group_local_id());
      m >>= (get_local_id(0)); // expected-warning {{'m'}} expected-note {{write}}
      out[id] = inner >> 1;
    }
  }
}

#define CAME(m) ((m) >> get_local_id(0) & 1)
__kernel void macros(__global int *out, int n) {
  everywhere (uint m) {
    out[n] = CAME(m); // expected-warning {{'get_local_id' counts beyond the warp}} expected-note {{write}}
  }
}

// The number in the warp, numbers that the program has made itself, other
// values than masks, and what is no work-item's number.
uint get_number(void);
__kernel void accepted(__global uint *out, uint n) {
  uint lid = get_local_id(0), lane = get_local_id(0) % 32, other;
  other = get_local_id(0);
  other &= 31;
  everywhere (uint m) {
    out[0] = m >> get_sub_group_local_id() & 1;
    out[1] = m & 1u << get_sub_group_local_id();
    out[2] = m >> lane | m >> other | m >> (lid & 31) | m >> n | m >> get_number();
    out[3] = n >> lid | n & 1u << lid;
    out[4] = (m & n) + (1u << lid);
  }
  out[5] = n >> lid;
}

// One warp is all there is, and these are its numbers; but not where the device
// decides how long warps are.
__attribute__((reqd_work_group_size(8, 4, 1)))
__kernel void one_warp(__global uint *out) {
  everywhere (uint m) { out[0] = m >> get_local_linear_id(); } // device-warning {{'get_local_linear_id' counts beyond the warp}} device-note {{write}}
}
__attribute__((reqd_work_group_size(32, 1, 1)))
__kernel void one_row(__global uint *out) {
  everywhere (uint m) { out[0] = m >> get_local_id(0); } // device-warning {{'get_local_id' counts beyond the warp}} device-note {{write}}
}
__attribute__((reqd_work_group_size(1, 1, 32)))
__kernel void one_column(__global uint *out) {
  everywhere (uint m) { out[0] = m >> get_local_id(2) | m >> get_local_linear_id(); } // device-warning 2 {{counts beyond the warp}} device-note 2 {{write}}
}
__attribute__((reqd_work_group_size(1, 1, 1)))
__kernel void alone(__global uint *out) {
  everywhere (uint m) { out[0] = m >> get_local_id(0); }
}

// In several dimensions no id is the number, and other work-groups go on with
// global ids.
__attribute__((reqd_work_group_size(2, 4, 1)))
__kernel void rows(__global uint *out, uint n) {
  uint column = get_local_id(1);
  everywhere (uint m) {
    out[0] = m >> get_local_id(0); // expected-warning {{the bits of mask 'm' go by the work-item's number in its warp, and 'get_local_id' counts along one of several dimensions [-Wtasklet-lane-number]}} expected-note {{write 'get_sub_group_local_id()'}}
    out[1] = m >> column; // expected-warning {{'get_local_id' counts along one of several dimensions}} expected-note@-3 {{'column' is from here}} expected-note {{write}}
    out[2] = m >> get_local_id(n); // expected-warning {{'get_local_id' counts along one of several dimensions}} expected-note {{write}}
    out[3] = m >> get_local_id(2); // expected-warning {{'get_local_id' counts along one of several dimensions}} expected-note {{write}}
    out[4] = m >> get_global_linear_id(); // expected-warning {{'get_global_linear_id' counts beyond the warp}} expected-note {{write}}
  }
}
__attribute__((reqd_work_group_size(32, 1, 1)))
__kernel void groups(__global uint *out) {
  everywhere (uint m) { out[0] = m >> get_global_id(0); } // expected-warning {{'get_global_id' counts beyond the warp}} expected-note {{write}}
}
__attribute__((reqd_work_group_size(8, 8, 1)))
__kernel void warps(__global uint *out) {
  everywhere (uint m) { out[0] = m >> get_local_id(0) | m >> get_local_linear_id(); } // expected-warning {{'get_local_id' counts along one}} expected-warning {{'get_local_linear_id' counts beyond the warp}} expected-note 2 {{write}}
}
