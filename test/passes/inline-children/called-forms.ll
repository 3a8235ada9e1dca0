;; Where a program has many spawns, code for small children at each of them would
;; make it large. Then the code is one function for each task, called at its
;; spawns. The smallest tasks have theirs inlined still.
; RUN: %opt -load-pass-plugin=%passes -tkl-inline-total=0 \
; RUN:   -passes=tkl-inline-children,verify,tkl-verify -S %s \
; RUN:   | FileCheck --check-prefixes=CALL,NONE %s
; RUN: %opt -load-pass-plugin=%passes -tkl-inline-total=12 \
; RUN:   -passes=tkl-inline-children,verify,tkl-verify -S %s \
; RUN:   | FileCheck --check-prefixes=CALL,FIRST %s
; RUN: %opt -load-pass-plugin=%passes \
; RUN:   -passes=tkl-inline-children,verify,tkl-verify -S %s \
; RUN:   | FileCheck --check-prefix=ALL --implicit-check-not=.called %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%pair = type { i32, i32 }

define spir_func i32 @leaf(i32 %n) "tkl-task" {
  %cube = mul i32 %n, %n
  ret i32 %cube
}

define spir_func void @nothing() "tkl-task" {
  ret void
}

define spir_func zeroext i1 @odd(i32 %n) "tkl-task" {
  %odd = trunc i32 %n to i1
  ret i1 %odd
}

;; The last one that stays within 12 instructions.
; NONE-LABEL: define spir_func i32 @one(
; NONE: call spir_func { i32, i32 } @leaf.inline.called(i32 %n)
; FIRST-LABEL: define spir_func i32 @one(
; FIRST-NOT: .called
; FIRST: ret i32
; ALL-LABEL: define spir_func i32 @one(
define spir_func i32 @one(i32 %n) "tkl-task" {
  %x = alloca i32, align 4
  %dest = bitcast ptr %x to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @leaf, ptr %dest, i32 %n)
  call void @tkl.force()
  %value = load i32, ptr %x, align 4
  %more = add i32 %value, 1
  ret i32 %more
}

;; The result is a value: nothing that a force would have to keep.
; CALL-LABEL: define spir_func i32 @several(
; CALL: [[BOTH:%.*]] = call spir_func { i32, i32 } @leaf.inline.called(i32 %n)
; CALL-DAG: [[RESULT:%.*]] = extractvalue { i32, i32 } [[BOTH]], 1
; CALL-DAG: [[RAN:%.*]] = extractvalue { i32, i32 } [[BOTH]], 0
; CALL: [[SOME:%.*]] = icmp ne i32 [[RAN]], 0
; CALL-NEXT: br i1 [[SOME]]
; CALL: call void @tkl.ran(i32 [[RAN]])
; CALL-NEXT: call void (ptr, i64, ...) @tkl.deliver(ptr %dest, i64 4, i32 [[RESULT]])
; CALL: call void (ptr, ptr, ...) @tkl.spawn.private(
;; The second spawn calls the same function.
; CALL: call spir_func { i32, i32 } @leaf.inline.called(i32 %y)
;; No result, and a bool.
; CALL: [[NONE:%.*]] = call spir_func { i32 } @nothing.inline.called()
; CALL: extractvalue { i32 } [[NONE]], 0
; CALL: call spir_func { i32, i1 } @odd.inline.called(i32 %n)
; ALL-LABEL: define spir_func i32 @several(
define spir_func i32 @several(i32 %n) "tkl-task" {
  %x = alloca i32, align 4
  %dest = bitcast ptr %x to ptr
  %z = alloca i32, align 4
  %to = bitcast ptr %z to ptr
  %b = alloca i8, align 1
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @leaf, ptr %dest, i32 %n)
  %y = add i32 %n, 7
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @leaf, ptr %to, i32 %y)
  call void (ptr, ...) @tkl.spawn.detached(ptr @nothing)
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @odd, ptr %b, i32 %n)
  call void @tkl.force()
  %value = load i32, ptr %x, align 4
  %other = load i32, ptr %z, align 4
  %sum = add i32 %value, %other
  ret i32 %sum
}

; CALL: define internal spir_func { i32, i32 } @leaf.inline.called(i32 %0) #[[ATTRS:[0-9]+]]
; CALL-NOT: alloca
; CALL: mul i32 %0, %0
; CALL-NOT: call
; CALL: ret { i32, i32 }
; CALL: attributes #[[ATTRS]] = { noinline nounwind }

declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.spawn.detached(ptr, ...)
declare void @tkl.force()
