;; Loops that tkl-interchange-loops leaves as they are.
; RUN: %opt -load-pass-plugin=%passes -mcpu=haswell -passes=tkl-interchange-loops,verify -S %s | FileCheck %s

target datalayout = "e-i64:64-n8:16:32:64"
target triple = "x86_64-unknown-unknown"

declare float @llvm.fma.f32(float, float, float)
declare float @other(float)

;; Nothing is wrong with this one.
; CHECK-LABEL: define void @accepted(
; CHECK: label %strips
; CHECK: ret
define void @accepted(ptr addrspace(1) %c, ptr addrspace(1) %b, i64 %count, i64 %n) {
entry:
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %end ]
  %cp = getelementptr inbounds float, ptr addrspace(1) %c, i64 %j
  br label %inner

inner:
  %k = phi i64 [ 0, %loop ], [ %k.next, %inner ]
  %s = phi float [ 0.0, %loop ], [ %s.next, %inner ]
  %row = mul nsw i64 %k, %count
  %at = add nsw i64 %row, %j
  %bp = getelementptr inbounds float, ptr addrspace(1) %b, i64 %at
  %y = load float, ptr addrspace(1) %bp, align 4, !llvm.access.group !0
  %s.next = call float @llvm.fma.f32(float 2.0, float %y, float %s)
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %inner, label %end

end:
  %left = phi float [ %s.next, %inner ]
  store float %left, ptr addrspace(1) %cp, align 4, !llvm.access.group !0
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %count
  br i1 %again, label %loop, label %exit, !llvm.loop !1

exit:
  ret void
}

;; Turns may depend on each other.
; CHECK-LABEL: define void @dependent(
; CHECK-NOT: strips
; CHECK: ret
define void @dependent(ptr addrspace(1) %c, ptr addrspace(1) %b, i64 %count, i64 %n) {
entry:
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %end ]
  %cp = getelementptr inbounds float, ptr addrspace(1) %c, i64 %j
  br label %inner

inner:
  %k = phi i64 [ 0, %loop ], [ %k.next, %inner ]
  %s = phi float [ 0.0, %loop ], [ %s.next, %inner ]
  %row = mul nsw i64 %k, %count
  %at = add nsw i64 %row, %j
  %bp = getelementptr inbounds float, ptr addrspace(1) %b, i64 %at
  %y = load float, ptr addrspace(1) %bp, align 4, !llvm.access.group !0
  %s.next = call float @llvm.fma.f32(float 2.0, float %y, float %s)
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %inner, label %end

end:
  %left = phi float [ %s.next, %inner ]
  store float %left, ptr addrspace(1) %cp, align 4, !llvm.access.group !0
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %count
  br i1 %again, label %loop, label %exit, !llvm.loop !3

exit:
  ret void
}

;; The inner loop makes other rounds in each turn.
; CHECK-LABEL: define void @rounds(
; CHECK-NOT: strips
; CHECK: ret
define void @rounds(ptr addrspace(1) %c, ptr addrspace(1) %b, i64 %count, i64 %n) {
entry:
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %end ]
  %cp = getelementptr inbounds float, ptr addrspace(1) %c, i64 %j
  br label %inner

inner:
  %k = phi i64 [ 0, %loop ], [ %k.next, %inner ]
  %s = phi float [ 0.0, %loop ], [ %s.next, %inner ]
  %row = mul nsw i64 %k, %count
  %at = add nsw i64 %row, %j
  %bp = getelementptr inbounds float, ptr addrspace(1) %b, i64 %at
  %y = load float, ptr addrspace(1) %bp, align 4, !llvm.access.group !0
  %s.next = call float @llvm.fma.f32(float 2.0, float %y, float %s)
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp sle i64 %k.next, %j
  br i1 %more, label %inner, label %end

end:
  %left = phi float [ %s.next, %inner ]
  store float %left, ptr addrspace(1) %cp, align 4, !llvm.access.group !0
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %count
  br i1 %again, label %loop, label %exit, !llvm.loop !1

exit:
  ret void
}

;; Turns are far apart: the rounds of the inner loop are side by side.
; CHECK-LABEL: define void @strides(
; CHECK-NOT: strips
; CHECK: ret
define void @strides(ptr addrspace(1) %c, ptr addrspace(1) %b, i64 %count, i64 %n) {
entry:
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %end ]
  %cp = getelementptr inbounds float, ptr addrspace(1) %c, i64 %j
  br label %inner

inner:
  %k = phi i64 [ 0, %loop ], [ %k.next, %inner ]
  %s = phi float [ 0.0, %loop ], [ %s.next, %inner ]
  %row = mul nsw i64 %k, %count
  %rowj = mul nsw i64 %j, %n
  %at = add nsw i64 %rowj, %k
  %bp = getelementptr inbounds float, ptr addrspace(1) %b, i64 %at
  %y = load float, ptr addrspace(1) %bp, align 4, !llvm.access.group !0
  %s.next = call float @llvm.fma.f32(float 2.0, float %y, float %s)
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %inner, label %end

end:
  %left = phi float [ %s.next, %inner ]
  store float %left, ptr addrspace(1) %cp, align 4, !llvm.access.group !0
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %count
  br i1 %again, label %loop, label %exit, !llvm.loop !1

exit:
  ret void
}

;; Nobody knows where the next turn is.
; CHECK-LABEL: define void @elsewhere(
; CHECK-NOT: strips
; CHECK: ret
define void @elsewhere(ptr addrspace(1) %c, ptr addrspace(1) %b, i64 %count, i64 %n) {
entry:
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %end ]
  %cp = getelementptr inbounds float, ptr addrspace(1) %c, i64 %j
  br label %inner

inner:
  %k = phi i64 [ 0, %loop ], [ %k.next, %inner ]
  %s = phi float [ 0.0, %loop ], [ %s.next, %inner ]
  %row = mul nsw i64 %k, %count
  %at = xor i64 %row, %j
  %bp = getelementptr inbounds float, ptr addrspace(1) %b, i64 %at
  %y = load float, ptr addrspace(1) %bp, align 4, !llvm.access.group !0
  %s.next = call float @llvm.fma.f32(float 2.0, float %y, float %s)
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %inner, label %end

end:
  %left = phi float [ %s.next, %inner ]
  store float %left, ptr addrspace(1) %cp, align 4, !llvm.access.group !0
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %count
  br i1 %again, label %loop, label %exit, !llvm.loop !1

exit:
  ret void
}

;; Lanes cannot call a function.
; CHECK-LABEL: define void @calls(
; CHECK-NOT: strips
; CHECK: ret
define void @calls(ptr addrspace(1) %c, ptr addrspace(1) %b, i64 %count, i64 %n) {
entry:
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %end ]
  %cp = getelementptr inbounds float, ptr addrspace(1) %c, i64 %j
  br label %inner

inner:
  %k = phi i64 [ 0, %loop ], [ %k.next, %inner ]
  %s = phi float [ 0.0, %loop ], [ %s.next, %inner ]
  %row = mul nsw i64 %k, %count
  %at = add nsw i64 %row, %j
  %bp = getelementptr inbounds float, ptr addrspace(1) %b, i64 %at
  %y = load float, ptr addrspace(1) %bp, align 4, !llvm.access.group !0
  %s.next = call float @other(float %s)
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %inner, label %end

end:
  %left = phi float [ %s.next, %inner ]
  store float %left, ptr addrspace(1) %cp, align 4, !llvm.access.group !0
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %count
  br i1 %again, label %loop, label %exit, !llvm.loop !1

exit:
  ret void
}

;; A volatile access stays alone.
; CHECK-LABEL: define void @volatile(
; CHECK-NOT: strips
; CHECK: ret
define void @volatile(ptr addrspace(1) %c, ptr addrspace(1) %b, i64 %count, i64 %n) {
entry:
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %end ]
  %cp = getelementptr inbounds float, ptr addrspace(1) %c, i64 %j
  br label %inner

inner:
  %k = phi i64 [ 0, %loop ], [ %k.next, %inner ]
  %s = phi float [ 0.0, %loop ], [ %s.next, %inner ]
  %row = mul nsw i64 %k, %count
  %at = add nsw i64 %row, %j
  %bp = getelementptr inbounds float, ptr addrspace(1) %b, i64 %at
  %y = load volatile float, ptr addrspace(1) %bp, align 4, !llvm.access.group !0
  %s.next = call float @llvm.fma.f32(float 2.0, float %y, float %s)
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %inner, label %end

end:
  %left = phi float [ %s.next, %inner ]
  store float %left, ptr addrspace(1) %cp, align 4, !llvm.access.group !0
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %count
  br i1 %again, label %loop, label %exit, !llvm.loop !1

exit:
  ret void
}

;; What a turn computes is needed after the loop.
; CHECK-LABEL: define float @outside(
; CHECK-NOT: strips
; CHECK: ret
define float @outside(ptr addrspace(1) %c, ptr addrspace(1) %b, i64 %count, i64 %n) {
entry:
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %end ]
  %cp = getelementptr inbounds float, ptr addrspace(1) %c, i64 %j
  br label %inner

inner:
  %k = phi i64 [ 0, %loop ], [ %k.next, %inner ]
  %s = phi float [ 0.0, %loop ], [ %s.next, %inner ]
  %row = mul nsw i64 %k, %count
  %at = add nsw i64 %row, %j
  %bp = getelementptr inbounds float, ptr addrspace(1) %b, i64 %at
  %y = load float, ptr addrspace(1) %bp, align 4, !llvm.access.group !0
  %s.next = call float @llvm.fma.f32(float 2.0, float %y, float %s)
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %inner, label %end

end:
  %left = phi float [ %s.next, %inner ]
  store float %left, ptr addrspace(1) %cp, align 4, !llvm.access.group !0
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %count
  br i1 %again, label %loop, label %exit, !llvm.loop !1

exit:
  %last = phi float [ %left, %end ]
  ret float %last
}

;; The inner loop has two ends.
; CHECK-LABEL: define void @leaves(
; CHECK-NOT: strips
; CHECK: ret
define void @leaves(ptr addrspace(1) %c, ptr addrspace(1) %b, i64 %count, i64 %n) {
entry:
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %end ]
  %cp = getelementptr inbounds float, ptr addrspace(1) %c, i64 %j
  br label %inner

inner:
  %k = phi i64 [ 0, %loop ], [ %k.next, %goes ]
  %s = phi float [ 0.0, %loop ], [ %s.next, %goes ]
  %row = mul nsw i64 %k, %count
  %at = add nsw i64 %row, %j
  %bp = getelementptr inbounds float, ptr addrspace(1) %b, i64 %at
  %y = load float, ptr addrspace(1) %bp, align 4, !llvm.access.group !0
  %s.next = call float @llvm.fma.f32(float 2.0, float %y, float %s)
  %k.next = add nuw nsw i64 %k, 1
  %big = fcmp ogt float %y, 9.0
  br i1 %big, label %end, label %goes

goes:
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %inner, label %end

end:
  %left = phi float [ %s.next, %inner ], [ %s.next, %goes ]
  store float %left, ptr addrspace(1) %cp, align 4, !llvm.access.group !0
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %count
  br i1 %again, label %loop, label %exit, !llvm.loop !1

exit:
  ret void
}

;; Some turns come to the inner loop only.
; CHECK-LABEL: define void @some(
; CHECK-NOT: strips
; CHECK: ret
define void @some(ptr addrspace(1) %c, ptr addrspace(1) %b, i64 %count, i64 %n) {
entry:
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %end ]
  %cp = getelementptr inbounds float, ptr addrspace(1) %c, i64 %j
  %first = load float, ptr addrspace(1) %cp, align 4, !llvm.access.group !0
  %small = fcmp olt float %first, 9.0
  br i1 %small, label %inner, label %end

inner:
  %k = phi i64 [ 0, %loop ], [ %k.next, %inner ]
  %s = phi float [ 0.0, %loop ], [ %s.next, %inner ]
  %row = mul nsw i64 %k, %count
  %at = add nsw i64 %row, %j
  %bp = getelementptr inbounds float, ptr addrspace(1) %b, i64 %at
  %y = load float, ptr addrspace(1) %bp, align 4, !llvm.access.group !0
  %s.next = call float @llvm.fma.f32(float 2.0, float %y, float %s)
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %inner, label %end

end:
  %left = phi float [ %s.next, %inner ], [ 0.0, %loop ]
  store float %left, ptr addrspace(1) %cp, align 4, !llvm.access.group !0
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %count
  br i1 %again, label %loop, label %exit, !llvm.loop !1

exit:
  ret void
}

;; What the last round begins with comes by another phi, so its array has more by then.
; CHECK-LABEL: define void @through(
; CHECK-NOT: strips
; CHECK: ret
define void @through(ptr addrspace(1) %c, ptr addrspace(1) %b, i64 %count, i64 %n) {
entry:
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %end ]
  %cp = getelementptr inbounds float, ptr addrspace(1) %c, i64 %j
  br label %inner

inner:
  %k = phi i64 [ 0, %loop ], [ %k.next, %latch ]
  %s = phi float [ 0.0, %loop ], [ %s.next, %latch ]
  br label %latch

latch:
  %old = phi float [ %s, %inner ]
  %row = mul nsw i64 %k, %count
  %at = add nsw i64 %row, %j
  %bp = getelementptr inbounds float, ptr addrspace(1) %b, i64 %at
  %y = load float, ptr addrspace(1) %bp, align 4, !llvm.access.group !0
  %s.next = fadd float %s, %y
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %inner, label %end

end:
  %left = phi float [ %old, %latch ]
  store float %left, ptr addrspace(1) %cp, align 4, !llvm.access.group !0
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %count
  br i1 %again, label %loop, label %exit, !llvm.loop !1

exit:
  ret void
}

;; A cycle with two entries is no loop, and leads back to the loop in it.
; CHECK-LABEL: define void @back(
; CHECK-NOT: strips
; CHECK: ret
define void @back(ptr addrspace(1) %c, ptr addrspace(1) %b, i64 %count, i64 %n) {
entry:
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %end ]
  %cp = getelementptr inbounds float, ptr addrspace(1) %c, i64 %j
  %first = load float, ptr addrspace(1) %cp, align 4, !llvm.access.group !0
  %small = fcmp olt float %first, 9.0
  br i1 %small, label %a, label %b.again

a:
  br label %inner

inner:
  %k = phi i64 [ 0, %a ], [ %k.next, %inner ]
  %s = phi float [ 0.0, %a ], [ %s.next, %inner ]
  %s.next = fadd float %s, %first
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %inner, label %after

after:
  %left = phi float [ %s.next, %inner ]
  %large = fcmp ogt float %left, 9.0
  br i1 %large, label %b.again, label %end

b.again:
  br label %a

end:
  store float %left, ptr addrspace(1) %cp, align 4, !llvm.access.group !0
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %count
  br i1 %again, label %loop, label %exit, !llvm.loop !1

exit:
  ret void
}

;; There is no loop inside.
; CHECK-LABEL: define void @innermost(
; CHECK-NOT: strips
; CHECK: ret
define void @innermost(ptr addrspace(1) %c, i64 %count) {
entry:
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  %cp = getelementptr inbounds float, ptr addrspace(1) %c, i64 %j
  store float 1.0, ptr addrspace(1) %cp, align 4, !llvm.access.group !0
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %count
  br i1 %again, label %loop, label %exit, !llvm.loop !1

exit:
  ret void
}

;; And here is none.
; CHECK-LABEL: define void @none(
; CHECK-NEXT: ret
define void @none() {
  ret void
}

!0 = distinct !{}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.parallel_accesses", !0}
!3 = distinct !{!3}
