// Without optimisations the driver's are the first to see that there is a case for
// each value: in kernels whose work-items meet no default is left for them to make
// unreachable. Other kernels keep their switches, and so do optimised ones.
//
// RUN: %taskletc -O0 --emit=ll %s -o - | FileCheck %s --check-prefixes=CHECK,O0
// RUN: %taskletc -cl-opt-disable --emit=ll %s -o - | FileCheck %s --check-prefixes=CHECK,O0
// RUN: %taskletc -O1 --emit=ll %s -o - | FileCheck %s --check-prefixes=CHECK,O1
//
// CHECK-LABEL: define {{.*}}@meets(
// O0-NOT: {{^ *}}switch
// O1: {{^ *}}switch
// O0: {{^}}}
__kernel void meets(__global uint *out, int n) {
  switch (n & 3) {
  case 0: out[2] = 1; break;
  default: everywhere { out[get_local_id(0)] = 1; }
  case 1: out[3] += 1; break;
  case 2: out[4] += 2; break;
  case 3: out[5] += 3;
  }
}
// CHECK-LABEL: define {{.*}}@alone(
// CHECK: {{^ *}}switch
__kernel void alone(__global uint *out, int n) {
  switch (n & 3) {
  case 0: out[2] = 1; break;
  default: out[n] = 1;
  case 1: out[3] += 1; break;
  case 2: out[4] += 2; break;
  case 3: out[5] += 3;
  }
}
