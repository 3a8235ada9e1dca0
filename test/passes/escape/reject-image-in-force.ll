;; Images and samplers belong to the kernel's own launch; a force body runs in
;; another one. What was read before the force is a value like any other.
;; Images and samplers as LLVM has them up to version 16.
; REQUIRES: llvm-15
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/inside.ll 2>&1 | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/before.ll
; CHECK: error: {{.*}}in 'k': the code after a force uses an image or a sampler

;--- inside.ll
target triple = "spir64"
%opencl.image2d_ro_t = type opaque
declare i32 @read(%opencl.image2d_ro_t addrspace(1)*)
declare void @tkl.force()
define spir_kernel void @k(i32 addrspace(1)* %out, %opencl.image2d_ro_t addrspace(1)* %image) {
  call void @tkl.force()
  %pixel = call i32 @read(%opencl.image2d_ro_t addrspace(1)* %image)
  store i32 %pixel, i32 addrspace(1)* %out
  ret void
}
;--- before.ll
target triple = "spir64"
%opencl.image2d_ro_t = type opaque
declare i32 @read(%opencl.image2d_ro_t addrspace(1)*)
declare void @tkl.force()
define spir_kernel void @k(i32 addrspace(1)* %out, %opencl.image2d_ro_t addrspace(1)* %image) {
  %pixel = call i32 @read(%opencl.image2d_ro_t addrspace(1)* %image)
  call void @tkl.force()
  store i32 %pixel, i32 addrspace(1)* %out
  ret void
}
