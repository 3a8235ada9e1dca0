;; Two futures and a force: the first spawn becomes a record for whoever comes
;; first, the last runs next, on top of the frame, without a record.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_func i32 @fib(
; CHECK-SAME: ptr [[W:%.*]], ptr {{%.*}}) #[[ENTRY:[0-9]+]]
;; Leaves of the recursion never open a frame.
; CHECK-NOT: @__tkl_open_frame
; CHECK: br i1 %leaf, label %return, label %more
; CHECK: return:
; CHECK-NOT: @__tkl_open_frame
; CHECK: ret i32 0
; CHECK: more:
; CHECK: [[OK:%.*]] = call spir_func i32 @__tkl_open_frame(ptr [[W]], i32 48)
; CHECK-NEXT: [[BAD:%.*]] = icmp eq i32 [[OK]], 0
; CHECK-NEXT: br i1 [[BAD]], label %[[FAIL:.*]], label
; CHECK: [[FAIL]]:
; CHECK-NEXT: ret i32 1
; CHECK: [[ID:%.*]] = call spir_func i32 @tkl.step.id(ptr @fib)
;; x has the slot after the frame's header of 32 bytes.
; CHECK: [[X:%.*]] = getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 32
; CHECK: [[FRAME:%.*]] = call spir_func ptr addrspace(1) @__tkl_frame(ptr [[W]])
; CHECK: [[RECORD:%.*]] = call spir_func ptr addrspace(1) @__tkl_spawn(ptr [[W]], i32 [[ID]], ptr addrspace(1) [[FRAME]], ptr addrspace(1) [[X]])
; CHECK: [[ARG:%.*]] = getelementptr inbounds i8, ptr addrspace(1) [[RECORD]], i64 24
; CHECK: store i32 %less1, ptr addrspace(1) [[ARG]]
; CHECK: call spir_func void @__tkl_spawned(ptr [[W]])
; CHECK: [[COUNT:%.*]] = add i32 0, 1
; CHECK-NOT: @__tkl_spawn
; CHECK: [[BODY:%.*]] = call spir_func i32 @tkl.step.id(ptr @fib.force1)
; CHECK: [[Y:%.*]] = getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 36
; CHECK: call spir_func void @__tkl_suspend(ptr [[W]], ptr addrspace(1) {{%.*}}, i32 [[BODY]], i32 [[COUNT]], i32 48)
; CHECK: [[ARGS:%.*]] = call spir_func ptr @tkl.args(ptr @fib)
; CHECK: store i32 %less2, ptr
; CHECK: call spir_func void @__tkl_run_next(ptr [[W]], ptr addrspace(1) [[Y]])
; CHECK: [[NEXT:%.*]] = call spir_func i32 @tkl.step.id(ptr @fib)
; CHECK: ret i32 [[NEXT]]

; CHECK: define internal spir_func i32 @fib.force1(ptr [[W:%.*]], ptr {{%.*}}) #[[CONTINUATION:[0-9]+]]
; CHECK: [[FRAME:%.*]] = call spir_func ptr addrspace(1) @__tkl_frame(
; CHECK: getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 32
; CHECK: [[X:%.*]] = load i32, ptr addrspace(1)
; CHECK: getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 36
; CHECK: [[Y:%.*]] = load i32, ptr addrspace(1)
; CHECK: %sum = add i32 [[X]], [[Y]]
; CHECK-NEXT: [[RET:%.*]] = call spir_func ptr addrspace(1) @__tkl_frame_ret(ptr [[W]])
; CHECK: store i32 %sum
; CHECK: call spir_func void @__tkl_close_frame(ptr [[W]])
; CHECK-NEXT: ret i32 0
; CHECK-NEXT: }
define spir_func i32 @fib(i32 %n) "tkl-task" {
entry:
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  %leaf = icmp slt i32 %n, 2
  br i1 %leaf, label %return, label %more

return:
  ret i32 %n

more:
  %less1 = sub i32 %n, 1
  %to.x = bitcast ptr %x to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @fib, ptr %to.x, i32 %less1)
  %less2 = sub i32 %n, 2
  %to.y = bitcast ptr %y to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @fib, ptr %to.y, i32 %less2)
  call void @tkl.force()
  %x.value = load i32, ptr %x, align 4
  %y.value = load i32, ptr %y, align 4
  %sum = add i32 %x.value, %y.value
  ret i32 %sum
}

; No mark is left.
; CHECK-NOT: @tkl.spawn
; CHECK-NOT: @tkl.force
; CHECK-DAG: attributes #[[ENTRY]] = { {{.*}}"tkl-frame-size"="48" "tkl-step"="entry"
; CHECK-DAG: attributes #[[CONTINUATION]] = { "tkl-frame-size"="48" "tkl-step"="continuation"

declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.force()
