;; Without such loads nothing changes.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-scalar-loads,verify -S %s | FileCheck %s

; CHECK: define i32 @f(ptr %p) {
; CHECK-NEXT: %x = load i32, ptr %p
; CHECK-NEXT: ret i32 %x
define i32 @f(ptr %p) {
  %x = load i32, ptr %p
  ret i32 %x
}
