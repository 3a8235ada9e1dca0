;; With -g clang describes the built-in functions that a program declares. The
;; driver links its library's bodies into the declarations; a body that kept
;; such a description would be no valid IR.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-dispatch,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; CHECK: define spir_kernel void @start({{.*}} !dbg
; CHECK: declare spir_func i64 @_Z13get_global_idj(i32)
define spir_kernel void @start(ptr addrspace(1) %out, ptr addrspace(1) %tkl_heap) #0 !dbg !4 {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0), !dbg !8
  store i64 %id, ptr addrspace(1) %out
  %step = call spir_func i32 @tkl.step.id(ptr @nothing)
  %record = call spir_func ptr addrspace(1) @__tkl_root_spawn(ptr addrspace(1) %tkl_heap, i32 %step, ptr addrspace(1) null, ptr addrspace(1) null)
  ret void
}

define spir_func i32 @nothing(ptr %w, ptr %args) "tkl-task" "tkl-step"="entry" "tkl-args-offset"="24" "tkl-args-size"="0" "tkl-frame-size"="32" {
  ret i32 0
}
declare spir_func i32 @tkl.step.id(ptr)
declare spir_func ptr addrspace(1) @__tkl_root_spawn(ptr addrspace(1), i32, ptr addrspace(1), ptr addrspace(1))
declare !dbg !7 spir_func i64 @_Z13get_global_idj(i32)

attributes #0 = { "tkl-hidden-arg"="1" "tkl-root-frame"="0" "tkl-root-spawns"="1" }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cl", directory: "/")
!2 = !{}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "start", scope: !1, file: !1, line: 1, type: !5, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !2)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DISubprogram(name: "get_global_id", scope: !1, file: !1, line: 2, type: !5, flags: DIFlagPrototyped, spFlags: 0, retainedNodes: !2)
!8 = !DILocation(line: 1, scope: !4)
