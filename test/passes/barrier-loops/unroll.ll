;; Loops with barriers, also those of functions that are called, are not unrolled;
;; others are as they were.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-barrier-loops,verify -S %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_kernel void @outer(
; CHECK: br i1 %more.inner, label %inner, label %next{{$}}
; CHECK: br i1 %more, label %turn, label %end, !llvm.loop [[ONCE:![0-9]+]]
define spir_kernel void @outer(i32 %n) {
  br label %turn

turn:
  %i = phi i32 [ 0, %0 ], [ %i.next, %next ]
  call spir_func void @_Z7barrierj(i32 1)
  br label %inner

inner:
  %k = phi i32 [ 0, %turn ], [ %k.next, %inner ]
  %k.next = add i32 %k, 1
  %more.inner = icmp ult i32 %k.next, %n
  br i1 %more.inner, label %inner, label %next

next:
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %turn, label %end

end:
  ret void
}

define spir_func void @meets() {
  call spir_func void @_Z7barrierj(i32 1)
  ret void
}

; CHECK-LABEL: define spir_kernel void @called(
; CHECK: br i1 %more, label %turn, label %end, !llvm.loop [[CALLED:![0-9]+]]
define spir_kernel void @called(i32 %n) {
  br label %turn

turn:
  %i = phi i32 [ 0, %0 ], [ %i.next, %turn ]
  call spir_func void @meets()
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, 4
  br i1 %more, label %turn, label %end, !llvm.loop !0

end:
  ret void
}

declare spir_func void @_Z7barrierj(i32)

; CHECK-DAG: [[ONCE]] = distinct !{[[ONCE]], [[OFF:![0-9]+]]}
; CHECK-DAG: [[OFF]] = !{!"llvm.loop.unroll.disable"}
; CHECK-DAG: [[CALLED]] = distinct !{[[CALLED]], [[PROGRESS:![0-9]+]], [[OFF]]}
; CHECK-DAG: [[PROGRESS]] = !{!"llvm.loop.mustprogress"}
!0 = distinct !{!0, !1, !2}
!1 = !{!"llvm.loop.mustprogress"}
!2 = !{!"llvm.loop.unroll.full"}
