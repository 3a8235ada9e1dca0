;; while (c) { everywhere {} if (d) continue; f(); }
;; Both ways back come together after the last block of the loop: those that
;; `continue` do not begin the next iteration before f() has run in this one.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-linearise,verify,tkl-verify -tkl-lane-loops=0 -S %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_kernel void @k(
; CHECK:       rest:
; CHECK-NEXT:    call spir_func void @f()
; CHECK:         call spir_func i1 @__tkl_warp_any_of_all(
; CHECK-NOT:     @__tkl_warp_any_of_all(
; CHECK:       through:
define spir_kernel void @k(i1 %c, i1 %d) {
entry:
  br label %head

head:
  br i1 %c, label %while.cond, label %end

while.cond:
  %mark = call spir_func i32 @__tkl_everywhere()
  %visited = icmp ne i32 %mark, 0
  br i1 %visited, label %body, label %after

body:
  br label %while.cond

after:
  br i1 %d, label %head, label %rest

rest:
  call spir_func void @f()
  br label %head

end:
  ret void
}

declare spir_func void @f()

declare spir_func i32 @__tkl_everywhere()
declare spir_func i64 @__tkl_everywhere_mask()
