;; What is left as it is.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-widen-indexes,verify -S %s | FileCheck --implicit-check-not=narrow --implicit-check-not='phi i64' %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64"
target triple = "spir64"

declare i32 @anything(i32)

;; No loop.
; CHECK-LABEL: define void @straight(
define void @straight(ptr addrspace(1) %v, i32 %at) {
  %wide = zext i32 %at to i64
  %place = getelementptr i32, ptr addrspace(1) %v, i64 %wide
  store i32 7, ptr addrspace(1) %place
  ret void
}

;; LLVM makes no vectors of loops with calls.
; CHECK-LABEL: define void @calls(
define void @calls(ptr addrspace(1) %v, i32 %start, i32 %n) {
entry:
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %at = add i32 %start, %k
  %wide = zext i32 %at to i64
  %place = getelementptr i32, ptr addrspace(1) %v, i64 %wide
  %value = call i32 @anything(i32 %k)
  store i32 %value, ptr addrspace(1) %place
  %k.next = add nuw nsw i32 %k, 1
  %more = icmp ult i32 %k.next, 16
  br i1 %more, label %loop, label %end

end:
  ret void
}

;; The index is the square of the counter, or comes from memory.
; CHECK-LABEL: define void @squares(
define void @squares(ptr addrspace(1) %v, ptr addrspace(1) %places, i32 %n) {
entry:
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %square = mul i32 %k, %k
  %wide = zext i32 %square to i64
  %place = getelementptr i32, ptr addrspace(1) %v, i64 %wide
  store i32 7, ptr addrspace(1) %place
  %where = load i32, ptr addrspace(1) %places
  %wide.where = zext i32 %where to i64
  %other = getelementptr i32, ptr addrspace(1) %v, i64 %wide.where
  store i32 8, ptr addrspace(1) %other
  %k.next = add nuw nsw i32 %k, 1
  %more = icmp ult i32 %k.next, %n
  br i1 %more, label %loop, label %end

end:
  ret void
}

;; How often the loop runs, only memory knows.
; CHECK-LABEL: define void @until(
define void @until(ptr addrspace(1) %v, i32 %start) {
entry:
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %at = add i32 %start, %k
  %wide = zext i32 %at to i64
  %place = getelementptr i32, ptr addrspace(1) %v, i64 %wide
  %value = load i32, ptr addrspace(1) %place
  %k.next = add i32 %k, 1
  %more = icmp ne i32 %value, 0
  br i1 %more, label %loop, label %end

end:
  ret void
}

;; LLVM knows that it does not wrap.
; CHECK-LABEL: define void @known(
define void @known(ptr addrspace(1) %v) {
entry:
  br label %loop

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %wide = zext i32 %k to i64
  %place = getelementptr i32, ptr addrspace(1) %v, i64 %wide
  store i32 7, ptr addrspace(1) %place
  %k.next = add nuw nsw i32 %k, 1
  %more = icmp ult i32 %k.next, 16
  br i1 %more, label %loop, label %end

end:
  ret void
}

;; Five times a byte, and 3.
; CHECK-LABEL: define void @never(
define void @never(ptr addrspace(1) %v, i8 %n) {
entry:
  %count = zext i8 %n to i32
  %any = icmp ne i32 %count, 0
  br i1 %any, label %loop, label %end

loop:
  %k = phi i32 [ 0, %entry ], [ %k.next, %loop ]
  %five = mul i32 %k, 5
  %at = add i32 %five, 3
  %wide = zext i32 %at to i64
  %place = getelementptr i32, ptr addrspace(1) %v, i64 %wide
  store i32 7, ptr addrspace(1) %place
  %k.next = add i32 %k, 1
  %more = icmp ult i32 %k.next, %count
  br i1 %more, label %loop, label %end

end:
  ret void
}
