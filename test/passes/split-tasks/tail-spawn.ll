;; `t <- g(x); force (t) { return t; }` is a tail call, and so is a spawn as the
;; last act of a void task: the child takes the place of the running task, gets its
;; result slot, and no frame is opened. A chain of them runs in constant memory.
; RUN: %opt -load-pass-plugin=%plugin -passes=tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.Pair = type { i32, float }

; CHECK-LABEL: define spir_func i32 @scalar(
; CHECK-NOT: @__tkl_open_frame
; CHECK-NOT: @__tkl_spawn(
; CHECK-NOT: @__tkl_suspend
; CHECK: %less = sub i32 %n, 1
; CHECK: [[RET:%.*]] = call spir_func i8 addrspace(1)* @__tkl_entry_ret(
; CHECK: call spir_func i8* @tkl.args(i8* bitcast ({{.*}} @scalar to i8*))
; CHECK: store i32 %less, i32* {{%.*}}
; CHECK-NEXT: call spir_func void @__tkl_run_next(%struct.__tkl_worker* {{%.*}}, i8 addrspace(1)* [[RET]])
; CHECK-NEXT: [[ID:%.*]] = call spir_func i32 @tkl.step.id(i8* bitcast ({{.*}} @scalar to i8*))
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
  %dest = bitcast i32* %t to i8*
  call void (i8*, i8*, ...) @tkl.spawn.private(i8* bitcast (i32 (i32)* @scalar to i8*), i8* %dest, i32 %less)
  call void @tkl.force()
  %value = load i32, i32* %t, align 4
  ret i32 %value
}

; CHECK-LABEL: define spir_func i32 @structure(
; CHECK-NOT: @__tkl_open_frame
; CHECK-NOT: @__tkl_suspend
; CHECK: [[RET:%.*]] = call spir_func i8 addrspace(1)* @__tkl_entry_ret(
; CHECK: call spir_func void @__tkl_run_next(%struct.__tkl_worker* {{%.*}}, i8 addrspace(1)* [[RET]])
; CHECK-NEXT: [[ID:%.*]] = call spir_func i32 @tkl.step.id(i8* bitcast ({{.*}} @structure to i8*))
; CHECK-NEXT: ret i32 [[ID]]
; CHECK-NOT: @__tkl_suspend
; CHECK: {{^}}}
define spir_func void @structure(%struct.Pair* sret(%struct.Pair) %agg.result, i32 %n) "tkl-task" {
entry:
  %p = alloca %struct.Pair, align 4
  %dest = bitcast %struct.Pair* %p to i8*
  call void (i8*, i8*, ...) @tkl.spawn.private(i8* bitcast (void (%struct.Pair*, i32)* @structure to i8*), i8* %dest, i32 %n)
  call void @tkl.force()
  %result = bitcast %struct.Pair* %p to i8*
  call void @tkl.result(i8* %result)
  ret void
}

; CHECK-LABEL: define spir_func i32 @nothing(
; CHECK-NOT: @__tkl_open_frame
; CHECK-NOT: @__tkl_spawn(
; CHECK: call spir_func void @__tkl_run_next(%struct.__tkl_worker* {{%.*}}, i8 addrspace(1)* null)
; CHECK-NEXT: [[ID:%.*]] = call spir_func i32 @tkl.step.id(i8* bitcast ({{.*}} @nothing to i8*))
; CHECK-NEXT: ret i32 [[ID]]
; CHECK-NEXT: }
define spir_func void @nothing(i32 %n) "tkl-task" {
entry:
  call void (i8*, ...) @tkl.spawn.detached(i8* bitcast (void (i32)* @nothing to i8*), i32 %n)
  br label %return

return:
  ret void
}

;; `out[i] <- f(n);` as the last act.
; CHECK-LABEL: define spir_func i32 @to_global(
; CHECK: %out = load i8 addrspace(1)*,
; CHECK-NOT: @__tkl_open_frame
; CHECK-NOT: @__tkl_spawn(
; CHECK: call spir_func void @__tkl_run_next(%struct.__tkl_worker* {{%.*}}, i8 addrspace(1)* %out)
; CHECK-NEXT: [[ID:%.*]] = call spir_func i32 @tkl.step.id(i8* bitcast ({{.*}} @scalar to i8*))
; CHECK-NEXT: ret i32 [[ID]]
; CHECK-NEXT: }
define spir_func void @to_global(i8 addrspace(1)* %out, i32 %n) "tkl-task" {
entry:
  call void (i8*, i8 addrspace(1)*, ...) @tkl.spawn.global(i8* bitcast (i32 (i32)* @scalar to i8*), i8 addrspace(1)* %out, i32 %n)
  ret void
}

;; In the body of a force the frame that is there goes, and the result goes where
;; the frame says.
; CHECK-LABEL: define internal spir_func i32 @behind_force.force1(
; CHECK: [[RET:%.*]] = call spir_func i8 addrspace(1)* @__tkl_frame_ret(
; CHECK-NOT: @__tkl_suspend
; CHECK: call spir_func void @__tkl_close_frame(
; CHECK: call spir_func void @__tkl_run_next(%struct.__tkl_worker* {{%.*}}, i8 addrspace(1)* [[RET]])
; CHECK-NOT: @__tkl_suspend
; CHECK: {{^}}}
define spir_func i32 @behind_force(i32 %n) "tkl-task" {
entry:
  %t = alloca i32, align 4
  %u = alloca i32, align 4
  %to.t = bitcast i32* %t to i8*
  call void (i8*, i8*, ...) @tkl.spawn.private(i8* bitcast (i32 (i32)* @scalar to i8*), i8* %to.t, i32 %n)
  call void @tkl.force()
  %value = load i32, i32* %t, align 4
  %to.u = bitcast i32* %u to i8*
  call void (i8*, i8*, ...) @tkl.spawn.private(i8* bitcast (i32 (i32)* @scalar to i8*), i8* %to.u, i32 %value)
  call void @tkl.force()
  %result = load i32, i32* %u, align 4
  ret i32 %result
}

declare void @tkl.spawn.private(i8*, i8*, ...)
declare void @tkl.spawn.global(i8*, i8 addrspace(1)*, ...)
declare void @tkl.spawn.detached(i8*, ...)
declare void @tkl.force()
declare void @tkl.result(i8*)
