;; What a task returns must not point into memory that goes with the task.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/scalar.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/struct.ll 2>&1 | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output %t/contents.ll

; CHECK: error: {{.*}}in 'user': the result carries the address of private or local memory, which is gone when the task returns; pass the contents by value, or keep them in global memory

;--- scalar.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func i64 @user() "tkl-task" {
  %a = alloca i32, align 4
  %number = ptrtoint ptr %a to i64
  ret i64 %number
}

;--- struct.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.Holder = type { i32, i64 }
define spir_func void @user(ptr sret(%struct.Holder) %out) "tkl-task" {
  %a = alloca i32, align 4
  %s = alloca %struct.Holder, align 8
  %field = getelementptr inbounds %struct.Holder, ptr %s, i32 0, i32 1
  %number = ptrtoint ptr %a to i64
  store i64 %number, ptr %field, align 8
  %bytes = bitcast ptr %s to ptr
  call void @tkl.result(ptr %bytes)
  ret void
}
declare void @tkl.result(ptr)

;--- contents.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.Holder = type { i32, i64 }
define spir_func i32 @user() "tkl-task" {
  %a = alloca i32, align 4
  store i32 3, ptr %a, align 4
  %value = load i32, ptr %a, align 4
  ret i32 %value
}
define spir_func void @structure(ptr sret(%struct.Holder) %out, i64 %n) "tkl-task" {
  %s = alloca %struct.Holder, align 8
  %field = getelementptr inbounds %struct.Holder, ptr %s, i32 0, i32 1
  store i64 %n, ptr %field, align 8
  %bytes = bitcast ptr %s to ptr
  call void @tkl.result(ptr %bytes)
  ret void
}
declare void @tkl.result(ptr)
