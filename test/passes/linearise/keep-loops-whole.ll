;; A loop without an everywhere block keeps its blocks, with barriers in it if
;; everybody comes to it. A loop around one becomes: as long as anybody is in it.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-linearise,verify,tkl-verify -tkl-lane-loops=0 -S %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_kernel void @k(
; CHECK:       first:
; CHECK:         call spir_func void @_Z7barrierj(i32 1)
; CHECK:         br i1 %more, label %first, label %
; The header of the second one, which lanes come back to.
; CHECK:       [[HEAD:node.*]]:
; CHECK-NEXT:    %[[PC:.*]] = load i32, {{.*}} %tkl.pc
; CHECK-NEXT:    icmp eq i32 %[[PC]], [[HEADER:[0-9]+]]
; CHECK:       second:
; CHECK:         call spir_func i1 @__tkl_warp_enter(
; CHECK:       inner:
; CHECK:         br i1 %less, label %inner, label %
; CHECK:       after:
; CHECK:         %[[AT:.*]] = icmp eq i32 %{{.*}}, [[HEADER]]
; CHECK-NEXT:    %[[ANY:.*]] = call spir_func i1 @__tkl_warp_any_of_all({{.*}} %tkl.warp, i1 %[[AT]])
; CHECK-NEXT:    br i1 %[[ANY]], label %[[HEAD]], label %
define spir_kernel void @k(ptr addrspace(1) %out, i32 %n) {
entry:
  %i = alloca i32, align 4
  store i32 0, ptr %i, align 4
  br label %first

first:
  call spir_func void @_Z7barrierj(i32 1)
  %i1 = load i32, ptr %i, align 4
  %i2 = add i32 %i1, 1
  store i32 %i2, ptr %i, align 4
  %more = icmp slt i32 %i2, %n
  br i1 %more, label %first, label %second

second:
  %i3 = load i32, ptr %i, align 4
  %go = icmp sgt i32 %i3, 0
  br i1 %go, label %while.cond, label %end

while.cond:
  %mark = call spir_func i32 @__tkl_everywhere()
  %visited = icmp ne i32 %mark, 0
  br i1 %visited, label %body, label %after

body:
  br label %inner

inner:
  %j = phi i32 [ 0, %body ], [ %j1, %inner ]
  %j1 = add i32 %j, 1
  %less = icmp slt i32 %j1, %n
  br i1 %less, label %inner, label %while.cond

after:
  %i4 = load i32, ptr %i, align 4
  %i5 = sub i32 %i4, 1
  store i32 %i5, ptr %i, align 4
  br label %second

end:
  ret void
}

declare spir_func void @_Z7barrierj(i32)

declare spir_func i32 @__tkl_everywhere()
declare spir_func i64 @__tkl_everywhere_mask()
