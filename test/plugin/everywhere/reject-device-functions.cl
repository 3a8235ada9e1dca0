// What all of a work-group must come to cannot stand in a body; the sub-group
// functions can.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only -Xclang -verify %s

int intel_sub_group_shuffle(int n, uint lane);
void meet(void) { barrier(CLK_LOCAL_MEM_FENCE); } // expected-note 2 {{it is used here}}
int sums(int n) { return work_group_scan_inclusive_max(n); } // expected-note {{it is used here}}
int votes(int n) { return sub_group_any(n); } // expected-note {{it is used here}}
int nested(int n) {
  everywhere { n += sub_group_any(n); }
  return n;
}
void indirect(void) { meet(); }

__kernel void accepted(__global int *out, __local int *shared, int n) {
  __local int own[64];
  barrier(CLK_LOCAL_MEM_FENCE);
  everywhere {
    int id = get_local_id(0);
    own[id] = shared[0] = sub_group_any(n);
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    mem_fence(CLK_LOCAL_MEM_FENCE);
    out[id] = own[id ^ 1] + votes(n) + nested(n);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  meet();
}

__kernel void refused(__global int *out, __local int *shared, int n) {
  everywhere {
    barrier(CLK_LOCAL_MEM_FENCE); // expected-error {{'barrier' cannot be used in the body of an 'everywhere', which part of the work-group may never reach}} expected-note {{move it out of the body; among the work-items of the warp, 'sub_group_barrier' does it}}
    if (n)
      work_group_barrier(CLK_LOCAL_MEM_FENCE); // expected-error {{'work_group_barrier' cannot be used in the body of an 'everywhere'}} expected-note {{move it out}}
    out[0] = work_group_any(n); // expected-error {{'work_group_any' cannot be used in the body of an 'everywhere'}} expected-note {{move it out of the body; among the work-items of the warp, 'sub_group_any' does it}}
    out[0] = work_group_reduce_add(n); // expected-error {{'work_group_reduce_add' cannot be used}} expected-note {{'sub_group_reduce_add' does it}}
    out[0] = work_group_broadcast(n, 1); // expected-error {{'work_group_broadcast' cannot be used}} expected-note {{'sub_group_broadcast' does it}}
    out[0] = sums(n); // expected-error {{'sums' uses 'work_group_scan_inclusive_max', which has no meaning in the body of an 'everywhere'}} expected-note {{move it out of the body; among the work-items of the warp, 'sub_group_scan_inclusive_max' does it}}
    event_t e = async_work_group_copy(shared, out, 4, 0); // expected-error {{'async_work_group_copy' cannot be used}} expected-note {{move it out of the body; there is no such function for the work-items of a warp alone}}
    wait_group_events(1, &e); // expected-error {{'wait_group_events' cannot be used}} expected-note {{there is no such function}}
    meet(); // expected-error {{'meet' uses 'barrier', which has no meaning in the body of an 'everywhere'}} expected-note {{move it out}}
    indirect(); // expected-error {{'indirect' uses 'barrier', which has no meaning in the body of an 'everywhere'}} expected-note {{move it out}}
    out[1] = intel_sub_group_shuffle(n, 4); // expected-error {{'intel_sub_group_shuffle' cannot be used in the body of an 'everywhere'}} expected-note {{bodies have the sub-group functions of cl_khr_subgroups and of its extensions for ballots, votes, shuffles, rotations, reductions and scans}}
  }
}

// A task is one work-item, and a warp of one.
__task int task_of_one(int n) {
  everywhere { n += sub_group_reduce_add(n); }
  n += nested(n);
  n += votes(n); // expected-error {{'votes' uses 'sub_group_any', which has no meaning in a task}} expected-note {{put it into the body of an 'everywhere'}}
  n += sub_group_any(n); // expected-error {{'sub_group_any' cannot be used in a task, where there is no work-group}} expected-note {{put it into the body of an 'everywhere', where it means the warp; the warp of a task is one work-item}}
  everywhere {
    n += get_local_id(0); // expected-error {{'get_local_id' has no meaning in a task}} expected-note {{pass its value}}
    barrier(CLK_LOCAL_MEM_FENCE); // expected-error {{'barrier' cannot be used in a task}} expected-note {{to wait for tasks, use 'force'}}
  }
  return n;
}
