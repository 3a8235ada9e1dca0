;; What tkl-verify says once there is a dispatch kernel: no step and no `tkl.` symbol
;; is left, the runtime is there, and nothing calls itself, of which PoCL 3.1 dies.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/step-left.ll 2>&1 \
; RUN:   | FileCheck %t/step-left.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/symbol-left.ll 2>&1 \
; RUN:   | FileCheck %t/symbol-left.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/runtime-missing.ll 2>&1 \
; RUN:   | FileCheck %t/runtime-missing.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/recursion.ll 2>&1 \
; RUN:   | FileCheck %t/recursion.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/mutual-recursion.ll 2>&1 \
; RUN:   | FileCheck %t/mutual-recursion.ll
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/good.ll
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/recursion-of-steps.ll

;--- step-left.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'f': a step is left after dispatch
define spir_kernel void @__tkl_dispatch(ptr addrspace(1) %heap) {
  ret void
}

define internal spir_func i32 @f(ptr %w, ptr %args) "tkl-step"="entry" {
  ret i32 0
}

;--- symbol-left.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'tkl.step.id': an unresolved symbol is left after dispatch
define spir_kernel void @__tkl_dispatch(ptr addrspace(1) %heap) {
  ret void
}

declare spir_func i32 @tkl.step.id(ptr)

;--- runtime-missing.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in '__tkl_spawn': an unresolved symbol is left after dispatch
define spir_kernel void @__tkl_dispatch(ptr addrspace(1) %heap) {
  ret void
}

declare spir_func void @__tkl_spawn()

;--- recursion.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'again': a function is recursive after dispatch
define spir_kernel void @__tkl_dispatch(ptr addrspace(1) %heap) {
  ret void
}

define spir_func void @again() {
  call spir_func void @again()
  ret void
}

;--- mutual-recursion.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in '{{one|other}}': a function is recursive after dispatch
define spir_kernel void @__tkl_dispatch(ptr addrspace(1) %heap) {
  ret void
}

define spir_func void @one() {
  call spir_func void @other()
  ret void
}
define spir_func void @other() {
  call spir_func void @one()
  ret void
}

;--- good.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_kernel void @__tkl_dispatch(ptr addrspace(1) %heap) {
  ret void
}

define internal spir_func void @__tkl_grow() {
  ret void
}
define spir_func void @twice() {
  call spir_func void @helper()
  call spir_func void @helper()
  ret void
}
define spir_func void @helper() {
  call spir_func void @__tkl_grow()
  ret void
}
declare spir_func i64 @_Z13get_global_idj(i32)

;--- recursion-of-steps.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"


define spir_func i32 @f(ptr %w, ptr %args) "tkl-step"="entry" {
  %id = call spir_func i32 @tkl.step.id(ptr @f)
  ret i32 %id
}
declare spir_func i32 @tkl.step.id(ptr)
