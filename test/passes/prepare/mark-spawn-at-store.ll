;; A spawn mark stands where the result would have been stored, since only there
;; the destination is known: here its index is computed after the call. The
;; arguments are those of the call.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-prepare,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_func void @elements(
; CHECK-SAME: #[[TASK:[0-9]+]]
; CHECK: %r = alloca [4 x i32]
; CHECK: %index = call spir_func i64 @next()
; CHECK-NEXT: %element = getelementptr inbounds [4 x i32], ptr %r, i64 0, i64 %index
; CHECK-NEXT: call void (ptr, ptr, ...) @tkl.spawn.private(
; CHECK-SAME: ptr @work, ptr %element, i32 %n, float 2.000000e+00)
; CHECK-NEXT: call spir_func void @after()
; CHECK-NOT: call spir_func i32 @work
; CHECK-NOT: store
; CHECK: ret void
define spir_func void @elements(i32 %n) #0 {
entry:
  %n.addr = alloca i32, align 4
  %r = alloca [4 x i32], align 4
  store i32 %n, ptr %n.addr, align 4
  %value = load i32, ptr %n.addr, align 4
  %result = call spir_func i32 @work(i32 %value, float 2.0)
  %index = call spir_func i64 @next()
  %element = getelementptr inbounds [4 x i32], ptr %r, i64 0, i64 %index
  store i32 %result, ptr %element, align 4
  call spir_func void @after()
  ret void
}

;; Clang's attribute gives way to the one that the later passes look for, at
;; declarations too; what else it assumed must not keep a task from being one.
; CHECK: declare spir_func i32 @work(i32, float) #[[TASK]]
; CHECK: declare spir_func i32 @also(i32) #[[TASK]]
; CHECK: attributes #[[TASK]] = { "tkl-task" }
declare spir_func i32 @work(i32, float) #0
declare spir_func i32 @also(i32) #1
declare spir_func i64 @next()
declare spir_func void @after()

attributes #0 = { "llvm.assume"="tkl-task" }
attributes #1 = { "llvm.assume"="omp_no_openmp,tkl-task" }
