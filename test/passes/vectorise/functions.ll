;; Which functions are vectorised: those that do the work of one work-item.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-vectorise,verify -tkl-cpu=haswell -S %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

!tkl.additions = !{}

declare spir_func i64 @_Z13get_global_idj(i32)

;; The kernel of the workers asks which worker it is.
; CHECK-LABEL: define spir_kernel void @__tkl_dispatch(
; CHECK: <8 x i32>
; CHECK: ret void
define spir_kernel void @__tkl_dispatch(ptr addrspace(1) %x, i64 %n) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds i32, ptr addrspace(1) %x, i64 %i
  %v = load i32, ptr addrspace(1) %p, align 4
  %w = mul i32 %v, %v
  store i32 %w, ptr addrspace(1) %p, align 4
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

;; A kernel of one work-item.
; CHECK-LABEL: define spir_kernel void @alone(
; CHECK: <8 x i32>
; CHECK: ret void
define spir_kernel void @alone(ptr addrspace(1) %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds i32, ptr addrspace(1) %x, i64 %i
  %v = load i32, ptr addrspace(1) %p, align 4
  %w = mul i32 %v, %v
  store i32 %w, ptr addrspace(1) %p, align 4
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

;; One of many: the driver puts work-items into the lanes.
; CHECK-LABEL: define spir_kernel void @many(
; CHECK-NOT: x i32>
; CHECK: ret void
define spir_kernel void @many(ptr addrspace(1) %x, i64 %n) {
entry:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds i32, ptr addrspace(1) %x, i64 %i
  %v = load i32, ptr addrspace(1) %p, align 4
  %w = mul i32 %v, %v
  store i32 %w, ptr addrspace(1) %p, align 4
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

;; Nothing may optimise it here.
; CHECK-LABEL: define void @left(
; CHECK-NOT: x i32>
; CHECK: ret void
define void @left(ptr addrspace(1) %x, i64 %n) noinline optnone {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds i32, ptr addrspace(1) %x, i64 %i
  %v = load i32, ptr addrspace(1) %p, align 4
  %w = mul i32 %v, %v
  store i32 %w, ptr addrspace(1) %p, align 4
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
