;; Where a future may be used through an address that lies in memory, the pass
;; reports it; what memory may hold at other times, or for others, does not matter.
;; The lifetime markers, which say where the future is named, are gone after it.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-future-uses -disable-output \
; RUN:   %t/indexed.ll 2>&1 | FileCheck %s --check-prefix=INDEXED
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-future-uses -disable-output \
; RUN:   %t/called.ll 2>&1 | FileCheck %s --check-prefix=CALLED
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-future-uses -disable-output \
; RUN:   %t/direct.ll 2>&1 | FileCheck %s --check-prefix=DIRECT
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-future-uses,verify -S %t/accept.ll \
; RUN:   | FileCheck %s --check-prefix=ACCEPT --implicit-check-not='call void @llvm.lifetime'
; RUN: %opt -S %t/unmarked.ll -o %t/before.ll
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-future-uses -S %t/unmarked.ll -o %t/after.ll
; RUN: cmp %t/before.ll %t/after.ll

; INDEXED: error: {{.*}}in 'indexed': a future is used through a pointer before a 'force' names it
; CALLED: error: {{.*}}in 'called': a future is written through a pointer before a 'force' names it
; DIRECT: error: {{.*}}in 'direct': a future is used through a pointer before a 'force' names it

;--- indexed.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; Through an array whose elements are not told apart.
define spir_func i32 @indexed(i32 %n, i64 %i, i64 %j) "tkl-task" {
  %x = alloca i32, align 4
  %at = alloca [4 x ptr], align 8
  %dest = bitcast ptr %x to ptr
  call void @llvm.lifetime.start.p0(i64 -1, ptr %dest)
  %in = getelementptr [4 x ptr], ptr %at, i64 0, i64 %i
  store ptr %x, ptr %in, align 8
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @task, ptr %dest, i32 %n)
  %out = getelementptr [4 x ptr], ptr %at, i64 0, i64 %j
  %p = load ptr, ptr %out, align 8
  %r = load i32, ptr %p, align 4
  ret i32 %r
}

declare spir_func i32 @task(i32) "tkl-task"
declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @llvm.lifetime.start.p0(i64, ptr)

;--- called.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; In a function that finds the address in memory.
define spir_func void @set(ptr %at) {
  %p = load ptr, ptr %at, align 8
  store i32 1, ptr %p, align 4
  ret void
}
define spir_func void @called(i32 %n) "tkl-task" {
  %x = alloca i32, align 4
  %at = alloca ptr, align 8
  %dest = bitcast ptr %x to ptr
  call void @llvm.lifetime.start.p0(i64 -1, ptr %dest)
  store ptr %x, ptr %at, align 8
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @task, ptr %dest, i32 %n)
  call spir_func void @set(ptr %at)
  ret void
}

declare spir_func i32 @task(i32) "tkl-task"
declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @llvm.lifetime.start.p0(i64, ptr)

;--- direct.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; What SSA form has made of a way through memory.
define spir_func i32 @direct(i32 %n) "tkl-task" {
  %x = alloca i32, align 4
  %dest = bitcast ptr %x to ptr
  call void @llvm.lifetime.start.p0(i64 -1, ptr %dest)
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @task, ptr %dest, i32 %n)
  %r = load i32, ptr %x, align 4
  ret i32 %r
}
declare spir_func i32 @task(i32) "tkl-task"
declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @llvm.lifetime.start.p0(i64, ptr)

;--- accept.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; ACCEPT-LABEL: @other(
; ACCEPT: ret i32
; The array holds the address of another variable, and of the future only after
; the force.
define spir_func i32 @other(i32 %n, i64 %i, i64 %j) "tkl-task" {
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  %at = alloca [4 x ptr], align 8
  %dest = bitcast ptr %x to ptr
  store i32 %n, ptr %y, align 4
  %in = getelementptr [4 x ptr], ptr %at, i64 0, i64 %i
  store ptr %y, ptr %in, align 8
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @task, ptr %dest, i32 %n)
  %out = getelementptr [4 x ptr], ptr %at, i64 0, i64 %j
  %p = load ptr, ptr %out, align 8
  %r = load i32, ptr %p, align 4
  call void @tkl.force()
  call void @llvm.lifetime.start.p0(i64 -1, ptr %dest)
  %in.2 = getelementptr [4 x ptr], ptr %at, i64 0, i64 %i
  store ptr %x, ptr %in.2, align 8
  %out.2 = getelementptr [4 x ptr], ptr %at, i64 0, i64 %j
  %p.2 = load ptr, ptr %out.2, align 8
  %r.2 = load i32, ptr %p.2, align 4
  %s = add i32 %r, %r.2
  ret i32 %s
}

; ACCEPT-LABEL: @later(
; ACCEPT: ret i32
; So too if the address of another future lies in memory all the time, unused.
define spir_func i32 @later(i32 %n, i64 %i, i64 %j) "tkl-task" {
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  %z = alloca i32, align 4
  %at = alloca [4 x ptr], align 8
  %of.z = alloca [4 x ptr], align 8
  %dest = bitcast ptr %x to ptr
  %dest.z = bitcast ptr %z to ptr
  call void @llvm.lifetime.start.p0(i64 -1, ptr %dest.z)
  %unused = getelementptr [4 x ptr], ptr %of.z, i64 0, i64 %i
  store ptr %z, ptr %unused, align 8
  store i32 %n, ptr %y, align 4
  %in = getelementptr [4 x ptr], ptr %at, i64 0, i64 %i
  store ptr %y, ptr %in, align 8
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @task, ptr %dest.z, i32 %n)
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @task, ptr %dest, i32 %n)
  %out = getelementptr [4 x ptr], ptr %at, i64 0, i64 %j
  %p = load ptr, ptr %out, align 8
  %r = load i32, ptr %p, align 4
  call void @tkl.force()
  call void @llvm.lifetime.start.p0(i64 -1, ptr %dest)
  %in.2 = getelementptr [4 x ptr], ptr %at, i64 0, i64 %i
  store ptr %x, ptr %in.2, align 8
  ret i32 %r
}

; ACCEPT-LABEL: @stale(
; ACCEPT: ret i32
; An address from before the force is tkl-escape's business.
define spir_func i32 @stale(i32 %n) "tkl-task" {
  %x = alloca i32, align 4
  %at = alloca ptr, align 8
  %dest = bitcast ptr %x to ptr
  call void @llvm.lifetime.start.p0(i64 -1, ptr %dest)
  store ptr %x, ptr %at, align 8
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @task, ptr %dest, i32 %n)
  call void @tkl.force()
  %p = load ptr, ptr %at, align 8
  %r = load i32, ptr %p, align 4
  ret i32 %r
}

; ACCEPT-LABEL: @again(
; ACCEPT: ret void
; A new variable in each round.
define spir_func void @again(i32 %n, i64 %i, i64 %j) "tkl-task" {
entry:
  %x = alloca i32, align 4
  %at = alloca [4 x ptr], align 8
  %dest = bitcast ptr %x to ptr
  br label %round
round:
  call void @llvm.lifetime.start.p0(i64 -1, ptr %dest)
  %in = getelementptr [4 x ptr], ptr %at, i64 0, i64 %i
  store ptr %x, ptr %in, align 8
  %out = getelementptr [4 x ptr], ptr %at, i64 0, i64 %j
  %p = load ptr, ptr %out, align 8
  store i32 7, ptr %p, align 4
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @task, ptr %dest, i32 %n)
  %more = icmp sgt i32 %n, 7
  br i1 %more, label %round, label %done
done:
  ret void
}
declare spir_func i32 @task(i32) "tkl-task"
declare void @tkl.force()
declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @llvm.lifetime.start.p0(i64, ptr)

;; The plugin has said all there is to say of variables whose address goes nowhere,
;; and those have no markers. Those of other functions are none of this pass's.
;--- unmarked.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func i32 @plain(i32 %n) "tkl-task" {
  %x = alloca i32, align 4
  %dest = bitcast ptr %x to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @plain, ptr %dest, i32 %n)
  %r = load i32, ptr %x, align 4
  ret i32 %r
}
define spir_func i32 @ordinary(i32 %n) {
  %x = alloca i32, align 4
  %here = bitcast ptr %x to ptr
  call void @llvm.lifetime.start.p0(i64 4, ptr %here)
  %r = load i32, ptr %x, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %here)
  ret i32 %r
}
declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
