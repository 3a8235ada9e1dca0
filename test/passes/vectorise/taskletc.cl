// taskletc --cpu=: vectors for a processor, and what the report says of loops.
// RUN: %taskletc --cpu=haswell --emit=ll %s -o - | FileCheck --check-prefix=ON %s
// RUN: %taskletc --cpu=zen99,haswell --emit=ll %s -o - | FileCheck --check-prefix=ON %s
// RUN: %taskletc --emit=ll %s -o %t.off.ll && FileCheck --check-prefix=OFF %s < %t.off.ll
// RUN: %taskletc --cpu=haswell -fno-vectorize --emit=ll %s -o %t.ll && cmp %t.off.ll %t.ll
// RUN: %taskletc -fno-vectorize --emit=ll %s -o - | FileCheck --check-prefix=OFF %s
// RUN: %taskletc --cpu=haswell -O1 --emit=ll %s -o - | FileCheck --check-prefix=OFF %s
// RUN: %taskletc --cpu=haswell -cl-opt-disable --emit=ll %s -o - | FileCheck --check-prefix=OFF %s
//
// LLVM prefers shorter vectors than some processors have. No others become longer.
// RUN: %taskletc --cpu=skylake-avx512 --emit=ll %s -o - | FileCheck --check-prefix=ON %s
// RUN: %taskletc --cpu=skylake-avx512 -mprefer-vector-width=512 --emit=ll %s -o - | FileCheck --check-prefix=LONG %s
// RUN: %taskletc --cpu=haswell -mprefer-vector-width=512 --emit=ll %s -o - | FileCheck --check-prefix=ON %s
// RUN: %taskletc --cpu=haswell -mprefer-vector-width=128 --emit=ll %s -o - | FileCheck --check-prefix=SHORT %s
// LONG: <8 x double>
// SHORT-NOT: <4 x double>
// SHORT: <2 x double>
// SHORT-NOT: <4 x double>
// RUN: not %taskletc --cpu=haswell -mprefer-vector-width=64 %s -o %t.bc 2>&1 | FileCheck --check-prefix=BITS %s
// BITS: taskletc: error: '-mprefer-vector-width=64': vectors have 128, 256 or 512 bits
// RUN: not %taskletc -mprefer-vector-width=512 %s -o %t.bc 2>&1 | FileCheck --check-prefix=ALONE %s
// ALONE: taskletc: error: '-mprefer-vector-width=512' needs --cpu=, without which there are no vectors
//
// Of an object it is decided when it is linked.
// RUN: %taskletc --cpu=haswell --object --emit=ll %s -o - | FileCheck --check-prefix=OFF %s
// RUN: %taskletc --object %s -o %t.bc && %taskletc --cpu=haswell --emit=ll %t.bc -o - | FileCheck --check-prefix=ON %s
//
// ON: <4 x double>
// OFF-NOT: x double>
// OFF: define
// OFF-NOT: x double>
//
// RUN: %taskletc --cpu=haswell --report=%t.txt %s -o %t.bc && FileCheck --check-prefix=REPORT --strict-whitespace %s < %t.txt
// RUN: %taskletc --report=%t.txt %s -o %t.bc && FileCheck --check-prefix=SILENT %s < %t.txt
// SILENT-NOT: loops
// SILENT: task leaf
// SILENT-NOT: loops
//
// RUN: not %taskletc --cpu=zen99,zen98 %s -o %t.bc 2>&1 | FileCheck --implicit-check-not=TASKLET_CLANG --check-prefix=UNKNOWN %s
// UNKNOWN: taskletc: error: --cpu=: unknown processor 'zen99,zen98'; clang -target x86_64 --print-supported-cpus lists them
// RUN: not %taskletc --cpu= %s -o %t.bc 2>&1 | FileCheck --check-prefix=EMPTY %s
// EMPTY: taskletc: error: '--cpu=' lacks the name of a processor
// RUN: not %taskletc --cpu=haswell --emit=spirv %s -o %t.spv 2>&1 | FileCheck --check-prefix=SPIRV %s
// RUN: not %taskletc --cpu=haswell -tkl-target=spirv %s -o %t.bc 2>&1 | FileCheck --check-prefix=SPIRV %s
// SPIRV: taskletc: error: '--cpu=haswell' is for programs of the target spir, not for 'spirv': that driver chooses vectors itself

void scale(__global const double *x, __global double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = 3.0 * x[i];
}
double sum(__global const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}
void roots(__global float *x, int n) {
  for (int i = 0; i < n; ++i)
    x[i] = fabs(sqrt(x[i]));
}
void sines(__global float *x, int n) {
  for (int i = 0; i < n; ++i)
    x[i] = sin(x[i]);
}
void by_hand(__global double *x, int n) {
#pragma clang loop vectorize(disable)
  for (int i = 0; i < n; ++i)
    x[i] *= 2.0;
}
__task void leaf(__global double *x, __global double *y, __global float *z,
                 int n) {
  scale(x, y, n);
  y[0] = sum(x, n);
  roots(z, n);
  sines(z, n);
  by_hand(x, n);
}
__kernel void k(__global double *x, __global double *y, __global float *z,
                int n) {
  () <- leaf(x, y, z, n);
}
// REPORT: {{^}}loops, for the processor haswell:{{$}}
// REPORT-NEXT: {{^}}  at [[#@LINE-35]]:3: in vectors of 4, 4 at a time{{$}}
// REPORT-NEXT: {{^}}  at [[#@LINE-30]]:7: not in vectors: cannot prove it is safe to reorder floating-point operations{{$}}
// REPORT-NEXT: {{^}}  at [[#@LINE-27]]:3: in vectors of 8{{$}}
// REPORT-NEXT: {{^}}  at [[#@LINE-23]]:12: not in vectors: call instruction cannot be vectorized{{$}}
// REPORT-NEXT: {{^}}  at [[#@LINE-20]]:3: not in vectors: no gain is expected{{$}}
