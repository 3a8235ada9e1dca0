; Constant vectors, arrays and structures with addresses of local variables become
; instructions; all other constants stay.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-local-addresses,verify -S %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

@a = internal addrspace(3) global [4 x i32] undef
@b = internal addrspace(3) global [4 x i32] undef
@g = addrspace(1) global i32 0

; CHECK-LABEL: @differences(
; CHECK-NEXT: %[[A:.*]] = insertelement <2 x i64> poison, i64 ptrtoint (ptr addrspace(3) @a to i64), i32 0
; CHECK-NEXT: %[[B:.*]] = insertelement <2 x i64> %[[A]], i64 ptrtoint (ptr addrspace(3) @b to i64), i32 1
; CHECK-NEXT: sub <2 x i64> %x, %[[B]]
define <2 x i64> @differences(<2 x i64> %x) {
  %d = sub <2 x i64> %x, <i64 ptrtoint (ptr addrspace(3) @a to i64), i64 ptrtoint (ptr addrspace(3) @b to i64)>
  ret <2 x i64> %d
}

; A vector inside of a constant expression.
; CHECK-LABEL: @expression(
; CHECK-NEXT: insertelement <2 x i64> {{.*}} @a to i64
; CHECK-NEXT: %[[V:.*]] = insertelement <2 x i64>
; CHECK-NEXT: %[[CAST:.*]] = bitcast <2 x i64> %[[V]] to i128
; CHECK-NEXT: ret i128 %[[CAST]]
define i128 @expression() {
  ret i128 bitcast (<2 x i64> <i64 ptrtoint (ptr addrspace(3) @a to i64), i64 1> to i128)
}

; Before the end of the block from which the value comes, the same for two edges.
; CHECK-LABEL: @phi(
; CHECK: entry:
; CHECK-NEXT: insertelement
; CHECK-NEXT: %[[V:.*]] = insertelement
; CHECK-NEXT: switch
; CHECK: phi <2 x i64> [ %[[V]], %entry ], [ %[[V]], %entry ], [ zeroinitializer, %other ]
define <2 x i64> @phi(i32 %n) {
entry:
  switch i32 %n, label %other [ i32 0, label %end
                                i32 1, label %end ]
other:
  br label %end
end:
  %p = phi <2 x i64> [ <i64 ptrtoint (ptr addrspace(3) @a to i64), i64 0>, %entry ], [ <i64 ptrtoint (ptr addrspace(3) @a to i64), i64 0>, %entry ], [ zeroinitializer, %other ]
  ret <2 x i64> %p
}

; CHECK-LABEL: @structure(
; CHECK-NEXT: %[[P:.*]] = insertvalue { ptr addrspace(3), i32 } poison, ptr addrspace(3) getelementptr
; CHECK-NEXT: %[[Q:.*]] = insertvalue { ptr addrspace(3), i32 } %[[P]], i32 3, 1
; CHECK-NEXT: ret { ptr addrspace(3), i32 } %[[Q]]
define { ptr addrspace(3), i32 } @structure() {
  ret { ptr addrspace(3), i32 } { ptr addrspace(3) getelementptr inbounds ([4 x i32], ptr addrspace(3) @a, i64 0, i64 2), i32 3 }
}

; Addresses by themselves, and those of global variables.
; CHECK-LABEL: @others(
; CHECK-NEXT: sub i64 %x, ptrtoint
; CHECK-NEXT: %w = add <2 x i64> %v, <i64 ptrtoint (ptr addrspace(1) @g to i64), i64 7>
; CHECK-NEXT: ret <2 x i64> %w
define <2 x i64> @others(i64 %x, <2 x i64> %v) {
  %s = sub i64 %x, ptrtoint (ptr addrspace(3) @a to i64)
  %w = add <2 x i64> %v, <i64 ptrtoint (ptr addrspace(1) @g to i64), i64 7>
  ret <2 x i64> %w
}
