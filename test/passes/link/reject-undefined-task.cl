// A task that is spawned must be defined somewhere in the program, and the error names it
// at its first spawn. One that is only declared is no mistake. An object may still miss it.
// RUN: rm -rf %t && split-file %s %t
// RUN: not %taskletc %t/spawned.cl -o %t/out.bc 2>&1 | FileCheck --check-prefix=SOURCE %s
// RUN: %taskletc --object %t/spawned.cl -o %t/spawned.bc
// RUN: %taskletc --object %t/declared.cl -o %t/declared.bc
// RUN: %taskletc --object %t/spawned.bc %t/declared.bc -o %t/library.bc
// RUN: not %taskletc %t/spawned.bc %t/declared.bc -o %t/out.bc 2>&1 | FileCheck --check-prefix=LINK %s
// RUN: not %taskletc %t/library.bc -o %t/out.bc 2>&1 | FileCheck --check-prefix=LINK %s
// RUN: test ! -e %t/out.bc
// RUN: %taskletc %t/declared.cl -o %t/out.bc --manifest=%t/declared.json
// RUN: FileCheck --check-prefix=DECLARED %s < %t/declared.json

// SOURCE: spawned.cl:4:13: error: in 'k': task 'elsewhere' is spawned but nowhere defined; define it, or link the object that does
// SOURCE-NEXT: out[0] <- elsewhere(2);
// SOURCE: spawned.cl:6:9: error: in 'k': task 'nowhere' is spawned but nowhere defined
// SOURCE-NOT: error:
// LINK: error: {{.*}}spawned.cl:4:13: in 'k': task 'elsewhere' is spawned but nowhere defined
// LINK: error: {{.*}}spawned.cl:6:9: in 'k': task 'nowhere' is spawned but nowhere defined
//
// Such a program is still none for a driver's own compiler.
// DECLARED: {"abi":9,"chunk_size":0,"kernels":[{{.*}}"mode":"plain","name":"other"}],{{.*}}"record_size":0,{{.*}}"tasklets":true,

//--- spawned.cl
__task int elsewhere(int n);
__task void nowhere(void);
__kernel void k(__global int *out) {
  out[0] <- elsewhere(2);
  out[1] <- elsewhere(3);
  () <- nowhere();
}
//--- declared.cl
__task int never(int n);
__kernel void other(__global int *out) { out[0] = 1; }
