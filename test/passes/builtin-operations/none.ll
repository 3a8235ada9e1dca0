; A module without such functions is left as it is.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-builtin-operations,tkl-verify -tkl-cpu=haswell -S %s | FileCheck %s
; CHECK-NOT: declare
; CHECK: ret void
; CHECK-NOT: declare
define spir_kernel void @k() {
  ret void
}
