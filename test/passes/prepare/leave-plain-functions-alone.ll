;; Beside tasks, what neither is a task nor spawns or forces stays as it is: its
;; variables, its work-item queries, its attributes.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-prepare,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_kernel void @plain(
; CHECK-SAME: #[[PLAIN:[0-9]+]] {
; CHECK-NEXT: entry:
; CHECK-NEXT: %copy = alloca i64
; CHECK-NEXT: store i64 %n, ptr %copy
; CHECK-NEXT: %id = call spir_func i64 @position()
; CHECK-NEXT: ret void
define spir_kernel void @plain(i64 %n) #1 {
entry:
  %copy = alloca i64, align 8
  store i64 %n, ptr %copy, align 8
  %id = call spir_func i64 @position()
  ret void
}

; CHECK-LABEL: define spir_func i64 @position(
; CHECK-SAME: #[[PLAIN]] {
; CHECK-NEXT: entry:
; CHECK-NEXT: %copy = alloca i64
; CHECK-NEXT: %id = call spir_func i64 @_Z13get_global_idj(i32 0)
; CHECK-NEXT: store i64 %id, ptr %copy
; CHECK-NEXT: %value = load i64, ptr %copy
; CHECK-NEXT: ret i64 %value
define spir_func i64 @position() #1 {
entry:
  %copy = alloca i64, align 8
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  store i64 %id, ptr %copy, align 8
  %value = load i64, ptr %copy, align 8
  ret i64 %value
}

; CHECK-LABEL: define spir_func void @task(
; CHECK: @tkl.spawn.detached
define spir_func void @task() #0 {
  call spir_func void @task()
  ret void
}

; CHECK: attributes #[[PLAIN]] = { noinline optnone }

declare spir_func i64 @_Z13get_global_idj(i32)

attributes #0 = { "llvm.assume"="tkl-task" }
attributes #1 = { noinline optnone }
