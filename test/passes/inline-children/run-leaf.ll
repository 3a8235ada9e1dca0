;; A child that ends before it spawns is run at its spawn. Its result goes to the
;; slot in the frame, where the body of the force looks for it, and it counts as a
;; task. One that recurses is run if it ends at once; else it begins anew, from a
;; record.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-inline-children,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-inline-children,tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck --check-prefix=STEPS %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func i32 @leaf(i32 %n) "tkl-task" {
  %cube = mul i32 %n, %n
  ret i32 %cube
}

; CHECK-LABEL: define spir_func i32 @caller(
; CHECK: [[RESULT:%.*]] = mul i32 %n, %n
; CHECK: br i1
; CHECK: call void @tkl.ran(i32 1)
; CHECK-NEXT: call void (ptr, i64, ...) @tkl.deliver(ptr %dest, i64 4, i32 [[RESULT]])
; CHECK: call void (ptr, ptr, ...) @tkl.spawn.private(
; CHECK-NOT: .inline
; STEPS-LABEL: define spir_func i32 @caller(
; STEPS: [[RESULT:%.*]] = mul i32 %n, %n
; STEPS: call spir_func void @__tkl_count_tasks({{.*}}, i32 1)
; STEPS-NEXT: [[FRAME:%.*]] = call spir_func ptr addrspace(1) @__tkl_frame(
; STEPS-NEXT: [[SLOT:%.*]] = getelementptr inbounds i8, ptr addrspace(1) [[FRAME]], i64 32
; STEPS-NEXT: store i32 [[RESULT]], ptr addrspace(1) [[SLOT]], align 4
; STEPS: call spir_func ptr addrspace(1) @__tkl_spawn(
; STEPS-LABEL: define internal spir_func i32 @caller.force1(
; STEPS: getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 32
define spir_func i32 @caller(i32 %n) "tkl-task" {
  %x = alloca i32, align 4
  %dest = bitcast ptr %x to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @leaf, ptr %dest, i32 %n)
  %y = add i32 %n, 7
  call void @tkl.force()
  %value = load i32, ptr %x, align 4
  %sum = add i32 %value, %y
  ret i32 %sum
}

;; Into global memory, and nowhere.
; CHECK-LABEL: define spir_func i32 @elsewhere(
; CHECK: call void @tkl.ran(i32 1)
; CHECK: store i32 {{%.*}}, ptr addrspace(1) {{%.*}}, align 4
; CHECK: call void (ptr, ptr addrspace(1), ...) @tkl.spawn.global(
; CHECK: call void @tkl.ran(i32 1)
; CHECK: call void (ptr, ...) @tkl.spawn.detached(
define spir_func i32 @elsewhere(ptr addrspace(1) %out, i32 %n) "tkl-task" {
  call void (ptr, ptr addrspace(1), ...) @tkl.spawn.global(ptr @leaf, ptr addrspace(1) %out, i32 %n)
  call void (ptr, ...) @tkl.spawn.detached(ptr @leaf, i32 %n)
  ret i32 %n
}

;; Several tasks may be run at one spawn, and how many is known only then: a child
;; alone, or that with its own.
; CHECK-LABEL: define spir_func i32 @count(
; CHECK: [[RAN:%.*]] = phi i32 {{.*}}[ 0, %{{.*}} ]
; CHECK: [[SOME:%.*]] = icmp ne i32 [[RAN]], 0
; CHECK-NEXT: br i1 [[SOME]], label %[[DONE:.*]], label %[[RECORD:.*]]
; CHECK: [[DONE]]:
; CHECK: call void @tkl.ran(i32 [[RAN]])
; CHECK: [[RECORD]]:
; CHECK: call void (ptr, ptr, ...) @tkl.spawn.private(
define spir_func i32 @count(i32 %n) "tkl-task" {
entry:
  %x = alloca i32, align 4
  %stop = icmp slt i32 %n, 1
  br i1 %stop, label %done, label %more
done:
  ret i32 1
more:
  %dest = bitcast ptr %x to ptr
  %less = sub i32 %n, 1
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @count, ptr %dest, i32 %less)
  call void @tkl.force()
  %value = load i32, ptr %x, align 4
  %sum = add i32 %value, 1
  ret i32 %sum
}

declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.spawn.global(ptr, ptr addrspace(1), ...)
declare void @tkl.spawn.detached(ptr, ...)
declare void @tkl.force()
