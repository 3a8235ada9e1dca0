;; The first iterations of a loop over results are written one after the other, and
;; which of their values count is selected. The loop comes after them.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-peel-result-loops,verify,tkl-verify -S %s \
; RUN:   -tkl-peel-count=2 | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-peel-result-loops,tkl-split-tasks,verify,tkl-verify \
; RUN:   -S %s | FileCheck --check-prefix=STEPS %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_func i32 @sum(
; CHECK: call void @tkl.force()
; CHECK-NEXT: br label %head.few
; CHECK: head.few:
; CHECK-NEXT: [[COMES1:%more.*]] = icmp ult i32 0, %n
; CHECK-NEXT: [[WAY1:%way.*]] = load i32, ptr %ways
; CHECK-NEXT: [[SUM1:%next.sum.*]] = add i32 7, [[WAY1]]
; CHECK-NEXT: [[STAYS2:%more.*]] = icmp ult i32 1, %n
; CHECK-NEXT: [[SLOT2:%slot.*]] = getelementptr inbounds [8 x i32], ptr %ways, i64 0, i32 1
; CHECK-NEXT: [[WAY2:%way.*]] = load i32, ptr [[SLOT2]]
; CHECK-NEXT: [[SUM2:%next.sum.*]] = add i32 [[SUM1]], [[WAY2]]
; CHECK-NEXT: [[COMES2:%.*]] = select i1 [[COMES1]], i1 [[STAYS2]], i1 false
; CHECK-NEXT: [[ONE:%.*]] = select i1 [[COMES1]], i32 [[SUM1]], i32 7
; CHECK-NEXT: [[FEW:%.*]] = select i1 [[COMES2]], i32 [[SUM2]], i32 [[ONE]]
; CHECK-NEXT: br i1 [[COMES2]], label %head, label %[[EXIT:.*]], !prof
; CHECK: head:
; CHECK-NEXT: %sum = phi i32 [ [[SUM2]], %head.few ], [ %next.sum, %body ]
; CHECK-NEXT: %i = phi i32 [ 2, %head.few ], [ %next, %body ]
; CHECK-NEXT: %more = icmp ult i32 %i, %n
; CHECK-NEXT: br i1 %more, label %body, label %[[EXIT]]
; CHECK: [[EXIT]]:
; CHECK-NEXT: [[JOIN:%sum.*]] = phi i32 [ %sum, %head ], [ [[FEW]], %head.few ]
; CHECK: ret i32 [[JOIN]]
; STEPS-LABEL: define internal spir_func i32 @sum.force1(
; STEPS: force:
; STEPS-COUNT-5: load i32, ptr addrspace(1)
define spir_func i32 @sum(i32 %n) "tkl-task" {
entry:
  %ways = alloca [8 x i32], align 4
  %first = getelementptr inbounds [8 x i32], ptr %ways, i64 0, i32 %n
  %dest = bitcast ptr %first to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @sum, ptr %dest, i32 %n)
  call void @tkl.force()
  br label %head
head:
  %sum = phi i32 [ 7, %entry ], [ %next.sum, %body ]
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %slot = getelementptr inbounds [8 x i32], ptr %ways, i64 0, i32 %i
  %way = load i32, ptr %slot, align 4
  %next.sum = add i32 %sum, %way
  %next = add i32 %i, 1
  br label %head
end:
  ret i32 %sum
}

;; No element is read that the array has not: here the only one is. And the head may
;; say when to leave, and look at results.
; CHECK-LABEL: define spir_func i32 @until(
; CHECK: head.few:
; CHECK-COUNT-1: load i32
; CHECK-NOT: load i32
; CHECK: xor i1 %done{{.*}}, true
; CHECK: br i1 {{.*}}, label %head, label %[[EXIT:.*]], !prof
; CHECK: head:
; CHECK-NEXT: %i = phi i32 [ 1, %head.few ], [ %next, %body ]
; CHECK: br i1 %done, label %[[EXIT]], label %body
define spir_func i32 @until(i32 %n) "tkl-task" {
entry:
  %ways = alloca [1 x i32], align 4
  %dest = bitcast ptr %ways to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @sum, ptr %dest, i32 %n)
  call void @tkl.force()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %slot = getelementptr inbounds [1 x i32], ptr %ways, i64 0, i32 %i
  %way = load i32, ptr %slot, align 4
  %done = icmp eq i32 %way, %n
  br i1 %done, label %end, label %body
body:
  %next = add i32 %i, 1
  br label %head
end:
  ret i32 %i
}

declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.force()
