;; Clang lets a call fill a temporary and copies that to the destination of a
;; structure. The spawn goes to the destination itself, where the copy stood:
;; a temporary would be copied before the task has run.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-prepare,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.Pair = type { i32, float }

; As -O0 writes it.
; CHECK-LABEL: define spir_func i32 @variable(
; CHECK: %p = alloca %struct.Pair
; CHECK-NOT: alloca
; CHECK-NOT: llvm.memcpy
; CHECK: call void (ptr, ptr, ...) @tkl.spawn.private(ptr @pair, ptr %p, i32 %n)
; CHECK-NOT: llvm.memcpy
; CHECK: call void @tkl.force()
; CHECK: %first = getelementptr inbounds %struct.Pair, ptr %p, i32 0, i32 0
define spir_func i32 @variable(i32 %n) #0 {
entry:
  %p = alloca %struct.Pair, align 4
  %tmp = alloca %struct.Pair, align 4
  call spir_func void @pair(ptr sret(%struct.Pair) align 4 %tmp, i32 %n)
  %to = bitcast ptr %p to ptr
  %from = bitcast ptr %tmp to ptr
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 8, i1 false)
  br label %while.body

while.body:
  call spir_func void @__tkl_force_var(ptr %to)
  call spir_func void @__tkl_force()
  %first = getelementptr inbounds %struct.Pair, ptr %p, i32 0, i32 0
  %value = load i32, ptr %first, align 4
  ret i32 %value
}

; As -O1 writes it, with lifetime markers around the temporary; into an element
; whose index is computed after the call.
; CHECK-LABEL: define spir_func void @element(
; CHECK-NOT: llvm.lifetime
; CHECK-NOT: llvm.memcpy
; CHECK: %index = call spir_func i64 @next()
; CHECK: %element = getelementptr inbounds [2 x %struct.Pair], ptr %r, i64 0, i64 %index
; CHECK: call void (ptr, ptr, ...) @tkl.spawn.private(ptr @pair, ptr %element, i32 %n)
; CHECK-NOT: llvm.memcpy
; CHECK: ret void
define spir_func void @element(i32 %n) #0 {
entry:
  %r = alloca [2 x %struct.Pair], align 4
  %tmp = alloca %struct.Pair, align 4
  %life = bitcast ptr %tmp to ptr
  call void @llvm.lifetime.start.p0(i64 8, ptr %life)
  call spir_func void @pair(ptr sret(%struct.Pair) align 4 %tmp, i32 %n)
  %index = call spir_func i64 @next()
  %element = getelementptr inbounds [2 x %struct.Pair], ptr %r, i64 0, i64 %index
  %to = bitcast ptr %element to ptr
  %from = bitcast ptr %tmp to ptr
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 8, i1 false)
  %dead = bitcast ptr %tmp to ptr
  call void @llvm.lifetime.end.p0(i64 8, ptr %dead)
  ret void
}

; Into global memory.
; CHECK-LABEL: define spir_func void @buffer(
; CHECK-NOT: alloca
; CHECK: call void (ptr, ptr addrspace(1), ...) @tkl.spawn.global(ptr @pair, ptr addrspace(1) %out, i32 %n)
; CHECK-NOT: llvm.memcpy
; CHECK: ret void
define spir_func void @buffer(ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %tmp = alloca %struct.Pair, align 4
  call spir_func void @pair(ptr sret(%struct.Pair) align 4 %tmp, i32 %n)
  %to = bitcast ptr addrspace(1) %out to ptr addrspace(1)
  %from = bitcast ptr %tmp to ptr
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 4 %to, ptr align 4 %from, i64 8, i1 false)
  ret void
}

declare spir_func void @pair(ptr sret(%struct.Pair) align 4, i32) #0
declare spir_func i64 @next()
declare spir_func void @__tkl_force_var(ptr)
declare spir_func void @__tkl_force()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)
declare void @llvm.memcpy.p1.p0.i64(ptr addrspace(1), ptr, i64, i1 immarg)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

attributes #0 = { "llvm.assume"="tkl-task" }
