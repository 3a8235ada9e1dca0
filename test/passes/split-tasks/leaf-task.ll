;; A task that spawns nothing is one step without a frame: it takes its arguments
;; from the block at the second parameter, stores its result where the record said,
;; and is done.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.Pair = type { i32, float }

;; Arguments lie in the block as in a structure: i8 at 0, i64 at 8, float4 at 16.
;; The block of such a task begins at a multiple of 16 after a record's 24 bytes.
; CHECK-LABEL: define spir_func i32 @scalar(
; CHECK-SAME: ptr [[W:%.*]], ptr [[ARGS:%.*]]) #[[SCALAR:[0-9]+]]
; CHECK: [[A:%.*]] = getelementptr inbounds i8, ptr [[ARGS]], i64 0
; CHECK: %a = load i8, ptr [[A]], align 1
; CHECK: [[B:%.*]] = getelementptr inbounds i8, ptr [[ARGS]], i64 8
; CHECK: %b = load i64, ptr [[B]], align 8
; CHECK: [[V:%.*]] = getelementptr inbounds i8, ptr [[ARGS]], i64 16
; CHECK: %v = load <4 x float>, ptr [[V]], align 16
; CHECK-NOT: call
; CHECK: %c = add i64 %wide, %b
; CHECK-NEXT: [[RET:%.*]] = call spir_func ptr addrspace(1) @__tkl_entry_ret(ptr [[W]])
;; An ignored result has nowhere to go.
; CHECK-NEXT: [[WANTED:%.*]] = icmp ne ptr addrspace(1) [[RET]], null
; CHECK-NEXT: br i1 [[WANTED]], label %[[STORE:.*]], label %[[DONE:.*]]
; CHECK: [[STORE]]:
; CHECK-NEXT: store i64 %c, ptr addrspace(1) [[RET]], align 8
; CHECK: [[DONE]]:
; CHECK-NOT: call
; CHECK: ret i32 0
; CHECK-NEXT: }
define spir_func i64 @scalar(i8 %a, i64 %b, <4 x float> %v) "tkl-task" {
entry:
  %wide = sext i8 %a to i64
  %c = add i64 %wide, %b
  ret i64 %c
}

; CHECK-LABEL: define internal spir_func i32 @nothing(
; CHECK-NOT: call
; CHECK: ret i32 0
; CHECK-NEXT: }
define internal spir_func void @nothing() "tkl-task" {
  ret void
}

;; A structure: copied from the block, and to the place of the result. The result
;; parameter is no argument.
; CHECK-LABEL: define spir_func i32 @structure(
; CHECK-SAME: #[[STRUCT:[0-9]+]]
; CHECK: %n = load i32,
; CHECK: [[RET:%.*]] = call spir_func ptr addrspace(1) @__tkl_entry_ret(
; CHECK: store i32 %{{.*}}, ptr addrspace(1) [[RET]], align 4
; CHECK: [[FIELD:%.*]] = getelementptr inbounds i8, ptr addrspace(1) [[RET]], i64 4
; CHECK: store float %{{.*}}, ptr addrspace(1) {{%.*}}, align 4
; CHECK: ret i32 0
; CHECK-NEXT: }
define spir_func void @structure(ptr sret(%struct.Pair) align 4 %agg.result, ptr byval(%struct.Pair) align 4 %p, i32 %n) "tkl-task" {
entry:
  %result = alloca %struct.Pair, align 4
  %bytes = bitcast ptr %result to ptr
  %from = bitcast ptr %p to ptr
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %bytes, ptr align 4 %from, i64 8, i1 false)
  %field = getelementptr inbounds %struct.Pair, ptr %result, i32 0, i32 0
  %value = load i32, ptr %field, align 4
  %sum = add i32 %value, %n
  store i32 %sum, ptr %field, align 4
  call void @tkl.result(ptr %bytes)
  ret void
}

; CHECK-DAG: attributes #[[SCALAR]] = { "tkl-args-offset"="32" "tkl-args-size"="32" {{.*}}"tkl-step"="entry"
; CHECK-DAG: attributes #[[STRUCT]] = { "tkl-args-offset"="24" "tkl-args-size"="12" {{.*}}"tkl-step"="entry"

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)

declare void @tkl.result(ptr)
