// PoCL 6 cannot link functions of a SPIR-V program that ask for ids unless it
// inlines them. Other functions stay as the program wants them.
// RUN: %taskletc --emit=ll -tkl-target=spirv -o - %s | FileCheck %s
// RUN: %taskletc --emit=ll -tkl-target=spirv -cl-opt-disable -o - %s | FileCheck %s
// RUN: %taskletc --emit=ll -o - %s | FileCheck --check-prefix=SPIR %s
// CHECK-DAG: define {{.*}}@asks({{.*}} [[ASKS:#[0-9]+]]
// CHECK-DAG: define {{.*}}@calls({{.*}} [[CALLS:#[0-9]+]]
// CHECK-DAG: define {{.*}}@does_not({{.*}} [[NOT:#[0-9]+]]
// CHECK-NOT: attributes [[ASKS]] = {{.*}}noinline
// CHECK-NOT: attributes [[CALLS]] = {{.*}}noinline
// CHECK:     attributes [[NOT]] = {{.*}}noinline
// SPIR:      define {{.*}}@asks({{.*}} [[ASKS:#[0-9]+]]
// SPIR:      attributes [[ASKS]] = {{.*}}noinline
#define OUT_OF_LINE __attribute__((noinline))

OUT_OF_LINE int asks(int d) { return get_global_id(d) * 3; }
OUT_OF_LINE int calls(int d) { return asks(d) + asks(d + 1); }
OUT_OF_LINE int does_not(__global int *p) { return *p * 3; }

__task int twice(int n) { return 2 * n; }
__kernel void k(__global int *out, int d) {
  out[calls(d)] <- twice(does_not(out));
}
