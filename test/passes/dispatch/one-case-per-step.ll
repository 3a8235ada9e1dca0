;; One kernel runs every step: a loop around a switch with a case for each step
;; that anybody names, and for the steps of the runtime. A step that knows its
;; successor branches there directly, with the arguments in registers.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-dispatch,verify,tkl-verify -tkl-quirks=bit-loads -S %s \
; RUN:   -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: FileCheck --check-prefix=LEFT --implicit-check-not=@tkl. \
; RUN:   --implicit-check-not=tkl-step --implicit-check-not=unused \
; RUN:   --implicit-check-not="declare {{.*}}@__tkl_" %s < %t.ll

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"


; CHECK-LABEL: define spir_kernel void @start(
;; 8 is TKL_STEP_FIRST; the steps are numbered in the order of the module.
; CHECK: call spir_func ptr addrspace(1) @__tkl_root_spawn(ptr addrspace(1) {{.*}}%tkl_heap, i32 {{.*}}8,

; CHECK: define spir_kernel void @__tkl_dispatch(ptr addrspace(1) %heap)
; CHECK-SAME: !kernel_arg_addr_space ![[SPACE:[0-9]+]]
; CHECK-SAME: !kernel_arg_type ![[TYPE:[0-9]+]]
; CHECK-SAME: !reqd_work_group_size ![[SIZE:[0-9]+]]
; CHECK: entry:
; CHECK-NOT: %fib.args = alloca
; CHECK: loop:
; CHECK: %step = phi i32 [
; CHECK: switch i32 %step, label %end [
; CHECK-NEXT: i32 0, label %segment.end
; CHECK-NEXT: i32 2, label %chunk.end
; CHECK-NEXT: i32 3, label %leave
; CHECK-NEXT: i32 8, label %fib.record
; CHECK-NEXT: i32 9, label %fib.force1
; CHECK-NEXT: ]

;; From the loop, the arguments come out of the record; from the step before, they
;; are at hand.
; CHECK: fib.record:
; CHECK: [[RECORDED:%.*]] = load i32, ptr addrspace(1)
; CHECK: br label %fib
; CHECK: fib:
; CHECK: [[N:%.*]] = phi i32 [ [[RECORDED]], %fib.record ], [ [[PASSED:%.*]], %[[EXIT:fib.exit]] ]
; CHECK: %leaf{{.*}} = icmp slt i32 [[N]], 2
; CHECK: %less{{.*}} = sub i32 [[N]], 1
; CHECK: [[EXIT]]:
; CHECK: [[PASSED]] = phi i32 [{{.*}} %less
; CHECK: switch i32 {{%.*}}, label %back [
; CHECK-NEXT: i32 1, label %end
; CHECK-NEXT: i32 8, label %fib
; CHECK-NEXT: ]

;; Nothing follows the continuation but what the frame below says.
; CHECK: fib.force1:
; CHECK: switch i32 0, label %back [
; CHECK-NEXT: i32 1, label %end
; CHECK-NEXT: ]
; CHECK: end:
; CHECK: ret void

; CHECK-DAG: ![[SPACE]] = !{i32 1}
; CHECK-DAG: ![[TYPE]] = !{!"char*"}
; CHECK-DAG: ![[SIZE]] = !{i32 1, i32 1, i32 1}

; LEFT: define spir_kernel void @__tkl_dispatch(

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

;; Nobody names this one.
define internal spir_func i32 @unused(ptr %w, ptr %args) #2 {
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
attributes #2 = { "tkl-task" "tkl-step"="entry" "tkl-args-offset"="24" "tkl-args-size"="4" "tkl-frame-size"="48" }
attributes #3 = { "tkl-hidden-arg"="0" "tkl-root-frame"="0" "tkl-root-spawns"="1" }
