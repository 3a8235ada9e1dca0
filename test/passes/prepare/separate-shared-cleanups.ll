;; With lifetime markers clang leaves scopes through blocks that the body of a
;; force shares with the code around it, and switches there on where to go next.
;; After tkl-prepare no path leads from the body back into the loop. Otherwise
;; tkl-split-tasks would take the rest of the loop for a part of the body.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-prepare,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-prepare,tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck --check-prefix=CAPTURED %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_func i32 @search(
; CHECK-NOT: llvm.lifetime
; CHECK-NOT: switch
; CHECK: br label %for.cond
; CHECK: for.cond:
; CHECK: br i1 %more, label %for.body, label %[[DONE:.*]]
; CHECK: for.body:
; CHECK: tkl.spawn.private
; CHECK: br i1 %wanted, label %[[BODY:.*]], label %[[NEXT:.*]]
; CHECK: [[BODY]]:
; CHECK-NEXT: call void @tkl.force()
; CHECK: br i1 %large, label %{{.*}}, label %{{.*}}
; CHECK: ret i32 0
; CHECK: [[NEXT]]:
; CHECK: br label %for.cond

;; The continuation has no loop.
; CAPTURED-LABEL: define internal spir_func i32 @search.force1(
; CAPTURED-NOT: %more
; CAPTURED-NOT: @__tkl_spawn(
; CAPTURED: %large = icmp
; CAPTURED-NOT: %more
; CAPTURED-NOT: @__tkl_spawn(
; CAPTURED: {{^}}}
define spir_func i32 @search(i32 %n) #0 {
entry:
  %retval = alloca i32, align 4
  %i = alloca i32, align 4
  %cleanup.dest.slot = alloca i32, align 4
  %x = alloca i32, align 4
  %y = alloca i32, align 4
  %i.bytes = bitcast ptr %i to ptr
  call void @llvm.lifetime.start.p0(i64 4, ptr %i.bytes)
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:
  %i.now = load i32, ptr %i, align 4
  %more = icmp slt i32 %i.now, %n
  br i1 %more, label %for.body, label %for.cond.cleanup

for.cond.cleanup:
  store i32 2, ptr %cleanup.dest.slot, align 4
  br label %cleanup6

for.body:
  %x.bytes = bitcast ptr %x to ptr
  call void @llvm.lifetime.start.p0(i64 4, ptr %x.bytes)
  %result = call spir_func i32 @work(i32 %i.now)
  store i32 %result, ptr %x, align 4
  %wanted = icmp eq i32 %i.now, 7
  br i1 %wanted, label %while.cond, label %if.end4

while.cond:
  br label %while.body

while.body:
  call spir_func void @__tkl_force_var(ptr %x.bytes)
  call spir_func void @__tkl_force()
  %y.bytes = bitcast ptr %y to ptr
  call void @llvm.lifetime.start.p0(i64 4, ptr %y.bytes)
  %x.now = load i32, ptr %x, align 4
  store i32 %x.now, ptr %y, align 4
  %large = icmp sgt i32 %x.now, 3
  br i1 %large, label %if.then3, label %if.end

if.then3:
  %y.now = load i32, ptr %y, align 4
  store i32 %y.now, ptr %retval, align 4
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup

if.end:
  store i32 0, ptr %retval, align 4
  store i32 1, ptr %cleanup.dest.slot, align 4
  br label %cleanup

cleanup:
  %y.end = bitcast ptr %y to ptr
  call void @llvm.lifetime.end.p0(i64 4, ptr %y.end)
  br label %cleanup5

if.end4:
  store i32 0, ptr %cleanup.dest.slot, align 4
  br label %cleanup5

cleanup5:
  %x.end = bitcast ptr %x to ptr
  call void @llvm.lifetime.end.p0(i64 4, ptr %x.end)
  %cleanup.dest = load i32, ptr %cleanup.dest.slot, align 4
  switch i32 %cleanup.dest, label %cleanup6 [
    i32 0, label %for.inc
  ]

for.inc:
  %i.next = add nsw i32 %i.now, 1
  store i32 %i.next, ptr %i, align 4
  br label %for.cond

cleanup6:
  %i.end = bitcast ptr %i to ptr
  call void @llvm.lifetime.end.p0(i64 4, ptr %i.end)
  %cleanup.dest7 = load i32, ptr %cleanup.dest.slot, align 4
  switch i32 %cleanup.dest7, label %unreachable [
    i32 2, label %for.end
    i32 1, label %return
  ]

for.end:
  store i32 1, ptr %retval, align 4
  br label %return

return:
  %result.now = load i32, ptr %retval, align 4
  ret i32 %result.now

unreachable:
  unreachable
}

declare spir_func i32 @work(i32) #0
declare spir_func void @__tkl_force_var(ptr)
declare spir_func void @__tkl_force()
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

attributes #0 = { "llvm.assume"="tkl-task" }
