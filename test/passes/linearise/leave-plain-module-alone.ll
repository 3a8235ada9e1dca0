;; A module that uses none of the additions is left alone byte for byte, however
;; much there is that the pass would change around an everywhere block: variables in memory,
;; lifetime markers, work-item queries after a call, `optnone`.
; RUN: %opt -S %s -o %t.before
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-linearise -S %s -o %t.after
; RUN: cmp %t.before %t.after
; RUN: %opt %s -o %t.before.bc
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-linearise %s -o %t.after.bc
; RUN: cmp %t.before.bc %t.after.bc

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define internal spir_func i32 @column() {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %column = trunc i64 %id to i32
  ret i32 %column
}

; An assumption of somebody else.
define spir_func i32 @assumed(i32 %n) #1 {
  ret i32 %n
}

define spir_kernel void @plain(ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %n.addr = alloca i32, align 4
  %copy = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  br label %while.cond

while.cond:
  br label %while.body

while.body:
  %bytes = bitcast ptr %copy to ptr
  call void @llvm.lifetime.start.p0(i64 4, ptr %bytes)
  %value = load i32, ptr %n.addr, align 4
  store i32 %value, ptr %copy, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %bytes)
  %column = call spir_func i32 @column()
  %more = icmp slt i32 %column, %value
  br i1 %more, label %while.cond, label %return

return:
  ret void
}

declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare spir_func i64 @_Z13get_global_idj(i32)

attributes #0 = { noinline optnone }
attributes #1 = { "llvm.assume"="omp_no_openmp" }
