// Clang 15 makes of this a switch over two bits of a vector in memory.
// REQUIRES: llvm-15
//
// RUN: %taskletc --emit=spirv %s -o %t.spv
// RUN: %llvm_spirv -r %t.spv -o - | llvm-dis | FileCheck %s
// RUN: %taskletc --emit=ll %s -o - | FileCheck --check-prefix=FEW %s
// CHECK: switch i8
// FEW: switch i2
__task int two() { return 2; }
__kernel void k(__global int *out) {
  int i = get_global_id(0);
  uint8 v[3] = {(uint8)(9, 9, i, 9, 9, 9, 9, 9), (uint8)(7), (uint8)(8)};
  out[i] = 1;
  int t;
  t <- two();
  force (t) {
    switch (v[0].s2 % 4) {
    case 0: out[i] = 10; break;
    case 1: break;
    case 2: out[i] ^= 5;
    default: out[i] += t;
    }
  }
}
