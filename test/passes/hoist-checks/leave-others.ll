;; Loops that stay as they are.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-hoist-checks,verify -S %s | FileCheck --implicit-check-not=.checked %s
;; One that is too large: no other loop is.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-hoist-checks -tkl-hoist-checks-size=0 -S \
; RUN:   %S/forms.ll | FileCheck --implicit-check-not=.checked %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

declare void @bad(i64)

; CHECK: declare void @bad(i64)

;; Any other exit, even if it is hardly taken.
define void @unmarked(ptr addrspace(1) %v, i64 %length, i32 %n) {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %then ]
  %wide = sext i32 %k to i64
  %good = icmp ult i64 %wide, %length
  br i1 %good, label %then, label %fail, !prof !2

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

;; An index that is no linear function of the counter.
define void @square(ptr addrspace(1) %v, i64 %length, i32 %n) {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %then ]
  %square = mul i32 %k, %k
  %wide = sext i32 %square to i64
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

;; A length that changes.
define void @length(ptr addrspace(1) %v, i64 %length, i32 %n, ptr addrspace(1) %of) {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %then ]
  %wide = sext i32 %k to i64
  %now = load i64, ptr addrspace(1) %of
  %good = icmp ult i64 %wide, %now
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

;; A loop whose number of turns nothing says.
define void @turns(ptr addrspace(1) %v, i64 %length, i32 %n, ptr addrspace(1) %of) {
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
  %found = load i32, ptr addrspace(1) %of
  %more = icmp ne i32 %found, 0
  br i1 %more, label %loop, label %end

end:
  ret void

fail:
  call void @bad(i64 %wide)
  ret void
}

;; Numbers of 64 bits that may wrap: their products need more bits.
define void @wide(ptr addrspace(1) %v, i64 %length, i32 %n, i64 %a, i64 %step) {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %then ]
  %k64 = sext i32 %k to i64
  %way = mul i64 %k64, %step
  %wide = add i64 %a, %way
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

;; No loop.
define void @none(i64 %i, i64 %length) {
  %good = icmp ult i64 %i, %length
  br i1 %good, label %then, label %fail, !prof !0

then:
  ret void

fail:
  call void @bad(i64 %i)
  ret void
}

define void @empty() {
  ret void
}

!0 = !{!"branch_weights", i32 1048576, i32 1}
!1 = !{!"branch_weights", i32 1, i32 1048576}
!2 = !{!"branch_weights", i32 2000, i32 1}
