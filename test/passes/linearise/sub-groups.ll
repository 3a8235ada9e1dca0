;; Where warps are sub-groups there is no local memory, and a kernel requires a
;; size of them if one is asked for and it has not said so itself.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-linearise,verify,tkl-verify -tkl-sub-groups -S %s | FileCheck %s --check-prefix=ANY
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-linearise,verify,tkl-verify -tkl-sub-groups -tkl-warp-size=16 -S %s | FileCheck %s --check-prefix=SIXTEEN

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; ANY-NOT: tkl_slots
; ANY: define spir_kernel void @k(){{( #[0-9]+)?}} {
; ANY-NOT: tkl_slots
; ANY: call spir_func void @__tkl_warp_begin({{.*}}null
; ANY: define spir_kernel void @eight(){{.*}} !intel_reqd_sub_group_size ![[EIGHT:[0-9]+]]
; ANY: ![[EIGHT]] = !{i32 8}
; SIXTEEN: define spir_kernel void @k(){{.*}} !intel_reqd_sub_group_size ![[SIXTEEN:[0-9]+]]
; SIXTEEN: define spir_kernel void @eight(){{.*}} !intel_reqd_sub_group_size ![[EIGHT:[0-9]+]]
; SIXTEEN-DAG: ![[SIXTEEN]] = !{i32 16}
; SIXTEEN-DAG: ![[EIGHT]] = !{i32 8}
define spir_kernel void @k() {
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

define spir_kernel void @eight() !intel_reqd_sub_group_size !0 {
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

!0 = !{i32 8}

declare spir_func i32 @__tkl_everywhere()
declare spir_func i64 @__tkl_everywhere_mask()
