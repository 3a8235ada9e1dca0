;; A task can only be spawned: where its address would be used, no task is running
;; that could be waited for. Separate inputs, since `opt` ends at the first error.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-prepare -disable-output \
; RUN:   %t/stored.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-prepare -disable-output \
; RUN:   %t/argument.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-prepare -disable-output \
; RUN:   %t/constant.ll 2>&1 | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-prepare,verify,tkl-verify -S \
; RUN:   %t/spawned.ll | FileCheck --check-prefix=SPAWNED %s

; CHECK: error: the address of task 'work' is taken; tasks can only be spawned

;--- stored.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user(ptr %where) {
  store ptr @work, ptr %where, align 8
  ret void
}
declare spir_func void @work(i32) "llvm.assume"="tkl-task"

;--- argument.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user() "llvm.assume"="tkl-task" {
  call spir_func void @call_it(ptr @work)
  ret void
}
declare spir_func void @call_it(ptr)
declare spir_func void @work(i32) "llvm.assume"="tkl-task"

;--- constant.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

@table = internal addrspace(2) constant [1 x ptr] [ptr @work]
declare spir_func void @work(i32) "llvm.assume"="tkl-task"

;--- spawned.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; SPAWNED-LABEL: define spir_func void @user()
; SPAWNED: @tkl.spawn.detached
define spir_func void @user() "llvm.assume"="tkl-task" {
  call spir_func void @work(i32 1)
  ret void
}
declare spir_func void @work(i32) "llvm.assume"="tkl-task"
