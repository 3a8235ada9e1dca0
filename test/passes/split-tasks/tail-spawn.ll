;; `t <- g(x); force (t) { return t; }` is a tail call, and so is a spawn as the
;; last act of a void task: the child takes the place of the running task, gets its
;; result slot, and no frame is opened. A chain of them runs in constant memory.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.Pair = type { i32, float }

; CHECK-LABEL: define spir_func i32 @scalar(
; CHECK-NOT: @__tkl_open_frame
; CHECK-NOT: @__tkl_spawn(
; CHECK-NOT: @__tkl_suspend
; CHECK: %less = sub i32 %n, 1
; CHECK: [[RET:%.*]] = call spir_func ptr addrspace(1) @__tkl_entry_ret(
; CHECK: call spir_func ptr @tkl.args(ptr @scalar)
; CHECK: store i32 %less, ptr {{%.*}}
; CHECK-NEXT: call spir_func void @__tkl_run_next(ptr {{%.*}}, ptr addrspace(1) [[RET]])
; CHECK-NEXT: [[ID:%.*]] = call spir_func i32 @tkl.step.id(ptr @scalar)
; CHECK-NEXT: ret i32 [[ID]]
; CHECK-NOT: @__tkl_suspend
; CHECK: {{^}}}
define spir_func i32 @scalar(i32 %n) "tkl-task" {
entry:
  %t = alloca i32, align 4
  %stop = icmp eq i32 %n, 0
  br i1 %stop, label %return, label %more

return:
  ret i32 7

more:
  %less = sub i32 %n, 1
  %dest = bitcast ptr %t to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @scalar, ptr %dest, i32 %less)
  call void @tkl.force()
  %value = load i32, ptr %t, align 4
  ret i32 %value
}

; CHECK-LABEL: define spir_func i32 @structure(
; CHECK-NOT: @__tkl_open_frame
; CHECK-NOT: @__tkl_suspend
; CHECK: [[RET:%.*]] = call spir_func ptr addrspace(1) @__tkl_entry_ret(
; CHECK: call spir_func void @__tkl_run_next(ptr {{%.*}}, ptr addrspace(1) [[RET]])
; CHECK-NEXT: [[ID:%.*]] = call spir_func i32 @tkl.step.id(ptr @structure)
; CHECK-NEXT: ret i32 [[ID]]
; CHECK-NOT: @__tkl_suspend
; CHECK: {{^}}}
define spir_func void @structure(ptr sret(%struct.Pair) %agg.result, i32 %n) "tkl-task" {
entry:
  %p = alloca %struct.Pair, align 4
  %dest = bitcast ptr %p to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @structure, ptr %dest, i32 %n)
  call void @tkl.force()
  %result = bitcast ptr %p to ptr
  call void @tkl.result(ptr %result)
  ret void
}

; CHECK-LABEL: define spir_func i32 @nothing(
; CHECK-NOT: @__tkl_open_frame
; CHECK-NOT: @__tkl_spawn(
; CHECK: call spir_func void @__tkl_run_next(ptr {{%.*}}, ptr addrspace(1) null)
; CHECK-NEXT: [[ID:%.*]] = call spir_func i32 @tkl.step.id(ptr @nothing)
; CHECK-NEXT: ret i32 [[ID]]
; CHECK-NEXT: }
define spir_func void @nothing(i32 %n) "tkl-task" {
entry:
  call void (ptr, ...) @tkl.spawn.detached(ptr @nothing, i32 %n)
  br label %return

return:
  ret void
}

;; `out[i] <- f(n);` as the last act.
; CHECK-LABEL: define spir_func i32 @to_global(
; CHECK: %out = load ptr addrspace(1),
; CHECK-NOT: @__tkl_open_frame
; CHECK-NOT: @__tkl_spawn(
; CHECK: call spir_func void @__tkl_run_next(ptr {{%.*}}, ptr addrspace(1) %out)
; CHECK-NEXT: [[ID:%.*]] = call spir_func i32 @tkl.step.id(ptr @scalar)
; CHECK-NEXT: ret i32 [[ID]]
; CHECK-NEXT: }
define spir_func void @to_global(ptr addrspace(1) %out, i32 %n) "tkl-task" {
entry:
  call void (ptr, ptr addrspace(1), ...) @tkl.spawn.global(ptr @scalar, ptr addrspace(1) %out, i32 %n)
  ret void
}

;; In the body of a force the frame that is there goes, and the result goes where
;; the frame says.
; CHECK-LABEL: define internal spir_func i32 @behind_force.force1(
; CHECK: [[RET:%.*]] = call spir_func ptr addrspace(1) @__tkl_frame_ret(
; CHECK-NOT: @__tkl_suspend
; CHECK: call spir_func void @__tkl_close_frame(
; CHECK: call spir_func void @__tkl_run_next(ptr {{%.*}}, ptr addrspace(1) [[RET]])
; CHECK-NOT: @__tkl_suspend
; CHECK: {{^}}}
define spir_func i32 @behind_force(i32 %n) "tkl-task" {
entry:
  %t = alloca i32, align 4
  %u = alloca i32, align 4
  %to.t = bitcast ptr %t to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @scalar, ptr %to.t, i32 %n)
  call void @tkl.force()
  %value = load i32, ptr %t, align 4
  %to.u = bitcast ptr %u to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @scalar, ptr %to.u, i32 %value)
  call void @tkl.force()
  %result = load i32, ptr %u, align 4
  ret i32 %result
}

declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.spawn.global(ptr, ptr addrspace(1), ...)
declare void @tkl.spawn.detached(ptr, ...)
declare void @tkl.force()
declare void @tkl.result(ptr)
