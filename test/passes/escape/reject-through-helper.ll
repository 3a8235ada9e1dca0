;; Ordinary functions may be given private addresses, and may hand them back: as a
;; result, or through memory that another parameter points to. What they only read
;; or count stays inside.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/returned.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/returned-deep.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/stored.ll 2>&1 | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output %t/accepted.ll

; CHECK: error: {{.*}}in 'user': argument 1 of the spawn of 'work' carries the address of private or local memory

;--- returned.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func ptr @second(ptr %p) {
  %q = getelementptr inbounds i32, ptr %p, i64 1
  ret ptr %q
}
define spir_func void @user() "tkl-task" {
  %a = alloca [4 x i32], align 4
  %first = getelementptr inbounds [4 x i32], ptr %a, i64 0, i64 0
  %p = call spir_func ptr @second(ptr %first)
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, ptr %p)
  ret void
}
declare spir_func void @work(ptr) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)

;; Through a variable of the helper and a second helper.
;--- returned-deep.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func ptr @same(i32 %n, ptr %p) {
  %p.addr = alloca ptr, align 8
  store ptr %p, ptr %p.addr, align 8
  %q = load ptr, ptr %p.addr, align 8
  ret ptr %q
}
define spir_func ptr @outer(ptr %p) {
  %q = call spir_func ptr @same(i32 1, ptr %p)
  ret ptr %q
}
define spir_func void @user() "tkl-task" {
  %a = alloca i32, align 4
  %p = call spir_func ptr @outer(ptr %a)
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, ptr %p)
  ret void
}
declare spir_func void @work(ptr) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)

;--- stored.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @keep(ptr %where, ptr %what) {
  store ptr %what, ptr %where, align 8
  ret void
}
define spir_func void @user() "tkl-task" {
  %a = alloca i32, align 4
  %s = alloca ptr, align 8
  call spir_func void @keep(ptr %s, ptr %a)
  %p = load ptr, ptr %s, align 8
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, ptr %p)
  ret void
}
declare spir_func void @work(ptr) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)

;--- accepted.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func i32 @read(ptr %p, ptr %q) {
  %one = load i32, ptr %p, align 4
  %two = load i32, ptr %q, align 4
  %sum = add i32 %one, %two
  store i32 %sum, ptr %q, align 4
  ret i32 %sum
}
;; The address of another parameter comes back, not that of the array.
define spir_func ptr addrspace(1) @other(ptr %p, ptr addrspace(1) %q) {
  %value = load i32, ptr %p, align 4
  store i32 %value, ptr addrspace(1) %q, align 4
  ret ptr addrspace(1) %q
}
define spir_func void @user(ptr addrspace(1) %out) "tkl-task" {
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  store i32 1, ptr %a, align 4
  store i32 1, ptr %b, align 4
  %sum = call spir_func i32 @read(ptr %a, ptr %b)
  call void (ptr, ...) @tkl.spawn.detached(ptr @count, i32 %sum)
  %same = call spir_func ptr addrspace(1) @other(ptr %a, ptr addrspace(1) %out)
  call void (ptr, ...) @tkl.spawn.detached(ptr @fill, ptr addrspace(1) %same)
  %after = load i32, ptr %b, align 4
  call void (ptr, ...) @tkl.spawn.detached(ptr @count, i32 %after)
  ret void
}
declare spir_func void @count(i32) "tkl-task"
declare spir_func void @fill(ptr addrspace(1)) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)
