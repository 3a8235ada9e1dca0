;; What looks like a tail spawn and is none: the body computes with the result, or
;; returns another variable, or the result has another type; and a spawn before
;; the return of a task whose own result is still to be stored. All of these need
;; the frame.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.One = type { i32 }

; CHECK-LABEL: define spir_func i32 @computes(
; CHECK: call spir_func i32 @__tkl_open_frame(
; CHECK: [[ID:%.*]] = call spir_func i32 @tkl.step.id(ptr @computes.force1)
; CHECK: [[SLOT:%.*]] = getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 32
; CHECK: call spir_func void @__tkl_suspend({{.*}}, i32 [[ID]], i32 0, i32 48)
; CHECK: call spir_func void @__tkl_run_next(ptr {{%.*}}, ptr addrspace(1) [[SLOT]])
; CHECK-LABEL: define internal spir_func i32 @computes.force1(
; CHECK: %more = add i32 {{%.*}}, 1
; CHECK: store i32 %more,
define spir_func i32 @computes(i32 %n) "tkl-task" {
entry:
  %t = alloca i32, align 4
  %dest = bitcast ptr %t to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @computes, ptr %dest, i32 %n)
  call void @tkl.force()
  %value = load i32, ptr %t, align 4
  %more = add i32 %value, 1
  ret i32 %more
}

; CHECK-LABEL: define spir_func i32 @other_variable(
; CHECK-NOT: @__tkl_entry_ret
; CHECK: call spir_func i32 @__tkl_open_frame(
; CHECK-NOT: @__tkl_entry_ret
; CHECK: call spir_func void @__tkl_suspend(
; CHECK-NOT: @__tkl_entry_ret
; CHECK: {{^}}}
define spir_func i32 @other_variable(i32 %n) "tkl-task" {
entry:
  %t = alloca i32, align 4
  %u = alloca i32, align 4
  %to.u = bitcast ptr %u to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @computes, ptr %to.u, i32 %n)
  %to.t = bitcast ptr %t to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @computes, ptr %to.t, i32 %n)
  call void @tkl.force()
  %value = load i32, ptr %u, align 4
  ret i32 %value
}

;; The child would store one byte where four are awaited.
; CHECK-LABEL: define spir_func i32 @other_type(
; CHECK-NOT: @__tkl_entry_ret
; CHECK: call spir_func i32 @__tkl_open_frame(
; CHECK-NOT: @__tkl_entry_ret
; CHECK: call spir_func void @__tkl_suspend(
; CHECK-NOT: @__tkl_entry_ret
; CHECK: {{^}}}
define spir_func i32 @other_type(i32 %n) "tkl-task" {
entry:
  %t = alloca i32, align 4
  %dest = bitcast ptr %t to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @byte, ptr %dest, i32 %n)
  call void @tkl.force()
  %value = load i32, ptr %t, align 4
  ret i32 %value
}

; CHECK-LABEL: define spir_func i32 @own_result(
; CHECK: call spir_func ptr addrspace(1) @__tkl_spawn(
; CHECK: store i32 %n, ptr addrspace(1)
; CHECK-NOT: @__tkl_run_next
; CHECK: {{^}}}
define spir_func i32 @own_result(i32 %n) "tkl-task" {
entry:
  call void (ptr, ...) @tkl.spawn.detached(ptr @computes, i32 1)
  ret i32 %n
}

; CHECK-LABEL: define spir_func i32 @own_structure(
; CHECK: call spir_func ptr addrspace(1) @__tkl_spawn(
; CHECK: store i32 3, ptr addrspace(1)
; CHECK-NOT: @__tkl_run_next
; CHECK: {{^}}}
define spir_func void @own_structure(ptr sret(%struct.One) %out) "tkl-task" {
entry:
  %s = alloca %struct.One, align 4
  %field = getelementptr inbounds %struct.One, ptr %s, i32 0, i32 0
  store i32 3, ptr %field, align 4
  %bytes = bitcast ptr %s to ptr
  call void (ptr, ...) @tkl.spawn.detached(ptr @computes, i32 1)
  call void @tkl.result(ptr %bytes)
  ret void
}

declare spir_func i8 @byte(i32) "tkl-task"

declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.spawn.detached(ptr, ...)
declare void @tkl.force()
declare void @tkl.result(ptr)
