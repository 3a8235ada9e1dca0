;; Ordinary functions may be given private addresses, and may hand them back: as a
;; result, or through memory that another parameter points to. What they only read
;; or count stays inside.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%plugin -passes=tkl-escape -disable-output \
; RUN:   %t/returned.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%plugin -passes=tkl-escape -disable-output \
; RUN:   %t/returned-deep.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%plugin -passes=tkl-escape -disable-output \
; RUN:   %t/stored.ll 2>&1 | FileCheck %s
; RUN: %opt -load-pass-plugin=%plugin -passes=tkl-escape -disable-output %t/accepted.ll

; CHECK: error: {{.*}}in 'user': argument 1 of the spawn of 'work' carries the address of private or local memory

;--- returned.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func i32* @second(i32* %p) {
  %q = getelementptr inbounds i32, i32* %p, i64 1
  ret i32* %q
}
define spir_func void @user() "tkl-task" {
  %a = alloca [4 x i32], align 4
  %first = getelementptr inbounds [4 x i32], [4 x i32]* %a, i64 0, i64 0
  %p = call spir_func i32* @second(i32* %first)
  call void (i8*, ...) @tkl.spawn.detached(i8* bitcast (void (i32*)* @work to i8*), i32* %p)
  ret void
}
declare spir_func void @work(i32*) "tkl-task"
declare void @tkl.spawn.detached(i8*, ...)

;; Through a variable of the helper and a second helper.
;--- returned-deep.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func i32* @same(i32 %n, i32* %p) {
  %p.addr = alloca i32*, align 8
  store i32* %p, i32** %p.addr, align 8
  %q = load i32*, i32** %p.addr, align 8
  ret i32* %q
}
define spir_func i32* @outer(i32* %p) {
  %q = call spir_func i32* @same(i32 1, i32* %p)
  ret i32* %q
}
define spir_func void @user() "tkl-task" {
  %a = alloca i32, align 4
  %p = call spir_func i32* @outer(i32* %a)
  call void (i8*, ...) @tkl.spawn.detached(i8* bitcast (void (i32*)* @work to i8*), i32* %p)
  ret void
}
declare spir_func void @work(i32*) "tkl-task"
declare void @tkl.spawn.detached(i8*, ...)

;--- stored.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @keep(i32** %where, i32* %what) {
  store i32* %what, i32** %where, align 8
  ret void
}
define spir_func void @user() "tkl-task" {
  %a = alloca i32, align 4
  %s = alloca i32*, align 8
  call spir_func void @keep(i32** %s, i32* %a)
  %p = load i32*, i32** %s, align 8
  call void (i8*, ...) @tkl.spawn.detached(i8* bitcast (void (i32*)* @work to i8*), i32* %p)
  ret void
}
declare spir_func void @work(i32*) "tkl-task"
declare void @tkl.spawn.detached(i8*, ...)

;--- accepted.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func i32 @read(i32* %p, i32* %q) {
  %one = load i32, i32* %p, align 4
  %two = load i32, i32* %q, align 4
  %sum = add i32 %one, %two
  store i32 %sum, i32* %q, align 4
  ret i32 %sum
}
;; The address of another parameter comes back, not that of the array.
define spir_func i32 addrspace(1)* @other(i32* %p, i32 addrspace(1)* %q) {
  %value = load i32, i32* %p, align 4
  store i32 %value, i32 addrspace(1)* %q, align 4
  ret i32 addrspace(1)* %q
}
define spir_func void @user(i32 addrspace(1)* %out) "tkl-task" {
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  store i32 1, i32* %a, align 4
  store i32 1, i32* %b, align 4
  %sum = call spir_func i32 @read(i32* %a, i32* %b)
  call void (i8*, ...) @tkl.spawn.detached(i8* bitcast (void (i32)* @count to i8*), i32 %sum)
  %same = call spir_func i32 addrspace(1)* @other(i32* %a, i32 addrspace(1)* %out)
  call void (i8*, ...) @tkl.spawn.detached(i8* bitcast (void (i32 addrspace(1)*)* @fill to i8*), i32 addrspace(1)* %same)
  %after = load i32, i32* %b, align 4
  call void (i8*, ...) @tkl.spawn.detached(i8* bitcast (void (i32)* @count to i8*), i32 %after)
  ret void
}
declare spir_func void @count(i32) "tkl-task"
declare spir_func void @fill(i32 addrspace(1)*) "tkl-task"
declare void @tkl.spawn.detached(i8*, ...)
