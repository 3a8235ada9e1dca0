;; What tkl-verify says about the marks of tkl-prepare: they name tasks, and what is
;; not in global memory goes to a variable of the function. Each violation on its
;; own, since `opt` ends at the first error; then the same without any.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/no-task.ll 2>&1 \
; RUN:   | FileCheck %t/no-task.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/no-function.ll 2>&1 \
; RUN:   | FileCheck %t/no-function.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/behind-pointer.ll 2>&1 \
; RUN:   | FileCheck %t/behind-pointer.ll
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/good.ll

;--- no-task.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'user': a spawn mark names no task
define spir_func void @user() "tkl-task" {
  call void (ptr, ...) @tkl.spawn.detached(ptr @ordinary)
  ret void
}
declare spir_func void @ordinary()
declare void @tkl.spawn.detached(ptr, ...)

;--- no-function.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'user': a spawn mark names no task
define spir_func void @user() "tkl-task" {
  call void (ptr, ...) @tkl.spawn.detached(ptr null)
  ret void
}
declare void @tkl.spawn.detached(ptr, ...)

;--- behind-pointer.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'user': the private destination of a spawn mark is no variable
define spir_func void @user(ptr %p) "tkl-task" {
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @work, ptr %p)
  ret void
}
declare spir_func i32 @work() "tkl-task"
declare void @tkl.spawn.private(ptr, ptr, ...)

;--- good.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user(ptr addrspace(1) %out, i64 %i) "tkl-task" {
  %x = alloca [4 x i32], align 4
  %element = getelementptr inbounds [4 x i32], ptr %x, i64 0, i64 %i
  %dest = bitcast ptr %element to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @work, ptr %dest)
  call void (ptr, ptr addrspace(1), ...) @tkl.spawn.global(ptr @work, ptr addrspace(1) %out)
  call void (ptr, ...) @tkl.spawn.detached(ptr @work)
  call void @tkl.force()
  ret void
}
declare spir_func i32 @work() "tkl-task"
declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.spawn.global(ptr, ptr addrspace(1), ...)
declare void @tkl.spawn.detached(ptr, ...)
declare void @tkl.force()
