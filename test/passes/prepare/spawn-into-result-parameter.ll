;; Where a variable is returned, clang lets the result parameter be the variable.
;; It becomes a variable of the task again, which a result mark hands on before
;; each return.
; RUN: %opt -load-pass-plugin=%plugin -passes=tkl-prepare,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.Pair = type { i32, float }

; CHECK-LABEL: define spir_func void @returned(
; CHECK-SAME: %struct.Pair* {{.*}} %agg.result, i32 %n)
; CHECK: %[[LOCAL:agg.result[0-9]+]] = alloca %struct.Pair
; CHECK-NOT: alloca
; CHECK: %first = getelementptr inbounds %struct.Pair, %struct.Pair* %[[LOCAL]], i32 0, i32 0
; CHECK-NEXT: store i32 1, i32* %first
; CHECK-NEXT: [[LEAF:%.*]] = bitcast %struct.Pair* %[[LOCAL]] to i8*
; CHECK-NEXT: call void @tkl.result(i8* [[LEAF]])
; CHECK-NEXT: ret void
; CHECK: [[DEST:%[0-9]+]] = bitcast %struct.Pair* %[[LOCAL]] to i8*
; CHECK-NEXT: call void (i8*, i8*, ...) @tkl.spawn.private(i8* bitcast (void (%struct.Pair*, i32)* @returned to i8*), i8* [[DEST]], i32 %less)
; CHECK-NEXT: call void @tkl.force()
; CHECK-NEXT: [[BODY:%.*]] = bitcast %struct.Pair* %[[LOCAL]] to i8*
; CHECK-NEXT: call void @tkl.result(i8* [[BODY]])
; CHECK-NEXT: ret void
; CHECK-NEXT: }
define spir_func void @returned(%struct.Pair* noalias sret(%struct.Pair) align 4 %agg.result, i32 %n) #0 {
entry:
  %tmp = alloca %struct.Pair, align 4
  %leaf = icmp slt i32 %n, 1
  br i1 %leaf, label %if.then, label %if.end

if.then:
  %first = getelementptr inbounds %struct.Pair, %struct.Pair* %agg.result, i32 0, i32 0
  store i32 1, i32* %first, align 4
  ret void

if.end:
  %less = sub nsw i32 %n, 1
  call spir_func void @returned(%struct.Pair* sret(%struct.Pair) align 4 %tmp, i32 %less)
  %to = bitcast %struct.Pair* %agg.result to i8*
  %from = bitcast %struct.Pair* %tmp to i8*
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 4 %to, i8* align 4 %from, i64 8, i1 false)
  br label %while.body

while.body:
  %named = bitcast %struct.Pair* %agg.result to i8*
  call spir_func void @__tkl_force_var(i8* %named)
  call spir_func void @__tkl_force()
  ret void
}

declare spir_func void @__tkl_force_var(i8*)
declare spir_func void @__tkl_force()
declare void @llvm.memcpy.p0i8.p0i8.i64(i8*, i8*, i64, i1 immarg)

attributes #0 = { "llvm.assume"="tkl-task" }
