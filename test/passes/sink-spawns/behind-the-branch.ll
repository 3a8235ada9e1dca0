;; A spawn goes after the computations and the branch between it and a force, so
;; that on the way to the force it is the last thing there. Values that the loop
;; carries, one iteration old as well, keep their meaning.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-sink-spawns,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-sink-spawns,tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck --check-prefix=STEPS %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_func i32 @loop(
; CHECK: body:
; CHECK-NEXT: [[OLD:%.*]] = phi i32 [ %next, %[[AGAIN:.*]] ], [ %i, %head ]
; CHECK-NOT: tkl.spawn
; CHECK: %next = add i32 [[OLD]], 1
; CHECK: br i1 %more{{.*}}, label %[[AGAIN]], label %[[LAST:.*]]
; CHECK: [[LAST]]:
; CHECK: call void (ptr, ptr, ...) @tkl.spawn.private(ptr {{.*}}@loop{{.*}}, ptr %dest, i32 [[OLD]])
; CHECK-NEXT: br label %[[FORCE:.*]]
; CHECK: [[FORCE]]:
; CHECK-NEXT: phi i32 [ [[OLD]], %[[LAST]] ], [ %before, %head ]
; CHECK-NEXT: phi i32 [ %next, %[[LAST]] ], [ %i, %head ]
; CHECK-NEXT: call void @tkl.force()
; STEPS-LABEL: define spir_func i32 @loop(
; STEPS: call spir_func ptr addrspace(1) @__tkl_spawn(
; STEPS-NOT: call spir_func ptr addrspace(1) @__tkl_spawn(
; STEPS: call spir_func void @__tkl_run_next(
; STEPS: define internal spir_func i32 @loop.force1(
define spir_func i32 @loop(i32 %n) "tkl-task" {
entry:
  %ways = alloca [8 x i32], align 4
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %before = phi i32 [ -1, %entry ], [ %i, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %slot = getelementptr inbounds [8 x i32], ptr %ways, i64 0, i32 %i
  %dest = bitcast ptr %slot to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @loop, ptr %dest, i32 %i)
  %next = add i32 %i, 1
  br label %head
end:
  call void @tkl.force()
  %last = getelementptr inbounds [8 x i32], ptr %ways, i64 0, i32 %before
  %way = load i32, ptr %last, align 4
  %sum = add i32 %way, %i
  ret i32 %sum
}

;; Without a loop: the second spawn may not come. Reads may go before the spawn.
; CHECK-LABEL: define spir_func i32 @maybe(
; CHECK: load i32, ptr addrspace(1) %p
; CHECK: br i1 %c
; CHECK: call void (ptr, ptr, ...) @tkl.spawn.private(ptr {{.*}}@loop{{.*}}, ptr %a, i32 1)
; CHECK: call void (ptr, ptr, ...) @tkl.spawn.private(ptr {{.*}}@loop{{.*}}, ptr %b, i32 2)
; CHECK: call void (ptr, ptr, ...) @tkl.spawn.private(ptr {{.*}}@loop{{.*}}, ptr %a, i32 1)
; CHECK-NEXT: br label %[[FORCE:.*]]
define spir_func i32 @maybe(ptr addrspace(1) %p) "tkl-task" {
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  %a = bitcast ptr %x to ptr
  %b = bitcast ptr %y to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @loop, ptr %a, i32 1)
  %v = load i32, ptr addrspace(1) %p, align 4
  %c = icmp eq i32 %v, 0
  br i1 %c, label %two, label %one
two:
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @loop, ptr %b, i32 2)
  br label %one
one:
  call void @tkl.force()
  %result = load i32, ptr %x, align 4
  ret i32 %result
}

;; Both ways may lead to the same place.
; CHECK-LABEL: define spir_func i32 @same(
; CHECK-COUNT-2: call void (ptr, ptr, ...) @tkl.spawn.private(
; CHECK: phi i1 [ true, {{.*}} ], [ true, {{.*}} ]
; CHECK-NEXT: call void @tkl.force()
define spir_func i32 @same(i1 %c) "tkl-task" {
  %x = alloca i32, align 4
  %a = bitcast ptr %x to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @loop, ptr %a, i32 1)
  br i1 %c, label %end, label %end
end:
  %d = phi i1 [ true, %0 ], [ true, %0 ]
  call void @tkl.force()
  %e = zext i1 %d to i32
  ret i32 %e
}

declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.force()
