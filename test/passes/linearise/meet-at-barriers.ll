;; A barrier that work-items come to by different ways is one that all come to.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-linearise,verify,tkl-verify -tkl-lane-loops=0 -S %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_kernel void @k(
; CHECK:       left:
; CHECK-NEXT:    br label %[[NEXT:.*]]
; CHECK:       [[NEXT]]:
; CHECK:         br i1 %{{.*}}, label %after, label %[[DONE:.*]]
; CHECK:       after:
; CHECK:       [[DONE]]:
; CHECK-NEXT:    br label %[[MEET:.*]]
; CHECK:       [[MEET]]:
; CHECK-NEXT:    call spir_func void @_Z7barrierj(i32 1)
; CHECK-NEXT:    br label %passed
; CHECK:       passed:
; CHECK:         select i1
define spir_kernel void @k(i1 %c) {
entry:
  br i1 %c, label %then, label %end

then:
  br label %while.cond

while.cond:
  %mark = call spir_func i32 @__tkl_everywhere()
  %visited = icmp ne i32 %mark, 0
  br i1 %visited, label %body, label %after

body:
  br label %while.cond

after:
  %x = add i32 1, 2
  call spir_func void @_Z7barrierj(i32 1)
  br label %end

end:
  ret void
}

declare spir_func void @_Z7barrierj(i32)

declare spir_func i32 @__tkl_everywhere()
declare spir_func i64 @__tkl_everywhere_mask()
