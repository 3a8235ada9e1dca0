// That pointers do not overlap in a work-item keeps no loop over work-items from being
// parallel. That they do not in a round of a loop is said in that loop only.
// RUN: %clang -fplugin=%plugin -target spir64 -O1 -Xclang -disable-llvm-passes \
// RUN:   -S -emit-llvm -o %t.in.ll %s
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-ordered,tkl-verify -S %t.in.ll \
// RUN:   -o %t.ll
// RUN: sed -n '/^define .*@whole.apart(/,/^}/p' %t.ll | FileCheck %s --check-prefix=WHOLE
// RUN: sed -n '/^define .*@round.apart(/,/^}/p' %t.ll | FileCheck %s --check-prefix=ROUND
// WHOLE-NOT: scope.decl
// WHOLE: !llvm.access.group
// WHOLE-NOT: scope.decl
// WHOLE: ret void
// ROUND: call void @llvm.experimental.noalias.scope.decl
// ROUND: ret void
__kernel __ordered(x) void whole(__global int *restrict x,
                                 __global const int *restrict y) {
  size_t i = get_global_id(0);
  x[i] = 3 * y[i];
}
void step(__global int *restrict to, __global int *restrict from) {
  *to = 3 * *from + *to;
}
__kernel __ordered(x) void round(__global int *x, int n) {
  size_t i = 100 * get_global_id(0);
  for (int k = 0; k < n; ++k)
    step(x + i + k, x + i + k + 1);
}
