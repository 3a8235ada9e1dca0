;; A warp has a power of two of lanes, at most 64; local memory is as large as the
;; work-group, if the kernel says how large that is.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-linearise,verify,tkl-verify -tkl-lane-loops=0 -tkl-warp-size=8 -S %s | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-linearise -tkl-warp-size=24 -disable-output %s 2>&1 \
; RUN:   | FileCheck --check-prefix=BAD %s
; BAD: a warp has 1, 2, 4, 8, 16, 32 or 64 lanes, not 24

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: @k.tkl_slots = internal addrspace(3) global [13 x i64] undef
; CHECK: call spir_func void @__tkl_warp_begin({{.*}}, i32 8)
define spir_kernel void @k() !reqd_work_group_size !0 {
entry:
  br label %while.cond

while.cond:
  %mark = call spir_func i32 @__tkl_everywhere()
  %visited = icmp ne i32 %mark, 0
  br i1 %visited, label %body, label %after

body:
  br label %while.cond

after:
  ret void
}

!0 = !{i32 16, i32 4, i32 1}

declare spir_func i32 @__tkl_everywhere()
declare spir_func i64 @__tkl_everywhere_mask()
