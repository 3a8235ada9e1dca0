;; The body of a kernel's force runs in the dispatch kernel, where the work-item
;; functions would give the worker's values. So the kernel asks for all of them
;; when it starts.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-prepare,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_kernel void @direct(
; CHECK: %id = call spir_func i64 @_Z13get_global_idj(i32 0)
; CHECK: call void @tkl.force()
; CHECK-NOT: @_Z13get_global_idj
; CHECK: %element = getelementptr inbounds i64, ptr addrspace(1) %out, i64 %id
; CHECK: ret void
define spir_kernel void @direct(ptr addrspace(1) %out) {
entry:
  call spir_func void @work()
  br label %while.body

while.body:
  call spir_func void @__tkl_force()
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %element = getelementptr inbounds i64, ptr addrspace(1) %out, i64 %id
  store i64 %id, ptr addrspace(1) %element, align 8
  br label %while.body
}

;; A query that hides in functions is brought to light.
; CHECK-LABEL: define spir_kernel void @through_helpers(
; CHECK: call spir_func i64 @_Z20get_global_linear_idv()
; CHECK: call void @tkl.force()
; CHECK-NOT: call {{.*}}@outer
; CHECK-NOT: call {{.*}}@inner
; CHECK-NOT: @_Z20get_global_linear_idv
; CHECK: call spir_func i64 @unconcerned()
; CHECK: ret void
define spir_kernel void @through_helpers(ptr addrspace(1) %out) {
entry:
  call spir_func void @work()
  br label %while.body

while.body:
  call spir_func void @__tkl_force()
  %id = call spir_func i64 @outer()
  store i64 %id, ptr addrspace(1) %out, align 8
  %other = call spir_func i64 @unconcerned()
  store i64 %other, ptr addrspace(1) %out, align 8
  br label %while.body
}

define internal spir_func i64 @inner() noinline {
  %id = call spir_func i64 @_Z20get_global_linear_idv()
  ret i64 %id
}

define internal spir_func i64 @outer() noinline {
  %id = call spir_func i64 @inner()
  %twice = shl i64 %id, 1
  ret i64 %twice
}

define internal spir_func i64 @unconcerned() noinline {
  ret i64 3
}

;; Which dimension is known only in the body: all of them are asked for, and one
;; is chosen there. Every dimension beyond the third gives what the fourth gives.
; CHECK-LABEL: define spir_kernel void @dimension_at_run_time(
; CHECK-DAG: [[D0:%.*]] = call spir_func i64 @_Z14get_local_sizej(i32 0)
; CHECK-DAG: [[D1:%.*]] = call spir_func i64 @_Z14get_local_sizej(i32 1)
; CHECK-DAG: [[D2:%.*]] = call spir_func i64 @_Z14get_local_sizej(i32 2)
; CHECK-DAG: [[D3:%.*]] = call spir_func i64 @_Z14get_local_sizej(i32 3)
; CHECK: call void @tkl.force()
; CHECK: %dimension = load
; CHECK: [[IS0:%.*]] = icmp eq i32 %dimension, 0
; CHECK-NEXT: [[C0:%.*]] = select i1 [[IS0]], i64 [[D0]], i64 [[D3]]
; CHECK-NEXT: [[IS1:%.*]] = icmp eq i32 %dimension, 1
; CHECK-NEXT: [[C1:%.*]] = select i1 [[IS1]], i64 [[D1]], i64 [[C0]]
; CHECK-NEXT: [[IS2:%.*]] = icmp eq i32 %dimension, 2
; CHECK-NEXT: [[C2:%.*]] = select i1 [[IS2]], i64 [[D2]], i64 [[C1]]
; CHECK-NEXT: store i64 [[C2]], ptr addrspace(1) %out
; CHECK-NEXT: ret void
define spir_kernel void @dimension_at_run_time(ptr addrspace(1) %out, ptr addrspace(1) %which) {
entry:
  call spir_func void @work()
  br label %while.body

while.body:
  call spir_func void @__tkl_force()
  %dimension = load i32, ptr addrspace(1) %which, align 4
  %size = call spir_func i64 @_Z14get_local_sizej(i32 %dimension)
  store i64 %size, ptr addrspace(1) %out, align 8
  br label %while.body
}

;; Without a force everything runs where the user thinks it does.
; CHECK-LABEL: define spir_kernel void @only_spawns(
; CHECK: call {{.*}} @tkl.spawn.detached(
; CHECK-NEXT: call spir_func i64 @outer()
; CHECK: call spir_func i64 @_Z13get_global_idj(i32 0)
; CHECK: ret void
define spir_kernel void @only_spawns(ptr addrspace(1) %out) {
entry:
  call spir_func void @work()
  %hidden = call spir_func i64 @outer()
  store i64 %hidden, ptr addrspace(1) %out, align 8
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  store i64 %id, ptr addrspace(1) %out, align 8
  ret void
}

declare spir_func void @work() #0
declare spir_func void @__tkl_force()
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z20get_global_linear_idv()
declare spir_func i64 @_Z14get_local_sizej(i32)

attributes #0 = { "llvm.assume"="tkl-task" }
