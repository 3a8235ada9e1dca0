;; Each force is a step of its own. A value that only the second body uses passes
;; through the first: it is loaded there from the first capture and saved to the
;; second, which may overlap with the first.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_func i32 @nested(
; CHECK: %m = load i32, ptr
; CHECK: [[AT:%.*]] = getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 40
; CHECK: store volatile i32 %m, ptr addrspace(1) [[AT]]
; CHECK: [[ID:%.*]] = call spir_func i32 @tkl.step.id(ptr @nested.force1)
; CHECK: call spir_func void @__tkl_suspend({{.*}}, i32 [[ID]], i32 0, i32 48)

; CHECK-LABEL: define internal spir_func i32 @nested.force1(
; CHECK: [[AT:%.*]] = getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 40
; CHECK: %m = load i32, ptr addrspace(1) [[AT]]
; CHECK: getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 32
; CHECK: [[X:%.*]] = load i32, ptr addrspace(1)
;; The body's own frame is the one it has: none is opened.
; CHECK-NOT: @__tkl_open_frame
; CHECK: [[AT:%.*]] = getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 40
; CHECK: store volatile i32 %m, ptr addrspace(1) [[AT]]
; CHECK: [[AT:%.*]] = getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 44
; CHECK: store volatile i32 [[X]], ptr addrspace(1) [[AT]]
; CHECK: [[ID:%.*]] = call spir_func i32 @tkl.step.id(ptr @nested.force2)
; CHECK: [[Y:%.*]] = getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 36
; CHECK: call spir_func void @__tkl_suspend({{.*}}, i32 [[ID]], i32 0, i32 48)
; CHECK: call spir_func void @__tkl_run_next({{.*}}, ptr addrspace(1) [[Y]])
; CHECK-NOT: @__tkl_close_frame
; CHECK: ret i32

; CHECK-LABEL: define internal spir_func i32 @nested.force2(
; CHECK: getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 40
; CHECK: %m = load i32,
; CHECK: getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 44
; CHECK: %x.value = load i32,
; CHECK: getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 36
; CHECK: [[Y:%.*]] = load i32, ptr addrspace(1)
; CHECK: %sum = add i32 %x.value, [[Y]]
; CHECK-NEXT: %all = add i32 %sum, %m
; CHECK: call spir_func void @__tkl_close_frame(
; CHECK-NEXT: ret i32 0
define spir_func i32 @nested(i32 %n, i32 %m) "tkl-task" {
entry:
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  %to.x = bitcast ptr %x to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @work, ptr %to.x, i32 %n)
  call void @tkl.force()
  %x.value = load i32, ptr %x, align 4
  %to.y = bitcast ptr %y to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @work, ptr %to.y, i32 %x.value)
  call void @tkl.force()
  %y.value = load i32, ptr %y, align 4
  %sum = add i32 %x.value, %y.value
  %all = add i32 %sum, %m
  ret i32 %all
}

declare spir_func i32 @work(i32) "tkl-task"

declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.force()
