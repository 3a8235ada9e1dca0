;; Where a future is named whose address goes elsewhere, a lifetime marker says so
;; to tkl-future-uses. A future whose address stays needs none.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-prepare,verify -S %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

declare spir_func i32 @f(i32) "llvm.assume"="tkl-task"
declare spir_func void @use(ptr)

; CHECK-LABEL: @elsewhere(
; CHECK: call void @llvm.lifetime.start.p0(i64 -1, ptr %x)
; CHECK-NEXT: call spir_func void @use(ptr %x)
; CHECK-NOT:  lifetime
; CHECK:      call void {{.*}} @tkl.spawn.private(
; CHECK-NOT:  lifetime
; CHECK: call void @llvm.lifetime.start.p0(i64 -1, ptr %x)
; CHECK-NEXT: load i32, ptr %x
define spir_func i32 @elsewhere(i32 %n) "llvm.assume"="tkl-task" {
  %x = alloca i32, align 4
  call spir_func void @use(ptr %x)
  %result = call spir_func i32 @f(i32 %n)
  store i32 %result, ptr %x, align 4
  br label %force
force:
  call void @__tkl_force_var(ptr null)
  call void @__tkl_force()
  %r = load i32, ptr %x, align 4
  ret i32 %r
}

; CHECK-LABEL: @stays(
; CHECK-NOT:  lifetime
; CHECK:      ret i32
define spir_func i32 @stays(i32 %n) "llvm.assume"="tkl-task" {
  %x = alloca i32, align 4
  store i32 %n, ptr %x, align 4
  %result = call spir_func i32 @f(i32 %n)
  store i32 %result, ptr %x, align 4
  br label %force
force:
  call void @__tkl_force()
  %r = load i32, ptr %x, align 4
  ret i32 %r
}

; Handing over the result names nothing, and the blocks that only do that stay so.
; CHECK-LABEL: @returned(
; CHECK:      lifetime.start
; CHECK-NEXT: call spir_func void @use_pair(
; CHECK-NOT:  lifetime
; CHECK:      call void @tkl.result(
; CHECK-NEXT: ret void
%pair = type { i32, i32 }
declare spir_func void @f_pair(ptr sret(%pair), i32) "llvm.assume"="tkl-task"
declare spir_func void @use_pair(ptr)
define spir_func void @returned(ptr sret(%pair) %r, i32 %n) "llvm.assume"="tkl-task" {
  call spir_func void @use_pair(ptr %r)
  call spir_func void @f_pair(ptr sret(%pair) %r, i32 %n)
  br label %force
force:
  call void @__tkl_force()
  ret void
}
declare void @__tkl_force_var(ptr)
declare void @__tkl_force()
