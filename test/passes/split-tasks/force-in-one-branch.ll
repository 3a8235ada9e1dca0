;; Where a path does not reach the force, the task simply goes on and returns:
;; without a frame, if it has spawned nothing.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_func i32 @branch(
; CHECK: br i1 %small, label %return, label %more
; CHECK: return:
; CHECK-NEXT: call spir_func ptr addrspace(1) @__tkl_entry_ret(
; CHECK: store i32 %m,
; CHECK-NOT: call
; CHECK: ret i32 0
; CHECK: more:
; CHECK-NEXT: call spir_func i32 @__tkl_open_frame(
; CHECK: call spir_func void @__tkl_suspend(
; CHECK-LABEL: define internal spir_func i32 @branch.force1(
; CHECK-NOT: %small
; CHECK-NOT: @__tkl_entry_ret
; CHECK: %all = add i32
; CHECK: ret i32 0
define spir_func i32 @branch(i32 %n, i32 %m) "tkl-task" {
entry:
  %x = alloca i32, align 4
  %small = icmp slt i32 %n, 2
  br i1 %small, label %return, label %more

return:
  ret i32 %m

more:
  %dest = bitcast ptr %x to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @work, ptr %dest, i32 %n)
  call void @tkl.force()
  %value = load i32, ptr %x, align 4
  %all = add i32 %value, %m
  ret i32 %all
}

declare spir_func i32 @work(i32) "tkl-task"

declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.force()
