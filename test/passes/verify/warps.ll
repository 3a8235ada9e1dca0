;; What tkl-verify says where work-items meet: only votes decide who comes, and no
;; everywhere block is left.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/divergent.ll 2>&1 \
; RUN:   | FileCheck %t/divergent.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/mark-left.ll 2>&1 \
; RUN:   | FileCheck %t/mark-left.ll
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/good.ll

;--- divergent.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'k': not all work-items reach a place where they meet: a condition that is no vote decides
define spir_kernel void @k(i1 %c) {
  call spir_func void @__tkl_warp_begin()
  br i1 %c, label %meet, label %end

meet:
  call spir_func void @__tkl_warp_leave()
  br label %end

end:
  ret void
}
declare spir_func void @__tkl_warp_begin()
declare spir_func void @__tkl_warp_leave()

;--- mark-left.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'k': a mark of an everywhere block is left
define spir_kernel void @k() {
  call spir_func void @__tkl_warp_begin()
  %1 = call spir_func i32 @__tkl_everywhere()
  ret void
}
declare spir_func void @__tkl_warp_begin()
declare spir_func i32 @__tkl_everywhere()

;--- good.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_kernel void @k(i1 %c) {
  call spir_func void @__tkl_warp_begin()
  br label %loop

loop:
  %go = call spir_func i1 @__tkl_warp_enter()
  br i1 %go, label %meet, label %end

meet:
  call spir_func void @__tkl_warp_leave()
  br i1 %c, label %then, label %join

then:
  br label %join

join:
  br label %loop

end:
  ret void
}
declare spir_func void @__tkl_warp_begin()
declare spir_func i1 @__tkl_warp_enter()
declare spir_func void @__tkl_warp_leave()
