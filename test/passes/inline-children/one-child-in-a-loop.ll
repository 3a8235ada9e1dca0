;; A child that spawns in a loop is run at its spawn if it comes to one child at
;; most: the loop is not begun, and the one after it that reads the results does not
;; go round again. If it comes to more it begins anew, from a record.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-sink-spawns,tkl-inline-children,verify,tkl-verify \
; RUN:   -S %s | FileCheck %s
;; Alone, tkl-inline-children does not know what comes before the loop: no child.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-inline-children,verify,tkl-verify -S %s \
; RUN:   | FileCheck --check-prefix=NONE %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

;; Up to three generations below it.
; CHECK-LABEL: define spir_func i32 @caller(
; CHECK: phi i32 [ {{[23]}}, %{{.*}} ], [ {{[34]}}, %{{.*}} ]
; CHECK: [[RAN:%common.*]] = phi i32 {{.*}}[ 0, %{{.*}} ]
; CHECK-NOT: load i32
; CHECK: call void @tkl.ran(i32 [[RAN]])
; CHECK-NEXT: call void (ptr, i64, ...) @tkl.deliver(ptr %dest, i64 4,
; CHECK: call void (ptr, ptr, ...) @tkl.spawn.private(
; NONE-LABEL: define spir_func i32 @caller(
; NONE: [[RAN:%.*]] = phi i32 [ 1, %{{.*}} ], [ 0, %{{.*}} ]
; NONE: call void @tkl.ran(i32 [[RAN]])
; NONE: call void (ptr, ptr, ...) @tkl.spawn.private(
define spir_func i32 @caller(i32 %n) "tkl-task" {
  %x = alloca i32, align 4
  %dest = bitcast ptr %x to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @children, ptr %dest, i32 %n)
  %y = add i32 %n, 7
  call void @tkl.force()
  %value = load i32, ptr %x, align 4
  %sum = add i32 %value, %y
  ret i32 %sum
}

;; As many as there are bits.
define spir_func i32 @children(i32 %bits) "tkl-task" {
entry:
  %ways = alloca [32 x i32], align 4
  br label %head
head:
  %rest = phi i32 [ %bits, %entry ], [ %less, %body ]
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %any = icmp ne i32 %rest, 0
  br i1 %any, label %body, label %end
body:
  %minus = sub i32 0, %rest
  %bit = and i32 %rest, %minus
  %below = lshr i32 %bit, 3
  %slot = getelementptr inbounds [32 x i32], ptr %ways, i64 0, i32 %i
  %dest = bitcast ptr %slot to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @children, ptr %dest, i32 %below)
  %less = xor i32 %rest, %bit
  %next = add i32 %i, 1
  br label %head
end:
  call void @tkl.force()
  br label %head2
head2:
  %k = phi i32 [ 0, %end ], [ %next2, %body2 ]
  %sum = phi i32 [ %bits, %end ], [ %more.sum, %body2 ]
  %more = icmp slt i32 %k, %i
  br i1 %more, label %body2, label %end2
body2:
  %at = getelementptr inbounds [32 x i32], ptr %ways, i64 0, i32 %k
  %way = load i32, ptr %at, align 4
  %more.sum = add i32 %sum, %way
  %next2 = add i32 %k, 1
  br label %head2
end2:
  ret i32 %sum
}

;; A loop before the first spawn may take any time: such a child is recorded.
; CHECK-LABEL: define spir_func i32 @caller_of_searching(
; CHECK-NOT: call void @tkl.ran(
; CHECK: call void (ptr, ptr, ...) @tkl.spawn.private(
define spir_func i32 @caller_of_searching(i32 %n) "tkl-task" {
  %x = alloca i32, align 4
  %dest = bitcast ptr %x to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @searching, ptr %dest, i32 %n)
  %y = add i32 %n, 7
  call void @tkl.force()
  %value = load i32, ptr %x, align 4
  %sum = add i32 %value, %y
  ret i32 %sum
}

define spir_func i32 @searching(i32 %n) "tkl-task" {
entry:
  %x = alloca i32, align 4
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  %next = add i32 %i, 1
  %square = mul i32 %next, %next
  %below = icmp ult i32 %square, %n
  br i1 %below, label %head, label %found
found:
  %small = icmp ult i32 %i, 2
  br i1 %small, label %done, label %more
done:
  ret i32 %i
more:
  %dest = bitcast ptr %x to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @searching, ptr %dest, i32 %i)
  call void @tkl.force()
  %value = load i32, ptr %x, align 4
  %sum = add i32 %value, %i
  ret i32 %sum
}

declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.force()
