;; A record holds its header and the largest argument block of a task that is
;; spawned, and keeps the alignment that some block needs; at least 32 bytes. The
;; runtime and the manifest say the same. A chunk holds some frames of the largest
;; kind; at least 16384 bytes.
; RUN: rm -rf %t && split-file %s %t
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-dispatch,verify,tkl-verify -tkl-quirks=bit-loads -S \
; RUN:   %t/smallest.ll | FileCheck %t/smallest.ll
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-dispatch,verify,tkl-verify -tkl-quirks=bit-loads -S \
; RUN:   %t/largest.ll | FileCheck %t/largest.ll
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-dispatch,verify,tkl-verify -tkl-quirks=bit-loads -S \
; RUN:   %t/aligned.ll | FileCheck %t/aligned.ll
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-dispatch,verify,tkl-verify -tkl-quirks=bit-loads -S \
; RUN:   %t/frames.ll | FileCheck %t/frames.ll

;--- smallest.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

;; A task that nobody spawns does not count.
; CHECK: mul i64 {{%.*}}, 32{{$}}
; CHECK: !"{{.*}}\22chunk_size\22:16384,{{.*}}\22record_size\22:32,
define spir_func i32 @nothing(ptr %w, ptr %args) "tkl-task" "tkl-step"="entry" "tkl-args-offset"="24" "tkl-args-size"="0" "tkl-frame-size"="32" {
  ret i32 0
}
define internal spir_func i32 @unused(ptr %w, ptr %args) "tkl-task" "tkl-step"="entry" "tkl-args-offset"="24" "tkl-args-size"="100" "tkl-frame-size"="32" {
  ret i32 0
}
define spir_kernel void @start(ptr addrspace(1) %tkl_heap) "tkl-hidden-arg"="0" "tkl-root-frame"="96" "tkl-root-spawns"="2" {
  %id0 = call spir_func i32 @tkl.step.id(ptr @nothing)
  %record0 = call spir_func ptr addrspace(1) @__tkl_root_spawn(ptr addrspace(1) %tkl_heap, i32 %id0, ptr addrspace(1) null, ptr addrspace(1) null)
  ret void
}

declare spir_func i32 @tkl.step.id(ptr)
declare spir_func ptr addrspace(1) @__tkl_root_spawn(ptr addrspace(1), i32, ptr addrspace(1), ptr addrspace(1))

;--- largest.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

;; 24 + 97, to a multiple of 8. Two root records and a root frame of 96 bytes.
; CHECK: mul i64 {{%.*}}, 128{{$}}
; CHECK: !"{\22abi\22:9,{{.*}}\22root_bytes\22:352}],{{.*}}\22record_size\22:128,
define spir_func i32 @large(ptr %w, ptr %args) "tkl-task" "tkl-step"="entry" "tkl-args-offset"="24" "tkl-args-size"="97" "tkl-frame-size"="32" {
  ret i32 0
}
define spir_func i32 @small(ptr %w, ptr %args) "tkl-task" "tkl-step"="entry" "tkl-args-offset"="24" "tkl-args-size"="4" "tkl-frame-size"="32" {
  ret i32 0
}
define spir_kernel void @start(ptr addrspace(1) %tkl_heap) "tkl-hidden-arg"="0" "tkl-root-frame"="96" "tkl-root-spawns"="2" {
  %id0 = call spir_func i32 @tkl.step.id(ptr @small)
  %record0 = call spir_func ptr addrspace(1) @__tkl_root_spawn(ptr addrspace(1) %tkl_heap, i32 %id0, ptr addrspace(1) null, ptr addrspace(1) null)
  %id1 = call spir_func i32 @tkl.step.id(ptr @large)
  %record1 = call spir_func ptr addrspace(1) @__tkl_root_spawn(ptr addrspace(1) %tkl_heap, i32 %id1, ptr addrspace(1) null, ptr addrspace(1) null)
  ret void
}

declare spir_func i32 @tkl.step.id(ptr)
declare spir_func ptr addrspace(1) @__tkl_root_spawn(ptr addrspace(1), i32, ptr addrspace(1), ptr addrspace(1))

;--- aligned.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

;; 24 + 28, to a multiple of 8, would do; but then every second record would begin
;; at a multiple of 8 only, and the float4 of the other task with it.
; CHECK: !"{{.*}}\22record_size\22:64,
define spir_func i32 @vector(ptr %w, ptr %args) "tkl-task" "tkl-step"="entry" "tkl-args-offset"="32" "tkl-args-size"="16" "tkl-frame-size"="32" {
  ret i32 0
}
define spir_func i32 @small(ptr %w, ptr %args) "tkl-task" "tkl-step"="entry" "tkl-args-offset"="24" "tkl-args-size"="28" "tkl-frame-size"="32" {
  ret i32 0
}
define spir_kernel void @start(ptr addrspace(1) %tkl_heap) "tkl-hidden-arg"="0" "tkl-root-frame"="96" "tkl-root-spawns"="2" {
  %id0 = call spir_func i32 @tkl.step.id(ptr @vector)
  %record0 = call spir_func ptr addrspace(1) @__tkl_root_spawn(ptr addrspace(1) %tkl_heap, i32 %id0, ptr addrspace(1) null, ptr addrspace(1) null)
  %id1 = call spir_func i32 @tkl.step.id(ptr @small)
  %record1 = call spir_func ptr addrspace(1) @__tkl_root_spawn(ptr addrspace(1) %tkl_heap, i32 %id1, ptr addrspace(1) null, ptr addrspace(1) null)
  ret void
}

declare spir_func i32 @tkl.step.id(ptr)
declare spir_func ptr addrspace(1) @__tkl_root_spawn(ptr addrspace(1), i32, ptr addrspace(1), ptr addrspace(1))

;--- frames.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: !"{{.*}}\22chunk_size\22:65536,
define spir_func i32 @huge(ptr %w, ptr %args) "tkl-task" "tkl-step"="entry" "tkl-args-offset"="24" "tkl-args-size"="4" "tkl-frame-size"="8192" {
  ret i32 0
}
define spir_kernel void @start(ptr addrspace(1) %tkl_heap) "tkl-hidden-arg"="0" "tkl-root-frame"="96" "tkl-root-spawns"="2" {
  %id0 = call spir_func i32 @tkl.step.id(ptr @huge)
  %record0 = call spir_func ptr addrspace(1) @__tkl_root_spawn(ptr addrspace(1) %tkl_heap, i32 %id0, ptr addrspace(1) null, ptr addrspace(1) null)
  ret void
}

declare spir_func i32 @tkl.step.id(ptr)
declare spir_func ptr addrspace(1) @__tkl_root_spawn(ptr addrspace(1), i32, ptr addrspace(1), ptr addrspace(1))
