// What objects say about the same name must fit together.
// RUN: rm -rf %t && split-file %s %t
// RUN: %taskletc --object %t/main.cl -o %t/main.bc
// RUN: %taskletc --object %t/good.cl -o %t/good.bc
// RUN: %taskletc --object %t/plain.cl -o %t/plain.bc
// RUN: %taskletc --object %t/types.cl -o %t/types.bc
// RUN: %taskletc --object %t/struct.cl -o %t/struct.bc
// RUN: %taskletc --object %t/again.cl -o %t/again.bc
// RUN: %taskletc %t/main.bc %t/good.bc -o %t/program.bc
//
// RUN: not %taskletc %t/main.bc %t/good.bc %t/again.bc -o %t/x.bc 2>&1 | FileCheck --check-prefix=TWICE %s
// RUN: not %taskletc %t/main.bc %t/plain.bc -o %t/x.bc 2>&1 | FileCheck --check-prefix=PLAIN %s
// RUN: not %taskletc %t/plain.bc %t/main.bc -o %t/x.bc 2>&1 | FileCheck --check-prefix=TASK %s
// RUN: not %taskletc %t/main.bc %t/types.bc -o %t/x.bc 2>&1 | FileCheck --check-prefix=TYPES %s
// RUN: not %taskletc %t/main.bc %t/struct.bc -o %t/x.bc 2>&1 | FileCheck --check-prefix=TYPES %s
// RUN: not %taskletc %t/main.bc %t/program.bc -o %t/x.bc 2>&1 | FileCheck --check-prefix=WHOLE %s
// RUN: not %taskletc %t/program.bc %t/main.bc -o %t/x.bc 2>&1 | FileCheck --check-prefix=WHOLE %s
// RUN: not %taskletc --object %t/program.bc -o %t/x.bc 2>&1 | FileCheck --check-prefix=OBJECT %s
// RUN: not %taskletc %t/main.bc %t/main.cl -o %t/x.bc 2>&1 | FileCheck --check-prefix=SOURCE %s
// RUN: not %taskletc %t/main.bc %t/none.bc -o %t/x.bc 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: test ! -e %t/x.bc

// TWICE: error: 'f' is defined twice, in '{{.*}}good.bc' and in '{{.*}}again.bc'
// TWICE: error: 'Table' is defined twice, in '{{.*}}good.bc' and in '{{.*}}again.bc'
// PLAIN: error: 'f' is no task in '{{.*}}plain.bc', but a task in another object; declare it with __task in both, or in neither
// TASK: error: 'f' is a task in '{{.*}}main.bc', but no task in another object
// TYPES: error: {{.*}}main.cl:4:13: in 'k': 'f' is declared here with other parameters or another result than where it is defined
// WHOLE: error: '{{.*}}program.bc' is a complete program; only objects can be linked with others
// OBJECT: error: '{{.*}}program.bc' is a complete program; objects are made from sources and other objects
// SOURCE: error: '{{.*}}main.cl' is no object, and only objects can be linked; compile it with --object first
// NONE: error: '{{.*}}none.bc' cannot be read: No such file or directory

//--- main.cl
typedef struct { int a; float b; } Pair;
__task int f(Pair p, int n);
__kernel void k(__global int *out, Pair p) {
  out[0] <- f(p, 2);
}
//--- good.cl
typedef struct { int x; float y; } Both;
__constant int Table[] = {1, 2};
__task int f(Both p, int n) { return p.x + Table[n & 1]; }
//--- plain.cl
typedef struct { int a; float b; } Pair;
int f(Pair p, int n) { return n; }
//--- types.cl
typedef struct { int a; float b; } Pair;
__task int f(Pair p, float n) { return 1; }
//--- struct.cl
typedef struct { int a; double b; } Pair;
__task int f(Pair p, int n) { return 1; }
//--- again.cl
typedef struct { int a; float b; } Pair;
__constant int Table[] = {3};
__task int f(Pair p, int n) { return n; }
