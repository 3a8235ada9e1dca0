;; Children that are left to be recorded: those that would be seen to have begun,
;; and those that may take long. So are tail spawns, and spawns of kernels.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-inline-children,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-inline-children,tkl-split-tasks,verify,tkl-verify \
; RUN:   -disable-output %s

; CHECK-NOT: call void @tkl.ran(i32
; CHECK-NOT: call void (ptr, i64, ...) @tkl.deliver(
; CHECK-NOT: .inline
; CHECK: define spir_func i32 @within_budget(
; CHECK: call void @tkl.ran(i32 1)
; CHECK-NOT: call void @tkl.ran(i32

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

;; Writes before its spawn, at which it may have to give up.
define spir_func void @writes_first(ptr addrspace(1) %out, i32 %n) "tkl-task" {
entry:
  %c = icmp slt i32 %n, 1
  store i32 %n, ptr addrspace(1) %out, align 4
  br i1 %c, label %done, label %more
done:
  ret void
more:
  %less = sub i32 %n, 1
  call void (ptr, ...) @tkl.spawn.detached(ptr @writes_first, ptr addrspace(1) %out, i32 %less)
  call void (ptr, ...) @tkl.spawn.detached(ptr @writes_first, ptr addrspace(1) %out, i32 %less)
  ret void
}

define spir_func i32 @loops(i32 %n) "tkl-task" {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi i32 [ %n, %entry ], [ %square, %loop ]
  %square = mul i32 %x, %x
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret i32 %square
}

;; Four calls of built-in functions count more than the budget.
declare spir_func i32 @_Z7get_allv()
define spir_func i32 @over_budget() "tkl-task" {
  %a = call spir_func i32 @_Z7get_allv()
  %b = call spir_func i32 @_Z7get_allv()
  %c = call spir_func i32 @_Z7get_allv()
  %d = call spir_func i32 @_Z7get_allv()
  %ab = add i32 %a, %b
  %cd = add i32 %c, %d
  %all = add i32 %ab, %cd
  ret i32 %all
}

;; A function of the program may take any time.
define spir_func i32 @helper(i32 %n) noinline {
  ret i32 %n
}
define spir_func i32 @calls(i32 %n) "tkl-task" {
  %r = call spir_func i32 @helper(i32 %n)
  ret i32 %r
}

;; A volatile access before the spawn would be made twice.
define spir_func i32 @volatile_first(ptr addrspace(1) %p, i32 %n) "tkl-task" {
entry:
  %v = load volatile i32, ptr addrspace(1) %p, align 4
  %c = icmp slt i32 %v, %n
  br i1 %c, label %done, label %more
done:
  ret i32 %v
more:
  call void (ptr, ...) @tkl.spawn.detached(ptr @loops, i32 %v)
  ret i32 %n
}

;; Nothing of it is left if it always gives up.
define spir_func i32 @always_spawns(i32 %n) "tkl-task" {
  call void (ptr, ...) @tkl.spawn.detached(ptr @loops, i32 %n)
  ret i32 %n
}

define spir_func i32 @caller(ptr addrspace(1) %p, i32 %n) "tkl-task" {
  call void (ptr, ...) @tkl.spawn.detached(ptr @writes_first, ptr addrspace(1) %p, i32 %n)
  call void (ptr, ...) @tkl.spawn.detached(ptr @loops, i32 %n)
  call void (ptr, ...) @tkl.spawn.detached(ptr @over_budget)
  call void (ptr, ...) @tkl.spawn.detached(ptr @calls, i32 %n)
  call void (ptr, ...) @tkl.spawn.detached(ptr @volatile_first, ptr addrspace(1) %p, i32 %n)
  call void (ptr, ...) @tkl.spawn.detached(ptr @always_spawns, i32 %n)
  ret i32 %n
}

define spir_func i32 @leaf(i32 %n) "tkl-task" {
  %double = shl i32 %n, 1
  ret i32 %double
}

;; The last act of a void task costs no record.
define spir_func void @hands_over(i32 %n) "tkl-task" {
  call void (ptr, ...) @tkl.spawn.detached(ptr @leaf, i32 %n)
  ret void
}

define spir_kernel void @kernel(ptr addrspace(1) %out, i32 %n) {
  %dest = bitcast ptr addrspace(1) %out to ptr addrspace(1)
  call void (ptr, ptr addrspace(1), ...) @tkl.spawn.global(ptr @leaf, ptr addrspace(1) %dest, i32 %n)
  ret void
}

;; One call, by contrast, is within it.
define spir_func i32 @one_call() "tkl-task" {
  %a = call spir_func i32 @_Z7get_allv()
  ret i32 %a
}
define spir_func i32 @within_budget(i32 %n) "tkl-task" {
  call void (ptr, ...) @tkl.spawn.detached(ptr @one_call)
  ret i32 %n
}

declare void @tkl.spawn.global(ptr, ptr addrspace(1), ...)
declare void @tkl.spawn.detached(ptr, ...)
