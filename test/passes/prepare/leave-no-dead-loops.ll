;; A loop that nothing enters: in SSA form its vector is made of itself, and
;; tkl-escape would look for its first element for ever. Found by fuzz-kite.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-prepare,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-prepare,tkl-escape -S %s -o /dev/null

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK-LABEL: define spir_func i32 @one(
; CHECK-NOT: insertelement
; CHECK: ret i32 %n
; CHECK-NEXT: }
define spir_func i32 @one(i32 %n) #0 {
entry:
  %pixel = alloca <4 x i8>, align 4
  ret i32 %n

again:
  %old = load <4 x i8>, ptr %pixel, align 4
  %first = extractelement <4 x i8> %old, i64 1
  %new = insertelement <4 x i8> %old, i8 %first, i64 0
  store <4 x i8> %new, ptr %pixel, align 4
  br label %again
}

attributes #0 = { "llvm.assume"="tkl-task" }
