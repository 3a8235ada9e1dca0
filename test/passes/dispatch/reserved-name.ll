;; A function of the runtime's name would be taken for it, or crash the linker.
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-dispatch -disable-output \
; RUN:   %s 2>&1 | FileCheck %s
; CHECK: error: '__tkl_spawn' is reserved: the runtime of tasks uses names that begin with '__tkl_'

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"
define spir_func i32 @__tkl_spawn(i32 %n) {
  ret i32 %n
}
define spir_func i32 @here(ptr %w, ptr %args) "tkl-task" "tkl-step"="entry" "tkl-args-offset"="24" "tkl-args-size"="0" "tkl-frame-size"="32" {
  ret i32 0
}
