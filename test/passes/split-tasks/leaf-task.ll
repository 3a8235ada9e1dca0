;; A task that spawns nothing is one step without a frame: it takes its arguments
;; from the block at the second parameter, stores its result where the record said,
;; and is done.
; RUN: %opt -load-pass-plugin=%plugin -passes=tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.Pair = type { i32, float }

;; Arguments lie in the block as in a structure: i8 at 0, i64 at 8, float4 at 16.
;; The block of such a task begins at a multiple of 16 after a record's 24 bytes.
; CHECK-LABEL: define spir_func i32 @scalar(
; CHECK-SAME: %struct.__tkl_worker* [[W:%.*]], i8* [[ARGS:%.*]]) #[[SCALAR:[0-9]+]]
; CHECK: [[A:%.*]] = getelementptr inbounds i8, i8* [[ARGS]], i64 0
; CHECK: %a = load i8, i8* [[A]], align 1
; CHECK: [[B:%.*]] = getelementptr inbounds i8, i8* [[ARGS]], i64 8
; CHECK: [[B64:%.*]] = bitcast i8* [[B]] to i64*
; CHECK: %b = load i64, i64* [[B64]], align 8
; CHECK: [[V:%.*]] = getelementptr inbounds i8, i8* [[ARGS]], i64 16
; CHECK: [[V4:%.*]] = bitcast i8* [[V]] to <4 x float>*
; CHECK: %v = load <4 x float>, <4 x float>* [[V4]], align 16
; CHECK-NOT: call
; CHECK: %c = add i64 %wide, %b
; CHECK-NEXT: [[RET:%.*]] = call spir_func i8 addrspace(1)* @__tkl_entry_ret(%struct.__tkl_worker* [[W]])
;; An ignored result has nowhere to go.
; CHECK-NEXT: [[WANTED:%.*]] = icmp ne i8 addrspace(1)* [[RET]], null
; CHECK-NEXT: br i1 [[WANTED]], label %[[STORE:.*]], label %[[DONE:.*]]
; CHECK: [[STORE]]:
; CHECK-NEXT: [[TO:%.*]] = bitcast i8 addrspace(1)* [[RET]] to i64 addrspace(1)*
; CHECK-NEXT: store i64 %c, i64 addrspace(1)* [[TO]], align 8
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
; CHECK: [[RET:%.*]] = call spir_func i8 addrspace(1)* @__tkl_entry_ret(
; CHECK: [[TO:%.*]] = bitcast i8 addrspace(1)* [[RET]] to i32 addrspace(1)*
; CHECK: store i32 %{{.*}}, i32 addrspace(1)* [[TO]], align 4
; CHECK: [[FIELD:%.*]] = getelementptr inbounds i8, i8 addrspace(1)* [[RET]], i64 4
; CHECK: store float %{{.*}}, float addrspace(1)* {{%.*}}, align 4
; CHECK: ret i32 0
; CHECK-NEXT: }
define spir_func void @structure(%struct.Pair* sret(%struct.Pair) align 4 %agg.result, %struct.Pair* byval(%struct.Pair) align 4 %p, i32 %n) "tkl-task" {
entry:
  %result = alloca %struct.Pair, align 4
  %bytes = bitcast %struct.Pair* %result to i8*
  %from = bitcast %struct.Pair* %p to i8*
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 4 %bytes, i8* align 4 %from, i64 8, i1 false)
  %field = getelementptr inbounds %struct.Pair, %struct.Pair* %result, i32 0, i32 0
  %value = load i32, i32* %field, align 4
  %sum = add i32 %value, %n
  store i32 %sum, i32* %field, align 4
  call void @tkl.result(i8* %bytes)
  ret void
}

; CHECK-DAG: attributes #[[SCALAR]] = { "tkl-args-offset"="32" "tkl-args-size"="32" {{.*}}"tkl-step"="entry"
; CHECK-DAG: attributes #[[STRUCT]] = { "tkl-args-offset"="24" "tkl-args-size"="12" {{.*}}"tkl-step"="entry"

declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i1 immarg)

declare void @tkl.result(i8*)
