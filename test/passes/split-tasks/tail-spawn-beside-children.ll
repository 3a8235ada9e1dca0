;; A tail spawn while other children may be outstanding: the frame, into which they
;; count down, has to stay. Which of the two it is, is known at run time.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

;; A void task: step 3 (TKL_STEP_LEAVE) takes the frame away afterwards.
; CHECK-LABEL: define spir_func i32 @nothing(
; CHECK: call spir_func i32 @__tkl_open_frame(
; CHECK: [[COUNT:%.*]] = phi i32 [ {{%.*}}, %spawned ], [ 0, {{%.*}} ]
; CHECK: icmp ne i32 [[COUNT]], 0
; CHECK: br i1 {{%.*}}, label %[[STAY:.*]], label %[[GO:.*]]
; CHECK: [[STAY]]:
; CHECK: call spir_func void @__tkl_suspend({{.*}}, i32 3, i32 [[COUNT]], i32 48)
; CHECK: call spir_func void @__tkl_run_next(ptr {{%.*}}, ptr addrspace(1) null)
; CHECK: ret i32 {{%.*}}
; CHECK: [[GO]]:
; CHECK-NOT: @__tkl_suspend
; CHECK: call spir_func void @__tkl_run_next(ptr {{%.*}}, ptr addrspace(1) null)
; CHECK-NEXT: [[ID:%.*]] = call spir_func i32 @tkl.step.id(
; CHECK-NEXT: ret i32 [[ID]]
; CHECK-EMPTY:
define spir_func void @nothing(i1 %c) "tkl-task" {
entry:
  br i1 %c, label %first, label %last

first:
  call void (ptr, ...) @tkl.spawn.detached(ptr @nothing, i1 false)
  br label %last

last:
  call void (ptr, ...) @tkl.spawn.detached(ptr @nothing, i1 true)
  ret void
}

;; A task with a result: the force waits for the others as well, and its body then
;; hands the result on.
; CHECK-LABEL: define spir_func i32 @scalar(
; CHECK: [[COUNT:%.*]] = phi i32 [ {{%.*}}, %spawned ], [ 0, {{%.*}} ]
; CHECK: [[NONE:%.*]] = icmp eq i32 [[COUNT]], 0
; CHECK-NEXT: br i1 [[NONE]], label %[[GO:.*]], label %[[STAY:.*]]
; CHECK: [[GO]]:
; CHECK: [[RET:%.*]] = call spir_func ptr addrspace(1) @__tkl_entry_ret(
; CHECK-NOT: @__tkl_suspend
; CHECK: call spir_func void @__tkl_run_next(ptr {{%.*}}, ptr addrspace(1) [[RET]])
; CHECK: ret i32
; CHECK: [[STAY]]:
; CHECK: [[ID:%.*]] = call spir_func i32 @tkl.step.id(ptr @scalar.force1)
; CHECK: [[SLOT:%.*]] = getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 32
; CHECK: call spir_func void @__tkl_suspend({{.*}}, i32 [[ID]], i32 [[COUNT]], i32 48)
; CHECK: call spir_func void @__tkl_run_next(ptr {{%.*}}, ptr addrspace(1) [[SLOT]])
; CHECK-LABEL: define internal spir_func i32 @scalar.force1(
; CHECK: [[VALUE:%.*]] = load i32, ptr addrspace(1)
; CHECK: call spir_func ptr addrspace(1) @__tkl_frame_ret(
; CHECK: store i32 [[VALUE]],
; CHECK: call spir_func void @__tkl_close_frame(
define spir_func i32 @scalar(i32 %n, i1 %c) "tkl-task" {
entry:
  %t = alloca i32, align 4
  br i1 %c, label %first, label %last

first:
  call void (ptr, ...) @tkl.spawn.detached(ptr @nothing, i1 false)
  br label %last

last:
  %dest = bitcast ptr %t to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @scalar, ptr %dest, i32 %n, i1 false)
  call void @tkl.force()
  %value = load i32, ptr %t, align 4
  ret i32 %value
}

declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.spawn.detached(ptr, ...)
declare void @tkl.force()
