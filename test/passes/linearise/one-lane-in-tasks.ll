;; A task has a warp of its own, of one lane: the body is an ordinary block, the
;; mask is 1. So it is in what a task calls, but not in the kernel that calls that.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-linearise,verify,tkl-verify -tkl-lane-loops=0 -S %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_func i32 @task(
; CHECK-NOT:     __tkl_
; CHECK:         store i64 1, ptr %m
; CHECK-NOT:     __tkl_
; CHECK:         call spir_func i32 @shared(
; CHECK-NOT:     __tkl_
; CHECK:         ret i32
define spir_func i32 @task() "llvm.assume"="tkl-task" {
entry:
  %m = alloca i64, align 8
  br label %while.cond

while.cond:
  %mark = call spir_func i32 @__tkl_everywhere()
  %visited = icmp ne i32 %mark, 0
  br i1 %visited, label %body, label %after

body:
  %mask = call spir_func i64 @__tkl_everywhere_mask()
  store i64 %mask, ptr %m, align 8
  br label %while.cond

after:
  %s = call spir_func i32 @shared()
  ret i32 %s
}

; CHECK-LABEL: define spir_func i32 @shared(
; CHECK-NOT:     __tkl_
; CHECK:         ret i32 1
define spir_func i32 @shared() {
entry:
  br label %while.cond

while.cond:
  %mark = call spir_func i32 @__tkl_everywhere()
  %visited = icmp ne i32 %mark, 0
  br i1 %visited, label %body, label %after

body:
  br label %while.cond

after:
  ret i32 1
}

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT:     @shared
; CHECK:         call spir_func i1 @__tkl_warp_enter(
; CHECK-NOT:     @shared
; CHECK:         ret void
define spir_kernel void @k(ptr addrspace(1) %out) {
  %s = call spir_func i32 @shared()
  store i32 %s, ptr addrspace(1) %out, align 4
  ret void
}

declare spir_func i32 @__tkl_everywhere()
declare spir_func i64 @__tkl_everywhere_mask()
