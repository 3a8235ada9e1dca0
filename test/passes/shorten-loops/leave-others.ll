;; Loops that are left as they are.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-shorten-loops,verify -S %s | FileCheck --implicit-check-not=%%turn --implicit-check-not=.whole %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64"
target triple = "spir64"

declare void @meet() convergent

;; No loop.
; CHECK-LABEL: define void @none(
define void @none(ptr addrspace(1) %v, i64 %n) {
  %some = icmp slt i64 %n, 3
  %x = zext i1 %some to i32
  store i32 %x, ptr addrspace(1) %v
  ret void
}

;; The check is not all that happens.
; CHECK-LABEL: define void @effect(
define void @effect(ptr addrspace(1) %v, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %next ]
  store i64 %k, ptr addrspace(1) %v
  %inside = icmp slt i64 %k, %n
  br i1 %inside, label %body, label %next

body:
  %place = getelementptr i64, ptr addrspace(1) %v, i64 %k
  store i64 7, ptr addrspace(1) %place
  br label %next

next:
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp sge i64 %k.next, 1000
  br i1 %done, label %end, label %loop

end:
  ret void
}

;; Likewise, after it.
; CHECK-LABEL: define void @effect_behind(
define void @effect_behind(ptr addrspace(1) %v, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %next ]
  %inside = icmp slt i64 %k, %n
  br i1 %inside, label %body, label %next

body:
  %place = getelementptr i64, ptr addrspace(1) %v, i64 %k
  store i64 7, ptr addrspace(1) %place
  br label %next

next:
  store i64 %k, ptr addrspace(1) %v
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp sge i64 %k.next, 1000
  br i1 %done, label %end, label %loop

end:
  ret void
}

;; A sum goes from turn to turn.
; CHECK-LABEL: define void @sum(
define void @sum(ptr addrspace(1) %v, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %next ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %next ]
  %inside = icmp slt i64 %k, %n
  br i1 %inside, label %body, label %next

body:
  %place = getelementptr i64, ptr addrspace(1) %v, i64 %k
  store i64 7, ptr addrspace(1) %place
  br label %next

next:
  %s.next = phi i64 [ %s, %loop ], [ 1, %body ]
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp sge i64 %k.next, 1000
  br i1 %done, label %end, label %loop

end:
  ret void
}

;; A value that is loaded goes from turn to turn.
; CHECK-LABEL: define void @loaded(
define void @loaded(ptr addrspace(1) %v, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %next ]
  %s = phi i64 [ 0, %entry ], [ %x, %next ]
  %x = load i64, ptr addrspace(1) %v
  %inside = icmp slt i64 %k, %n
  br i1 %inside, label %body, label %next

body:
  %place = getelementptr i64, ptr addrspace(1) %v, i64 %k
  store i64 7, ptr addrspace(1) %place
  store i64 %s, ptr addrspace(1) %v
  br label %next

next:
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp sge i64 %k.next, 1000
  br i1 %done, label %end, label %loop

end:
  ret void
}

;; A value is needed after the loop.
; CHECK-LABEL: define i64 @after(
define i64 @after(ptr addrspace(1) %v, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %next ]
  %inside = icmp slt i64 %k, %n
  br i1 %inside, label %body, label %next

body:
  %place = getelementptr i64, ptr addrspace(1) %v, i64 %k
  store i64 7, ptr addrspace(1) %place
  br label %next

next:
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp sge i64 %k.next, 1000
  br i1 %done, label %end, label %loop

end:
  ret i64 %k
}

;; Work-items meet in it.
; CHECK-LABEL: define void @meets(
define void @meets(ptr addrspace(1) %v, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %next ]
  %inside = icmp slt i64 %k, %n
  br i1 %inside, label %body, label %next

body:
  %place = getelementptr i64, ptr addrspace(1) %v, i64 %k
  store i64 7, ptr addrspace(1) %place
  call void @meet() convergent
  br label %next

next:
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp sge i64 %k.next, 1000
  br i1 %done, label %end, label %loop

end:
  ret void
}

;; It goes up by two.
; CHECK-LABEL: define void @steps(
define void @steps(ptr addrspace(1) %v, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %next ]
  %inside = icmp slt i64 %k, %n
  br i1 %inside, label %body, label %next

body:
  %place = getelementptr i64, ptr addrspace(1) %v, i64 %k
  store i64 7, ptr addrspace(1) %place
  br label %next

next:
  %k.next = add nuw nsw i64 %k, 2
  %done = icmp sge i64 %k.next, 1000
  br i1 %done, label %end, label %loop

end:
  ret void
}

;; The limit is another one in each turn.
; CHECK-LABEL: define void @other_limit(
define void @other_limit(ptr addrspace(1) %v, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %next ]
  %x = load i64, ptr addrspace(1) %v
  %inside = icmp slt i64 %k, %x
  br i1 %inside, label %body, label %next

body:
  %place = getelementptr i64, ptr addrspace(1) %v, i64 %k
  store i64 7, ptr addrspace(1) %place
  br label %next

next:
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp sge i64 %k.next, 1000
  br i1 %done, label %end, label %loop

end:
  ret void
}

;; What is left has a hole.
; CHECK-LABEL: define void @not_equal(
define void @not_equal(ptr addrspace(1) %v, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %next ]
  %inside = icmp ne i64 %k, %n
  br i1 %inside, label %body, label %next

body:
  %place = getelementptr i64, ptr addrspace(1) %v, i64 %k
  store i64 7, ptr addrspace(1) %place
  br label %next

next:
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp sge i64 %k.next, 1000
  br i1 %done, label %end, label %loop

end:
  ret void
}

;; The number does not go up by one.
; CHECK-LABEL: define void @squares(
define void @squares(ptr addrspace(1) %v, i64 %n) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %next ]
  %x = mul i64 %k, %k
  %inside = icmp slt i64 %x, %n
  br i1 %inside, label %body, label %next

body:
  %place = getelementptr i64, ptr addrspace(1) %v, i64 %k
  store i64 7, ptr addrspace(1) %place
  br label %next

next:
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp sge i64 %k.next, 1000
  br i1 %done, label %end, label %loop

end:
  ret void
}

;; To a number of one bit, one is as good as -1.
; CHECK-LABEL: define void @bit(
define void @bit(ptr addrspace(1) %v, i1 %start) {
entry:
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %next ]
  %bit = phi i1 [ %start, %entry ], [ %bit.next, %next ]
  %inside = icmp slt i1 %bit, false
  br i1 %inside, label %body, label %next

body:
  store i64 7, ptr addrspace(1) %v
  br label %next

next:
  %bit.next = add nsw i1 %bit, true
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %k.next, 2
  br i1 %done, label %end, label %loop

end:
  ret void
}
