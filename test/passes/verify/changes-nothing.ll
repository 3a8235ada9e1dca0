;; tkl-verify only looks.
; RUN: %opt -S %s -o %t.before
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-verify -S %s -o %t.after
; RUN: cmp %t.before %t.after

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_kernel void @k(i32 %n) {
  %x = alloca i32, align 4
  store i32 %n, ptr %x, align 4
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i32 %n)
  ret void
}

declare spir_func void @work(i32) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)
