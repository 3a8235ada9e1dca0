;; A switch in a kernel whose work-items meet never has an unreachable default;
;; what no case leads to any more goes, phis keep an entry for each edge, and
;; other kernels are as they were.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-switch-defaults,verify -S %s \
; RUN:   | FileCheck %s

; CHECK-LABEL: @meets(
; CHECK: switch i2 %x, label %three [
; CHECK-NEXT: i2 0, label %end
; CHECK-NEXT: i2 1, label %end
; CHECK-NEXT: i2 -2, label %end
; CHECK-NEXT: ]
; CHECK-NOT: unreachable
; CHECK: phi i32 [ 10, %entry ], [ 10, %entry ], [ 10, %entry ], [ 13, %three ]
; CHECK: switch i32 %y, label %other [
; CHECK-NEXT: i32 7, label %out
; CHECK-NEXT: ]
define void @meets(i2 %x, i32 %y, ptr %p) #0 {
entry:
  switch i2 %x, label %never [
    i2 0, label %end
    i2 1, label %end
    i2 2, label %end
    i2 3, label %three
  ]
never:
  unreachable
three:
  br label %end
end:
  %r = phi i32 [ 10, %entry ], [ 10, %entry ], [ 10, %entry ], [ 13, %three ]
  store i32 %r, ptr %p
  switch i32 %y, label %other [
    i32 7, label %out
  ]
other:
  store i32 1, ptr %p
  br label %out
out:
  ret void
}

;; All cases lead to the same block; two switches share what is unreachable.
; CHECK-LABEL: @shared(
; CHECK: switch i1 %x, label %next [
; CHECK-NEXT: i1 false, label %next
; CHECK: phi i32 [ 1, %entry ], [ 1, %entry ]
; CHECK: switch i1 %x, label %out [
; CHECK-NOT: unreachable
define void @shared(i1 %x, ptr %p) #0 {
entry:
  switch i1 %x, label %never [
    i1 false, label %next
    i1 true, label %next
  ]
never:
  %n = phi i32 [ 1, %entry ], [ 2, %next ]
  unreachable
next:
  %r = phi i32 [ 1, %entry ], [ 1, %entry ]
  store i32 %r, ptr %p
  switch i1 %x, label %never [
    i1 false, label %out
    i1 true, label %out
  ]
out:
  ret void
}

; CHECK-LABEL: @does_not_meet(
; CHECK: switch i1 %x, label %never
; CHECK: unreachable
define void @does_not_meet(i1 %x) {
  switch i1 %x, label %never [
    i1 false, label %out
    i1 true, label %out
  ]
never:
  unreachable
out:
  ret void
}

attributes #0 = { "tkl-meets" }
