; Functions that print are hidden; others, and kernels, stay as they are.
; RUN: split-file %s %t
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-printf-functions,verify -S %t/some.ll | FileCheck %t/some.ll
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-printf-functions,verify -S %t/none.ll | FileCheck %t/none.ll

;--- some.ll
target triple = "spir64"
@text = internal addrspace(2) constant [2 x i8] c"a\00"
declare spir_func i32 @printf(ptr addrspace(2), ...)
; CHECK: define hidden spir_func void @prints()
define internal spir_func void @prints() {
  call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @text)
  ret void
}
; CHECK: define hidden spir_func void @calls(
define internal spir_func void @calls(i1 %again) {
  call spir_func void @prints()
  br i1 %again, label %more, label %end
more:
  call spir_func void @calls(i1 false)
  br label %end
end:
  ret void
}
; CHECK: define internal spir_func void @silent()
define internal spir_func void @silent() {
  ret void
}
; CHECK: define spir_kernel void @k()
define spir_kernel void @k() {
  call spir_func void @calls(i1 true)
  call spir_func void @silent()
  ret void
}
;--- none.ll
target triple = "spir64"
; CHECK: define internal spir_func void @silent()
define internal spir_func void @silent() {
  ret void
}
