;; Some elements of an array are written, others spawned into. What was written
;; moves to the slot once, at the first spawn that is reached: a later copy would
;; write over results that have come already.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_func i32 @partly(
; CHECK: %r = alloca [4 x i32]
; CHECK: one:
; CHECK: call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) {{.*}}, ptr {{.*}}%r, i64 16, i1 false)
; CHECK: call spir_func ptr addrspace(1) @__tkl_spawn(
; CHECK: br label %spawned
; CHECK: two:
; CHECK: [[IN:%.*]] = phi i1 [ true, {{.*}} ], [ false, {{.*}} ]
; CHECK: [[OUT:%.*]] = xor i1 [[IN]], true
; CHECK-NEXT: br i1 [[OUT]], label %[[COPY:.*]], label %[[SPAWN:.*]]
; CHECK: [[COPY]]:
; CHECK: call void @llvm.memcpy.p1.p0.i64({{.*}}, i64 16, i1 false)
; CHECK-NEXT: br label %[[SPAWN]]
; CHECK: [[SPAWN]]:
; CHECK: call spir_func ptr addrspace(1) @__tkl_spawn(
; CHECK: call spir_func void @other()
; CHECK: suspend:
; CHECK-NEXT: [[NEVER:%.*]] = xor i1 true, true
; CHECK: br i1 [[NEVER]],
define spir_func i32 @partly(i64 %n, i64 %k, i1 %c) "tkl-task" {
entry:
  %r = alloca [4 x i32], align 4
  %written = getelementptr inbounds [4 x i32], ptr %r, i64 0, i64 %k
  store i32 5, ptr %written, align 4
  br i1 %c, label %one, label %two

one:
  %element1 = getelementptr inbounds [4 x i32], ptr %r, i64 0, i64 1
  %dest1 = bitcast ptr %element1 to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @work, ptr %dest1, i32 1)
  br label %two

two:
  %element2 = getelementptr inbounds [4 x i32], ptr %r, i64 0, i64 2
  %dest2 = bitcast ptr %element2 to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @work, ptr %dest2, i32 2)
  call spir_func void @other()
  call void @tkl.force()
  %at = getelementptr inbounds [4 x i32], ptr %r, i64 0, i64 %n
  %value = load i32, ptr %at, align 4
  ret i32 %value
}

;; Nothing is spawned on one way: then the contents move when the step ends.
; CHECK-LABEL: define spir_func i32 @perhaps(
; CHECK: [[IN:%.*]] = phi i1 [ true, {{.*}} ], [ false, {{.*}} ]
; CHECK: [[OUT:%.*]] = xor i1 [[IN]], true
; CHECK: br i1 [[OUT]], label %[[COPY:.*]], label %[[END:.*]]
; CHECK: [[COPY]]:
; CHECK: store i32 5, ptr addrspace(1)
; CHECK: br label %[[END]]
; CHECK: [[END]]:
; CHECK: call spir_func void @__tkl_suspend(
define spir_func i32 @perhaps(i1 %c) "tkl-task" {
entry:
  %x = alloca i32, align 4
  store i32 5, ptr %x, align 4
  br i1 %c, label %spawn, label %skip

spawn:
  %dest = bitcast ptr %x to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @work, ptr %dest, i32 1)
  br label %skip

skip:
  call spir_func void @other()
  call void @tkl.force()
  %value = load i32, ptr %x, align 4
  ret i32 %value
}

declare spir_func void @other()
declare spir_func i32 @work(i32) "tkl-task"

declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.force()
