;; What the plugin does not leave, and what no one else shall.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-linearise -disable-output %t/no-loop.ll 2>&1 | FileCheck %t/no-loop.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-linearise -disable-output %t/mask.ll 2>&1 | FileCheck %t/mask.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-linearise -disable-output %t/force.ll 2>&1 | FileCheck %t/force.ll
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-linearise -disable-output %t/inline.ll 2>&1 | FileCheck %t/inline.ll

;--- no-loop.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'k': the mark of an everywhere block begins no loop
define spir_kernel void @k() {
  %mark = call spir_func i32 @__tkl_everywhere()
  ret void
}
declare spir_func i32 @__tkl_everywhere()

;--- mask.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'k': a mask is asked for outside an everywhere block
define spir_kernel void @k() {
entry:
  %mask = call spir_func i64 @__tkl_everywhere_mask()
  br label %while.cond

while.cond:
  %mark = call spir_func i32 @__tkl_everywhere()
  %visited = icmp ne i32 %mark, 0
  br i1 %visited, label %body, label %after

body:
  br label %while.cond

after:
  ret void
}
declare spir_func i32 @__tkl_everywhere()
declare spir_func i64 @__tkl_everywhere_mask()

;--- force.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'k': an everywhere block is reached both before and after a force
define spir_kernel void @k(i1 %c) {
entry:
  br i1 %c, label %forced, label %while.cond

forced:
  call spir_func void @__tkl_force()
  br label %while.cond

while.cond:
  %mark = call spir_func i32 @__tkl_everywhere()
  %visited = icmp ne i32 %mark, 0
  br i1 %visited, label %body, label %after

body:
  br label %while.cond

after:
  ret void
}
declare spir_func i32 @__tkl_everywhere()
declare spir_func void @__tkl_force()

;--- inline.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: error: {{.*}}in 'k': this call, in which work-items may meet, cannot be inlined: incompatible GC
define spir_kernel void @k() gc "statepoint-example" {
  call spir_func void @f()
  ret void
}
define spir_func void @f() gc "shadow-stack" {
entry:
  br label %while.cond

while.cond:
  %mark = call spir_func i32 @__tkl_everywhere()
  %visited = icmp ne i32 %mark, 0
  br i1 %visited, label %body, label %after

body:
  br label %while.cond

after:
  ret void
}
declare spir_func i32 @__tkl_everywhere()
