;; Without tasks there is nothing to cut. So that a program compiles to exactly what
;; it compiled to before, not a byte changes.
; RUN: %opt -S %s -o %t.before
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks -S %s -o %t.after
; RUN: cmp %t.before %t.after

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_kernel void @plain(ptr addrspace(1) %out, i32 %n) {
entry:
  %copy = alloca i32, align 4
  store i32 %n, ptr %copy, align 4
  %value = load i32, ptr %copy, align 4
  store i32 %value, ptr addrspace(1) %out, align 4
  ret void
}
