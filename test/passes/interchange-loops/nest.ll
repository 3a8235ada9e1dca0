;; Independent turns go side by side through the loops inside.
; RUN: %opt -load-pass-plugin=%passes -mcpu=haswell -passes=tkl-interchange-loops,verify -S %s | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -mcpu=haswell -passes=tkl-interchange-loops -tkl-interchange-loops-size=3 -S %s | FileCheck --check-prefix=LARGE %s
;; With registers of 256 bits: 8 floats, 4 doubles.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-vectorise,verify -tkl-cpu=haswell -S %s | FileCheck --check-prefix=VECTORS %s
; LARGE-NOT: strip

target datalayout = "e-i64:64-n8:16:32:64"
target triple = "x86_64-unknown-unknown"

!tkl.additions = !{}

@number = external global i64
declare float @llvm.fma.f32(float, float, float)

;; As in a product of matrices. What goes round is in an array, and what all turns
;; share is not.
; CHECK-LABEL: define void @product(
; CHECK: %[[SUM:.*]] = alloca [{{[0-9]+}} x float], align 64
; CHECK: br i1 %{{.*}}, label %strips, label %as.it.was
; CHECK: as.it.was:
; CHECK: %s.next = call float @llvm.fma
; CHECK: strips:
; CHECK: strip:
; CHECK: lane:
; CHECK: store float %begin{{.*}}, ptr %{{.*}}, align 4, !llvm.access.group
; CHECK: round:
; CHECK-NEXT: %k{{.*}} = phi i64
; CHECK-NOT: phi float
; CHECK: load float, ptr %{{.*}}, align 4, !llvm.access.group
; CHECK: call float @llvm.fma
; CHECK: br i1 %{{.*}}, label %lane{{.*}}, label %lanes{{.*}}, !llvm.loop
; CHECK: br i1 %{{.*}}, label %round, label %rounds
; CHECK: br i1 %{{.*}}, label %strip, label %rest
;; Eight sums stay in registers; the loop as it was is gone.
; VECTORS-LABEL: define void @product(
; VECTORS-NOT: __tkl_strips_hold
; VECTORS: phi <8 x float>
; VECTORS-COUNT-7: phi <8 x float>
; VECTORS-NOT: store float
; VECTORS: @llvm.fma.v8f32
; VECTORS: ret void
define void @product(ptr addrspace(1) %c, ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %count, i64 %n) {
entry:
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %end ]
  %cp = getelementptr inbounds float, ptr addrspace(1) %c, i64 %j
  %begin = load float, ptr addrspace(1) %cp, align 4, !llvm.access.group !0
  br label %inner

inner:
  %k = phi i64 [ 0, %loop ], [ %k.next, %inner ]
  %s = phi float [ %begin, %loop ], [ %s.next, %inner ]
  %ap = getelementptr inbounds float, ptr addrspace(1) %a, i64 %k
  %x = load float, ptr addrspace(1) %ap, align 4, !llvm.access.group !0
  %row = mul nsw i64 %k, %count
  %at = add nsw i64 %row, %j
  %bp = getelementptr inbounds float, ptr addrspace(1) %b, i64 %at
  %y = load float, ptr addrspace(1) %bp, align 4, !llvm.access.group !0
  %s.next = call float @llvm.fma.f32(float %x, float %y, float %s)
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

;; Two loops, one of them with another one inside; two numbers change places, and a
;; bit goes from one loop to the other.
; CHECK-LABEL: define void @two(
; CHECK-DAG: alloca [{{[0-9]+}} x i8], align 64
; CHECK-DAG: alloca [{{[0-9]+}} x double], align 64
; CHECK: br i1 %{{.*}}, label %strips, label %as.it.was
; VECTORS-LABEL: define void @two(
; VECTORS-NOT: __tkl_strips_hold
; VECTORS: <4 x double>
; VECTORS: ret void
define void @two(ptr addrspace(1) %c, ptr addrspace(1) %b, i64 %count, i64 %n) {
entry:
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %end ]
  %cp = getelementptr inbounds double, ptr addrspace(1) %c, i64 %j
  %begin = load double, ptr addrspace(1) %cp, align 8, !llvm.access.group !0
  %bit = fcmp olt double %begin, 3.0
  br label %first

first:
  %k = phi i64 [ 0, %loop ], [ %k.next, %first ]
  %s = phi double [ %begin, %loop ], [ %t, %first ]
  %t = phi double [ 1.0, %loop ], [ %sum, %first ]
  %row = mul nsw i64 %k, %count
  %at = add nsw i64 %row, %j
  %bp = getelementptr inbounds double, ptr addrspace(1) %b, i64 %at
  %y = load double, ptr addrspace(1) %bp, align 8, !llvm.access.group !0
  %sum = fadd double %s, %y
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %first, label %between

between:
  %left = phi double [ %sum, %first ]
  br label %outer

outer:
  %m = phi i64 [ 0, %between ], [ %m.next, %outer.end ]
  %u = phi double [ %left, %between ], [ %u.last, %outer.end ]
  br label %second

second:
  %l = phi i64 [ 0, %outer ], [ %l.next, %second.end ]
  %v = phi double [ %u, %outer ], [ %v.next, %second.end ]
  br i1 %bit, label %then, label %second.end

then:
  %twice = fmul double %v, 2.0
  br label %second.end

second.end:
  %v.next = phi double [ %v, %second ], [ %twice, %then ]
  %l.next = add nuw nsw i64 %l, 1
  %morel = icmp sle i64 %l.next, %m
  br i1 %morel, label %second, label %outer.end

outer.end:
  %v.last = phi double [ %v.next, %second.end ]
  %u.last = fadd double %v.last, 1.0
  %m.next = add nuw nsw i64 %m, 1
  %morem = icmp slt i64 %m.next, %n
  br i1 %morem, label %outer, label %end

end:
  %all = phi double [ %u.last, %outer.end ]
  store double %all, ptr addrspace(1) %cp, align 8, !llvm.access.group !0
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %count
  br i1 %again, label %loop, label %exit, !llvm.loop !1

exit:
  ret void
}

;; Addresses that go round begin with the turn's own and go up by the same: no array.
; CHECK-LABEL: define void @pointers(
; CHECK-NOT: x i64]
; CHECK-NOT: x ptr
; CHECK: br i1 %{{.*}}, label %strips, label %as.it.was
; CHECK: round:
; CHECK-DAG: phi i64 [ 0, %{{.*}} ]
; CHECK-NOT: x ptr
; CHECK: ret void
; VECTORS-LABEL: define void @pointers(
; VECTORS: <8 x i32>
; VECTORS: ret void
define void @pointers(ptr addrspace(1) %c, ptr addrspace(1) %b, i32 %number, i32 %n, i32 %step) {
entry:
  %one = or i32 %number, 1
  %count = zext i32 %one to i64
  br label %loop

loop:
  %left = phi i64 [ %count, %entry ], [ %left.next, %end ]
  %cp = phi ptr addrspace(1) [ %c, %entry ], [ %cp.next, %end ]
  %bp = phi ptr addrspace(1) [ %b, %entry ], [ %bp.next, %end ]
  br label %inner

inner:
  %k = phi i32 [ 0, %loop ], [ %k.next, %inner ]
  %s = phi i32 [ 7, %loop ], [ %s.next, %inner ]
  %at = phi ptr addrspace(1) [ %bp, %loop ], [ %at.next, %inner ]
  %y = load i32, ptr addrspace(1) %at, align 4, !llvm.access.group !0
  %s3 = mul i32 %s, 3
  %s.next = add i32 %s3, %y
  %at.next = getelementptr inbounds i32, ptr addrspace(1) %at, i32 %step
  %k.next = add nuw nsw i32 %k, 1
  %more = icmp slt i32 %k.next, %n
  br i1 %more, label %inner, label %end

end:
  %sum = phi i32 [ %s.next, %inner ]
  store i32 %sum, ptr addrspace(1) %cp, align 4, !llvm.access.group !0
  %cp.next = getelementptr inbounds i32, ptr addrspace(1) %cp, i64 1
  %bp.next = getelementptr inbounds i32, ptr addrspace(1) %bp, i64 1
  %left.next = sub i64 %left, 1
  %again = icmp ne i64 %left.next, 0
  br i1 %again, label %loop, label %exit, !llvm.loop !1

exit:
  ret void
}

;; What the last round begins with is needed after it.
; CHECK-LABEL: define void @before(
; CHECK: round:
; CHECK: [[OLD:%.*]] = load float, ptr %{{.*}}, align 4, !llvm.access.group
; CHECK: store float [[OLD]], ptr %{{.*}}, align 4, !llvm.access.group
; CHECK: br i1 %{{.*}}, label %round, label %rounds
; VECTORS-LABEL: define void @before(
; VECTORS: @llvm.fma.v8f32
; VECTORS: ret void
define void @before(ptr addrspace(1) %c, ptr addrspace(1) %b, i64 %count, i64 %n) {
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
  %left = phi float [ %s, %inner ]
  store float %left, ptr addrspace(1) %cp, align 4, !llvm.access.group !0
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %count
  br i1 %again, label %loop, label %exit, !llvm.loop !1

exit:
  ret void
}

;; Whether the inner loop runs at all is asked before the loop.
; CHECK-LABEL: define void @guard(
; CHECK: [[ANY:%.*]] = icmp sgt i64 %n, 0
; CHECK: [[ENTERS:%.*]] = freeze i1 [[ANY]]
; CHECK: br i1 [[ENTERS]], label %{{.*}}, label %{{.*}}.without, !prof
; CHECK: loop.without:
; CHECK: br i1 {{.*}}, label %inner.preheader.without, label %end.without
; CHECK: br i1 %{{.*}}, label %strips, label %as.it.was
; VECTORS-LABEL: define void @guard(
; VECTORS: <8 x float>
; VECTORS: ret void
define void @guard(ptr addrspace(1) %c, ptr addrspace(1) %b, i64 %count, i64 %n) {
entry:
  %any = icmp sgt i64 %n, 0
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %end ]
  %cp = getelementptr inbounds float, ptr addrspace(1) %c, i64 %j
  br i1 %any, label %inner, label %end

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
  %left = phi float [ %s.next, %inner ], [ 1.0, %loop ]
  store float %left, ptr addrspace(1) %cp, align 4, !llvm.access.group !0
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %count
  br i1 %again, label %loop, label %exit, !llvm.loop !1

exit:
  ret void
}

;; So is what only the linker knows.
; CHECK-LABEL: define void @linked(
; CHECK: [[ENTERS:%.*]] = freeze i1 {{.*}}ptrtoint (ptr @number to
; CHECK: br i1 [[ENTERS]], label %{{.*}}, label %{{.*}}.without, !prof
; CHECK: loop.without:
; CHECK: br i1 {{.*}}ptrtoint{{.*}}, label %inner.preheader.without, label %end.without
; CHECK: br i1 %{{.*}}, label %strips, label %as.it.was
; VECTORS-LABEL: define void @linked(
; VECTORS: <8 x float>
; VECTORS: ret void
define void @linked(ptr addrspace(1) %c, ptr addrspace(1) %b, i64 %count, i64 %n) {
entry:
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %end ]
  %cp = getelementptr inbounds float, ptr addrspace(1) %c, i64 %j
  br i1 trunc (i64 ptrtoint (ptr @number to i64) to i1), label %inner, label %end

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
  %left = phi float [ %s.next, %inner ], [ 1.0, %loop ]
  store float %left, ptr addrspace(1) %cp, align 4, !llvm.access.group !0
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %count
  br i1 %again, label %loop, label %exit, !llvm.loop !1

exit:
  ret void
}

;; Lanes of numbers of any width are a power of two.
; CHECK-LABEL: define void @odd(
; CHECK: alloca [32 x i33], align 64
; CHECK: and i64 %{{.*}}, -32
define void @odd(ptr addrspace(1) %c, i64 %count, i64 %n) {
entry:
  br label %loop

loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %end ]
  %cp = getelementptr inbounds i64, ptr addrspace(1) %c, i64 %j
  %all = load i64, ptr addrspace(1) %cp, align 8, !llvm.access.group !0
  %begin = trunc i64 %all to i33
  br label %inner

inner:
  %k = phi i64 [ 0, %loop ], [ %k.next, %inner ]
  %s = phi i33 [ %begin, %loop ], [ %s.next, %inner ]
  %t = mul i33 %s, 3
  %s.next = xor i33 %t, 5
  %k.next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %k.next, %n
  br i1 %more, label %inner, label %end

end:
  %left = phi i33 [ %s.next, %inner ]
  %wide = zext i33 %left to i64
  store i64 %wide, ptr addrspace(1) %cp, align 8, !llvm.access.group !0
  %j.next = add nuw nsw i64 %j, 1
  %again = icmp slt i64 %j.next, %count
  br i1 %again, label %loop, label %exit, !llvm.loop !1

exit:
  ret void
}

!0 = distinct !{}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.parallel_accesses", !0}
