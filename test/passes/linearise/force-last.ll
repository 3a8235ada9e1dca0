;; Work-items that come to a force leave the kernel there; so they do it last, and
;; the body, which returns, gets a return of its own. In it there is one lane.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-linearise,verify,tkl-verify -tkl-lane-loops=0 -S %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_kernel void @k(
; CHECK:         call spir_func i1 @__tkl_warp_enter(
; CHECK-NOT:     @__tkl_warp_enter(
; CHECK:       all:
; CHECK-NEXT:    %[[PC:.*]] = load i32, {{.*}} %tkl.pc
; CHECK-NEXT:    switch i32 %[[PC]], label %through [
; CHECK-NEXT:      i32 [[WAITS:[0-9]+]], label %forced
; CHECK:       forced:
; CHECK-NEXT:    call spir_func void @__tkl_force()
; CHECK:       inside:
; CHECK-NEXT:    store i64 1,
define spir_kernel void @k(ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %forced, label %rest

forced:
  call spir_func void @__tkl_force()
  br label %while.cond1

while.cond1:
  %mark1 = call spir_func i32 @__tkl_everywhere()
  %visited1 = icmp ne i32 %mark1, 0
  br i1 %visited1, label %inside, label %return

inside:
  %mask = call spir_func i64 @__tkl_everywhere_mask()
  store i64 %mask, ptr addrspace(1) %out, align 8
  br label %while.cond1

rest:
  br label %while.cond

while.cond:
  %mark = call spir_func i32 @__tkl_everywhere()
  %visited = icmp ne i32 %mark, 0
  br i1 %visited, label %body, label %return

body:
  br label %while.cond

return:
  ret void
}

declare spir_func void @__tkl_force()

declare spir_func i32 @__tkl_everywhere()
declare spir_func i64 @__tkl_everywhere_mask()
