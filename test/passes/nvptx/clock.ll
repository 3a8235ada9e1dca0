; Times of workers are compared, so they are not those of one multiprocessor, nor 0,
; which is what LLVM 15 itself makes.
;
; RUN: %opt -load-pass-plugin=%passes -passes='tkl-nvptx-clock,verify' -S %s | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes='tkl-nvptx-clock' %s -o %t.bc
; RUN: llc -mcpu=sm_70 %t.bc -o - | FileCheck --check-prefix=PTX %s
; PTX-COUNT-2: mov.u64 %rd{{[0-9]}}, %globaltimer;

target triple = "nvptx64-nvidia-nvcl"

; CHECK-NOT: readcyclecounter
; CHECK: %1 = call i64 asm sideeffect "mov.u64 $0, %globaltimer;", "=l"()
; CHECK: %2 = call i64 asm sideeffect "mov.u64 $0, %globaltimer;", "=l"()
; CHECK-NOT: readcyclecounter
define i64 @twice() {
  %a = call i64 @llvm.readcyclecounter()
  %b = call i64 @llvm.readcyclecounter()
  %c = sub i64 %b, %a
  ret i64 %c
}

declare i64 @llvm.readcyclecounter()
