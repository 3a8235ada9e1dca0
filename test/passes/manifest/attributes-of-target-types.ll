;; What CL_KERNEL_ATTRIBUTES answers, for every kernel that has any, whether it
;; spawns or not. A sampler is no memory object that the host must keep.
;; Images and samplers as LLVM has them from version 17 on.
; UNSUPPORTED: llvm-15, llvm-16
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,tkl-dispatch -S %s | FileCheck %s

; CHECK: !{!"{\22abi\22:9,\22attributes\22:{
; CHECK-SAME: \22plain\22:\22__attribute__((work_group_size_hint(8, 4, 1 )))
; CHECK-SAME: __attribute__ ((vec_type_hint (uint8)))\22,
; CHECK-SAME: \22samples\22:\22__attribute__((reqd_work_group_size(2, 1, 1 )))
; CHECK-SAME: __attribute__ ((vec_type_hint (float4)))\22},
; CHECK-SAME: \22buffers\22:[1,2],\22hidden_arg\22:3,\22mode\22:\22tasks\22,\22name\22:\22samples\22

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"


define spir_kernel void @samples(target("spirv.Sampler") %sampler, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, ptr addrspace(1) %out) !reqd_work_group_size !0 !vec_type_hint !1 {
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i32 2)
  ret void
}

;; Of scalars PoCL says nothing.
define spir_kernel void @plain() !work_group_size_hint !2 !vec_type_hint !3 {
  ret void
}
define spir_kernel void @scalar() !vec_type_hint !4 {
  ret void
}

define i32 @work(i32 %n) #0 {
  ret i32 %n
}

declare void @tkl.spawn.detached(ptr, ...)

attributes #0 = { "tkl-task" }

!0 = !{i32 2, i32 1, i32 1}
!1 = !{<4 x float> undef, i32 0}
!2 = !{i32 8, i32 4, i32 1}
!3 = !{<8 x i32> undef, i32 0}
!4 = !{i32 undef, i32 1}
