;; if (c) { everywhere (m) { x += m } x *= 2 } else { x += 7 }
;; The branch becomes a number; the visit is a loop that everybody comes to; what
;; both ways lead to runs without a condition.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-linearise,verify,tkl-verify -tkl-lane-loops=0 -S %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-DAG: @k.tkl_slots = internal addrspace(3) global [580 x i64] undef
; CHECK-LABEL: define spir_kernel void @k(
; CHECK:         %x = alloca i32
; CHECK:         call spir_func void @__tkl_warp_begin({{.*}} %tkl.warp, {{.*}}@k.tkl_slots{{.*}}, i32 32)
; The body uses it, and lanes of the other way come there.
; CHECK:         store i32 0, ptr %x
; CHECK:         br i1 %taken
; CHECK:       to{{.*}}:
; CHECK-NEXT:    store i32 [[ELSE:[0-9]+]], {{.*}} %tkl.pc
; CHECK:         store i32 [[VISIT:[0-9]+]], {{.*}} %tkl.pc
; CHECK:         %[[PC:.*]] = load i32, {{.*}} %tkl.pc
; CHECK-NEXT:    %[[REACHED:.*]] = icmp eq i32 %[[PC]], [[VISIT]]
; CHECK-NEXT:    call spir_func void @__tkl_warp_arrive({{.*}} %tkl.warp, i1 %[[REACHED]])
; CHECK:       vote:
; CHECK:         %[[TURN:.*]] = phi i32 [ 1, %{{.*}} ], [ 2, %[[END:.*]] ]
; CHECK:         %[[GO:.*]] = call spir_func i1 @__tkl_warp_enter({{.*}} %tkl.warp, i1 %{{.*}}, i32 %[[TURN]])
; CHECK-NEXT:    br i1 %[[GO]], label %visit, label %left
; CHECK:       visit:
; CHECK:         %[[MASK:.*]] = call spir_func i64 @__tkl_warp_visitors(
; CHECK:         store i64 %[[MASK]], ptr %mask
; CHECK:         %[[NOW:.*]] = load i32, {{.*}} %tkl.pc
; CHECK:         store i32 %[[NOW]], ptr %saved
; CHECK:         icmp ne i64 %[[MASK]], 0
; CHECK:         select i1 {{.*}}, i32 [[BODY:[0-9]+]], i32 %[[NOW]]
; CHECK:         icmp eq i32 {{.*}}, [[BODY]]
; CHECK:       body:
; CHECK:         load i64, ptr %mask
; CHECK:       [[END]]:
; CHECK:         call spir_func void @__tkl_warp_leave(
; CHECK:       left:
; CHECK:       after:
; CHECK:         mul i32
; CHECK:         icmp eq i32 {{.*}}, [[ELSE]]
; CHECK:       else:
; CHECK:         add i32 {{.*}}, 7
; No condition any more.
; CHECK:       node{{.*}}:
; CHECK-NEXT:    br label %end
; CHECK:       end:
; CHECK:         store i32 %{{.*}}, ptr addrspace(1) %out
; CHECK:       through:
; CHECK-NEXT:    ret void
define spir_kernel void @k(ptr addrspace(1) %out, i32 %c) {
entry:
  %x = alloca i32, align 4
  store i32 %c, ptr %x, align 4
  %taken = icmp ne i32 %c, 0
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

declare spir_func i32 @__tkl_everywhere()
declare spir_func i64 @__tkl_everywhere_mask()
