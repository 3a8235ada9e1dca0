;; A program without tasks gets no dispatch kernel, no runtime and no manifest, on
;; whatever target.
; RUN: %opt -S %s -o %t.before
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-dispatch -S %s -o %t.after
; RUN: cmp %t.before %t.after

target triple = "x86_64-unknown-linux-gnu"

define spir_kernel void @plain(ptr addrspace(1) %out, i32 %n) {
entry:
  %copy = alloca i32, align 4
  store i32 %n, ptr %copy, align 4
  %value = load i32, ptr %copy, align 4
  store i32 %value, ptr addrspace(1) %out, align 4
  ret void
}
