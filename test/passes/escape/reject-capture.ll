;; The body of a force runs in another step, perhaps on another worker: an address
;; from before it is gone, though the contents of the variable come along.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/integer.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/loaded.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/local-parameter.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/nested.ll 2>&1 | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output %t/inside.ll

; CHECK: error: {{.*}}in 'user': the code after a force uses an address of private or local memory that is gone when the results have arrived; pass the contents by value, or keep them in global memory

;--- integer.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func i64 @user() "tkl-task" {
  %a = alloca i32, align 4
  %number = ptrtoint ptr %a to i64
  call void @tkl.force()
  %odd = and i64 %number, 1
  %c = icmp eq i64 %odd, 0
  %result = zext i1 %c to i64
  ret i64 %result
}
declare void @tkl.force()

;--- loaded.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func i32 @user(i1 %c, i64 %i) "tkl-task" {
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  %p = select i1 %c, ptr %a, ptr %b
  call void @tkl.force()
  %element = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %element, align 4
  ret i32 %value
}
declare void @tkl.force()

;--- local-parameter.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_kernel void @user(ptr addrspace(3) %scratch, ptr addrspace(1) %out) {
  call void @tkl.force()
  %value = load i32, ptr addrspace(3) %scratch, align 4
  store i32 %value, ptr addrspace(1) %out, align 4
  ret void
}
declare void @tkl.force()

;; From before the outer force, used after the inner one.
;--- nested.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func i32 @user(i1 %c, i64 %i) "tkl-task" {
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  %p = select i1 %c, ptr %a, ptr %b
  call void @tkl.force()
  br i1 %c, label %more, label %done
more:
  call void @tkl.force()
  %element = getelementptr i32, ptr %p, i64 %i
  %value = load i32, ptr %element, align 4
  ret i32 %value
done:
  ret i32 0
}
declare void @tkl.force()

;; Taken and used on the same side of the force.
;--- inside.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func i32 @user(i1 %c) "tkl-task" {
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  %before = select i1 %c, ptr %a, ptr %b
  store i32 1, ptr %before, align 4
  call void @tkl.force()
  %after = select i1 %c, ptr %a, ptr %b
  %value = load i32, ptr %after, align 4
  ret i32 %value
}
declare void @tkl.force()
