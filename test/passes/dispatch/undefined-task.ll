;; A task that is spawned must be defined somewhere. Where it only is declared, and
;; nobody spawns it, nothing is wrong.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%plugin -passes=tkl-dispatch -disable-output \
; RUN:   %t/spawned.ll 2>&1 | FileCheck %s
; RUN: %opt -load-pass-plugin=%plugin -passes=tkl-dispatch,verify,tkl-verify -S \
; RUN:   %t/declared.ll | FileCheck --check-prefix=DECLARED %s

; CHECK: error: task 'elsewhere' is spawned but nowhere defined
; DECLARED: define spir_kernel void @__tkl_dispatch(
; DECLARED-NOT: @elsewhere

;--- spawned.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"
%struct.__tkl_worker = type opaque

declare spir_func void @elsewhere() "tkl-task"

define spir_kernel void @start(i8 addrspace(1)* %tkl_heap) "tkl-hidden-arg"="0" "tkl-root-frame"="0" "tkl-root-spawns"="1" {
  %id = call spir_func i32 @tkl.step.id(i8* bitcast (void ()* @elsewhere to i8*))
  ret void
}
declare spir_func i32 @tkl.step.id(i8*)

;--- declared.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"
%struct.__tkl_worker = type opaque

declare spir_func void @elsewhere() "tkl-task"

define spir_func i32 @here(%struct.__tkl_worker* %w, i8* %args) "tkl-task" "tkl-step"="entry" "tkl-args-offset"="24" "tkl-args-size"="0" "tkl-frame-size"="32" {
  ret i32 0
}
define spir_kernel void @start(i8 addrspace(1)* %tkl_heap) "tkl-hidden-arg"="0" "tkl-root-frame"="96" "tkl-root-spawns"="2" {
  %id0 = call spir_func i32 @tkl.step.id(i8* bitcast (i32 (%struct.__tkl_worker*, i8*)* @here to i8*))
  %record0 = call spir_func i8 addrspace(1)* @__tkl_root_spawn(i8 addrspace(1)* %tkl_heap, i32 %id0, i8 addrspace(1)* null, i8 addrspace(1)* null)
  ret void
}

declare spir_func i32 @tkl.step.id(i8*)
declare spir_func i8 addrspace(1)* @__tkl_root_spawn(i8 addrspace(1)*, i32, i8 addrspace(1)*, i8 addrspace(1)*)
