;; Code after a force may lead back to it. Then the step that begins there also
;; ends there. It loads %i and %sum, which it computes as well, from the frame,
;; and saves them again for the next round.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

;; The first step goes to the first force, or returns.
; CHECK-LABEL: define spir_func i32 @rounds(
; CHECK: call spir_func i32 @tkl.step.id(ptr @rounds.force1)
; CHECK: ret i32

; CHECK-LABEL: define internal spir_func i32 @rounds.force1(
; CHECK-NOT: @__tkl_open_frame
; CHECK-DAG: %n = load i32,
; CHECK-DAG: [[I:%.*]] = load i32,
; CHECK: %x.0.copyload = load i32,
; CHECK: head:
; CHECK: %more = icmp slt i32 [[NEXT:%.*]], %n
; CHECK: store volatile i32 [[NEXT]],
; CHECK: call spir_func i32 @tkl.step.id(ptr @rounds.force1)
; CHECK: {{^}}}
define spir_func i32 @rounds(i32 %n) "tkl-task" {
entry:
  %x = alloca i32, align 4
  br label %head

head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %wait ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %wait ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %done

body:
  %dest = bitcast ptr %x to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @work, ptr %dest, i32 %i)
  br label %wait

wait:
  call void @tkl.force()
  %value = load i32, ptr %x, align 4
  %sum.next = add i32 %sum, %value
  %i.next = add i32 %i, 1
  br label %head

done:
  ret i32 %sum
}

;; Without a way past the force, and with nothing to wait for.
; CHECK-LABEL: define spir_func i32 @again(
; CHECK-LABEL: define internal spir_func i32 @again.force1(
; CHECK: call spir_func i32 @tkl.step.id(ptr @again.force1)
; CHECK-LABEL: define internal spir_func i32 @again.force2(
; CHECK: call spir_func i32 @tkl.step.id(ptr @again.force1)
define spir_func void @again(i1 %c) "tkl-task" {
entry:
  br label %outer

outer:
  call void @tkl.force()
  br i1 %c, label %outer, label %inner

inner:
  call void @tkl.force()
  br label %outer
}

declare spir_func i32 @work(i32) "tkl-task"
declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.force()
