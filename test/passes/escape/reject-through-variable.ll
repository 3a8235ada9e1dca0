;; An address that is stored in a variable leaves with whatever is read from the
;; variable, and with the variable itself where that is passed by value.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/struct.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/loaded.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/copied.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/chosen.ll 2>&1 | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output %t/stays.ll

; CHECK: error: {{.*}}in 'user': argument 1 of the spawn of 'work' carries the address of private or local memory

;--- struct.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.Holder = type { i32, ptr }
define spir_func void @user() "tkl-task" {
  %a = alloca i32, align 4
  %s = alloca %struct.Holder, align 8
  %field = getelementptr inbounds %struct.Holder, ptr %s, i32 0, i32 1
  store ptr %a, ptr %field, align 8
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, ptr byval(%struct.Holder) %s)
  ret void
}
declare spir_func void @work(ptr byval(%struct.Holder)) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)

;--- loaded.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user(i64 %i, i64 %k) "tkl-task" {
  %a = alloca i32, align 4
  %table = alloca [4 x ptr], align 8
  %to = getelementptr inbounds [4 x ptr], ptr %table, i64 0, i64 %i
  store ptr %a, ptr %to, align 8
  %from = getelementptr inbounds [4 x ptr], ptr %table, i64 0, i64 %k
  %p = load ptr, ptr %from, align 8
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, ptr %p)
  ret void
}
declare spir_func void @work(ptr) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)

;; A copy of the variable holds the address as well.
;--- copied.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.Holder = type { i32, ptr }
define spir_func void @user() "tkl-task" {
  %a = alloca i32, align 4
  %s = alloca %struct.Holder, align 8
  %t = alloca %struct.Holder, align 8
  %field = getelementptr inbounds %struct.Holder, ptr %s, i32 0, i32 1
  store ptr %a, ptr %field, align 8
  %to = bitcast ptr %t to ptr
  %from = bitcast ptr %s to ptr
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 16, i1 false)
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, ptr byval(%struct.Holder) %t)
  ret void
}
declare spir_func void @work(ptr byval(%struct.Holder)) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)

;; One of two variables, known at run time.
;--- chosen.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user(i1 %c) "tkl-task" {
  %a = alloca i32, align 4
  %s = alloca ptr, align 8
  %t = alloca ptr, align 8
  %one = select i1 %c, ptr %s, ptr %t
  store ptr %a, ptr %one, align 8
  %p = load ptr, ptr %t, align 8
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, ptr %p)
  ret void
}
declare spir_func void @work(ptr) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)

;; A table of pointers that is used in the step only; what leaves is what they
;; point to.
;--- stays.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user(i64 %i) "tkl-task" {
  %a = alloca i32, align 4
  store i32 3, ptr %a, align 4
  %table = alloca [4 x ptr], align 8
  %to = getelementptr inbounds [4 x ptr], ptr %table, i64 0, i64 %i
  store ptr %a, ptr %to, align 8
  %p = load ptr, ptr %to, align 8
  %value = load i32, ptr %p, align 4
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i32 %value)
  ret void
}
declare spir_func void @work(i32) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)
