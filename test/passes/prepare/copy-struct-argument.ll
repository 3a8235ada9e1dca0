;; A structure that a task gets by value becomes a variable of the task, filled
;; on entry: the task may change it, and what it passes on is the changed one.
; RUN: %opt -load-pass-plugin=%plugin -passes=tkl-prepare,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.Big = type { [3 x i64], i32 }

; CHECK-LABEL: define spir_func void @change(
; CHECK-SAME: %struct.Big* byval(%struct.Big) align 8 %b)
; CHECK: %[[LOCAL:b[0-9]+]] = alloca %struct.Big
; CHECK: [[TO:%.*]] = bitcast %struct.Big* %[[LOCAL]] to i8*
; CHECK: [[FROM:%.*]] = bitcast %struct.Big* %b to i8*
; CHECK: call void @llvm.memcpy.p0i8.p0i8.i64(i8* {{.*}}[[TO]], i8* {{.*}}[[FROM]], i64 32, i1 false)
; CHECK-NOT: %b,
; CHECK: %field = getelementptr inbounds %struct.Big, %struct.Big* %[[LOCAL]], i32 0, i32 1
; CHECK: store i32 7, i32* %field
; CHECK: call void (i8*, ...) @tkl.spawn.detached(i8* bitcast (void (%struct.Big*)* @change to i8*), %struct.Big* byval(%struct.Big) %[[LOCAL]])
; CHECK-NEXT: ret void
define spir_func void @change(%struct.Big* byval(%struct.Big) align 8 %b) #0 {
entry:
  %field = getelementptr inbounds %struct.Big, %struct.Big* %b, i32 0, i32 1
  store i32 7, i32* %field, align 8
  call spir_func void @change(%struct.Big* byval(%struct.Big) align 8 %b)
  ret void
}

attributes #0 = { "llvm.assume"="tkl-task" }
