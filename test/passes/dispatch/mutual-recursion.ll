;; Tasks may spawn each other without end; the finished program calls nothing that
;; calls itself, which tkl-verify checks, and no step is a function any more. Here
;; all passes run, so that the numbers of both steps meet in both of them.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,tkl-dispatch,verify,tkl-verify \
; RUN:   -S %s | FileCheck --implicit-check-not="@even(" --implicit-check-not="@odd(" %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: define spir_kernel void @__tkl_dispatch(
; CHECK: i32 8, label %[[FIRST:(even|odd)]].record
; CHECK-NEXT: i32 9, label %[[SECOND:(even|odd)]].record
; CHECK-NEXT: ]
; CHECK: {{^}}[[FIRST]].record:
; CHECK: {{^}}[[FIRST]]:
; CHECK: switch i32 {{%.*}}, label %back [
; CHECK-NEXT: i32 1, label %end
; CHECK-NEXT: i32 9, label %[[SECOND]]
; CHECK-NEXT: ]
; CHECK: {{^}}[[SECOND]].record:
; CHECK: {{^}}[[SECOND]]:
; CHECK: switch i32 {{%.*}}, label %back [
; CHECK-NEXT: i32 1, label %end
; CHECK-NEXT: i32 8, label %[[FIRST]]
; CHECK-NEXT: ]

define spir_func void @even(i32 %n) "tkl-task" {
entry:
  %stop = icmp eq i32 %n, 0
  br i1 %stop, label %return, label %more

return:
  ret void

more:
  %less = sub i32 %n, 1
  call void (ptr, ...) @tkl.spawn.detached(ptr @odd, i32 %less)
  ret void
}

define spir_func void @odd(i32 %n) "tkl-task" {
entry:
  %stop = icmp eq i32 %n, 0
  br i1 %stop, label %return, label %more

return:
  ret void

more:
  %less = sub i32 %n, 1
  call void (ptr, ...) @tkl.spawn.detached(ptr @even, i32 %less)
  ret void
}

define spir_kernel void @start(i32 %n) {
  call void (ptr, ...) @tkl.spawn.detached(ptr @even, i32 %n)
  ret void
}

declare void @tkl.spawn.detached(ptr, ...)
