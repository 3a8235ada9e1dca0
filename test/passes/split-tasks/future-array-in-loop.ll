;; `r[i] <- f(i)` in a loop: the frame is opened once, before the loop; each result
;; goes to its own element of the slot; the number of children is counted as the
;; loop runs, and the body reads the array, by a running index, where it is.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_func i32 @elements(
; CHECK: call spir_func i32 @__tkl_open_frame(ptr {{%.*}}, i32 64)
; CHECK: for.cond:
; CHECK-NEXT: [[COUNT:%.*]] = phi i32 [ 0, {{.*}} ], [ [[ONEMORE:%.*]], %spawned ]
; CHECK: for.inc:
; CHECK-NOT: @__tkl_open_frame
; CHECK: [[BYTES:%.*]] = mul {{.*}}i64 %index, 4
; CHECK: [[OFFSET:%.*]] = add i64 32, [[BYTES]]
; CHECK: [[SLOT:%.*]] = getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 [[OFFSET]]
; CHECK: call spir_func ptr addrspace(1) @__tkl_spawn({{.*}}, ptr addrspace(1) [[SLOT]])
; CHECK: [[ONEMORE]] = add i32 [[COUNT]], 1
; CHECK: call spir_func void @__tkl_suspend({{.*}}, i32 [[COUNT]], i32 64)
; CHECK-NEXT: [[ACTION:%.*]] = call spir_func i32 @__tkl_take_child({{.*}}, i32 [[COUNT]])
; CHECK-NEXT: ret i32 [[ACTION]]
; CHECK-LABEL: define internal spir_func i32 @elements.force1(
; CHECK-NOT: memcpy
; CHECK: [[FROM:%.*]] = getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 32
; CHECK: getelementptr inbounds [4 x i32], ptr addrspace(1) [[FROM]], i64 0, i64 %last
define spir_func i32 @elements(i32 %n) "tkl-task" {
entry:
  %r = alloca [4 x i32], align 4
  br label %for.cond

for.cond:
  %i = phi i32 [ 0, %entry ], [ %next, %for.inc ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %for.inc, label %while.body

for.inc:
  %index = sext i32 %i to i64
  %element = getelementptr inbounds [4 x i32], ptr %r, i64 0, i64 %index
  %dest = bitcast ptr %element to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @work, ptr %dest, i32 %i)
  %next = add nsw i32 %i, 1
  br label %for.cond

while.body:
  call void @tkl.force()
  %last = sext i32 %n to i64
  %at = getelementptr inbounds [4 x i32], ptr %r, i64 0, i64 %last
  %value = load i32, ptr %at, align 4
  ret i32 %value
}

declare spir_func i32 @work(i32) "tkl-task"

declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.force()
