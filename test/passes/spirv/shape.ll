; Validators of SPIR-V ask for more than LLVM's verifier. Each function breaks one
; of their rules before tkl-spirv, and the translator keeps that.
;
; The translator of LLVM 15 reads typed pointers only.
; REQUIRES: llvm-15
; RUN: %opt -load-pass-plugin=%passes -passes='tkl-spirv,verify' -S %s | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-spirv %s -o %t.bc
; RUN: %llvm_spirv --spirv-max-version=1.2 %t.bc -o %t.spv
; RUN: %spirv_val --target-env spv1.2 %t.spv
;
; Without the pass none of them is valid.
; RUN: %opt %s -o %t.as-it-is.bc
; RUN: %llvm_spirv --spirv-max-version=1.2 %t.as-it-is.bc -o %t.as-it-is.spv
; RUN: not %spirv_val --target-env spv1.2 %t.as-it-is.spv

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

; A block comes after those that dominate it, and one that nothing reaches is gone.
; CHECK-LABEL: @order(
; CHECK:     entry:
; CHECK:     first:
; CHECK:     last:
; CHECK-NOT: lost:
; CHECK:     }
define spir_func i32 @order(i32 %a) {
entry:
  br label %first
last:
  ret i32 %b
lost:
  br label %last
first:
  %b = add i32 %a, 1
  br label %last
}

; Variables come first, and stay in their order.
; CHECK-LABEL: @variables(
; CHECK-NEXT: %x = alloca i32
; CHECK-NEXT: %y = alloca i32
; CHECK-NEXT: %b = add
define spir_func i32 @variables(i32 %a) {
  %x = alloca i32
  %b = add i32 %a, 1
  %y = alloca i32
  store i32 %b, i32* %x
  store i32 %b, i32* %y
  %c = load i32, i32* %y
  ret i32 %c
}

; CHECK-LABEL: @moved(
; CHECK-NEXT: %moved = alloca [8 x i8], align 4
; CHECK-NOT:  memmove
; CHECK:      call void @llvm.memcpy.p0i8.p1i8.i64(
; CHECK-NEXT: call void @llvm.memcpy.p1i8.p0i8.i64(
define spir_func void @moved(i8 addrspace(1)* %to, i8 addrspace(1)* %from) {
  call void @llvm.memmove.p1i8.p1i8.i64(i8 addrspace(1)* align 4 %to, i8 addrspace(1)* align 1 %from, i64 8, i1 false)
  ret void
}

; One edge to a block with phis.
; CHECK-LABEL: @edges(
; CHECK:      switch i32 %a, label %other [
; CHECK-NEXT:   i32 1, label %joined
; CHECK-NEXT:   i32 2, label %joined
; CHECK-NEXT: ]
; CHECK:      joined:
; CHECK-NEXT:   br label %end
; CHECK:      phi i32
; CHECK-SAME: [ 7, %joined ]
define spir_func i32 @edges(i32 %a) {
  switch i32 %a, label %other [
    i32 1, label %end
    i32 2, label %end
  ]
other:
  br label %end
end:
  %r = phi i32 [ 7, %0 ], [ 7, %0 ], [ 8, %other ]
  ret i32 %r
}

; CHECK-LABEL: @vectors(
; CHECK: select <4 x i1> %{{[^ ]+}}, <4 x i32> %x, <4 x i32> %y
define spir_func <4 x i32> @vectors(i1 %c, <4 x i32> %x, <4 x i32> %y) {
  %r = select i1 %c, <4 x i32> %x, <4 x i32> %y
  ret <4 x i32> %r
}

; Hints for loops would make merge blocks; here one of two loops.
; CHECK-LABEL: @loops(
; CHECK-NOT: !llvm.loop
; CHECK:     }
define spir_func void @loops(i32 %n) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i1, %outer ], [ %i1, %inner ]
  %i1 = add i32 %i, 1
  %c = icmp ult i32 %i1, %n
  br i1 %c, label %outer, label %inner, !llvm.loop !0
inner:
  %d = icmp ult i32 %i1, 100
  br i1 %d, label %outer, label %end, !llvm.loop !0
end:
  ret void
}

; Positions alone are no debug information.
; CHECK-LABEL: @places(
; CHECK-NOT: !dbg
; CHECK:     }
; CHECK-NOT: llvm.dbg.cu
define spir_func i32 @places(i32 %a) !dbg !4 {
  %b = add i32 %a, 1, !dbg !6
  ret i32 %b, !dbg !6
}

declare void @llvm.memmove.p1i8.p1i8.i64(i8 addrspace(1)*, i8 addrspace(1)*, i64, i1)

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!1}
!opencl.ocl.version = !{!7}
!opencl.spir.version = !{!7}

!0 = distinct !{!0, !8}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, emissionKind: NoDebug)
!3 = !DIFile(filename: "a.cl", directory: "/")
!4 = distinct !DISubprogram(name: "places", scope: !3, file: !3, line: 1, type: !5, unit: !2)
!5 = !DISubroutineType(types: !{})
!6 = !DILocation(line: 1, column: 1, scope: !4)
!7 = !{i32 1, i32 2}
!8 = !{!"llvm.loop.mustprogress"}
