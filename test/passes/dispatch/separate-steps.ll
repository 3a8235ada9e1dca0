;; Steps beyond the budget stay functions: one call in the kernel runs them, with
;; a copy of the worker, and goes on with those that follow directly. What they
;; call of the runtime is a function too.
; RUN: %opt -load %passes -load-pass-plugin=%passes -tkl-kernel-budget=0 \
; RUN:   -passes=tkl-dispatch,verify,tkl-verify -tkl-quirks=bit-loads -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: FileCheck --check-prefix=LEFT --implicit-check-not=@tkl. \
; RUN:   --implicit-check-not=tkl-step --implicit-check-not=tkl-task \
; RUN:   --implicit-check-not="declare {{.*}}@__tkl_" %s < %t.ll
;; With room for the continuation alone, the smallest step, it is in the kernel.
; RUN: %opt -load %passes -load-pass-plugin=%passes -tkl-kernel-budget=40 \
; RUN:   -passes=tkl-dispatch,verify,tkl-verify -tkl-quirks=bit-loads -S %s \
; RUN:   | FileCheck --check-prefix=PART %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"


;; The step reads its arguments where it leaves those of the next.
; CHECK: define internal spir_func i32 @fib(ptr noalias %w, ptr %args)
;; What it inlines of the runtime has no variables in memory.
; CHECK-NOT: alloca
; CHECK: load i32, ptr %args
; CHECK: phi i32 [ 8, %suspend ], [ 0, %0 ], [ 1, %more ]
; CHECK: call spir_func i32 @__tkl_open_frame.called(ptr %w, i32 48)
; CHECK: call spir_func void @__tkl_suspend.called(ptr %w, {{.*}}, i32 9, i32 0, i32 48)
; CHECK: store i32 %less, ptr %args
; CHECK: define internal spir_func i32 @fib.force1(
; CHECK: ret i32 0

; CHECK: define spir_kernel void @__tkl_dispatch(
; CHECK: loop:
; CHECK: i32 8, label %separate.record
; CHECK-NEXT: i32 9, label %separate.record
; CHECK: separate:
; CHECK: %separate.step = phi i32 [ %step, %separate.record ]
; CHECK: %handed = phi i1 [ false, %separate.record ]
; CHECK: [[ACTION:%.*]] = call spir_func i32 @__tkl_separate_step(ptr %separate.worker, i32 %separate.step, i1 %handed, ptr {{.*}})
; CHECK: switch i32 [[ACTION]], label %back [
; CHECK-NEXT: i32 1, label %end
; CHECK-NEXT: i32 2, label %separate.taken
; CHECK-NEXT: ]

; CHECK: define internal spir_func i32 @__tkl_separate_step(ptr %worker, i32 %step, i1 %handed, ptr %args)
; CHECK: switch i32 %step, label %none [
; CHECK-NEXT: i32 8, label %fib.start
; CHECK-NEXT: i32 9, label %fib.force1
; CHECK-NEXT: ]
; CHECK: fib:
; CHECK: [[NEXT:%.*]] = call spir_func i32 @fib(ptr %worker, ptr %args)
; CHECK: [[AGAIN:%.*]] = icmp eq i32 [[NEXT]], 8
; CHECK-NEXT: br i1 [[AGAIN]], label %fib, label %end
; CHECK: fib.force1:
;; It also hands over, though it has no arguments.
; CHECK: call spir_func i32 @fib.force1(ptr %worker, ptr %args)
; CHECK: fib.start:
; CHECK-NEXT: br i1 %handed, label %fib, label %fib.record
; CHECK: fib.record:
; CHECK: call void @llvm.memcpy.p0.p1.i64(ptr align 16 %args, ptr addrspace(1) align 8 {{.*}}, i64 4, i1 false)
; CHECK-NEXT: br label %fib

;; The functions of the runtime that are called keep what they do.
; CHECK: define internal spir_func i32 @__tkl_open_frame.called(
; CHECK: call spir_func zeroext i1 @__tkl_grow(

; LEFT: define spir_kernel void @__tkl_dispatch(

; PART: define internal spir_func i32 @fib(
; PART-NOT: define {{.*}} @fib.force1(
; PART: define spir_kernel void @__tkl_dispatch(
; PART: loop:
; PART: i32 8, label %separate.record
; PART-NEXT: i32 9, label %fib.force1

define spir_func i32 @fib(ptr %w, ptr %args) #0 {
  %n.ptr = bitcast ptr %args to ptr
  %n = load i32, ptr %n.ptr, align 4
  %leaf = icmp slt i32 %n, 2
  br i1 %leaf, label %return, label %more

return:
  ret i32 0

more:
  %ok = call spir_func i32 @__tkl_open_frame(ptr %w, i32 48)
  %failed = icmp eq i32 %ok, 0
  br i1 %failed, label %fail, label %suspend

fail:
  ret i32 1

suspend:
  %body = call spir_func i32 @tkl.step.id(ptr @fib.force1)
  %frame = call spir_func ptr addrspace(1) @__tkl_frame(ptr %w)
  call spir_func void @__tkl_suspend(ptr %w, ptr addrspace(1) %frame, i32 %body, i32 0, i32 48)
  %next.args = call spir_func ptr @tkl.args(ptr @fib)
  %next.n = bitcast ptr %next.args to ptr
  %less = sub i32 %n, 1
  store i32 %less, ptr %next.n, align 4
  call spir_func void @__tkl_run_next(ptr %w, ptr addrspace(1) %frame)
  %next = call spir_func i32 @tkl.step.id(ptr @fib)
  ret i32 %next
}

define internal spir_func i32 @fib.force1(ptr %w, ptr %none) #1 {
  call spir_func void @__tkl_close_frame(ptr %w)
  ret i32 0
}

define spir_kernel void @start(ptr addrspace(1) %tkl_heap) #3 {
  %id = call spir_func i32 @tkl.step.id(ptr @fib)
  %record = call spir_func ptr addrspace(1) @__tkl_root_spawn(ptr addrspace(1) %tkl_heap, i32 %id, ptr addrspace(1) null, ptr addrspace(1) null)
  ret void
}

declare spir_func i32 @tkl.step.id(ptr)
declare spir_func ptr @tkl.args(ptr)
declare spir_func i32 @__tkl_open_frame(ptr, i32)
declare spir_func ptr addrspace(1) @__tkl_frame(ptr)
declare spir_func void @__tkl_suspend(ptr, ptr addrspace(1), i32, i32, i32)
declare spir_func void @__tkl_run_next(ptr, ptr addrspace(1))
declare spir_func void @__tkl_close_frame(ptr)
declare spir_func ptr addrspace(1) @__tkl_root_spawn(ptr addrspace(1), i32, ptr addrspace(1), ptr addrspace(1))

attributes #0 = { noinline "tkl-task" "tkl-step"="entry" "tkl-args-offset"="24" "tkl-args-size"="4" "tkl-frame-size"="48" }
attributes #1 = { noinline "tkl-task" "tkl-step"="continuation" "tkl-frame-size"="48" }
attributes #3 = { "tkl-hidden-arg"="0" "tkl-root-frame"="0" "tkl-root-spawns"="1" }
