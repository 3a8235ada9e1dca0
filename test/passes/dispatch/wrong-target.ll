;; The device runtime is written for spir64: any other target is refused before
;; anything is changed.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-dispatch -disable-output \
; RUN:   %t/spir.ll 2>&1 | FileCheck --check-prefix=SPIR %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-dispatch -disable-output \
; RUN:   %t/host.ll 2>&1 | FileCheck --check-prefix=HOST %s

; SPIR: error: programs with tasks are compiled for the target spir64 (-target spir64), not 'spir'
; HOST: error: programs with tasks are compiled for the target spir64 (-target spir64), not 'x86_64-unknown-linux-gnu'

;--- spir.ll
target triple = "spir"
define spir_func i32 @here(ptr %w, ptr %args) "tkl-task" "tkl-step"="entry" "tkl-args-offset"="24" "tkl-args-size"="0" "tkl-frame-size"="32" {
  ret i32 0
}

;--- host.ll
target triple = "x86_64-unknown-linux-gnu"
define spir_func i32 @here(ptr %w, ptr %args) "tkl-task" "tkl-step"="entry" "tkl-args-offset"="24" "tkl-args-size"="0" "tkl-frame-size"="32" {
  ret i32 0
}
