;; A force that names one of two futures: records name the group of their future,
;; which follows the frame's header, and the continuation begins with a look at
;; the groups that its force names.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

;; 32 bytes for the header, three groups and the place of the runtime, then x, y.
; CHECK-LABEL: define spir_func i32 @two(
; CHECK: call spir_func i32 @__tkl_open_frame(ptr {{%.*}}, i32 176)
; CHECK: call spir_func void @__tkl_open_groups(ptr addrspace(1) {{%.*}}, i32 3, i32 176)
; CHECK: [[X:%.*]] = getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 160
; CHECK: [[GROUP:%.*]] = getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 64
; CHECK: call spir_func ptr addrspace(1) @__tkl_spawn_in_group({{.*}}, ptr addrspace(1) [[GROUP]], ptr addrspace(1) [[X]])
; CHECK: call spir_func void @__tkl_spawned_in_group(
; CHECK: [[STEP:%.*]] = call spir_func i32 @tkl.step.id({{.*}}@two.force1
; CHECK: [[GROUP:%.*]] = getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 96
; CHECK: call spir_func ptr addrspace(1) @__tkl_spawn_in_group({{.*}}, ptr addrspace(1) [[GROUP]],
; CHECK: call spir_func void @__tkl_continue_at(
; CHECK: ret i32 [[STEP]]

;; Waits for y only. If x is outstanding, it becomes the frame's next matter.
; CHECK: define internal spir_func i32 @two.force1(
; CHECK: [[Y:%.*]] = getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 96
; CHECK: [[DONE:%.*]] = call spir_func i1 @__tkl_is_joined(ptr addrspace(1) [[Y]])
; CHECK: call spir_func void @__tkl_await({{.*}}, ptr addrspace(1) [[Y]])
; CHECK-NEXT: ret i32 0
; CHECK-NOT: @__tkl_is_joined
; CHECK: }
; CHECK: define internal spir_func i32 @two.force2(
; CHECK: call spir_func i1 @__tkl_is_joined(
; CHECK: call spir_func i1 @__tkl_is_joined(
; CHECK: call spir_func i1 @__tkl_is_joined(
; CHECK: }
define spir_func i32 @two(i32 %n) "tkl-task" "tkl-groups"="3" {
entry:
  %x = alloca i32, align 4, !tkl.group !0
  %y = alloca i32, align 4, !tkl.group !1
  %to.x = bitcast ptr %x to ptr
  %to.y = bitcast ptr %y to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @two, ptr %to.x, i32 1)
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @two, ptr %to.y, i32 2)
  call void @tkl.force(), !tkl.awaits !2
  %b = load i32, ptr %y, align 4
  call void @tkl.force()
  %a = load i32, ptr %x, align 4
  %s = sub i32 %a, %b
  ret i32 %s
}

declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.force()

!0 = !{i64 1}
!1 = !{i64 2}
!2 = !{i64 4}
