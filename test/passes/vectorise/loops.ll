;; Loops become vectors for the processor that is named: of four doubles with AVX2,
;; of two without. Results keep every bit, so sums of doubles stay in order.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-vectorise,verify -tkl-cpu=haswell -S %s | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-vectorise,verify -tkl-cpu=x86-64 -S %s | FileCheck --check-prefix=OLD %s
;; The first name that is known counts.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-vectorise,verify -tkl-cpu=zen99,haswell,x86-64 -S %s | FileCheck %s
;; Without a name nothing happens; nor to a program without additions, or without anything.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-vectorise -S %s | FileCheck --check-prefix=OFF %s
; RUN: grep -v '!tkl.additions' %s > %t.plain.ll
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-vectorise -tkl-cpu=haswell -S %t.plain.ll | FileCheck --check-prefix=OFF %s
; RUN: echo '!tkl.additions = !{}' > %t.empty.ll
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-vectorise,verify -tkl-cpu=haswell -disable-output %t.empty.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-vectorise -tkl-cpu=zen99 -S %s 2>&1 | FileCheck --check-prefix=UNKNOWN %s
;; LLVM knows it, but it has no 64 bits.
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-vectorise -tkl-cpu=i386 -S %s 2>&1 | FileCheck --check-prefix=NARROW %s
; NARROW: unknown processor 'i386'; clang
; UNKNOWN: unknown processor 'zen99'; clang -target x86_64 --print-supported-cpus lists them

; OFF-NOT: x double>
; OFF-NOT: x i32>
; OLD-NOT: <4 x double>
; OLD: <2 x double>
; OLD-NOT: <4 x double>

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: target datalayout = "e-i64:64-v16
; CHECK: target triple = "spir64"

!tkl.additions = !{}

;; The two may overlap: that is checked, and the loop stays as well. Vectors are
;; as little aligned as their elements.
; CHECK-LABEL: define void @may_overlap(
; CHECK: vector.memcheck:
; CHECK: load <4 x double>, {{.*}} align 8
; CHECK: call <4 x double> @llvm.fmuladd.v4f64(
; CHECK: store <4 x double> {{.*}} align 8
; CHECK: call double @llvm.fmuladd.f64(
; CHECK: ret void
define void @may_overlap(ptr addrspace(1) %x, ptr addrspace(1) %y, double %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %px = getelementptr inbounds double, ptr addrspace(1) %x, i64 %i
  %vx = load double, ptr addrspace(1) %px, align 8
  %py = getelementptr inbounds double, ptr addrspace(1) %y, i64 %i
  %vy = load double, ptr addrspace(1) %py, align 8
  %sum = call double @llvm.fmuladd.f64(double %a, double %vx, double %vy)
  store double %sum, ptr addrspace(1) %py, align 8
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

;; restrict: nothing to check. A product and a sum that are two operations stay two.
; CHECK-LABEL: define void @cannot_overlap(
; CHECK-NOT: memcheck
; CHECK: fmul <4 x double>
; CHECK-NOT: fmuladd
; CHECK: fadd <4 x double>
; CHECK: ret void
define void @cannot_overlap(ptr addrspace(1) noalias %x, ptr addrspace(1) noalias %y, double %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %px = getelementptr inbounds double, ptr addrspace(1) %x, i64 %i
  %vx = load double, ptr addrspace(1) %px, align 8
  %py = getelementptr inbounds double, ptr addrspace(1) %y, i64 %i
  %vy = load double, ptr addrspace(1) %py, align 8
  %product = fmul double %a, %vx
  %sum = fadd double %product, %vy
  store double %sum, ptr addrspace(1) %py, align 8
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

;; Pointers of two address spaces cannot be compared, so nothing can be checked.
; CHECK-LABEL: define void @other_space(
; CHECK-NOT: x double>
; CHECK: ret void
define void @other_space(ptr addrspace(4) %x, ptr addrspace(1) %y, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %px = getelementptr inbounds double, ptr addrspace(4) %x, i64 %i
  %vx = load double, ptr addrspace(4) %px, align 8
  %py = getelementptr inbounds double, ptr addrspace(1) %y, i64 %i
  %twice = fadd double %vx, %vx
  store double %twice, ptr addrspace(1) %py, align 8
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define double @sum(
; CHECK-NOT: x double>
; CHECK: ret double
define double @sum(ptr addrspace(1) %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %old = phi double [ 0.0, %entry ], [ %new, %loop ]
  %px = getelementptr inbounds double, ptr addrspace(1) %x, i64 %i
  %vx = load double, ptr addrspace(1) %px, align 8
  %new = fadd double %old, %vx
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret double %new
}

;; Straight code is for the driver.
; CHECK-LABEL: define double @straight(
; CHECK-NOT: x double>
; CHECK: ret double
define double @straight(ptr addrspace(1) %x, ptr addrspace(1) noalias %y) {
  %x1 = getelementptr inbounds double, ptr addrspace(1) %x, i64 1
  %a = load double, ptr addrspace(1) %x, align 8
  %b = load double, ptr addrspace(1) %x1, align 8
  %a2 = fadd double %a, 1.0
  %b2 = fadd double %b, 2.0
  %y1 = getelementptr inbounds double, ptr addrspace(1) %y, i64 1
  store double %a2, ptr addrspace(1) %y, align 8
  store double %b2, ptr addrspace(1) %y1, align 8
  %z = fadd double %a2, %b2
  ret double %z
}

;; A counter of 32 bits is no obstacle, and becomes one of 64.
; CHECK-LABEL: define void @narrow(
; CHECK: phi i64
; CHECK: <4 x double>
; CHECK-NOT: sext
; CHECK: ret void
define void @narrow(ptr addrspace(1) noalias %x, ptr addrspace(1) noalias %y, i32 %n) {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %end
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %wide = sext i32 %i to i64
  %px = getelementptr inbounds double, ptr addrspace(1) %x, i64 %wide
  %vx = load double, ptr addrspace(1) %px, align 8
  %py = getelementptr inbounds double, ptr addrspace(1) %y, i64 %wide
  %twice = fadd double %vx, %vx
  store double %twice, ptr addrspace(1) %py, align 8
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

;; Of integers, sums have no order.
; CHECK-LABEL: define i32 @count(
; CHECK: add <8 x i32>
; CHECK: ret i32
; OFF: define i32 @count(
define i32 @count(ptr addrspace(1) %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %old = phi i32 [ 0, %entry ], [ %new, %loop ]
  %px = getelementptr inbounds i32, ptr addrspace(1) %x, i64 %i
  %vx = load i32, ptr addrspace(1) %px, align 4
  %new = add i32 %old, %vx
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %new
}

declare double @llvm.fmuladd.f64(double, double, double)
