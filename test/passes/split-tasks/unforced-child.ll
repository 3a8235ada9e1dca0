;; A task that returns while children are outstanding delivers its result at once,
;; but its frame, into which they count down, stays until they are done: step 3
;; (TKL_STEP_LEAVE) takes it away. If no child was spawned it just returns.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_func i32 @unforced(
; CHECK: [[COUNT:%.*]] = phi i32 [ {{%.*}}, {{%.*}} ], [ 0, %entry ]
; CHECK: call spir_func ptr addrspace(1) @__tkl_entry_ret(
; CHECK: store i32 %n,
; CHECK: [[SOME:%.*]] = icmp ne i32 [[COUNT]], 0
; CHECK-NEXT: br i1 [[SOME]], label %[[STAY:.*]], label %[[GO:.*]]
; CHECK: [[STAY]]:
; CHECK: call spir_func void @__tkl_suspend(ptr {{%.*}}, ptr addrspace(1) {{%.*}}, i32 3, i32 [[COUNT]], i32 48)
; CHECK-NEXT: ret i32 0
; CHECK: [[GO]]:
; CHECK-NEXT: ret i32 0
define spir_func i32 @unforced(i32 %n, i1 %c) "tkl-task" {
entry:
  br i1 %c, label %spawn, label %done

spawn:
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i32 %n)
  br label %done

done:
  ret i32 %n
}

;; The same in the body of a force, whose frame serves again.
; CHECK-LABEL: define internal spir_func i32 @behind_force.force1(
; CHECK: call spir_func ptr addrspace(1) @__tkl_spawn(
; CHECK: call spir_func ptr addrspace(1) @__tkl_frame_ret(
; CHECK: call spir_func void @__tkl_suspend({{.*}}, i32 3, i32 {{%.*}}, i32 {{[0-9]+}})
; CHECK-NEXT: ret i32 0
; CHECK: call spir_func void @__tkl_close_frame(
; CHECK-NEXT: ret i32 0
define spir_func i32 @behind_force(i32 %n) "tkl-task" {
entry:
  call void @tkl.force()
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i32 %n)
  ret i32 %n
}

declare spir_func i32 @work(i32) "tkl-task"

declare void @tkl.spawn.detached(ptr, ...)
declare void @tkl.force()
