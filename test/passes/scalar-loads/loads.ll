;; Vectors that are used for their elements only are loaded as such.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-scalar-loads,verify -S %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64"
target triple = "spir64"

;; Those that are used, with what is known of the access.
; CHECK-LABEL: define void @elements(
; CHECK-NOT: <4 x float>
; CHECK: [[X:%.*]] = load float, ptr addrspace(1) %p, align 16, !tbaa [[TAG:![0-9]+]]
; CHECK: [[AT:%.*]] = getelementptr inbounds i8, ptr addrspace(1) %p, i64 12
; CHECK: [[W:%.*]] = load float, ptr addrspace(1) [[AT]], align 4, !tbaa [[TAG]]
; CHECK-NOT: load
; CHECK: store float [[X]]
; CHECK: [[SUM:%.*]] = fadd float [[W]], [[X]]
; CHECK: store float [[SUM]]
define void @elements(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %v = load <4 x float>, ptr addrspace(1) %p, align 16, !tbaa !0
  %x = extractelement <4 x float> %v, i64 0
  store float %x, ptr addrspace(1) %q
  %w = extractelement <4 x float> %v, i32 3
  %same = extractelement <4 x float> %v, i64 0
  %sum = fadd float %w, %same
  store float %sum, ptr addrspace(1) %q
  ret void
}

;; Also used whole, by a number that is not known, past the end, not at all; and
;; loads that must be made once.
; CHECK-LABEL: define i32 @whole(
; CHECK: load <2 x i32>
define i32 @whole(ptr %p, ptr %q) {
  %v = load <2 x i32>, ptr %p
  store <2 x i32> %v, ptr %q
  %x = extractelement <2 x i32> %v, i64 1
  ret i32 %x
}
; CHECK-LABEL: define i32 @number(
; CHECK: load <2 x i32>
define i32 @number(ptr %p, i64 %number) {
  %v = load <2 x i32>, ptr %p
  %x = extractelement <2 x i32> %v, i64 %number
  ret i32 %x
}
; CHECK-LABEL: define i32 @past(
; CHECK: load <2 x i32>
define i32 @past(ptr %p) {
  %v = load <2 x i32>, ptr %p
  %x = extractelement <2 x i32> %v, i64 2
  ret i32 %x
}
; CHECK-LABEL: define void @unused(
; CHECK: load <2 x i32>
define void @unused(ptr %p) {
  %v = load <2 x i32>, ptr %p
  ret void
}
; CHECK-LABEL: define i32 @volatile(
; CHECK: load volatile <2 x i32>
define i32 @volatile(ptr %p) {
  %v = load volatile <2 x i32>, ptr %p
  %x = extractelement <2 x i32> %v, i64 1
  ret i32 %x
}

;; Bits, which do not lie in memory one by one.
; CHECK-LABEL: define i1 @bits(
; CHECK: load <8 x i1>
define i1 @bits(ptr %p) {
  %v = load <8 x i1>, ptr %p
  %x = extractelement <8 x i1> %v, i64 1
  ret i1 %x
}

!0 = !{!1, !1, i64 0}
!1 = !{!"omnipotent char", !2, i64 0}
!2 = !{!"Simple OpenCL C TBAA"}
