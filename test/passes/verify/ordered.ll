;; What tkl-verify says of ordered kernels: the marks of a slice are gone, and every
;; function of the runtime has a body.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/access.ll 2>&1 \
; RUN:   | FileCheck %t/access.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/unknown.ll 2>&1 \
; RUN:   | FileCheck %t/unknown.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/slot.ll 2>&1 \
; RUN:   | FileCheck %t/slot.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/undefined.ll 2>&1 \
; RUN:   | FileCheck %t/undefined.ll
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/good.ll
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-verify -disable-output %t/empty.ll

;--- access.ll
; CHECK: error: {{.*}}in 'tkl.access.read': a mark of an ordered kernel is left
declare void @tkl.access.read(i32, ptr addrspace(1), i64)

;--- unknown.ll
; CHECK: error: {{.*}}in 'tkl.unknown.i32': a mark of an ordered kernel is left
declare i32 @tkl.unknown.i32(i32)

;--- slot.ll
; CHECK: error: {{.*}}in 'tkl.slot': a mark of an ordered kernel is left
declare ptr addrspace(1) @tkl.slot(i32, ptr addrspace(1), i64)

;--- undefined.ll
; CHECK: error: {{.*}}in '__tkl_order_ask_read': an unresolved symbol is left in an ordered kernel
declare void @__tkl_order_ask_read()

;--- good.ll
define internal void @__tkl_order_ask_read() {
  ret void
}

;--- empty.ll
