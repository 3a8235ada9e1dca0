;; A task is no work-item: neither it nor what it calls may ask for work-item values
;; or wait at a barrier. A kernel may, and so may what only kernels call.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-prepare -disable-output \
; RUN:   %t/direct.ll 2>&1 | FileCheck %t/direct.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-prepare -disable-output \
; RUN:   %t/through-helpers.ll 2>&1 | FileCheck %t/through-helpers.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-prepare -disable-output \
; RUN:   %t/barrier.ll 2>&1 | FileCheck %t/barrier.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-prepare -disable-output \
; RUN:   %t/sub-group.ll 2>&1 | FileCheck %t/sub-group.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-prepare -disable-output \
; RUN:   %t/copy.ll 2>&1 | FileCheck %t/copy.ll
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-prepare,verify,tkl-verify -disable-output \
; RUN:   %t/kernel.ll

;--- direct.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'user': a task cannot call 'get_global_id'; a task is no work-item: pass the value as an argument
define spir_func i64 @user() "llvm.assume"="tkl-task" {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  ret i64 %id
}
declare spir_func i64 @_Z13get_global_idj(i32)

;--- through-helpers.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'user': a task cannot call '{{.*}}outer{{.*}}', which calls 'get_local_linear_id'; a task is no work-item: pass the value as an argument
define spir_func i64 @user() "llvm.assume"="tkl-task" {
  %id = call spir_func i64 @_Z5outerv()
  ret i64 %id
}
define spir_func i64 @_Z5outerv() {
  %id = call spir_func i64 @inner()
  ret i64 %id
}
define spir_func i64 @inner() {
  %id = call spir_func i64 @_Z19get_local_linear_idv()
  ret i64 %id
}
declare spir_func i64 @_Z19get_local_linear_idv()

;--- barrier.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'user': a task cannot call 'meet', which calls 'barrier'; a task is no work-item: wait with force
define spir_func void @user() "llvm.assume"="tkl-task" {
  call spir_func void @meet()
  ret void
}
define spir_func void @meet() {
  call spir_func void @_Z7barrierj(i32 1)
  ret void
}
declare spir_func void @_Z7barrierj(i32)

;--- sub-group.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'user': a task cannot call 'get_sub_group_size'; a task is no work-item: pass the value as an argument
define spir_func i32 @user() "llvm.assume"="tkl-task" {
  %size = call spir_func i32 @_Z18get_sub_group_sizev()
  ret i32 %size
}
declare spir_func i32 @_Z18get_sub_group_sizev()

;--- copy.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'user': a task cannot call 'meet', which calls 'work_group_all'; a task is no work-item: pass the value as an argument
define spir_func i32 @user() "llvm.assume"="tkl-task" {
  %all = call spir_func i32 @meet()
  ret i32 %all
}
define spir_func i32 @meet() {
  %all = call spir_func i32 @_Z14work_group_alli(i32 1)
  ret i32 %all
}
declare spir_func i32 @_Z14work_group_alli(i32)

;--- kernel.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_kernel void @kernel() {
  %id = call spir_func i64 @position()
  call spir_func void @_Z7barrierj(i32 1)
  call spir_func void @work(i64 %id)
  ret void
}
define spir_func i64 @position() {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  ret i64 %id
}
define spir_func void @work(i64 %id) "llvm.assume"="tkl-task" {
  call spir_func void @harmless()
  ret void
}
define spir_func void @harmless() {
  call spir_func void @_Z14sub_group_minev()
  ret void
}
define spir_func void @_Z14sub_group_minev() { ; A user's own.
  ret void
}
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func void @_Z7barrierj(i32)
