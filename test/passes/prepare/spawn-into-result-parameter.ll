;; Where a variable is returned, clang lets the result parameter be the variable.
;; It becomes a variable of the task again, which a result mark hands on before
;; each return.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-prepare,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.Pair = type { i32, float }

; CHECK-LABEL: define spir_func void @returned(
; CHECK-SAME: ptr {{.*}} %agg.result, i32 %n)
; CHECK: %[[LOCAL:agg.result[0-9]+]] = alloca %struct.Pair
; CHECK-NOT: alloca
; CHECK: %first = getelementptr inbounds %struct.Pair, ptr %[[LOCAL]], i32 0, i32 0
; CHECK-NEXT: store i32 1, ptr %first
; CHECK-NEXT: call void @tkl.result(ptr %[[LOCAL]])
; CHECK-NEXT: ret void
; CHECK: call void (ptr, ptr, ...) @tkl.spawn.private(ptr @returned, ptr %[[LOCAL]], i32 %less)
; CHECK-NEXT: call void @tkl.force()
; CHECK-NEXT: call void @tkl.result(ptr %[[LOCAL]])
; CHECK-NEXT: ret void
; CHECK-NEXT: }
define spir_func void @returned(ptr noalias sret(%struct.Pair) align 4 %agg.result, i32 %n) #0 {
entry:
  %tmp = alloca %struct.Pair, align 4
  %leaf = icmp slt i32 %n, 1
  br i1 %leaf, label %if.then, label %if.end

if.then:
  %first = getelementptr inbounds %struct.Pair, ptr %agg.result, i32 0, i32 0
  store i32 1, ptr %first, align 4
  ret void

if.end:
  %less = sub nsw i32 %n, 1
  call spir_func void @returned(ptr sret(%struct.Pair) align 4 %tmp, i32 %less)
  %to = bitcast ptr %agg.result to ptr
  %from = bitcast ptr %tmp to ptr
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 8, i1 false)
  br label %while.body

while.body:
  %named = bitcast ptr %agg.result to ptr
  call spir_func void @__tkl_force_var(ptr %named)
  call spir_func void @__tkl_force()
  ret void
}

declare spir_func void @__tkl_force_var(ptr)
declare spir_func void @__tkl_force()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)

attributes #0 = { "llvm.assume"="tkl-task" }
