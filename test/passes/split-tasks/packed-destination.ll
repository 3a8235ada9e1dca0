;; The destination may be less aligned than the type of the result, as a member of
;; a packed structure is. The task that stores it there knows, through prepare; and
;; it does not hand its place on to another task, which would not know.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-prepare,verify,tkl-verify -S %s \
; RUN:   | FileCheck --check-prefix=PREPARED %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-prepare,tkl-split-tasks,verify,tkl-verify \
; RUN:   -S %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.Packed = type <{ i8, i32 }>

; PREPARED: define spir_func i32 @unaligned({{.*}} #[[UNALIGNED:[0-9]+]]
; PREPARED: define spir_func i32 @aligned({{.*}} #[[ALIGNED:[0-9]+]]
; PREPARED-DAG: attributes #[[UNALIGNED]] = { {{.*}}"tkl-result-align"="1"
; PREPARED-DAG: attributes #[[ALIGNED]] = { "tkl-task" }

; CHECK-LABEL: define spir_func i32 @unaligned(
; CHECK: call spir_func i32 @__tkl_open_frame(
; CHECK: call spir_func void @__tkl_suspend(
; CHECK-LABEL: define internal spir_func i32 @unaligned.force1(
; CHECK: store i32 {{%.*}}, ptr addrspace(1) {{%.*}}, align 1
; CHECK-LABEL: define spir_func i32 @aligned(
; CHECK: store i32 %n, ptr addrspace(1) {{%.*}}, align 4

define spir_func void @user(ptr addrspace(1) %out, ptr addrspace(1) %other) "llvm.assume"="tkl-task" {
  %first = call spir_func i32 @unaligned(i32 1)
  %member = getelementptr inbounds %struct.Packed, ptr addrspace(1) %out, i32 0, i32 1
  store i32 %first, ptr addrspace(1) %member, align 1
  %second = call spir_func i32 @aligned(i32 2)
  store i32 %second, ptr addrspace(1) %other, align 4
  ret void
}

define spir_func i32 @unaligned(i32 %n) "llvm.assume"="tkl-task" {
  %t = alloca i32, align 4
  %result = call spir_func i32 @aligned(i32 %n)
  store i32 %result, ptr %t, align 4
  br label %while.body

while.body:
  call spir_func void @__tkl_force()
  %value = load i32, ptr %t, align 4
  ret i32 %value
}

define spir_func i32 @aligned(i32 %n) "llvm.assume"="tkl-task" {
  ret i32 %n
}

declare spir_func void @__tkl_force()
