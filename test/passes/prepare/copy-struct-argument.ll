;; A structure that a task gets by value becomes a variable of the task, filled
;; on entry: the task may change it, and what it passes on is the changed one.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-prepare,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.Big = type { [3 x i64], i32 }

; CHECK-LABEL: define spir_func void @change(
; CHECK-SAME: ptr byval(%struct.Big) align 8 %b)
; CHECK: %[[LOCAL:b[0-9]+]] = alloca %struct.Big
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr {{.*}}%[[LOCAL]], ptr {{.*}}%b, i64 32, i1 false)
; CHECK-NOT: %b,
; CHECK: %field = getelementptr inbounds %struct.Big, ptr %[[LOCAL]], i32 0, i32 1
; CHECK: store i32 7, ptr %field
; CHECK: call void (ptr, ...) @tkl.spawn.detached(ptr @change, ptr byval(%struct.Big) %[[LOCAL]])
; CHECK-NEXT: ret void
define spir_func void @change(ptr byval(%struct.Big) align 8 %b) #0 {
entry:
  %field = getelementptr inbounds %struct.Big, ptr %b, i32 0, i32 1
  store i32 7, ptr %field, align 8
  call spir_func void @change(ptr byval(%struct.Big) align 8 %b)
  ret void
}

attributes #0 = { "llvm.assume"="tkl-task" }
