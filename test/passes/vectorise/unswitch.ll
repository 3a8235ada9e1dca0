;; A condition that is the same in all turns of a loop makes two loops, and no masks.
;; Loops with others inside are not copied.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-vectorise,verify -tkl-cpu=haswell -S %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

!tkl.additions = !{}

; CHECK-LABEL: define spir_func void @rows(
; CHECK-NOT: masked
; CHECK: br i1 %isfirst
; CHECK: store <8 x i32> <i32 1,
; CHECK-NOT: masked
; CHECK: store <8 x i32> %
; CHECK-NOT: masked
; CHECK: ret void
define spir_func void @rows(ptr addrspace(1) noalias %x, ptr addrspace(1) noalias %y, i64 %n, i64 %m) {
entry:
  br label %row
row:
  %r = phi i64 [ 0, %entry ], [ %nextrow, %rowend ]
  %isfirst = icmp eq i64 %r, 0
  %begin = mul nuw nsw i64 %r, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %row ], [ %next, %join ]
  %at = add nuw nsw i64 %begin, %i
  %p = getelementptr inbounds i32, ptr addrspace(1) %x, i64 %at
  br i1 %isfirst, label %one, label %other
one:
  store i32 1, ptr addrspace(1) %p, align 4
  br label %join
other:
  %q = getelementptr inbounds i32, ptr addrspace(1) %y, i64 %at
  %v = load i32, ptr addrspace(1) %q, align 4
  %w = mul i32 %v, %v
  store i32 %w, ptr addrspace(1) %p, align 4
  br label %join
join:
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %rowend
rowend:
  %nextrow = add nuw nsw i64 %r, 1
  %morerows = icmp slt i64 %nextrow, %m
  br i1 %morerows, label %row, label %end
end:
  ret void
}

;; The condition of the outer loop stays where it is.
; CHECK-LABEL: define spir_func void @outer(
; CHECK: vector.body:
; CHECK-NOT: vector.body{{[0-9]+}}:
; CHECK: ret void
define spir_func void @outer(ptr addrspace(1) %x, ptr addrspace(1) %y, i64 %n, i64 %m, i64 %k) {
entry:
  %is = icmp eq i64 %k, 0
  br label %row
row:
  %r = phi i64 [ 0, %entry ], [ %nextrow, %rowend ]
  %begin = mul nuw nsw i64 %r, %n
  br i1 %is, label %mark, label %inner
mark:
  %z = getelementptr inbounds i32, ptr addrspace(1) %y, i64 %r
  store i32 7, ptr addrspace(1) %z, align 4
  br label %inner
inner:
  br label %loop
loop:
  %i = phi i64 [ 0, %inner ], [ %next, %loop ]
  %at = add nuw nsw i64 %begin, %i
  %p = getelementptr inbounds i32, ptr addrspace(1) %x, i64 %at
  %v = load i32, ptr addrspace(1) %p, align 4
  %w = mul i32 %v, %v
  store i32 %w, ptr addrspace(1) %p, align 4
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %rowend
rowend:
  %nextrow = add nuw nsw i64 %r, 1
  %morerows = icmp slt i64 %nextrow, %m
  br i1 %morerows, label %row, label %end
end:
  ret void
}
