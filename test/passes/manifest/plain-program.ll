;; A program that uses none of the additions: the file says just that, and the module
;; is left alone. Without the option no file is written and nothing happens.
; RUN: rm -f %t.json
; RUN: %opt -S %s -o %t.before
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-manifest -S %s -o %t.without
; RUN: cmp %t.before %t.without
; RUN: not ls %t.json
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-manifest -tkl-manifest=%t.json -S %s \
; RUN:   -o %t.after
; RUN: cmp %t.before %t.after
; RUN: FileCheck --match-full-lines --strict-whitespace %s < %t.json

;CHECK:{"abi":9,"tasklets":false}
;CHECK-NOT:{{.}}

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_kernel void @plain(ptr addrspace(1) %out, i32 %n) {
  store i32 %n, ptr addrspace(1) %out, align 4
  ret void
}
