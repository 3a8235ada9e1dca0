; Times of workers are compared, so they are not those of one multiprocessor.
;
; RUN: %opt -load-pass-plugin=%passes -passes='tkl-nvptx-clock,verify' -S %s | FileCheck %s
; RUN: llc -mcpu=sm_70 %s -o - | FileCheck --check-prefix=LLVM %s
; LLVM: clock64

target triple = "nvptx64-nvidia-nvcl"

; CHECK-NOT: readcyclecounter
; CHECK: %a = call i64 asm sideeffect "mov.u64 $0, %globaltimer;", "=l"()
; CHECK: asm sideeffect "mov.u64 $0, %globaltimer;", "=l"()
; CHECK-NOT: readcyclecounter
define i64 @twice() {
  %a = call i64 @llvm.readcyclecounter()
  %b = call i64 @llvm.readcyclecounter()
  %c = sub i64 %b, %a
  ret i64 %c
}

declare i64 @llvm.readcyclecounter()
