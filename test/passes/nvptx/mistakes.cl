// Formats that PTX cannot print, and a library that is none.
//
// RUN: not %taskletc --emit=ptx -w %s -o %t.ptx 2>&1 | FileCheck %s
// RUN: env TASKLET_LIBCLC=%s not %taskletc --emit=ptx -w -DNO_PRINTS %s \
// RUN:   -o %t.ptx 2>&1 | FileCheck --check-prefix=LIBRARY %s
// RUN: %taskletc --emit=ptx -w -DNO_PRINTS %s -o %t.ptx
// RUN: FileCheck --check-prefix=EMPTY %s < %t.ptx
//
// CHECK-DAG: the format of printf is no constant string
// CHECK-DAG: the format of printf does not fit its arguments
// LIBRARY: the library '{{.*}}mistakes.cl' cannot be read: {{.*}}; TASKLET_LIBCLC can name another one
// EMPTY: .entry t(
#ifndef NO_PRINTS
__kernel void two_formats(int n) {
  __constant char *format = n ? "yes" : "no";
  printf(format);
}
__kernel void no_argument(void) { printf("%d\n"); }
#endif
__task int one() { return 1; }
__kernel void t(__global int *out) { out[0] <- one(); }
