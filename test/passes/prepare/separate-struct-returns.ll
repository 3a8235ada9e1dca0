;; Clang returns through one block. Each path gets a return of its own, with the
;; mark that names a structure's memory, so that a body that only hands on a
;; result can be seen as such.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-prepare,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.Pair = type { i32, float }

; CHECK-LABEL: define spir_func void @chain(
; CHECK: leaf:
; CHECK: call void @tkl.result(
; CHECK-NEXT: ret void
; CHECK: call void (ptr, ptr, ...) @tkl.spawn.private(
; CHECK-NOT: br
; CHECK: call void @tkl.force()
; CHECK-NOT: br
; CHECK: call void @llvm.memcpy
; CHECK: call void @tkl.result(
; CHECK-NEXT: ret void
; CHECK-NEXT: }
define spir_func void @chain(ptr noalias sret(%struct.Pair) %agg.result, i32 %n) #0 {
entry:
  %t = alloca %struct.Pair, align 4
  %zero = icmp eq i32 %n, 0
  br i1 %zero, label %leaf, label %more

leaf:
  %field = getelementptr inbounds %struct.Pair, ptr %agg.result, i32 0, i32 0
  store i32 1, ptr %field, align 4
  br label %return

more:
  %temporary = alloca %struct.Pair, align 4
  call spir_func void @chain(ptr sret(%struct.Pair) %temporary, i32 %n)
  %variable = bitcast ptr %t to ptr
  %arrived = bitcast ptr %temporary to ptr
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %variable, ptr align 4 %arrived, i64 8, i1 false)
  br label %force

force:
  call void @__tkl_force()
  %to = bitcast ptr %agg.result to ptr
  %from = bitcast ptr %t to ptr
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 8, i1 false)
  br label %return

return:
  ret void
}

declare void @__tkl_force()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

attributes #0 = { "llvm.assume"="tkl-task" }
