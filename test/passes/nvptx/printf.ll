; printf becomes vprintf: arguments in memory, conversions of vectors one by one.
;
; RUN: %opt -load-pass-plugin=%passes -opaque-pointers -passes='tkl-nvptx-printf,verify' -S %s | FileCheck %s
; REQUIRES: llvm-15

target triple = "nvptx64-nvidia-nvcl"

@plain = addrspace(4) constant [7 x i8] c"100%%\0A\00"
@scalars = addrspace(4) constant [18 x i8] c"%d %5.2f %ld %hd\0A\00"
@vectors = addrspace(4) constant [14 x i8] c"%v2hlf %v3hhd\00"

; CHECK: private addrspace(1) constant [7 x i8] c"100%%\0A\00"
; CHECK: private addrspace(1) constant [17 x i8] c"%d %5.2f %ld %d\0A\00"
; CHECK: private addrspace(1) constant [15 x i8] c"%f,%f %d,%d,%d\00"

; CHECK-LABEL: @none(
; CHECK-NEXT: %1 = call i32 @vprintf(ptr addrspacecast (ptr addrspace(1) @format to ptr), ptr null)
; CHECK-NEXT: %2 = icmp slt i32 %1, 0
; CHECK-NEXT: %3 = select i1 %2, i32 -1, i32 0
; CHECK-NEXT: ret i32 %3
define i32 @none() {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @plain)
  ret i32 %r
}

; CHECK-LABEL: @some(
; CHECK: alloca { i32, double, i64, i32 }, align 8
; CHECK: fpext float %f to double
; CHECK: sext i16 %s to i32
; CHECK: call i32 @vprintf(
define void @some(i32 %i, float %f, i64 %l, i16 %s) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @scalars, i32 %i, float %f, i64 %l, i16 %s)
  ret void
}

; CHECK-LABEL: @elements(
; CHECK: alloca { double, double, i32, i32, i32 }, align 8
; CHECK-COUNT-2: fpext float
; CHECK-COUNT-3: sext i8
; CHECK: call i32 @vprintf(
define void @elements(<2 x float> %f, <3 x i8> %c) {
  %r = call i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) @vectors, <2 x float> %f, <3 x i8> %c)
  ret void
}

declare i32 @printf(ptr addrspace(4), ...)
