// What taskletc --report says, task by task. The sizes follow from the layout
// in docs/abi.md and from OpenCL's own sizes of types; the roles of spawns from
// docs/cost.md.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %taskletc %s -o plain.bc
// RUN: %taskletc --report %s -o reported.bc > report
// RUN: cmp plain.bc reported.bc
// RUN: FileCheck %s --match-full-lines --strict-whitespace < report
// RUN: %taskletc --report=named %s && cmp report named
// RUN: %taskletc --report -O0 %s | FileCheck %s --check-prefix=CALLED
// CALLED: task leaf
// CALLED-NEXT: called: twice
//
// Of an object the names of variables are known if it has debug information.
// RUN: %taskletc --object -g %s -o object.bc
// RUN: %taskletc --report object.bc -o linked.bc \
// RUN:   | FileCheck %s --match-full-lines --strict-whitespace
// RUN: %taskletc --object %s -o object.bc
// RUN: %taskletc --report object.bc -o linked.bc | FileCheck %s --check-prefix=NAMELESS
// NAMELESS: task keeps (report.cl:{{[0-9]+}}): frame of 96 bytes: header 32, futures 12, captures 44 or, when suspended at a spawn, 52
// NAMELESS: parameter 3
//
// RUN: echo '__kernel void k(__global int *o) { o[0] = 1; }' > none.cl
// RUN: %taskletc --report none.cl | FileCheck %s --check-prefix=NONE --match-full-lines
// NONE: the program has no tasks
//
// RUN: not %taskletc --report %s -o - 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: taskletc: error: the program and the report cannot both go to standard output; name a file with --report=
// RUN: not %taskletc --report --object %s 2>&1 | FileCheck %s --check-prefix=OBJECT
// OBJECT: taskletc: error: what becomes of the tasks of an object is decided when it is linked; ask for the report then
// RUN: not %taskletc --report -E %s 2>&1 | FileCheck %s --check-prefix=PREPROCESS
// PREPROCESS: taskletc: error: -E makes neither a manifest nor a list of files nor a report
// RUN: not %taskletc --report= %s 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: taskletc: error: '--report=' lacks the name of a file
// RUN: cp %s copy.cl
// RUN: not %taskletc --report=copy.cl copy.cl 2>&1 | FileCheck %s --check-prefix=INPUT
// INPUT: taskletc: error: 'copy.cl' would replace the input 'copy.cl'; name another file
// RUN: not %taskletc --report=/no/such/place %s -o unmade.bc 2>&1 | FileCheck %s --check-prefix=PLACE
// PLACE: taskletc: error: '/no/such/place' cannot be written: No such file or directory
// RUN: not test -e unmade.bc

int twice(int x) { return 2 * x; }
typedef struct {
  int a, b;
} pair;

// It spawns nothing: it needs no frame.
#line 100
__task int leaf(int n) { return twice(n); }
//      CHECK:task leaf (report.cl:100): no frame
// CHECK-NEXT:  inlined: twice

// All kinds of captures, and a force within a force.
__task uint count(int n);
#line 200
__task float keeps(int n, __global float *in, float4 v) {
  int a, b;
  const int half_n = n / 2;
  float buf[3];
  buf[n & 1] = in[0]; buf[2] = in[1];
  a <- leaf(n - 1);
  b <- leaf(n - 2);
  force (a, b) {
    uint c;
    c <- count(a + b);
    force (c) {
      return half_n + c + buf[n & 1] +
             v.x +
             in[half_n];
    }
  }
}
//      CHECK:task keeps (report.cl:200): frame of 96 bytes: header 32, futures 12, captures 44 or, when suspended at a spawn, 52
// CHECK-NEXT:  futures:
// CHECK-NEXT:    a  int   4 bytes
// CHECK-NEXT:    b  int   4 bytes
// CHECK-NEXT:    c  uint  4 bytes
// CHECK-NEXT:  spawn of leaf at 205:8: runs at once if it ends before it spawns, else recorded
// CHECK-NEXT:  spawn of leaf at 206:8: runs at once if it ends before it spawns, else runs next
// CHECK-NEXT:  spawn of count at 209:10: runs at once if it ends before it spawns, else runs next
// CHECK-NEXT:  force in line 207 captures 44 bytes:
// CHECK-NEXT:    v       float4            16 bytes, handed on to the force in line 210
// CHECK-NEXT:    in      __global float *  8 bytes, handed on to the force in line 210
// CHECK-NEXT:    n       int               4 bytes, handed on to the force in line 210
// CHECK-NEXT:    half_n  const int         4 bytes, handed on to the force in line 210
// CHECK-NEXT:    buf     float[3]          12 bytes, handed on to the force in line 210
// CHECK-NEXT:  force in line 210 captures 44 bytes:
// CHECK-NEXT:    v       float4            16 bytes, used in line 212
// CHECK-NEXT:    in      __global float *  8 bytes, used in line 213
// CHECK-NEXT:    n       int               4 bytes, used in line 211
// CHECK-NEXT:    half_n  const int         4 bytes, used in lines 211, 213
// CHECK-NEXT:    buf     float[3]          12 bytes, used in line 211

// A tail spawn alone opens no frame.
#line 300
__task uint count(int n) {
  if (n < 1) return 0;
  uint t;
  t <- count(n - 1);
  force (t) { return t; }
}
//      CHECK:task count (report.cl:300): no frame
// CHECK-NEXT:  spawn of count at 303:8: tail spawn
// CHECK-NEXT:  force in line 304 captures nothing

// A value between the spawn and the force is computed first, so that the spawn runs
// next. And of a structure only what is used is kept;
// LLVM 19 forgets which part it is.
#line 400
__task int part(int n, pair p) {
  int k;
  k <- leaf(n);
  int square = n * n;
  force (k) { return k + square + p.b; }
}
//      CHECK:task part (report.cl:400): frame of 48 bytes: header 32, futures 4, captures 8, alignment 4
// CHECK-NEXT:  futures:
// CHECK-NEXT:    k  int  4 bytes
// CHECK-NEXT:  spawn of leaf at 402:8: runs at once if it ends before it spawns, else runs next
// CHECK-NEXT:  force in line 404 captures 8 bytes:
// CHECK-NEXT:    {{bytes 4 to 7 of p  pair|a value  i32}}  4 bytes, used in line 404
// CHECK-NEXT:    square   {{          int |int}}  4 bytes, used in line 404

// A kernel that forces has a root frame, and all of its spawns are root tasks.
#line 500
__kernel void go(__global int *out) {
  int g = get_global_id(0), r, t; pair p = {g, g};
  r <- leaf(g);
  t <- part(g, p);
  force (r, t) { out[g] = r + t; }
}
//      CHECK:kernel go (report.cl:500): frame of 64 bytes: header 32, futures 8, captures 12, alignment 12
// CHECK-NEXT:  futures:
// CHECK-NEXT:    r  int  4 bytes
// CHECK-NEXT:    t  int  4 bytes
// CHECK-NEXT:  spawn of leaf at 502:8: root task
// CHECK-NEXT:  spawn of part at 503:8: root task
// CHECK-NEXT:  force in line 504 captures 12 bytes:
// CHECK-NEXT:    out  __global int *  8 bytes, used in line 504
// CHECK-NEXT:    g    int             4 bytes, used in line 504

// A result that is stored as another type passes through a task of its own.
#line 600
__kernel void widen(__global long *out) { out[0] <- leaf(1); }
//      CHECK:kernel widen (report.cl:600): no frame
// CHECK-NEXT:  spawn of leaf.result at 600:53: root task
// CHECK-NEXT:task leaf.result (made to convert the result of leaf): frame of 48 bytes: header 32, futures 4, alignment 12
// CHECK-NEXT:  futures:
// CHECK-NEXT:    a result  i32  4 bytes
// CHECK-NEXT:  spawn of leaf: runs at once if it ends before it spawns, else runs next
// CHECK-NEXT:  force captures nothing

// CHECK-NEXT:steps in the dispatch kernel, with their instructions: leaf ({{[0-9]+}}), keeps ({{[0-9]+}}), keeps.force1 ({{[0-9]+}}), keeps.force2 ({{[0-9]+}}), count ({{[0-9]+}}), part ({{[0-9]+}}), part.force1 ({{[0-9]+}}), go.force1 ({{[0-9]+}}), leaf.result ({{[0-9]+}}), leaf.result.force1 ({{[0-9]+}})
// CHECK-NEXT:overflow forms of steps, for tasks that were suspended at a spawn: keeps.overflow ({{[0-9]+}})
