;; A kernel that forces ends at the force: the rest is a step for the dispatch
;; kernel. Its work-item has a root frame; every spawn is a record, since nothing
;; can run next in the kernel itself. On other paths it takes nothing.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_kernel void @forces(
; CHECK-SAME: ptr addrspace(1) %out, i64 %id, ptr addrspace(1) %tkl_heap) #[[ATTRS:[0-9]+]]
; CHECK: br i1 %skip, label %return, label %spawn
; CHECK: return:
; CHECK-NEXT: br label %kernel.end
; CHECK: spawn:
; CHECK: [[FRAME:%.*]] = call spir_func ptr addrspace(1) @__tkl_root_frame(ptr addrspace(1) %tkl_heap, i32 64)
;; No memory: the command has failed, and this work-item ends.
; CHECK-NEXT: [[NONE:%.*]] = icmp eq ptr addrspace(1) [[FRAME]], null
; CHECK-NEXT: br i1 [[NONE]], label %[[FAIL:.*]], label
; CHECK: [[FAIL]]:
; CHECK-NEXT: br label %kernel.end
; CHECK: [[X:%.*]] = getelementptr inbounds i8, ptr addrspace(1) [[FRAME]], i64 32
; CHECK: call spir_func ptr addrspace(1) @__tkl_root_spawn(ptr addrspace(1) %tkl_heap, i32 {{%.*}}, ptr addrspace(1) [[FRAME]], ptr addrspace(1) [[X]])
; CHECK: [[COUNT:%.*]] = add i32 0, 1
; CHECK: getelementptr inbounds i8, ptr addrspace(1) [[FRAME]], i64 40
; CHECK: store volatile ptr addrspace(1) %out,
; CHECK: getelementptr inbounds i8, ptr addrspace(1) [[FRAME]], i64 48
; CHECK: store volatile i64 %id,
; CHECK: [[STEP:%.*]] = call spir_func i32 @tkl.step.id(ptr @forces.force1)
; CHECK-NEXT: call spir_func void @__tkl_root_suspend(ptr addrspace(1) %tkl_heap, ptr addrspace(1) [[FRAME]], i32 [[STEP]], i32 [[COUNT]])
;; As kernels that clang makes, it has one return: PoCL needs that.
; CHECK-NEXT: br label %kernel.end
; CHECK: kernel.end:
; CHECK-NEXT: ret void
; CHECK-NEXT: }

; CHECK: define internal spir_func i32 @forces.force1(ptr {{%.*}}, ptr {{%.*}}) #[[STEP:[0-9]+]]
; CHECK-NOT: !kernel_arg
; CHECK: %out = load ptr addrspace(1),
; CHECK: %id = load i64,
; CHECK: [[X:%.*]] = load i32, ptr addrspace(1)
; CHECK: store i32 [[X]], ptr addrspace(1) %element
; CHECK-NEXT: call spir_func void @__tkl_close_frame(
; CHECK-NEXT: ret i32 0
; CHECK-NEXT: }
define spir_kernel void @forces(ptr addrspace(1) %out, i64 %id) #0 !kernel_arg_type !1 {
entry:
  %x = alloca i32, align 4
  %skip = icmp ugt i64 %id, 100
  br i1 %skip, label %return, label %spawn

return:
  ret void

spawn:
  %dest = bitcast ptr %x to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @work, ptr %dest, i32 2)
  call void @tkl.force()
  %value = load i32, ptr %x, align 4
  %element = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
  store i32 %value, ptr addrspace(1) %element, align 4
  ret void
}

; CHECK-DAG: attributes #[[ATTRS]] = { {{.*}}"tkl-hidden-arg"="2" "tkl-root-frame"="64" "tkl-root-spawns"="1" "uniform-work-group-size"="false" }
;; The step is no kernel, and has no arguments in a record.
; CHECK-DAG: attributes #[[STEP]] = { "tkl-frame-size"="64" "tkl-step"="continuation" }

declare spir_func i32 @work(i32) "tkl-task"

attributes #0 = { "uniform-work-group-size"="false" }

!1 = !{!"int*", !"ulong"}

declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.force()
