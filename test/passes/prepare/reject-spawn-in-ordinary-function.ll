;; Whoever spawns or waits must be a task or a kernel: an ordinary function has no
;; frame. The same body in a task and in a kernel is accepted.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-prepare -disable-output \
; RUN:   %t/spawn.ll 2>&1 | FileCheck --check-prefix=SPAWN %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-prepare -disable-output \
; RUN:   %t/force.ll 2>&1 | FileCheck --check-prefix=FORCE %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-prepare,verify,tkl-verify -S \
; RUN:   %t/accepted.ll | FileCheck --check-prefix=ACCEPTED %s

; SPAWN: error: helper.cl:7:3: {{.*}}in 'helper': task 'work' is spawned outside a task or kernel
; FORCE: error: {{.*}}in 'helper': force stands outside a task or kernel

;--- spawn.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @helper() !dbg !3 {
  call spir_func void @work(i32 1), !dbg !5
  ret void
}
declare spir_func void @work(i32) "llvm.assume"="tkl-task"

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "helper.cl", directory: "")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "helper", file: !1, line: 6, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 7, column: 3, scope: !3)

;--- force.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @helper() {
  br label %while.body
while.body:
  call spir_func void @__tkl_force()
  br label %while.body
}
define spir_func void @user() "llvm.assume"="tkl-task" {
  ret void
}
declare spir_func void @__tkl_force()

;--- accepted.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; ACCEPTED-LABEL: define spir_func void @task(
; ACCEPTED: @tkl.spawn.detached
; ACCEPTED: @tkl.force
define spir_func void @task() "llvm.assume"="tkl-task" {
  call spir_func void @work(i32 1)
  br label %while.body
while.body:
  call spir_func void @__tkl_force()
  br label %while.body
}
; ACCEPTED-LABEL: define spir_kernel void @kernel(
; ACCEPTED: @tkl.spawn.detached
; ACCEPTED: @tkl.force
define spir_kernel void @kernel() {
  call spir_func void @work(i32 1)
  br label %while.body
while.body:
  call spir_func void @__tkl_force()
  br label %while.body
}
declare spir_func void @work(i32) "llvm.assume"="tkl-task"
declare spir_func void @__tkl_force()
