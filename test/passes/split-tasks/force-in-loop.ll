;; A force in a loop leaves it. What the loop has computed so far is captured by
;; value; neither the loop nor its variables' other values are in the body.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_func i32 @search(
; CHECK: for.cond:
; CHECK: br i1 %more, label %for.body, label %done
; CHECK: br i1 %wanted, label %found, label %for.inc
; CHECK: for.inc:
; CHECK: br label %for.cond
; CHECK: suspend:
; CHECK: [[AT:%.*]] = getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 48
; CHECK: store volatile i32 %i, ptr addrspace(1) [[AT]]
; CHECK: [[AT:%.*]] = getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 40
; CHECK: store volatile i64 %sum, ptr addrspace(1) [[AT]]
; CHECK: call spir_func void @__tkl_suspend({{.*}}, i32 0, i32 64)
; CHECK-LABEL: define internal spir_func i32 @search.force1(
; CHECK: getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 48
; CHECK: %i = load i32,
; CHECK: getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 40
; CHECK: %sum = load i64,
; CHECK-NOT: %n
; CHECK-NOT: %more
; CHECK: %short = trunc i64 %sum to i32
; CHECK: %b = add i32 %a, %i
; CHECK-NOT: %more
; CHECK: {{^}}}
define spir_func i32 @search(i32 %n) "tkl-task" {
entry:
  %x = alloca i32, align 4
  br label %for.cond

for.cond:
  %i = phi i32 [ 0, %entry ], [ %i.next, %for.inc ]
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %for.inc ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %for.body, label %done

for.body:
  %wanted = call spir_func i1 @wanted(i32 %i)
  br i1 %wanted, label %found, label %for.inc

found:
  %dest = bitcast ptr %x to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @work, ptr %dest, i32 %i)
  call void @tkl.force()
  %value = load i32, ptr %x, align 4
  %short = trunc i64 %sum to i32
  %a = add i32 %value, %short
  %b = add i32 %a, %i
  ret i32 %b

for.inc:
  %i.next = add i32 %i, 1
  %wide = sext i32 %i to i64
  %sum.next = add i64 %sum, %wide
  br label %for.cond

done:
  ret i32 -1
}

declare spir_func i1 @wanted(i32)
declare spir_func i32 @work(i32) "tkl-task"

declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.force()
