;; What tkl-verify says about the marks of tkl-prepare: they name tasks, and what is
;; not in global memory goes to a variable of the function. Each violation on its
;; own, since `opt` ends at the first error; then the same without any.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%plugin -passes=tkl-verify -disable-output %t/no-task.ll 2>&1 \
; RUN:   | FileCheck %t/no-task.ll
; RUN: not %opt -load-pass-plugin=%plugin -passes=tkl-verify -disable-output %t/no-function.ll 2>&1 \
; RUN:   | FileCheck %t/no-function.ll
; RUN: not %opt -load-pass-plugin=%plugin -passes=tkl-verify -disable-output %t/behind-pointer.ll 2>&1 \
; RUN:   | FileCheck %t/behind-pointer.ll
; RUN: %opt -load-pass-plugin=%plugin -passes=tkl-verify -disable-output %t/good.ll

;--- no-task.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'user': a spawn mark names no task
define spir_func void @user() "tkl-task" {
  call void (i8*, ...) @tkl.spawn.detached(i8* bitcast (void ()* @ordinary to i8*))
  ret void
}
declare spir_func void @ordinary()
declare void @tkl.spawn.detached(i8*, ...)

;--- no-function.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'user': a spawn mark names no task
define spir_func void @user() "tkl-task" {
  call void (i8*, ...) @tkl.spawn.detached(i8* null)
  ret void
}
declare void @tkl.spawn.detached(i8*, ...)

;--- behind-pointer.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'user': the private destination of a spawn mark is no variable
define spir_func void @user(i8* %p) "tkl-task" {
  call void (i8*, i8*, ...) @tkl.spawn.private(i8* bitcast (i32 ()* @work to i8*), i8* %p)
  ret void
}
declare spir_func i32 @work() "tkl-task"
declare void @tkl.spawn.private(i8*, i8*, ...)

;--- good.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user(i8 addrspace(1)* %out, i64 %i) "tkl-task" {
  %x = alloca [4 x i32], align 4
  %element = getelementptr inbounds [4 x i32], [4 x i32]* %x, i64 0, i64 %i
  %dest = bitcast i32* %element to i8*
  call void (i8*, i8*, ...) @tkl.spawn.private(i8* bitcast (i32 ()* @work to i8*), i8* %dest)
  call void (i8*, i8 addrspace(1)*, ...) @tkl.spawn.global(i8* bitcast (i32 ()* @work to i8*), i8 addrspace(1)* %out)
  call void (i8*, ...) @tkl.spawn.detached(i8* bitcast (i32 ()* @work to i8*))
  call void @tkl.force()
  ret void
}
declare spir_func i32 @work() "tkl-task"
declare void @tkl.spawn.private(i8*, i8*, ...)
declare void @tkl.spawn.global(i8*, i8 addrspace(1)*, ...)
declare void @tkl.spawn.detached(i8*, ...)
declare void @tkl.force()
