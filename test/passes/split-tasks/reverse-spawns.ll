;; Children that keep their order: of spawns directly before a force, the first
;; one runs next, and the others are recorded in reverse, so that the deque gives
;; them back in the order of the source.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_func i32 @three(
; CHECK: call spir_func ptr addrspace(1) @__tkl_spawn(
; CHECK: store i32 3,
; CHECK: call spir_func ptr addrspace(1) @__tkl_spawn(
; CHECK: store i32 2,
; CHECK: call spir_func void @__tkl_suspend({{.*}}, i32 {{.*}}, i32 %{{.*}}, i32
; CHECK: store i32 1,
; CHECK: call spir_func void @__tkl_run_next(
; CHECK-NOT: @__tkl_take_oldest_child
; CHECK: ret i32
define spir_func void @three() "tkl-task" "tkl-in-order" {
entry:
  call void (ptr, ...) @tkl.spawn.detached(ptr @child, i32 1)
  call void (ptr, ...) @tkl.spawn.detached(ptr @child, i32 2)
  call void (ptr, ...) @tkl.spawn.detached(ptr @child, i32 3)
  call void @tkl.force()
  ret void
}

;; Something may be outstanding before. If that is one record, which no thief can
;; take, it runs next, and the last spawn gets its place. If there are more, the
;; last one becomes a record, too, and the records turn round.
; CHECK-LABEL: define spir_func i32 @maybe(
; CHECK: store i32 1,
; CHECK: [[SOME:%.*]] = icmp ne i32 [[COUNT:%.*]], 0
; CHECK-NEXT: br i1 [[SOME]], label %[[OLDER:.*]], label %[[ALONE:.*]]
; CHECK: [[OLDER]]:
; CHECK: [[ONE:%.*]] = icmp eq i32 [[COUNT]], 1
; CHECK: [[CAN:%.*]] = call spir_func i1 @__tkl_can_exchange(
; CHECK: and i1 [[ONE]], [[CAN]]
; CHECK: call spir_func ptr addrspace(1) @__tkl_exchange(
; CHECK: store i32 2,
; CHECK: call spir_func void @__tkl_suspend({{.*}}, i32 %{{.*}}, i32 [[COUNT]], i32
; CHECK: call spir_func i32 @__tkl_run_exchanged(
; CHECK: call spir_func ptr addrspace(1) @__tkl_spawn(
; CHECK: call spir_func i1 @__tkl_has_room(
; CHECK: store i32 2,
; CHECK: [[MORE:%.*]] = add i32 [[COUNT]], 1
; CHECK: call spir_func void @__tkl_suspend({{.*}}, i32 %{{.*}}, i32 [[MORE]], i32
; CHECK: call spir_func i32 @__tkl_take_oldest_child({{.*}}, i32 [[MORE]])
; CHECK: call spir_func void @__tkl_run_next(
define spir_func void @maybe(i1 %c) "tkl-task" "tkl-in-order" {
entry:
  br i1 %c, label %first, label %last
first:
  call void (ptr, ...) @tkl.spawn.detached(ptr @child, i32 1)
  br label %last
last:
  call void (ptr, ...) @tkl.spawn.detached(ptr @child, i32 2)
  call void @tkl.force()
  call spir_func void @after()
  ret void
}

;; Without the attribute the last one runs next, and nothing turns round.
; CHECK-LABEL: define spir_func i32 @any_order(
; CHECK: store i32 1,
; CHECK: store i32 2,
; CHECK: call spir_func void @__tkl_run_next(
; CHECK-NOT: @__tkl_take_oldest_child
define spir_func void @any_order() "tkl-task" {
entry:
  call void (ptr, ...) @tkl.spawn.detached(ptr @child, i32 1)
  call void (ptr, ...) @tkl.spawn.detached(ptr @child, i32 2)
  call void @tkl.force()
  ret void
}

define spir_func void @child(i32 %n) "tkl-task" {
  ret void
}

declare spir_func void @after()
declare void @tkl.spawn.detached(ptr, ...)
declare void @tkl.force()
