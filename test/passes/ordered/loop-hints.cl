// The runtime is built without unrolling and vectors, for its loops over work-items
// have no bodies then. In a kernel they may become both; what the program says of
// its own loops stays.
// RUN: %clang -fplugin=%plugin -target spir64 -O1 -Xclang -disable-llvm-passes \
// RUN:   -S -emit-llvm -o %t.ll %s
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-ordered,tkl-verify -S %t.ll \
// RUN:   -o %t.out.ll
// RUN: sed -n '/^define .*@k.rows(/,/^}/s/.*!llvm.loop /LOOP /p' %t.out.ll > %t.loops
// RUN: sed -n '/^define .*@k.body(/,/^}/s/.*!llvm.loop /OWN /p' %t.out.ll \
// RUN:   >> %t.loops
// RUN: grep '^![0-9]* = ' %t.out.ll >> %t.loops
// RUN: FileCheck %s < %t.loops

// CHECK: LOOP [[LOOP:![0-9]+]]
// CHECK: OWN [[OWN:![0-9]+]]
// CHECK-NOT: OWN
// CHECK: [[DISABLE:![0-9]+]] = !{!"llvm.loop.unroll.disable"}
// CHECK-DAG: [[OWN]] = distinct !{[[OWN]]{{.*}}, [[DISABLE]]}
// CHECK-DAG: [[LOOP]] = distinct !{[[LOOP]]}
__kernel __ordered(x) void k(__global uint *x, __global const uint *at) {
#pragma clang loop unroll(disable)
  for (uint i = 0; i < 7; ++i)
    ++x[at[get_global_id(0)] + i];
}
