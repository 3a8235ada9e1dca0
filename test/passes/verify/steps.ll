;; What tkl-verify says about the steps of tkl-split-tasks, and about kernels that it
;; has given a hidden argument: no mark is left, a step returns an action, and no
;; address of private or local memory is stored where another step would find it.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%plugin -passes=tkl-verify -disable-output %t/spawn-left.ll 2>&1 \
; RUN:   | FileCheck %t/spawn-left.ll
; RUN: not %opt -load-pass-plugin=%plugin -passes=tkl-verify -disable-output %t/force-left.ll 2>&1 \
; RUN:   | FileCheck %t/force-left.ll
; RUN: not %opt -load-pass-plugin=%plugin -passes=tkl-verify -disable-output %t/result-left.ll 2>&1 \
; RUN:   | FileCheck %t/result-left.ll
; RUN: not %opt -load-pass-plugin=%plugin -passes=tkl-verify -disable-output %t/mark-left-in-kernel.ll 2>&1 \
; RUN:   | FileCheck %t/mark-left-in-kernel.ll
; RUN: not %opt -load-pass-plugin=%plugin -passes=tkl-verify -disable-output %t/no-action.ll 2>&1 \
; RUN:   | FileCheck %t/no-action.ll
; RUN: not %opt -load-pass-plugin=%plugin -passes=tkl-verify -disable-output %t/private-address.ll 2>&1 \
; RUN:   | FileCheck %t/private-address.ll
; RUN: not %opt -load-pass-plugin=%plugin -passes=tkl-verify -disable-output %t/local-address.ll 2>&1 \
; RUN:   | FileCheck %t/local-address.ll
; RUN: %opt -load-pass-plugin=%plugin -passes=tkl-verify -disable-output %t/good.ll
; RUN: %opt -load-pass-plugin=%plugin -passes=tkl-verify -disable-output %t/not-lowered-yet.ll

;--- spawn-left.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'f': a mark is left in a step
%struct.__tkl_worker = type opaque

define spir_func i32 @f(%struct.__tkl_worker* %w, i8* %args) "tkl-task" "tkl-step"="entry" {
  call void (i8*, ...) @tkl.spawn.detached(i8* bitcast (i32 (%struct.__tkl_worker*, i8*)* @f to i8*))
  ret i32 0
}
declare void @tkl.spawn.detached(i8*, ...)

;--- force-left.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'f.force1': a mark is left in a step
%struct.__tkl_worker = type opaque

define spir_func i32 @f.force1(%struct.__tkl_worker* %w, i8* %args) "tkl-step"="continuation" {
  call void @tkl.force()
  ret i32 0
}
declare void @tkl.force()

;--- result-left.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'f': a mark is left in a step
%struct.__tkl_worker = type opaque

define spir_func i32 @f(%struct.__tkl_worker* %w, i8* %args) "tkl-step"="entry" {
  call void @tkl.result(i8* %args)
  ret i32 0
}
declare void @tkl.result(i8*)

;--- mark-left-in-kernel.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'k': a mark is left in a step
define spir_kernel void @k(i8 addrspace(1)* %tkl_heap) "tkl-hidden-arg"="0" {
  call void @tkl.force()
  ret void
}
declare void @tkl.force()

;--- no-action.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'f': a step does not return an action
%struct.__tkl_worker = type opaque

define spir_func void @f(%struct.__tkl_worker* %w, i8* %args) "tkl-step"="entry" {
  ret void
}

;--- private-address.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'f': a step stores a private or local address
%struct.__tkl_worker = type opaque

define spir_func i32 @f(%struct.__tkl_worker* %w, i8 addrspace(1)* %frame) "tkl-step"="entry" {
  %a = alloca i32, align 4
  %slot = bitcast i8 addrspace(1)* %frame to i32* addrspace(1)*
  store i32* %a, i32* addrspace(1)* %slot, align 8
  ret i32 0
}

;--- local-address.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'k': a step stores a private or local address
define spir_kernel void @k(i32 addrspace(3)* %scratch, i8 addrspace(1)* %tkl_heap) "tkl-hidden-arg"="1" {
  %slot = bitcast i8 addrspace(1)* %tkl_heap to i32 addrspace(3)* addrspace(1)*
  store i32 addrspace(3)* %scratch, i32 addrspace(3)* addrspace(1)* %slot, align 8
  ret void
}

;--- good.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.__tkl_worker = type opaque

define spir_func i32 @f(%struct.__tkl_worker* %w, i8 addrspace(1)* %frame) "tkl-step"="entry" {
  %a = alloca i32*, align 8
  %b = alloca i32, align 4
  store i32* %b, i32** %a, align 8
  %slot = bitcast i8 addrspace(1)* %frame to i8 addrspace(1)* addrspace(1)*
  store i8 addrspace(1)* %frame, i8 addrspace(1)* addrspace(1)* %slot, align 8
  ret i32 0
}
define spir_kernel void @k(i8 addrspace(1)* %tkl_heap) "tkl-hidden-arg"="0" {
  call spir_func void @__tkl_undefined_yet()
  ret void
}
declare spir_func void @__tkl_undefined_yet()

;--- not-lowered-yet.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @f(i32** %where, i32* addrspace(1)* %slot) "tkl-task" {
  %a = alloca i32, align 4
  store i32* %a, i32* addrspace(1)* %slot, align 8
  call void @tkl.force()
  ret void
}
declare void @tkl.force()
