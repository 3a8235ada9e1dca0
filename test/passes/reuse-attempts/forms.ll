;; What is known on the way back to a step is not computed there again.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-reuse-attempts,verify -S %s | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-reuse-attempts -tkl-reuse-attempts-size=4 -S %s | FileCheck --check-prefix=SMALL %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64"
target triple = "spir64"

declare void @use(i32)

;; f(x) computes c and its child's c before it goes on with the child. The child
;; was not done, so the loop need not ask again whether it is.
; CHECK-LABEL: define i32 @step(
; CHECK: %a.fresh = mul
; CHECK: %done.fresh = icmp
; CHECK: br i1 %done.fresh, label %end, label %try
; CHECK: try:
; CHECK: phi i32 [ %child.fresh, %entry ], [ %child1, %try ]
; CHECK: %a1 = mul
; CHECK-NOT: mul
; CHECK: br i1 %done1, label %end, label %try
; CHECK-NOT: mul
; CHECK: }
;; Five values are more than four.
; SMALL-LABEL: define i32 @step(
; SMALL: f:
; SMALL: mul
; SMALL: mul
; SMALL: }
define i32 @step(i32 %first) {
entry:
  br label %f

f:
  %x = phi i32 [ %first, %entry ], [ %child, %next ]
  %a = mul i32 %x, %x
  %b = add i32 %a, 7
  %c = xor i32 %b, %x
  %child = lshr i32 %c, 1
  %done = icmp ult i32 %child, 10
  br i1 %done, label %end, label %try

try:
  call void @use(i32 %child)
  %a1 = mul i32 %child, %child
  %b1 = add i32 %a1, 7
  %c1 = xor i32 %b1, %child
  %child1 = lshr i32 %c1, 1
  %done1 = icmp ult i32 %child1, 10
  br i1 %done1, label %end, label %next

next:
  br label %f

end:
  %result = phi i32 [ %child, %f ], [ %child1, %try ]
  ret i32 %result
}

;; One operation is another one: a sum that may not wrap.
; CHECK-LABEL: define i32 @other(
; CHECK: f:
; CHECK: mul
; CHECK: mul
; CHECK: }
define i32 @other(i32 %first) {
entry:
  br label %f

f:
  %x = phi i32 [ %first, %entry ], [ %child, %next ]
  %a = mul i32 %x, %x
  %b = add i32 %a, 7
  %c = xor i32 %b, %x
  %child = lshr i32 %c, 1
  %done = icmp ult i32 %child, 10
  br i1 %done, label %end, label %try

try:
  call void @use(i32 %child)
  %a1 = mul i32 %child, %child
  %b1 = add nuw i32 %a1, 7
  %c1 = xor i32 %b1, %child
  %child1 = lshr i32 %c1, 1
  %done1 = icmp ult i32 %child1, 10
  br i1 %done1, label %end, label %next

next:
  br label %f

end:
  %result = phi i32 [ %child, %f ], [ %child1, %try ]
  ret i32 %result
}

;; What the step reads may have changed since the attempt.
; CHECK-LABEL: define i32 @memory(
; CHECK: f:
; CHECK: load
; CHECK: mul
; CHECK: load
; CHECK: mul
; CHECK: }
define i32 @memory(ptr %p) {
entry:
  br label %f

f:
  %x = load i32, ptr %p
  %a = mul i32 %x, %x
  %b = add i32 %a, 7
  %c = xor i32 %b, %x
  %child = lshr i32 %c, 1
  %done = icmp ult i32 %child, 10
  br i1 %done, label %end, label %try

try:
  call void @use(i32 %child)
  %x1 = load i32, ptr %p
  %a1 = mul i32 %x1, %x1
  %b1 = add i32 %a1, 7
  %c1 = xor i32 %b1, %x1
  %child1 = lshr i32 %c1, 1
  %done1 = icmp ult i32 %child1, 10
  br i1 %done1, label %end, label %next

next:
  br label %f

end:
  %result = phi i32 [ %child, %f ], [ %child1, %try ]
  ret i32 %result
}

;; A quotient may not be computed where the step has not yet looked at its
;; divisor, and three values are too few.
; CHECK-LABEL: define i32 @division(
; CHECK: f:
; CHECK: udiv
; CHECK: udiv
; CHECK: }
define i32 @division(i32 %first, i32 %by) {
entry:
  br label %f

f:
  %x = phi i32 [ %first, %entry ], [ %child, %next ]
  call void @use(i32 %x)
  %a = udiv i32 %x, %by
  %b = add i32 %a, 7
  %c = xor i32 %b, %x
  %child = lshr i32 %c, 1
  %done = icmp ult i32 %child, 10
  br i1 %done, label %end, label %try

try:
  call void @use(i32 %child)
  %a1 = udiv i32 %child, %by
  %b1 = add i32 %a1, 7
  %c1 = xor i32 %b1, %child
  %child1 = lshr i32 %c1, 1
  %done1 = icmp ult i32 %child1, 10
  br i1 %done1, label %end, label %next

next:
  br label %f

end:
  %result = phi i32 [ %child, %f ], [ %child1, %try ]
  ret i32 %result
}

;; The other quotient may be less exact.
; CHECK-LABEL: define float @exact(
; CHECK: f:
; CHECK: fdiv float {{.*}}, 7.0
; CHECK: fdiv float {{.*}}, !fpmath
; CHECK: }
define float @exact(float %first) {
entry:
  br label %f

f:
  %x = phi float [ %first, %entry ], [ %child, %next ]
  %a = fdiv float %x, 7.0
  %b = fadd float %a, %x
  %c = fmul float %b, %x
  %child = fsub float %c, 1.0
  %done = fcmp olt float %child, 10.0
  br i1 %done, label %end, label %try

try:
  call void @use(i32 1)
  %a1 = fdiv float %child, 7.0, !fpmath !0
  %b1 = fadd float %a1, %child
  %c1 = fmul float %b1, %child
  %child1 = fsub float %c1, 1.0
  %done1 = fcmp olt float %child1, 10.0
  br i1 %done1, label %end, label %next

next:
  br label %f

end:
  %result = phi float [ %child, %f ], [ %child1, %try ]
  ret float %result
}

;; One value is enough where the branch is known.
; CHECK-LABEL: define i32 @known(
; CHECK: br i1 {{%.*}}, label %end, label %[[LOOP:.*]]
; CHECK: [[LOOP]]:
; CHECK: call void @use(
; CHECK: icmp
; CHECK-NOT: icmp
; CHECK: }
define i32 @known(i32 %first) {
entry:
  br label %f

f:
  %x = phi i32 [ %first, %entry ], [ %child, %next ]
  %done = icmp ult i32 %x, 10
  br i1 %done, label %end, label %try

try:
  call void @use(i32 %x)
  %child = lshr i32 %x, 1
  %done1 = icmp ult i32 %child, 10
  br i1 %done1, label %end, label %next

next:
  br label %f

end:
  %result = phi i32 [ %x, %f ], [ %child, %try ]
  ret i32 %result
}

;; Nothing to do.
; CHECK-LABEL: define void @empty(
; CHECK-NEXT: ret void
define void @empty() {
  ret void
}

!0 = !{float 2.5}
