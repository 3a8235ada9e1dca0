;; `out[i] <- f(i);`: the destination may lie in global memory, also where a
;; language version with the generic address space has cast the pointer.
; RUN: %opt -load-pass-plugin=%plugin -passes=tkl-prepare,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_kernel void @buffer(
; CHECK: %element = getelementptr inbounds i32, i32 addrspace(1)* %out, i64 %id
; CHECK: [[DEST:%.*]] = bitcast i32 addrspace(1)* %element to i8 addrspace(1)*
; CHECK: call void (i8*, i8 addrspace(1)*, ...) @tkl.spawn.global(i8* bitcast (i32 (i32)* @work to i8*), i8 addrspace(1)* [[DEST]], i32 %n)
; CHECK-NOT: store
; CHECK: ret void
define spir_kernel void @buffer(i32 addrspace(1)* %out, i32 %n) {
entry:
  %result = call spir_func i32 @work(i32 %n)
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %element = getelementptr inbounds i32, i32 addrspace(1)* %out, i64 %id
  store i32 %result, i32 addrspace(1)* %element, align 4
  ret void
}

; CHECK-LABEL: define spir_kernel void @generic(
; CHECK: [[DEST:%.*]] = bitcast i32 addrspace(1)* %out to i8 addrspace(1)*
; CHECK: call void (i8*, i8 addrspace(1)*, ...) @tkl.spawn.global(i8* bitcast (i32 (i32)* @work to i8*), i8 addrspace(1)* [[DEST]], i32 %n)
; CHECK-NOT: store
; CHECK: ret void
define spir_kernel void @generic(i32 addrspace(1)* %out, i32 %n) {
entry:
  %result = call spir_func i32 @work(i32 %n)
  %anywhere = addrspacecast i32 addrspace(1)* %out to i32 addrspace(4)*
  store i32 %result, i32 addrspace(4)* %anywhere, align 4
  ret void
}

declare spir_func i32 @work(i32) #0
declare spir_func i64 @_Z13get_global_idj(i32)

attributes #0 = { "llvm.assume"="tkl-task" }
