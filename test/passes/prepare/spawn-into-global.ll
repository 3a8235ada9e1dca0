;; `out[i] <- f(i);`: the destination may lie in global memory, also where a
;; language version with the generic address space has cast the pointer.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-prepare,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_kernel void @buffer(
; CHECK: %element = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
; CHECK: call void (ptr, ptr addrspace(1), ...) @tkl.spawn.global(ptr @work, ptr addrspace(1) %element, i32 %n)
; CHECK-NOT: store
; CHECK: ret void
define spir_kernel void @buffer(ptr addrspace(1) %out, i32 %n) {
entry:
  %result = call spir_func i32 @work(i32 %n)
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %element = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %id
  store i32 %result, ptr addrspace(1) %element, align 4
  ret void
}

; CHECK-LABEL: define spir_kernel void @generic(
; CHECK: call void (ptr, ptr addrspace(1), ...) @tkl.spawn.global(ptr @work, ptr addrspace(1) %out, i32 %n)
; CHECK-NOT: store
; CHECK: ret void
define spir_kernel void @generic(ptr addrspace(1) %out, i32 %n) {
entry:
  %result = call spir_func i32 @work(i32 %n)
  %anywhere = addrspacecast ptr addrspace(1) %out to ptr addrspace(4)
  store i32 %result, ptr addrspace(4) %anywhere, align 4
  ret void
}

declare spir_func i32 @work(i32) #0
declare spir_func i64 @_Z13get_global_idj(i32)

attributes #0 = { "llvm.assume"="tkl-task" }
