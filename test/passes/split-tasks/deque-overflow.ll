;; A spawn without room for its record: what is needed after it, the count of
;; children and, if there are several, which spawn it was go into the frame, and the
;; child runs at once. The overflow form of the step reads them and goes on there.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck --implicit-check-not='@no_room_needed.overflow(' %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

;; An array lies in the frame as a whole. %unused is not kept, and no number of the
;; only spawn.
; CHECK-LABEL: define spir_func i32 @loop(
; CHECK: [[PENDING:%.*]] = phi i32 [ 0, {{.*}} ], [ [[ONEMORE:%.*]], %spawned ]
; CHECK: [[RECORD:%.*]] = call spir_func ptr addrspace(1) @__tkl_spawn(
; CHECK: [[ROOM:%.*]] = call spir_func i1 @__tkl_has_room(
; CHECK: [[NONE:%.*]] = xor i1 [[ROOM]], true
; CHECK: br i1 [[NONE]], label %[[KEEP:.*]], label %[[GO:[^,]*]], !prof
; CHECK: [[KEEP]]:
; CHECK: i64 44
; CHECK: store volatile i32 %n,
; CHECK: i64 32
; CHECK: store volatile ptr addrspace(1) %out,
; CHECK: i64 48
; CHECK: store volatile i32 %i,
; CHECK-NOT: %unused
; CHECK: br label %overflow
; CHECK: [[GO]]:
; CHECK-NEXT: call spir_func void @__tkl_spawned(
; CHECK-NEXT: [[ONEMORE]] = add i32 [[PENDING]], 1
; CHECK: overflow:
; CHECK: i64 52
; CHECK: call void @llvm.memcpy.p1.p0.i64({{.*}}, i64 16, i1 false)
; CHECK: i64 40
; CHECK: store volatile i32 [[PENDING]],
; CHECK-NOT: store
; CHECK: [[STEP:%.*]] = call spir_func i32 @tkl.step.id(ptr @loop.overflow)
; CHECK: [[ACTION:%.*]] = call spir_func i32 @__tkl_suspend_at_spawn({{.*}}, i32 [[STEP]], i32 80, ptr addrspace(1) {{%.*}})
; CHECK-NEXT: ret i32 [[ACTION]]

;; It has a frame already, begins after the spawn, and can be suspended again.
; CHECK-LABEL: define internal spir_func i32 @loop.overflow(
; CHECK-NOT: @__tkl_open_frame
; CHECK: i64 40
; CHECK: [[BEFORE:%.*]] = load i32,
; CHECK: i64 48
; CHECK: [[I:%.*]] = load i32,
; CHECK: i64 52
; CHECK: call void @llvm.memcpy.p0.p1.i64({{.*}}, i64 16, i1 false)
; CHECK-NEXT: br label %spawned
; CHECK: call spir_func void @__tkl_close_frame(
; CHECK: spawned:
; CHECK-NEXT: phi i32 [ [[BEFORE]], %start ]
; CHECK-NEXT: [[LAST:%.*]] = phi i32 [ [[I]], %start ]
; CHECK-NEXT: %next = add i32 [[LAST]], 1
; CHECK: overflow:
; CHECK: @loop.overflow)
define spir_func void @loop(i32 %n, ptr addrspace(1) %out, i32 %unused) "tkl-task" {
entry:
  %counts = alloca [4 x i32], align 4
  br label %head

head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %done

body:
  %index = and i32 %i, 3
  %element = getelementptr inbounds [4 x i32], ptr %counts, i32 0, i32 %index
  store i32 %i, ptr %element, align 4
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i32 %i)
  %next = add i32 %i, 1
  br label %head

done:
  %first = getelementptr inbounds [4 x i32], ptr %counts, i32 0, i32 0
  %value = load i32, ptr %first, align 4
  store i32 %value, ptr addrspace(1) %out, align 4
  ret void
}

;; One form for three spawns, which begins with a switch. Futures are in their slots
;; already; of the numbers only the one that comes after a spawn is kept there.
; CHECK-LABEL: define spir_func i32 @straight(
; CHECK: call spir_func i1 @__tkl_has_room(
; CHECK: store volatile i32 %n,
; CHECK-NEXT: br label %overflow
; CHECK: call spir_func i1 @__tkl_has_room(
; CHECK: store volatile i32 %n1,
; CHECK-NEXT: br label %overflow
; CHECK: call spir_func i1 @__tkl_has_room(
; CHECK: store volatile i32 %n2,
; CHECK-NEXT: br label %overflow
; CHECK: overflow:
; CHECK-NEXT: [[PENDING:%.*]] = phi i32 [ 0, {{.*}} ], [ {{%.*}}, {{.*}} ], [ {{%.*}}, {{.*}} ]
; CHECK-NEXT: [[POINT:%.*]] = phi i32 [ 0, {{.*}} ], [ 1, {{.*}} ], [ 2, {{.*}} ]
; CHECK-NOT: memcpy
; CHECK: store volatile i32 [[PENDING]],
; CHECK: store volatile i32 [[POINT]],
; CHECK: @straight.overflow)
; CHECK-LABEL: define internal spir_func i32 @straight.overflow(
; CHECK: switch i32 {{%.*}}, label %spawned [
; CHECK-NEXT: i32 1, label %spawned1
; CHECK-NEXT: i32 2, label %spawned2
; CHECK-NEXT: ]
; CHECK-LABEL: define internal spir_func i32 @straight.force1(
define spir_func i32 @straight(i32 %n) "tkl-task" {
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  %c = alloca i32, align 4
  %to.a = bitcast ptr %a to ptr
  %to.b = bitcast ptr %b to ptr
  %to.c = bitcast ptr %c to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @work, ptr %to.a, i32 %n)
  %n1 = mul i32 %n, 11
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @work, ptr %to.b, i32 %n1)
  %n2 = mul i32 %n1, 12
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @work, ptr %to.c, i32 %n2)
  %late = add i32 %n2, 1
  call void @tkl.force()
  %va = load i32, ptr %a, align 4
  %vb = load i32, ptr %b, align 4
  %vc = load i32, ptr %c, align 4
  %ab = add i32 %va, %vb
  %abc = add i32 %ab, %vc
  %sum = add i32 %abc, %late
  ret i32 %sum
}

;; What is no record needs no room.
define spir_func void @no_room_needed(i32 %n) "tkl-task" {
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i32 %n)
  ret void
}

declare spir_func i32 @work(i32) "tkl-task"
declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.spawn.detached(ptr, ...)
declare void @tkl.force()
