;; A private array is captured by copying its contents, both ways; addresses in it
;; are computed anew. A variable that nothing has written yet is not copied.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_func i32 @captured(
; CHECK: %a = alloca [8 x i32]
; CHECK: [[AT:%.*]] = getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 48
; CHECK: call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) {{.*}}[[AT]], ptr {{.*}}%a, i64 32, i1 false)
; CHECK-NOT: call void @llvm.memcpy
; CHECK: call spir_func void @__tkl_suspend({{.*}}, i32 80)
; CHECK-LABEL: define internal spir_func i32 @captured.force1(
; CHECK-DAG: %a = alloca [8 x i32]
; CHECK-DAG: %later = alloca [8 x i32]
; CHECK: [[AT:%.*]] = getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 48
; CHECK: call void @llvm.memcpy.p0.p1.i64(ptr {{.*}}%a, ptr addrspace(1) {{.*}}[[AT]], i64 32, i1 false)
; CHECK-NOT: call void @llvm.memcpy
; CHECK: [[SAME:%.*]] = getelementptr inbounds [8 x i32], ptr %a, i64 0, i64 %i
; CHECK-NEXT: %value = load i32, ptr [[SAME]]
define spir_func i32 @captured(i64 %i) "tkl-task" {
entry:
  %a = alloca [8 x i32], align 4
  %later = alloca [8 x i32], align 4
  %x = alloca i32, align 4
  %element = getelementptr inbounds [8 x i32], ptr %a, i64 0, i64 %i
  store i32 5, ptr %element, align 4
  %dest = bitcast ptr %x to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @work, ptr %dest, i32 1)
  call void @tkl.force()
  %value = load i32, ptr %element, align 4
  %fresh = getelementptr inbounds [8 x i32], ptr %later, i64 0, i64 %i
  store i32 %value, ptr %fresh, align 4
  %first = getelementptr inbounds [8 x i32], ptr %later, i64 0, i64 0
  %total = call spir_func i32 @add_up(ptr %first)
  %result = load i32, ptr %x, align 4
  %sum = add i32 %total, %result
  ret i32 %sum
}

declare spir_func i32 @add_up(ptr)
declare spir_func i32 @work(i32) "tkl-task"

declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.force()
