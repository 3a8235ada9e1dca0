// Objects keep the plugin's marks untouched until the whole program is known; linked,
// they make the same program as one source. A library is an object of objects.
// RUN: rm -rf %t && split-file %s %t
// RUN: %taskletc --object %t/a.cl -o %t/a.bc --manifest=%t/a.json
// RUN: FileCheck --check-prefix=OBJECT-MANIFEST %s < %t/a.json
// RUN: %taskletc --object --emit=ll %t/a.cl -o - | FileCheck --check-prefix=OBJECT %s
// RUN: %taskletc --object %t/b.cl -o %t/b.bc
// RUN: %taskletc --object %t/c.cl -o %t/c.bc --manifest=%t/c.json
// RUN: FileCheck --check-prefix=PLAIN-MANIFEST %s < %t/c.json
// RUN: %taskletc --emit=ll %t/a.bc %t/b.bc %t/c.bc -o %t/abc.ll --manifest=%t/abc.json
// RUN: FileCheck --check-prefix=PROGRAM %s < %t/abc.ll
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/abc.ll
// RUN: cat %t/a.cl %t/b.cl %t/c.cl > %t/whole.cl
// RUN: %taskletc %t/whole.cl -o %t/whole.bc --manifest=%t/whole.json
// RUN: diff %t/whole.json %t/abc.json
// RUN: %taskletc --object %t/b.bc %t/c.bc -o %t/lib.bc
// RUN: %taskletc --emit=ll %t/a.bc %t/lib.bc -o %t/library.ll
// RUN: FileCheck --check-prefix=PROGRAM %s < %t/library.ll
//
// The text of an object is one as well.
// RUN: %taskletc --object --emit=ll %t/a.cl -o %t/a.ll
// RUN: %taskletc --object --emit=ll %t/b.cl -o %t/b.ll
// RUN: %taskletc --emit=ll %t/a.ll %t/b.ll %t/c.bc -o %t/texts.ll
// RUN: FileCheck --check-prefix=PROGRAM %s < %t/texts.ll
//
// One object alone becomes a program, too, and at every level.
// RUN: %taskletc --object -cl-opt-disable %t/whole.cl -o %t/whole.bc
// RUN: %taskletc --emit=ll %t/whole.bc -o - | FileCheck --check-prefix=PROGRAM %s
//
// A program that is complete stays as it is.
// RUN: %taskletc %t/a.bc %t/lib.bc -o %t/once.bc --manifest=%t/once.json
// RUN: %taskletc --emit=ll %t/once.bc -o %t/twice.ll --manifest=%t/twice.json
// RUN: FileCheck --check-prefix=PROGRAM %s < %t/twice.ll
// RUN: diff %t/once.json %t/twice.json
// RUN: grep -c "define .*spir_kernel void @__tkl_dispatch" %t/twice.ll | grep -x 1
//
// Written through a link, not in its place.
// RUN: rm -f %t/link.bc && touch %t/real.bc && ln -s real.bc %t/link.bc
// RUN: %taskletc --object %t/c.cl -o %t/link.bc
// RUN: test -L %t/link.bc && test -s %t/real.bc
//
// By hand, as clang takes it.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL1.2 -c -emit-llvm -mllvm -tkl-object %t/a.cl -o %t/a2.bc
// RUN: llvm-link %t/a2.bc %t/b.bc %t/c.bc -o %t/abc2.bc
// RUN: %taskletc --emit=ll %t/abc2.bc -o - | FileCheck --check-prefix=PROGRAM %s

// OBJECT-MANIFEST: {"abi":9,"object":true,"tasklets":true}
// PLAIN-MANIFEST: {"abi":9,"object":true,"tasklets":false}

// OBJECT: @__tkl_object = weak_odr addrspace(2) constant i32 {{[0-9]+}}
// OBJECT: define {{.*}}spir_kernel void @total(
// OBJECT: %[[R:[0-9a-z]+]] = alloca i32
// OBJECT: call spir_func i32 @sum(
// OBJECT: call spir_func void @__tkl_force()
// OBJECT: declare {{.*}}@sum(
// OBJECT-NOT: @__tkl_dispatch
// OBJECT-NOT: !tkl.manifest

// PROGRAM-NOT: @__tkl_object
// PROGRAM: define {{.*}}spir_kernel void @total(
// PROGRAM: define {{.*}}spir_kernel void @__tkl_dispatch(
// PROGRAM-NOT: @sum(
// PROGRAM-NOT: @__tkl_force
// PROGRAM: !tkl.manifest

//--- a.cl
__task int sum(int from, int to);
__kernel void total(__global int *out, int n) {
  int r;
  r <- sum(0, n);
  force (r) { out[0] = r; }
}
//--- b.cl
int middle(int a, int b);
__task int sum(int from, int to) {
  if (to - from == 1)
    return from;
  int mid = middle(from, to), a, b;
  a <- sum(from, mid);
  b <- sum(mid, to);
  force (a, b) { return a + b; }
}
//--- c.cl
int middle(int a, int b) { return (a + b) / 2; }
