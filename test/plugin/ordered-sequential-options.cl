// The warning about ordered kernels that run in order comes from a pass. All
// that controls a warning controls it, with and without a source.
// RUN: %taskletc %s -o %t.bc 2>&1 | FileCheck %s -check-prefixes=PLACE,WARNS
// RUN: %taskletc -Wno-tasklet-ordered-sequential %s -o %t.bc 2>&1 | count 0
// RUN: %taskletc -w %s -o %t.bc 2>&1 | count 0
// RUN: %taskletc -w -Werror %s -o %t.bc 2>&1 | count 0
// RUN: not %taskletc -Werror %s -o %t.bc 2>&1 | FileCheck %s -check-prefix=WERROR
// RUN: not %taskletc -Werror=tasklet-ordered-sequential %s -o %t.bc 2>&1 \
// RUN:   | FileCheck %s -check-prefix=WERROR
// RUN: %taskletc -Werror -Wno-error=tasklet-ordered-sequential %s -o %t.bc 2>&1 \
// RUN:   | FileCheck %s -check-prefix=WARNS
// RUN: %taskletc -DPRAGMA %s -o %t.bc 2>&1 | count 0

// The plugin alone tells at least the kernel, and with -g or -Rpass the access.
// RUN: %clang -fplugin=%plugin -target spir64 -O2 -c -emit-llvm %s -o %t.bc 2>&1 \
// RUN:   | FileCheck %s -check-prefixes=KERNEL,WARNS
// RUN: %clang -fplugin=%plugin -target spir64 -O2 -c -emit-llvm -g %s -o %t.bc \
// RUN:   2>&1 | FileCheck %s -check-prefixes=PLACE,WARNS
// RUN: %clang -fplugin=%plugin -fplugin-arg-tasklet-Wno-tasklet-ordered-sequential \
// RUN:   -target spir64 -O2 -c -emit-llvm %s -o %t.bc 2>&1 | count 0
// RUN: %clang -fplugin=%plugin -target spir64 -O2 -c -emit-llvm -DPRAGMA %s \
// RUN:   -o %t.bc 2>&1 | count 0

// Objects get it when they are linked.
// RUN: %taskletc --object %s -o %t.object.bc 2>&1 | count 0
// RUN: %taskletc %t.object.bc -o %t.bc 2>&1 | FileCheck %s -check-prefix=BITCODE
// RUN: %taskletc -Wno-tasklet-ordered-sequential %t.object.bc -o %t.bc 2>&1 \
// RUN:   | count 0
// RUN: not %taskletc -Werror=tasklet-ordered-sequential %t.object.bc -o %t.bc \
// RUN:   2>&1 | FileCheck %s -check-prefix=BITCODE-ERROR
// RUN: %taskletc -Werror=tasklet-ordered-sequential \
// RUN:   -Wno-error=tasklet-ordered-sequential %t.object.bc -o %t.bc 2>&1 \
// RUN:   | FileCheck %s -check-prefix=BITCODE
// Without any debug information, too.
// RUN: %clang -fplugin=%plugin -target spir64 -O2 -c -emit-llvm \
// RUN:   -mllvm -tkl-object %s -o %t.bare.bc 2>&1 | count 0
// RUN: %taskletc %t.bare.bc -o %t.bc 2>&1 | FileCheck %s -check-prefix=BARE

#ifdef PRAGMA
#pragma clang diagnostic ignored "-Wtasklet-ordered-sequential"
#endif
#line 100 "named.cl"
__kernel __ordered(x) void k(__global int *x) {
  x[x[0]] += 1;
}

// PLACE: {{^}}named.cl:101:11:{{ }}
// KERNEL: {{^}}named.cl:100:28:{{ }}
// WARNS: warning: in 'k': the work-items run one after the other: the address of this access depends on memory that the kernel writes [-Wtasklet-ordered-sequential]
// PLACE: named.cl:101:5: note: it depends on what is read here from 'x', which the kernel writes
// KERNEL: named.cl:100:28: note: it depends on what is read from 'x', which the kernel writes
// WERROR: error: in 'k': the work-items run one after the other: the address of this access depends on memory that the kernel writes [-Werror,-Wtasklet-ordered-sequential]
// BITCODE: warning: named.cl:101:11: in 'k': the work-items run one after the other: the address of this access depends on memory that the kernel writes [-Wtasklet-ordered-sequential]
// BITCODE: note: named.cl:101:5: it depends on what is read here from
// BITCODE-ERROR: error: named.cl:101:11: in 'k': the work-items run one after the other: the address of this access depends on memory that the kernel writes [-Wtasklet-ordered-sequential]
// BARE: warning: in 'k': the work-items run one after the other: the address of this access depends on memory that the kernel writes [-Wtasklet-ordered-sequential]
// BARE: note: it depends on what is read from {{.*}}, which the kernel writes
