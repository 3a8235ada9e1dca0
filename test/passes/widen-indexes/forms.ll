;; Loops whose indexes may wrap run with wide ones if they do not.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-widen-indexes,verify -S %s | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-widen-indexes -tkl-widen-indexes-size=3 -S %s | FileCheck --check-prefix=LARGE %s
; LARGE-NOT: .narrow

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64"
target triple = "spir64"

;; start + k: the last one is not above 2^32 - 1, and the first one not below 0.
; CHECK-LABEL: define void @one(
; CHECK: [[BASE:%.*]] = sext i32 %start to i64
; CHECK: [[FROM:%.*]] = freeze i64 [[BASE]]
; CHECK: icmp sge i64 [[FROM]], 0
; CHECK: icmp sle i64 {{%.*}}, 4294967295
; CHECK: br i1 {{%.*}}, label %[[FAST:.*]], label %[[FAST]].narrow, !prof
; CHECK: [[FAST]].narrow:
; CHECK: zext i32
; CHECK: br i1 {{%.*}}, label %{{.*}}, label %{{.*}}, !llvm.loop [[MARK:![0-9]+]]
; CHECK: [[FAST]]:
; CHECK: [[AT:%.*]] = phi i64
; CHECK: getelementptr i32, ptr addrspace(1) %v, i64 [[AT]]
define void @one(ptr addrspace(1) %v, i32 %start, i32 %n) {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %at = add i32 %start, %k
  %wide = zext i32 %at to i64
  %place = getelementptr i32, ptr addrspace(1) %v, i64 %wide
  store i32 7, ptr addrspace(1) %place
  %k.next = add nuw nsw i32 %k, 1
  %more = icmp slt i32 %k.next, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}

;; i * row + k: one decision before both loops.
; CHECK-LABEL: define void @nest(
; CHECK: entry:
; CHECK: icmp sle i64 {{%.*}}, 4294967295
; CHECK: br i1 {{%.*}}, label %[[FAST:.*]], label %[[FAST]].narrow, !prof
; CHECK-NOT: .narrow, !prof
; CHECK: ret void
define void @nest(ptr addrspace(1) %v, i32 %row) {
entry:
  br label %outer

outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %next ]
  %from = mul i32 %i, %row
  br label %inner

inner:
  %k = phi i32 [ 0, %outer ], [ %k.next, %inner ]
  %at = add i32 %from, %k
  %wide = zext i32 %at to i64
  %place = getelementptr i32, ptr addrspace(1) %v, i64 %wide
  store i32 7, ptr addrspace(1) %place
  %k.next = add nuw nsw i32 %k, 1
  %more = icmp ult i32 %k.next, 16
  br i1 %more, label %inner, label %next

next:
  %i.next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %i.next, 16
  br i1 %again, label %outer, label %end

end:
  ret void
}

;; Where each row begins is in memory: linear in the inner loop only.
; CHECK-LABEL: define void @rows(
; CHECK: outer:
; CHECK: load i32
; CHECK: br i1 {{%.*}}, label %[[FAST:.*]], label %[[FAST]].narrow, !prof
; CHECK: ret void
define void @rows(ptr addrspace(1) %v, ptr addrspace(1) %begins) {
entry:
  br label %outer

outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %begin = getelementptr i32, ptr addrspace(1) %begins, i64 %i
  %from = load i32, ptr addrspace(1) %begin
  br label %inner

inner:
  %k = phi i32 [ 0, %outer ], [ %k.next, %inner ]
  %at = add i32 %from, %k
  %wide = zext i32 %at to i64
  %place = getelementptr i32, ptr addrspace(1) %v, i64 %wide
  store i32 7, ptr addrspace(1) %place
  %k.next = add nuw nsw i32 %k, 1
  %more = icmp ult i32 %k.next, 16
  br i1 %more, label %inner, label %next

next:
  %i.next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %i.next, 16
  br i1 %again, label %outer, label %end

end:
  ret void
}

;; The marks keep copies from being vectorised, unrolled, and copied again.
; CHECK: [[MARK]] = distinct !{[[MARK]], [[NARROW:![0-9]+]], [[DONE:![0-9]+]], [[ONCE:![0-9]+]]}
; CHECK: [[NARROW]] = !{!"tkl.plain"}
; CHECK: [[DONE]] = !{!"llvm.loop.isvectorized", i32 1}
; CHECK: [[ONCE]] = !{!"llvm.loop.unroll.disable"}
