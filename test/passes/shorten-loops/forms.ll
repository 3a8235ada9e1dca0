;; Turns in which a check lets nothing happen are left out.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-shorten-loops,verify -S %s | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-shorten-loops -tkl-shorten-loops-size=3 -S %s | FileCheck --check-prefix=LARGE %s
; LARGE-NOT: %turn

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64"
target triple = "spir64"

;; 1 <= k < n: it is known that k does not wrap.
; CHECK-LABEL: define void @both(
; CHECK: [[ANY:%.*]] = icmp ult i64 1, [[END:%.*]]
; CHECK: [[LEFT:%.*]] = sub i64 [[END]], 1
; CHECK: [[COUNT:%.*]] = select i1 [[ANY]], i64 [[LEFT]], i64 0
; CHECK: [[LAST:%.*]] = sub i64 [[COUNT]], 1
; CHECK: [[SOME:%.*]] = icmp ne i64 [[COUNT]], 0
; CHECK: br i1 [[SOME]], label %[[ENTER:.*]], label %{{.*}}
; CHECK: [[ENTER]]:
; CHECK: br label %loop
; CHECK: loop:
; CHECK: %turn = phi i64 {{.*}}[ 0, %[[ENTER]] ]
; CHECK: %k = phi i64 {{.*}}[ 1, %[[ENTER]] ]
; CHECK-NOT: br i1
; CHECK: store i32 7
; CHECK: [[DONE:%.*]] = icmp eq i64 %turn, [[LAST]]
; CHECK: br i1 [[DONE]], label %{{.*}}, label %loop
; CHECK-NOT: .whole
define void @both(ptr addrspace(1) %v, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %next ]
  %low = icmp slt i64 %k, 1
  %high = icmp sge i64 %k, %n
  %outside = or i1 %low, %high
  br i1 %outside, label %next, label %body

body:
  %place = getelementptr i32, ptr addrspace(1) %v, i64 %k
  store i32 7, ptr addrspace(1) %place
  br label %next

next:
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %k.next, 1000
  br i1 %done, label %end, label %loop

end:
  ret void
}

;; start + k < n, where the sum may wrap: the loop as it was is there for that, and
;; gets no vectors. What is known of turns is not known of the addition: with
;; start = -1, it carries in each turn.
; CHECK-LABEL: define void @wraps(
; CHECK: [[ROOM:%.*]] = sub i64 2147483647, {{%.*}}
; CHECK: icmp ule i64 {{%.*}}, [[ROOM]]
; CHECK: br i1 {{%.*}}, label %[[FAST:.*]], label %[[FAST]].whole, !prof
; CHECK: loop.whole:
; CHECK: br i1 %inside.whole, label %body.whole, label %next.whole
; CHECK: br i1 %done.whole, label %{{.*}}, label %loop.whole, !llvm.loop [[MARK:![0-9]+]]
; CHECK: loop:
; CHECK: %number = add i32 %start, %k
; CHECK-NOT: br i1
; CHECK: store i32 7
define void @wraps(ptr addrspace(1) %v, i32 %start, i32 %n, i32 %count) {
entry:
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %next ]
  %number = add i32 %start, %k
  %inside = icmp slt i32 %number, %n
  br i1 %inside, label %body, label %next

body:
  %place = getelementptr i32, ptr addrspace(1) %v, i32 %k
  store i32 7, ptr addrspace(1) %place
  br label %next

next:
  %k.next = add nuw i32 %k, 1
  %done = icmp eq i32 %k.next, %count
  br i1 %done, label %end, label %loop

end:
  ret void
}

;; A condition that is the same in each turn goes before the loop, one that is not
;; stays.
; CHECK-LABEL: define void @others(
; CHECK: [[NEVER:%.*]] = freeze i1 %never
; CHECK: xor i1 [[NEVER]], true
; CHECK: loop:
; CHECK: br i1 %odd, label %next, label %body
define void @others(ptr addrspace(1) %v, i64 %n, i1 %never) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %next ]
  %from = getelementptr i64, ptr addrspace(1) %v, i64 %k
  %x = load i64, ptr addrspace(1) %from
  %odd = trunc i64 %x to i1
  %high = icmp ugt i64 %k, %n
  %some = select i1 %never, i1 true, i1 %odd
  %outside = select i1 %some, i1 true, i1 %high
  br i1 %outside, label %next, label %body

body:
  store i64 7, ptr addrspace(1) %from
  br label %next

next:
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %k.next, 1000
  br i1 %done, label %end, label %loop

end:
  ret void
}

;; Two checks, one after the other.
; CHECK-LABEL: define void @two(
; CHECK: loop:
; CHECK-NOT: br i1
; CHECK: store i32 7
define void @two(ptr addrspace(1) %v, i64 %m, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %next ]
  %low = icmp slt i64 %k, %m
  br i1 %low, label %next, label %more

more:
  %high = icmp sgt i64 %k, %n
  br i1 %high, label %next, label %body

body:
  %place = getelementptr i32, ptr addrspace(1) %v, i64 %k
  store i32 7, ptr addrspace(1) %place
  br label %next

next:
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %k.next, 1000
  br i1 %done, label %end, label %loop

end:
  ret void
}

; CHECK: [[MARK]] = distinct !{[[MARK]], [[PLAIN:![0-9]+]], [[DONE:![0-9]+]], [[ONCE:![0-9]+]]}
; CHECK: [[PLAIN]] = !{!"tkl.plain"}
; CHECK: [[DONE]] = !{!"llvm.loop.isvectorized", i32 1}
; CHECK: [[ONCE]] = !{!"llvm.loop.unroll.disable"}
