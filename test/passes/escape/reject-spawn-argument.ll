;; A spawn argument must not carry the address of private or local memory, however
;; it was computed. One input per way, since `opt` ends at the first error; the
;; argument that is reported is the second, so that the number is seen to be right.
;; What is accepted is in accept-contents.ll.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/direct.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/element.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/integer.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/arithmetic.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/selected.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/merged.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/frozen.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/vector.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/aggregate.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/local-argument.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/local-variable.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/global-destination.ll 2>&1 | FileCheck %s

; CHECK: error: {{.*}}in 'user': argument 2 of the spawn of 'work' carries the address of private or local memory, which the task cannot reach; pass the contents by value, or keep them in global memory

;--- direct.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user() "tkl-task" {
  %a = alloca i32, align 4
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i32 1, ptr %a)
  ret void
}
declare spir_func void @work(i32, ptr) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)

;--- element.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user(i64 %i) "tkl-task" {
  %a = alloca [4 x i32], align 4
  %element = getelementptr inbounds [4 x i32], ptr %a, i64 0, i64 %i
  %bytes = bitcast ptr %element to ptr
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i32 1, ptr %bytes)
  ret void
}
declare spir_func void @work(i32, ptr) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)

;--- integer.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user() "tkl-task" {
  %a = alloca i32, align 4
  %number = ptrtoint ptr %a to i64
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i32 1, i64 %number)
  ret void
}
declare spir_func void @work(i32, i64) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)

;--- arithmetic.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user(i64 %i) "tkl-task" {
  %a = alloca i32, align 4
  %number = ptrtoint ptr %a to i64
  %sum = add i64 %i, %number
  %mixed = xor i64 %sum, 255
  %again = inttoptr i64 %mixed to ptr addrspace(1)
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i32 1, ptr addrspace(1) %again)
  ret void
}
declare spir_func void @work(i32, ptr addrspace(1)) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)

;--- selected.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user(i1 %c) "tkl-task" {
  %a = alloca i32, align 4
  %one = select i1 %c, ptr %a, ptr null
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i32 1, ptr %one)
  ret void
}
declare spir_func void @work(i32, ptr) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)

;; Around a loop: the second iteration passes on what the first computed.
;--- merged.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user(i1 %c) "tkl-task" {
entry:
  %a = alloca i32, align 4
  br label %loop
loop:
  %p = phi ptr [ null, %entry ], [ %next, %loop ]
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i32 1, ptr %p)
  %next = select i1 %c, ptr %p, ptr %a
  br i1 %c, label %loop, label %done
done:
  ret void
}
declare spir_func void @work(i32, ptr) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)

;--- frozen.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user() "tkl-task" {
  %a = alloca i32, align 4
  %p = freeze ptr %a
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i32 1, ptr %p)
  ret void
}
declare spir_func void @work(i32, ptr) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)

;--- vector.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user() "tkl-task" {
  %a = alloca i32, align 4
  %number = ptrtoint ptr %a to i64
  %pair = insertelement <2 x i64> zeroinitializer, i64 %number, i32 1
  %swapped = shufflevector <2 x i64> %pair, <2 x i64> undef, <2 x i32> <i32 1, i32 0>
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i32 1, <2 x i64> %swapped)
  ret void
}
declare spir_func void @work(i32, <2 x i64>) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)

;--- aggregate.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user() "tkl-task" {
  %a = alloca i32, align 4
  %pair = insertvalue { i32, ptr } zeroinitializer, ptr %a, 1
  %p = extractvalue { i32, ptr } %pair, 1
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i32 1, ptr %p)
  ret void
}
declare spir_func void @work(i32, ptr) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)

;; Local memory: a parameter of the kernel, and a variable of it.
;--- local-argument.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_kernel void @user(ptr addrspace(3) %scratch) {
  %p = getelementptr inbounds i32, ptr addrspace(3) %scratch, i64 2
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i32 1, ptr addrspace(3) %p)
  ret void
}
declare spir_func void @work(i32, ptr addrspace(3)) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)

;--- local-variable.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

@user.scratch = internal addrspace(3) global [4 x i32] undef, align 4
define spir_kernel void @user() {
  %number = ptrtoint ptr addrspace(3) @user.scratch to i64
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i32 1, i64 %number)
  ret void
}
declare spir_func void @work(i32, i64) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)

;; The other marks have their arguments further back.
;--- global-destination.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user(ptr addrspace(1) %out) "tkl-task" {
  %a = alloca i32, align 4
  call void (ptr, ptr addrspace(1), ...) @tkl.spawn.global(ptr @work, ptr addrspace(1) %out, i32 1, ptr %a)
  ret void
}
declare spir_func i32 @work(i32, ptr) "tkl-task"
declare void @tkl.spawn.global(ptr, ptr addrspace(1), ...)
