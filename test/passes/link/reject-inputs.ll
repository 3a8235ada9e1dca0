;; Only objects of this version and target can be linked. One input per run, since
;; `opt` ends at the first error.
; RUN: rm -rf %t && split-file %s %t
; RUN: llvm-as %t/old.ll -o %t/old.bc
; RUN: llvm-as %t/host.ll -o %t/host.bc
; RUN: llvm-as %t/program.ll -o %t/program.bc
; RUN: llvm-as %t/good.ll -o %t/good.bc
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-link -disable-output \
; RUN:   -tkl-link=%t/old.bc %t/main.ll 2>&1 | FileCheck --check-prefix=OLD %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-link -disable-output \
; RUN:   -tkl-link=%t/host.bc %t/main.ll 2>&1 | FileCheck --check-prefix=HOST %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-link -disable-output \
; RUN:   -tkl-link=%t/program.bc %t/main.ll 2>&1 | FileCheck --check-prefix=PROGRAM %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-link -disable-output \
; RUN:   -tkl-link=%t/text %t/main.ll 2>&1 | FileCheck --check-prefix=TEXT %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-link -S \
; RUN:   -tkl-link=%t/good.bc %t/main.ll | FileCheck --check-prefix=GOOD %s

; OLD: error: the object of '{{.*}}old.bc' has version 999999 of the ABI, this compiler makes {{[0-9]+}}; compile it again
; HOST: error: the object of '{{.*}}host.bc' is for the target 'x86_64-unknown-linux-gnu', not for 'spir64'
; PROGRAM: error: '{{.*}}program.bc' is a complete program; only objects can be linked with others
; TEXT: error: '{{.*}}text' is no object: {{.+}}
; GOOD: define void @theirs()

;--- main.ll
target triple = "spir64"
define void @ours() {
  ret void
}
;--- good.ll
target triple = "spir64"
define void @theirs() {
  ret void
}
;--- old.ll
target triple = "spir64"
@__tkl_object = linkonce_odr addrspace(2) constant i32 999999
;--- host.ll
target triple = "x86_64-unknown-linux-gnu"
;--- program.ll
target triple = "spir64"
!tkl.manifest = !{!0}
!0 = !{!"{}"}
;--- text
this is no bitcode
