;; What calls itself cannot be put in the place of its calls.
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-linearise -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in '{{f|g}}': a function with everywhere blocks calls itself, which OpenCL C does not allow; use a loop
define spir_func void @f() {
entry:
  br label %while.cond

while.cond:
  %mark = call spir_func i32 @__tkl_everywhere()
  %visited = icmp ne i32 %mark, 0
  br i1 %visited, label %body, label %after

body:
  call spir_func void @g()
  br label %while.cond

after:
  ret void
}

define spir_func void @g() {
  call spir_func void @f()
  ret void
}

define spir_kernel void @k() {
  call spir_func void @f()
  ret void
}

declare spir_func i32 @__tkl_everywhere()
declare spir_func i64 @__tkl_everywhere_mask()
