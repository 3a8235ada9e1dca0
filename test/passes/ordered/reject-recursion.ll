;; An ordered kernel is one piece of code, so what it calls must not call itself.
;; The plugin refuses that in sources.
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-ordered -disable-output %s 2>&1 \
; RUN:   | FileCheck %s
; RUN: sed -e '/TAKE OUT/d' %s \
; RUN:   | %opt -load-pass-plugin=%passes -passes=tkl-ordered,tkl-verify -disable-output

; CHECK: error: {{.*}}in 'k': this ordered kernel calls a function that calls itself; OpenCL C has no recursion outside of tasks

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_kernel void @k(ptr addrspace(1) %x) "llvm.assume"="tkl-ordered:0" {
  call spir_func void @down(ptr addrspace(1) %x)
  ret void
}

define internal spir_func void @down(ptr addrspace(1) %x) {
  %next = getelementptr i32, ptr addrspace(1) %x, i64 1
  call spir_func void @down(ptr addrspace(1) %next) ; TAKE OUT
  store i32 1, ptr addrspace(1) %x, align 4
  ret void
}
