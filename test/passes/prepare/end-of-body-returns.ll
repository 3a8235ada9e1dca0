;; The plugin writes `force (x) { body }` as an endless loop. Its back edge means
;; that the end of the body was reached, which returns from a void task; no loop
;; is left. A task with a result was rejected by the plugin unless that end cannot
;; be reached.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-prepare,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; As -O0 writes it: the body jumps back to the mark's own block.
; CHECK-LABEL: define spir_func void @direct(
; CHECK: call void @tkl.force()
; CHECK-NEXT: %value = load i32, ptr %x
; CHECK-NEXT: call spir_func void @use(i32 %value)
; CHECK-NEXT: ret void
; CHECK-NEXT: }
define spir_func void @direct(i32 %n) #0 {
entry:
  %x = alloca i32, align 4
  %result = call spir_func i32 @work(i32 %n)
  store i32 %result, ptr %x, align 4
  br label %while.body

while.body:
  %named = bitcast ptr %x to ptr
  call spir_func void @__tkl_force_var(ptr %named)
  call spir_func void @__tkl_force()
  %value = load i32, ptr %x, align 4
  call spir_func void @use(i32 %value)
  br label %while.body
}

; As -O1 writes it: the body jumps back to an empty block before the mark's.
; CHECK-LABEL: define spir_func void @empty_header(
; CHECK: call void @tkl.force()
; CHECK-NEXT: %value = load i32, ptr %x
; CHECK-NEXT: call spir_func void @use(i32 %value)
; CHECK-NEXT: ret void
; CHECK-NEXT: }
define spir_func void @empty_header(i32 %n) #0 {
entry:
  %x = alloca i32, align 4
  %result = call spir_func i32 @work(i32 %n)
  store i32 %result, ptr %x, align 4
  br label %while.cond

while.cond:
  br label %while.body

while.body:
  %named = bitcast ptr %x to ptr
  call spir_func void @__tkl_force_var(ptr %named)
  call spir_func void @__tkl_force()
  %value = load i32, ptr %x, align 4
  call spir_func void @use(i32 %value)
  br label %while.cond
}

; Two ends of one body, both of which return; a loop of the user's before it stays
; a loop.
; CHECK-LABEL: define spir_func void @in_loop(
; CHECK: call void @tkl.force()
; CHECK-NEXT: br i1 %odd, label %[[ODD:.*]], label %[[END:.*]]
; CHECK: [[ODD]]:
; CHECK-NEXT: call spir_func void @use(i32 1)
; CHECK-NEXT: ret void
; CHECK: call spir_func void @use(i32 2)
; CHECK-NEXT: %next =
; CHECK-NEXT: br label %for.cond
; CHECK: [[END]]:
; CHECK-NEXT: ret void
; CHECK-NEXT: }
define spir_func void @in_loop(i32 %n, i1 %odd) #0 {
entry:
  br label %for.cond

for.cond:
  %i = phi i32 [ 0, %entry ], [ %next, %for.inc ]
  %stop = icmp eq i32 %i, %n
  br i1 %stop, label %while.cond, label %for.inc

while.cond:
  br label %while.body

while.body:
  call spir_func void @__tkl_force()
  br i1 %odd, label %if.then, label %if.end

if.then:
  call spir_func void @use(i32 1)
  br label %while.cond

if.end:
  br label %while.cond

for.inc:
  call spir_func void @use(i32 2)
  %next = add nsw i32 %i, 1
  br label %for.cond
}

; A result is left to give, but no way to the end of the body.
; CHECK-LABEL: define spir_func i32 @with_result(
; CHECK: call void @tkl.force()
; CHECK: ret i32 %value
; CHECK-NOT: ret i32
; CHECK: unreachable
; CHECK-NEXT: }
define spir_func i32 @with_result(i32 %n, i1 %always) #0 {
entry:
  %x = alloca i32, align 4
  %result = call spir_func i32 @work(i32 %n)
  store i32 %result, ptr %x, align 4
  br label %while.body

while.body:
  call spir_func void @__tkl_force()
  %value = load i32, ptr %x, align 4
  br i1 %always, label %if.then, label %if.end

if.then:
  ret i32 %value

if.end:
  br label %while.body
}

; No mark of the plugin survives.
; CHECK-NOT: @__tkl_force

declare spir_func i32 @work(i32) #0
declare spir_func void @use(i32)
declare spir_func void @__tkl_force_var(ptr)
declare spir_func void @__tkl_force()

attributes #0 = { "llvm.assume"="tkl-task" }
