;; A result can arrive in a variable of the spawner or in global memory. Anything
;; else is gone, or not reachable, when it arrives. (test/passes/prepare/spawn-into-*
;; and mark-spawn-at-store show what is accepted.)
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-prepare -disable-output \
; RUN:   %t/pointer.ll 2>&1 | FileCheck --check-prefix=PLACE %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-prepare -disable-output \
; RUN:   %t/local.ll 2>&1 | FileCheck --check-prefix=PLACE %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-prepare -disable-output \
; RUN:   %t/generic.ll 2>&1 | FileCheck --check-prefix=PLACE %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-prepare -disable-output \
; RUN:   %t/struct-to-local.ll 2>&1 | FileCheck --check-prefix=PLACE %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-prepare -disable-output \
; RUN:   %t/used.ll 2>&1 | FileCheck --check-prefix=USED %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-prepare -disable-output \
; RUN:   %t/stored-twice.ll 2>&1 | FileCheck --check-prefix=USED %s

; PLACE: error: {{.*}}in 'user': the result of a spawn must go to a variable of this function or to global memory
; USED: error: {{.*}}in 'user': the result of a spawn can only be stored; name the variable in a force and use it there

;; After a pointer that may point anywhere in private memory.
;--- pointer.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user(ptr %p) "llvm.assume"="tkl-task" {
  %result = call spir_func i32 @work()
  %where = load ptr, ptr %p, align 8
  store i32 %result, ptr %where, align 4
  ret void
}
declare spir_func i32 @work() "llvm.assume"="tkl-task"

;--- local.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_kernel void @user(ptr addrspace(3) %p) {
  %result = call spir_func i32 @work()
  store i32 %result, ptr addrspace(3) %p, align 4
  ret void
}
declare spir_func i32 @work() "llvm.assume"="tkl-task"

;--- generic.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_kernel void @user(ptr addrspace(3) %p) {
  %result = call spir_func i32 @work()
  %anywhere = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
  store i32 %result, ptr addrspace(4) %anywhere, align 4
  ret void
}
declare spir_func i32 @work() "llvm.assume"="tkl-task"

;--- struct-to-local.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.Pair = type { i32, float }
define spir_kernel void @user(ptr addrspace(3) %p) {
  %tmp = alloca %struct.Pair, align 4
  call spir_func void @pair(ptr sret(%struct.Pair) align 4 %tmp)
  %to = bitcast ptr addrspace(3) %p to ptr addrspace(3)
  %from = bitcast ptr %tmp to ptr
  call void @llvm.memcpy.p3.p0.i64(ptr addrspace(3) align 4 %to, ptr align 4 %from, i64 8, i1 false)
  ret void
}
declare spir_func void @pair(ptr sret(%struct.Pair) align 4) "llvm.assume"="tkl-task"
declare void @llvm.memcpy.p3.p0.i64(ptr addrspace(3), ptr, i64, i1 immarg)

;--- used.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func i32 @user() "llvm.assume"="tkl-task" {
  %result = call spir_func i32 @work()
  ret i32 %result
}
declare spir_func i32 @work() "llvm.assume"="tkl-task"

;--- stored-twice.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user() "llvm.assume"="tkl-task" {
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  %result = call spir_func i32 @work()
  store i32 %result, ptr %x, align 4
  store i32 %result, ptr %y, align 4
  ret void
}
declare spir_func i32 @work() "llvm.assume"="tkl-task"
