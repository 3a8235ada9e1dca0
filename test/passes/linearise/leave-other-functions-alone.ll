;; Beside a kernel with an everywhere block, functions without one stay as they
;; are, to the last block and attribute: what it calls, and other kernels.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-linearise,verify,tkl-verify -tkl-lane-loops=0 -S %s -o %t.after
; RUN: FileCheck %s < %t.after
; RUN: sed -n '/^define.*@other/,/^}/p; /^define.*@helper/,/^}/p' %t.after | sed 's/ #[0-9]* / /' > %t.functions
; RUN: %opt -S %s | sed -n '/^define.*@other/,/^}/p; /^define.*@helper/,/^}/p' | sed 's/ #[0-9]* / /' > %t.before
; RUN: cmp %t.before %t.functions

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_kernel void @k(
; CHECK:         call spir_func i32 @helper(
; CHECK:       define spir_func i32 @helper(i32 %n) #[[ATTRIBUTES:[0-9]+]] {
; CHECK:       define spir_kernel void @other({{.*}}) #[[ATTRIBUTES]] {
; CHECK:       attributes #[[ATTRIBUTES]] = { noinline optnone }
define spir_kernel void @k(ptr addrspace(1) %out) {
entry:
  br label %while.cond

while.cond:
  %mark = call spir_func i32 @__tkl_everywhere()
  %visited = icmp ne i32 %mark, 0
  br i1 %visited, label %body, label %after

body:
  %h = call spir_func i32 @helper(i32 3)
  store i32 %h, ptr addrspace(1) %out, align 4
  br label %while.cond

after:
  ret void
}

define spir_func i32 @helper(i32 %n) noinline optnone {
entry:
  %x = alloca i32, align 4
  %bytes = bitcast ptr %x to ptr
  call void @llvm.lifetime.start.p0(i64 4, ptr %bytes)
  store i32 %n, ptr %x, align 4
  %y = load i32, ptr %x, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %bytes)
  ret i32 %y
}

define spir_kernel void @other(ptr addrspace(1) %out, i32 %n) noinline optnone {
entry:
  br label %loop

loop:
  %h = call spir_func i32 @helper(i32 %n)
  call spir_func void @_Z7barrierj(i32 1)
  store i32 %h, ptr addrspace(1) %out, align 4
  %again = icmp slt i32 %h, 0
  br i1 %again, label %loop, label %done

done:
  ret void
}

declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare spir_func void @_Z7barrierj(i32)

declare spir_func i32 @__tkl_everywhere()
declare spir_func i64 @__tkl_everywhere_mask()
