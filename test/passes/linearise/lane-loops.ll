;; if (c) { A; everywhere (m) { x += m } x *= 2 } else { x += 7 }, by the first
;; work-item of each warp: no barrier and no local memory. A node is a loop over
;; the lanes that are there; the visit is a mask; x is an array.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-linearise,verify,tkl-verify -tkl-warp-size=8 -S %s | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-linearise,verify,tkl-verify -tkl-lane-loops=0 -S %s | FileCheck --check-prefix=MEET %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-linearise,verify,tkl-verify -tkl-sub-groups -tkl-lane-loops=1 -S %s | FileCheck --check-prefix=MEET %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; MEET: call spir_func void @__tkl_warp_begin(
; MEET-NOT: __tkl_lanes

; CHECK-NOT: tkl_slots
; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT:     barrier
; CHECK:         %[[X:.*]] = alloca [8 x i32]
; CHECK:         call spir_func void @__tkl_lanes_begin(
; CHECK:         br i1 %{{.*}}, label %[[FIRST:[a-z0-9]+]], label %through
; The first node, for all.
; CHECK:       [[FIRST]]:
; CHECK:       lane:
; CHECK:         %[[LANE:.*]] = phi i64
; CHECK:         %[[MINE:.*]] = getelementptr inbounds [8 x i32], {{.*}} %[[X]], i64 0, i64 %[[LANE]]
; CHECK:       start:
; CHECK:         store i32 0, {{.*}} %[[MINE]]
; CHECK:         store i32 %c, {{.*}} %[[MINE]]
; The visit: its mask is what was at the node.
; CHECK:       [[NODE:node[0-9]+]]:
; CHECK-NEXT:    %[[CAME:.*]] = load i64, {{.*}} %[[HERE:here.*]]
; CHECK-NEXT:    %[[ANY:.*]] = icmp ne i64 %[[CAME]], 0
; CHECK-NEXT:    br i1 %[[ANY]], label %[[SOME:some.*]], label %
; CHECK:       [[SOME]]:
; CHECK-NEXT:    store i64 0, {{.*}} %[[HERE]]
; CHECK-NEXT:    store i64 %[[CAME]], {{.*}} %mask
; CHECK-NEXT:    store i64 %all, {{.*}} %here
; The body, for all.
; CHECK:       body:
; CHECK:         load i64, {{.*}} %mask
; Those who came go on; the others are where they were.
; CHECK:         load i64, {{.*}} %mask
; CHECK:         or i64
; CHECK:       after:
; CHECK:         mul i32
; CHECK:       else:
; CHECK:         add i32 {{.*}}, 7
; CHECK:       end:
; CHECK:         store i32 %{{.*}}, ptr addrspace(1) %out
; CHECK:       through:
; CHECK-NEXT:    ret void
define spir_kernel void @k(ptr addrspace(1) %out, i32 %c) {
entry:
  %x = alloca i32, align 4
  store i32 %c, ptr %x, align 4
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %taken = icmp ult i64 %id, 4
  br i1 %taken, label %then, label %else

then:
  br label %while.cond

while.cond:
  %mark = call spir_func i32 @__tkl_everywhere()
  %visited = icmp ne i32 %mark, 0
  br i1 %visited, label %body, label %after

body:
  %m = call spir_func i64 @__tkl_everywhere_mask()
  %low = trunc i64 %m to i32
  %old = load i32, ptr %x, align 4
  %new = add i32 %old, %low
  store i32 %new, ptr %x, align 4
  br label %while.cond

after:
  %old1 = load i32, ptr %x, align 4
  %new1 = mul i32 %old1, 2
  store i32 %new1, ptr %x, align 4
  br label %end

else:
  %old2 = load i32, ptr %x, align 4
  %new2 = add i32 %old2, 7
  store i32 %new2, ptr %x, align 4
  br label %end

end:
  %last = load i32, ptr %x, align 4
  store i32 %last, ptr addrspace(1) %out, align 4
  ret void
}

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i32 @__tkl_everywhere()
declare spir_func i64 @__tkl_everywhere_mask()
