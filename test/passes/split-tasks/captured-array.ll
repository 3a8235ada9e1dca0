;; A private array is captured by copying its contents, both ways; addresses in it
;; are computed anew. A variable that nothing has written yet is not copied.
; RUN: %opt -load-pass-plugin=%plugin -passes=tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_func i32 @captured(
; CHECK: %a = alloca [8 x i32]
; CHECK: [[AT:%.*]] = getelementptr inbounds i8, i8 addrspace(1)* {{%.*}}, i64 48
; CHECK: [[FROM:%.*]] = bitcast [8 x i32]* %a to i8*
; CHECK: call void @llvm.memcpy.p1i8.p0i8.i64(i8 addrspace(1)* {{.*}}[[AT]], i8* {{.*}}[[FROM]], i64 32, i1 false)
; CHECK-NOT: call void @llvm.memcpy
; CHECK: call spir_func void @__tkl_suspend({{.*}}, i32 80)
; CHECK-LABEL: define internal spir_func i32 @captured.force1(
; CHECK-DAG: %a = alloca [8 x i32]
; CHECK-DAG: %later = alloca [8 x i32]
; CHECK: [[AT:%.*]] = getelementptr inbounds i8, i8 addrspace(1)* {{%.*}}, i64 48
; CHECK: [[TO:%.*]] = bitcast [8 x i32]* %a to i8*
; CHECK: call void @llvm.memcpy.p0i8.p1i8.i64(i8* {{.*}}[[TO]], i8 addrspace(1)* {{.*}}[[AT]], i64 32, i1 false)
; CHECK-NOT: call void @llvm.memcpy
; CHECK: [[SAME:%.*]] = getelementptr inbounds [8 x i32], [8 x i32]* %a, i64 0, i64 %i
; CHECK-NEXT: %value = load i32, i32* [[SAME]]
define spir_func i32 @captured(i64 %i) "tkl-task" {
entry:
  %a = alloca [8 x i32], align 4
  %later = alloca [8 x i32], align 4
  %x = alloca i32, align 4
  %element = getelementptr inbounds [8 x i32], [8 x i32]* %a, i64 0, i64 %i
  store i32 5, i32* %element, align 4
  %dest = bitcast i32* %x to i8*
  call void (i8*, i8*, ...) @tkl.spawn.private(i8* bitcast (i32 (i32)* @work to i8*), i8* %dest, i32 1)
  call void @tkl.force()
  %value = load i32, i32* %element, align 4
  %fresh = getelementptr inbounds [8 x i32], [8 x i32]* %later, i64 0, i64 %i
  store i32 %value, i32* %fresh, align 4
  %first = getelementptr inbounds [8 x i32], [8 x i32]* %later, i64 0, i64 0
  %total = call spir_func i32 @add_up(i32* %first)
  %result = load i32, i32* %x, align 4
  %sum = add i32 %total, %result
  ret i32 %sum
}

declare spir_func i32 @add_up(i32*)
declare spir_func i32 @work(i32) "tkl-task"

declare void @tkl.spawn.private(i8*, i8*, ...)
declare void @tkl.force()
