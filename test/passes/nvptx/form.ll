; Address spaces, names and calling conventions of SPIR become those of PTX.
;
; RUN: %opt -load-pass-plugin=%passes -opaque-pointers -passes='tkl-nvptx-form,verify' -S %s | FileCheck %s
; REQUIRES: llvm-15

target triple = "nvptx64-nvidia-nvcl"

; CHECK-DAG: %pair.0 = type { ptr addrspace(4), ptr, i32 }
%pair = type { ptr addrspace(2), ptr addrspace(4), i32 }

; CHECK-DAG: @table = addrspace(4) constant [2 x i32] [i32 1, i32 2]
@table = addrspace(2) constant [2 x i32] [i32 1, i32 2]
; CHECK-DAG: @shared = internal addrspace(3) global i32 undef
@shared = internal addrspace(3) global i32 undef
; CHECK-DAG: @both = addrspace(4) constant %pair.0 zeroinitializer
@both = addrspace(2) constant %pair zeroinitializer
; CHECK-DAG: @where = addrspace(4) constant ptr addrspace(4) getelementptr inbounds ([2 x i32], ptr addrspace(4) @table, i32 0, i32 1)
@where = addrspace(2) constant ptr addrspace(2) getelementptr ([2 x i32], ptr addrspace(2) @table, i32 0, i32 1)

; What is generic is no other space than what is private, and casts between them
; are gone; others stay.
; CHECK-LABEL: define void @helper(
; CHECK-SAME: ptr %g, ptr addrspace(4) %c)
; CHECK-NEXT: %v = alloca i32
; CHECK-NEXT: store i32 1, ptr %v
; CHECK-NEXT: %f = addrspacecast ptr addrspace(3) @shared to ptr
; CHECK-NEXT: %x = load i32, ptr addrspace(4) %c
; CHECK-NEXT: store i32 %x, ptr %f
; CHECK-NEXT: ret void
define spir_func void @helper(ptr addrspace(4) %g, ptr addrspace(2) %c) {
  %v = alloca i32
  %p = addrspacecast ptr %v to ptr addrspace(4)
  store i32 1, ptr addrspace(4) %p
  %f = addrspacecast ptr addrspace(3) @shared to ptr addrspace(4)
  %x = load i32, ptr addrspace(2) %c
  store i32 %x, ptr addrspace(4) %f
  ret void
}

; Built-in functions have the space in their name; that of private and the one of
; generic pointers are the same.
; CHECK-LABEL: define ptx_kernel void @k(
; CHECK: call <4 x float> @_Z6vload4mPU3AS4Kf(i64 0, ptr addrspace(4) @table)
; CHECK: call float @_Z5fractfPf(float 1.0{{[^,]*}}, ptr %v)
; CHECK: call float @_Z5fractfPf(float 2.0{{[^,]*}}, ptr %v)
; CHECK: call void @llvm.memcpy.p1.p4.i64(ptr addrspace(1) %out, ptr addrspace(4) @table, i64 8, i1 false)
; CHECK: call void @helper(ptr %v, ptr addrspace(4) @table)
define spir_kernel void @k(ptr addrspace(1) %out) !reqd_work_group_size !0 {
  %v = alloca float
  %a = call spir_func <4 x float> @_Z6vload4mPU3AS2Kf(i64 0, ptr addrspace(2) @table)
  %b = call spir_func float @_Z5fractfPf(float 1.0, ptr %v)
  %g = addrspacecast ptr %v to ptr addrspace(4)
  %c = call spir_func float @_Z5fractfPU3AS4f(float 2.0, ptr addrspace(4) %g)
  call void @llvm.memcpy.p1.p2.i64(ptr addrspace(1) %out, ptr addrspace(2) @table, i64 8, i1 false)
  call spir_func void @helper(ptr addrspace(4) %g, ptr addrspace(2) @table)
  ret void
}

; Only the host can call a kernel.
; CHECK-LABEL: define ptx_kernel void @called(
; CHECK-NEXT: call void @called_called(ptr addrspace(1) %p)
; CHECK-NEXT: ret void
define spir_kernel void @called(ptr addrspace(1) %p) {
  store i32 7, ptr addrspace(1) %p
  ret void
}
; CHECK-LABEL: define ptx_kernel void @caller(
; CHECK-NEXT: call void @called_called(ptr addrspace(1) %p)
define spir_kernel void @caller(ptr addrspace(1) %p) {
  call spir_kernel void @called(ptr addrspace(1) %p)
  ret void
}
; CHECK: define internal void @called_called(
; CHECK-NEXT: store i32 7

; CHECK: !nvvm.annotations = !{![[SIZE:[0-9]+]]}
; CHECK-NOT: opencl.ocl.version
; CHECK: ![[SIZE]] = !{ptr @k, !"reqntidx", i32 8, !"reqntidy", i32 2, !"reqntidz", i32 1}
!opencl.ocl.version = !{!1}
!0 = !{i32 8, i32 2, i32 1}
!1 = !{i32 1, i32 2}

declare spir_func <4 x float> @_Z6vload4mPU3AS2Kf(i64, ptr addrspace(2))
declare spir_func float @_Z5fractfPf(float, ptr)
declare spir_func float @_Z5fractfPU3AS4f(float, ptr addrspace(4))
declare void @llvm.memcpy.p1.p2.i64(ptr addrspace(1), ptr addrspace(2), i64, i1)
