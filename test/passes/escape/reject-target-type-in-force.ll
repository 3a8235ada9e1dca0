;; Images and samplers belong to the kernel's own launch; a force body runs in
;; another one. What was read before the force is a value like any other.
;; Images and samplers as LLVM has them from version 17 on.
; UNSUPPORTED: llvm-15, llvm-16
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/inside.ll 2>&1 | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/before.ll
; CHECK: error: {{.*}}in 'k': the code after a force uses an image or a sampler

;--- inside.ll
target triple = "spir64"
declare i32 @read(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
declare void @tkl.force()
define spir_kernel void @k(ptr addrspace(1) %out, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image) {
  call void @tkl.force()
  %pixel = call i32 @read(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image)
  store i32 %pixel, ptr addrspace(1) %out
  ret void
}
;--- before.ll
target triple = "spir64"
declare i32 @read(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
declare void @tkl.force()
define spir_kernel void @k(ptr addrspace(1) %out, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image) {
  %pixel = call i32 @read(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image)
  call void @tkl.force()
  store i32 %pixel, ptr addrspace(1) %out
  ret void
}
