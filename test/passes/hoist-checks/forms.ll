;; Forms of loops and checks that are understood, each with its bounds.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-hoist-checks,verify -S %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

declare void @bad(i64)

;; The count is a variable: the last index is n - 1.
; CHECK-LABEL: define void @count(
; CHECK: [[LAST:%.*]] = add i32 %n, -1
; CHECK-NEXT: [[MOST:%.*]] = zext i32 [[LAST]] to i64
; CHECK: icmp ult i64 [[MOST]]
; CHECK: br i1 {{.*}}, label %[[FAST:.*]], label %[[FAST]].checked, !prof
define void @count(ptr addrspace(1) %v, i64 %length, i32 %n) {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %then ]
  %wide = sext i32 %k to i64
  %good = icmp ult i64 %wide, %length
  br i1 %good, label %then, label %fail, !prof !0

then:
  %place = getelementptr i32, ptr addrspace(1) %v, i64 %wide
  store i32 7, ptr addrspace(1) %place
  %k.next = add i32 %k, 1
  %more = icmp slt i32 %k.next, %n
  br i1 %more, label %loop, label %end

end:
  ret void

fail:
  call void @bad(i64 %wide)
  ret void
}

;; Downwards, from n to 1: the least index is n - 1 less the turns behind the first
;; one, the greatest is n - 1.
; CHECK-LABEL: define void @down(
; CHECK: [[FIRST:%.*]] = add i32 %n, -1
; CHECK-NEXT: [[MOST:%.*]] = sext i32 [[FIRST]] to i64
; CHECK: sub {{.*}}i64 [[MOST]]
; CHECK: br i1 {{.*}}, label %[[FAST:.*]], label %[[FAST]].checked, !prof
define void @down(ptr addrspace(1) %v, i64 %length, i32 %n) {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %end

loop:
  %k = phi i32 [ %n, %entry ], [ %k.next, %then ]
  %before = sub i32 %k, 1
  %wide = sext i32 %before to i64
  %good = icmp ult i64 %wide, %length
  br i1 %good, label %then, label %fail, !prof !0

then:
  %place = getelementptr i32, ptr addrspace(1) %v, i64 %wide
  store i32 7, ptr addrspace(1) %place
  %k.next = sub i32 %k, 1
  %more = icmp sgt i32 %k.next, 0
  br i1 %more, label %loop, label %end

end:
  ret void

fail:
  call void @bad(i64 %wide)
  ret void
}

;; The comparison the other way round.
; CHECK-LABEL: define void @turned(
; CHECK: br i1 {{.*}}, label %[[FAST:.*]], label %[[FAST]].checked, !prof
; CHECK: {{^}}loop.checked:
; CHECK: icmp ule i64 %length, %wide.checked
define void @turned(ptr addrspace(1) %v, i64 %length, i32 %n, i32 %a) {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %then ]
  %index = add i32 %a, %k
  %wide = sext i32 %index to i64
  %wrong = icmp ule i64 %length, %wide
  br i1 %wrong, label %fail, label %then, !prof !1

then:
  %place = getelementptr i32, ptr addrspace(1) %v, i64 %wide
  store i32 7, ptr addrspace(1) %place
  %k.next = add i32 %k, 1
  %more = icmp slt i32 %k.next, %n
  br i1 %more, label %loop, label %end

end:
  ret void

fail:
  call void @bad(i64 %wide)
  ret void
}

;; Unsigned numbers that wrap, and a step of three.
; CHECK-LABEL: define void @unsigned(
; CHECK: icmp sle i64 {{.*}}, 4294967295
; CHECK: icmp sge i64 {{.*}}, 0
; CHECK: br i1 {{.*}}, label %[[FAST:.*]], label %[[FAST]].checked, !prof
define void @unsigned(ptr addrspace(1) %v, i64 %length, i32 %n, i32 %a) {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %then ]
  %three = mul i32 %k, 3
  %index = add i32 %a, %three
  %wide = zext i32 %index to i64
  %good = icmp ult i64 %wide, %length
  br i1 %good, label %then, label %fail, !prof !0

then:
  %place = getelementptr i32, ptr addrspace(1) %v, i64 %wide
  store i32 7, ptr addrspace(1) %place
  %k.next = add i32 %k, 1
  %more = icmp slt i32 %k.next, %n
  br i1 %more, label %loop, label %end

end:
  ret void

fail:
  call void @bad(i64 %wide)
  ret void
}

;; An index that stays the same is checked once, too.
; CHECK-LABEL: define void @same(
; CHECK: br i1 {{.*}}, label %[[FAST:.*]], label %[[FAST]].checked, !prof
define void @same(ptr addrspace(1) %v, i64 %length, i32 %n, i32 %a) {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %then ]
  %wide = sext i32 %a to i64
  %good = icmp ult i64 %wide, %length
  br i1 %good, label %then, label %fail, !prof !0

then:
  %place = getelementptr i32, ptr addrspace(1) %v, i64 %wide
  store i32 7, ptr addrspace(1) %place
  %k.next = add i32 %k, 1
  %more = icmp slt i32 %k.next, %n
  br i1 %more, label %loop, label %end

end:
  ret void

fail:
  call void @bad(i64 %wide)
  ret void
}

;; A test at the head, as while loops have it: behind it, the last turn does not
;; come. So the greatest index is n - 1, not n.
; CHECK-LABEL: define void @head(
; CHECK: [[COUNT:%.*]] = zext{{( nneg)?}} i32 {{.*}} to i64
; CHECK: add nsw i64 [[COUNT]], -1
; CHECK: br i1 {{.*}}, label %[[FAST:.*]], label %[[FAST]].checked, !prof
define void @head(ptr addrspace(1) %v, i64 %length, i32 %n) {
entry:
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %then ]
  %more = icmp slt i32 %k, %n
  br i1 %more, label %body, label %end

body:
  %wide = sext i32 %k to i64
  %good = icmp ult i64 %wide, %length
  br i1 %good, label %then, label %fail, !prof !0

then:
  %place = getelementptr i32, ptr addrspace(1) %v, i64 %wide
  store i32 7, ptr addrspace(1) %place
  %k.next = add i32 %k, 1
  br label %loop

end:
  ret void

fail:
  call void @bad(i64 %wide)
  ret void
}

!0 = !{!"branch_weights", i32 1048576, i32 1}
!1 = !{!"branch_weights", i32 1, i32 1048576}
!2 = !{!"branch_weights", i32 2000, i32 1}
