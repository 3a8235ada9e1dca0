;; A kernel that spawns gets the hidden argument, the heap, as its last, described
;; as clang describes the others. Its spawns become root records. Without a force
;; there is no frame, and nobody waits.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

;; A kernel that has no marks is left alone.
; CHECK-LABEL: define spir_kernel void @plain(i32 %n) {
define spir_kernel void @plain(i32 %n) {
  ret void
}

; CHECK-LABEL: define spir_kernel void @spawns(
; CHECK-SAME: ptr addrspace(1) %out, i32 %n, ptr addrspace(1) %tkl_heap) #[[ATTRS:[0-9]+]]
; CHECK-SAME: !kernel_arg_addr_space ![[SPACES:[0-9]+]]
; CHECK-SAME: !kernel_arg_access_qual ![[ACCESS:[0-9]+]]
; CHECK-SAME: !kernel_arg_type ![[TYPES:[0-9]+]]
; CHECK-SAME: !kernel_arg_base_type ![[TYPES]]
; CHECK-SAME: !kernel_arg_type_qual ![[QUALS:[0-9]+]]
; CHECK-SAME: !kernel_arg_name ![[NAMES:[0-9]+]]
; CHECK-SAME: !reqd_work_group_size ![[SIZE:[0-9]+]]
; CHECK-NOT: @__tkl_root_frame
; CHECK: [[ID:%.*]] = call spir_func i32 @tkl.step.id(ptr @work)
; CHECK: [[RECORD:%.*]] = call spir_func ptr addrspace(1) @__tkl_root_spawn(ptr addrspace(1) %tkl_heap, i32 [[ID]], ptr addrspace(1) null, ptr addrspace(1) %bytes)
; CHECK: [[N:%.*]] = getelementptr inbounds i8, ptr addrspace(1) [[RECORD]], i64 24
; CHECK: store i32 %n,
; CHECK: [[D:%.*]] = getelementptr inbounds i8, ptr addrspace(1) [[RECORD]], i64 32
; CHECK: store double 2.000000e+00,
;; A private future that nobody forces: its result is dropped, for no frame is there
;; to hold it.
; CHECK: call spir_func ptr addrspace(1) @__tkl_root_spawn({{.*}}, ptr addrspace(1) null, ptr addrspace(1) null)
; CHECK-NOT: @__tkl_root_suspend
; CHECK-NOT: @__tkl_spawned
; CHECK: ret void
; CHECK-NEXT: }
define spir_kernel void @spawns(ptr addrspace(1) %out, i32 %n) #0 !kernel_arg_addr_space !1 !kernel_arg_access_qual !2 !kernel_arg_type !3 !kernel_arg_base_type !3 !kernel_arg_type_qual !4 !kernel_arg_name !5 !reqd_work_group_size !6 {
entry:
  %x = alloca i32, align 4
  %bytes = bitcast ptr addrspace(1) %out to ptr addrspace(1)
  call void (ptr, ptr addrspace(1), ...) @tkl.spawn.global(ptr @work, ptr addrspace(1) %bytes, i32 %n, double 2.0)
  %dest = bitcast ptr %x to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @work, ptr %dest, i32 2, double 1.0)
  ret void
}

; CHECK: attributes #[[ATTRS]] = { {{.*}}"tkl-hidden-arg"="2" "tkl-root-frame"="0" "tkl-root-spawns"="2" "uniform-work-group-size"="true" }
; CHECK-DAG: ![[SPACES]] = !{i32 1, i32 0, i32 1}
; CHECK-DAG: ![[ACCESS]] = !{!"none", !"none", !"none"}
; CHECK-DAG: ![[TYPES]] = !{!"int*", !"int", !"char*"}
; CHECK-DAG: ![[QUALS]] = !{!"const", !"", !""}
; CHECK-DAG: ![[NAMES]] = !{!"out", !"n", !"tkl_heap"}
; CHECK-DAG: ![[SIZE]] = !{i32 64, i32 1, i32 1}

declare spir_func i32 @work(i32, double) "tkl-task"

attributes #0 = { "uniform-work-group-size"="true" }

!1 = !{i32 1, i32 0}
!2 = !{!"none", !"none"}
!3 = !{!"int*", !"int"}
!4 = !{!"const", !""}
!5 = !{!"out", !"n"}
!6 = !{i32 64, i32 1, i32 1}

declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.spawn.global(ptr, ptr addrspace(1), ...)
