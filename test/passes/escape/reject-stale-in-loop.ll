;; In a loop, one instruction computes an address before a force and again after
;; it. Only what may still be from before is refused.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/value.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/phi.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/memory.ll 2>&1 | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output %t/fresh.ll

; CHECK: error: {{.*}}in 'user': the code after a force uses an address of private or local memory that is gone when the results have arrived

;; In the round in which it was computed.
;--- value.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user(i1 %c) "tkl-task" {
entry:
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  br label %head
head:
  %p = select i1 %c, ptr %a, ptr %b
  br i1 %c, label %body, label %done
body:
  call void @tkl.force()
  store i32 1, ptr %p, align 4
  br label %head
done:
  ret void
}
declare void @tkl.force()

;; In the next round.
;--- phi.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user(i1 %c) "tkl-task" {
entry:
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  br label %head
head:
  %before = phi ptr [ %a, %entry ], [ %p, %body ]
  store i32 1, ptr %before, align 4
  %p = select i1 %c, ptr %a, ptr %b
  br i1 %c, label %body, label %done
body:
  call void @tkl.force()
  br label %head
done:
  ret void
}
declare void @tkl.force()

;--- memory.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user(i1 %c, i64 %i) "tkl-task" {
entry:
  %a = alloca i32, align 4
  %box = alloca [2 x ptr], align 8
  br label %head
head:
  %to = getelementptr [2 x ptr], ptr %box, i64 0, i64 0
  store ptr %a, ptr %to, align 8
  br i1 %c, label %body, label %done
body:
  call void @tkl.force()
  %from = getelementptr [2 x ptr], ptr %box, i64 0, i64 %i
  %p = load ptr, ptr %from, align 8
  store i32 1, ptr %p, align 4
  br label %head
done:
  ret void
}
declare void @tkl.force()

;; Computed anew in each round, before it is used.
;--- fresh.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @user(i1 %c, i64 %i) "tkl-task" {
entry:
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  %box = alloca [2 x ptr], align 8
  br label %head
head:
  %p = select i1 %c, ptr %a, ptr %b
  store i32 1, ptr %p, align 4
  %to = getelementptr [2 x ptr], ptr %box, i64 0, i64 0
  store ptr %a, ptr %to, align 8
  %from = getelementptr [2 x ptr], ptr %box, i64 0, i64 %i
  %q = load ptr, ptr %from, align 8
  store i32 1, ptr %q, align 4
  br i1 %c, label %body, label %done
body:
  call void @tkl.force()
  br label %head
done:
  ret void
}
declare void @tkl.force()
