;; A file that cannot be opened or not be filled is an error that names it: a host
;; that read half a manifest would bind wrong arguments.
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-manifest \
; RUN:   -tkl-manifest=%t.none/program.json -disable-output %s 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-manifest \
; RUN:   -tkl-manifest=/dev/full -disable-output %s 2>&1 | FileCheck --check-prefix=FULL %s

; CHECK: error: the manifest '{{.*}}.none/program.json' cannot be written: {{[Nn]}}o such file or directory
; FULL: error: the manifest '/dev/full' cannot be written: {{[Nn]}}o space left on device

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_kernel void @plain() {
  ret void
}
