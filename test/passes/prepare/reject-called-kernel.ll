;; A kernel that spawns needs the heap of its command, which a caller has not.
;; Calling one that does not spawn stays plain OpenCL C.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-prepare -disable-output \
; RUN:   %t/spawns.ll 2>&1 | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-prepare -disable-output \
; RUN:   %t/plain.ll
; CHECK: error: {{.*}}in 'outer': kernel 'inner' spawns or forces, so it can only be enqueued

;--- spawns.ll
target triple = "spir64"
declare spir_func void @work(i32) "llvm.assume"="tkl-task"
define spir_kernel void @inner(i32 %n) {
  call spir_func void @work(i32 %n)
  ret void
}
define spir_kernel void @outer(i32 %n) {
  call spir_kernel void @inner(i32 %n)
  ret void
}
;--- plain.ll
target triple = "spir64"
declare spir_func void @work(i32) "llvm.assume"="tkl-task"
define spir_kernel void @inner(i32 %n) {
  ret void
}
define spir_kernel void @outer(i32 %n) {
  call spir_kernel void @inner(i32 %n)
  call spir_func void @work(i32 %n)
  ret void
}
