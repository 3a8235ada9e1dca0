;; What tkl-verify says about the steps of tkl-split-tasks, and about kernels that it
;; has given a hidden argument: no mark is left, a step returns an action, and no
;; address of private or local memory is stored where another step would find it.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/spawn-left.ll 2>&1 \
; RUN:   | FileCheck %t/spawn-left.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/force-left.ll 2>&1 \
; RUN:   | FileCheck %t/force-left.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/result-left.ll 2>&1 \
; RUN:   | FileCheck %t/result-left.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/mark-left-in-kernel.ll 2>&1 \
; RUN:   | FileCheck %t/mark-left-in-kernel.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/no-action.ll 2>&1 \
; RUN:   | FileCheck %t/no-action.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/private-address.ll 2>&1 \
; RUN:   | FileCheck %t/private-address.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/local-address.ll 2>&1 \
; RUN:   | FileCheck %t/local-address.ll
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/good.ll
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/not-lowered-yet.ll

;--- spawn-left.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'f': a mark is left in a step

define spir_func i32 @f(ptr %w, ptr %args) "tkl-task" "tkl-step"="entry" {
  call void (ptr, ...) @tkl.spawn.detached(ptr @f)
  ret i32 0
}
declare void @tkl.spawn.detached(ptr, ...)

;--- force-left.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'f.force1': a mark is left in a step

define spir_func i32 @f.force1(ptr %w, ptr %args) "tkl-step"="continuation" {
  call void @tkl.force()
  ret i32 0
}
declare void @tkl.force()

;--- result-left.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'f': a mark is left in a step

define spir_func i32 @f(ptr %w, ptr %args) "tkl-step"="entry" {
  call void @tkl.result(ptr %args)
  ret i32 0
}
declare void @tkl.result(ptr)

;--- mark-left-in-kernel.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'k': a mark is left in a step
define spir_kernel void @k(ptr addrspace(1) %tkl_heap) "tkl-hidden-arg"="0" {
  call void @tkl.force()
  ret void
}
declare void @tkl.force()

;--- no-action.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'f': a step does not return an action

define spir_func void @f(ptr %w, ptr %args) "tkl-step"="entry" {
  ret void
}

;--- private-address.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'f': a step stores a private or local address

define spir_func i32 @f(ptr %w, ptr addrspace(1) %frame) "tkl-step"="entry" {
  %a = alloca i32, align 4
  %slot = bitcast ptr addrspace(1) %frame to ptr addrspace(1)
  store ptr %a, ptr addrspace(1) %slot, align 8
  ret i32 0
}

;--- local-address.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'k': a step stores a private or local address
define spir_kernel void @k(ptr addrspace(3) %scratch, ptr addrspace(1) %tkl_heap) "tkl-hidden-arg"="1" {
  %slot = bitcast ptr addrspace(1) %tkl_heap to ptr addrspace(1)
  store ptr addrspace(3) %scratch, ptr addrspace(1) %slot, align 8
  ret void
}

;--- good.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"


define spir_func i32 @f(ptr %w, ptr addrspace(1) %frame) "tkl-step"="entry" {
  %a = alloca ptr, align 8
  %b = alloca i32, align 4
  store ptr %b, ptr %a, align 8
  %slot = bitcast ptr addrspace(1) %frame to ptr addrspace(1)
  store ptr addrspace(1) %frame, ptr addrspace(1) %slot, align 8
  ret i32 0
}
define spir_kernel void @k(ptr addrspace(1) %tkl_heap) "tkl-hidden-arg"="0" {
  call spir_func void @__tkl_undefined_yet()
  ret void
}
declare spir_func void @__tkl_undefined_yet()

;--- not-lowered-yet.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @f(ptr %where, ptr addrspace(1) %slot) "tkl-task" {
  %a = alloca i32, align 4
  store ptr %a, ptr addrspace(1) %slot, align 8
  call void @tkl.force()
  ret void
}
declare void @tkl.force()
