; A variable whose place takes words that SPIR-V's debug information lacks is not
; known to debuggers; others are where they were.
;
; RUN: %opt -load-pass-plugin=%passes -passes='tkl-spirv,verify' -S %s | FileCheck %s

; CHECK-LABEL: @f(
; CHECK: {{call void @llvm.dbg.value\(metadata |#dbg_value\(}}i32 %a, {{(metadata )?}}![[V:[0-9]+]], {{(metadata )?}}!DIExpression(DW_OP_constu, 4, DW_OP_plus, DW_OP_stack_value)
; CHECK: {{call void @llvm.dbg.value\(metadata |#dbg_value\(}}i32 undef, {{(metadata )?}}![[V]], {{(metadata )?}}!DIExpression()
; CHECK: {{call void @llvm.dbg.value\(metadata |#dbg_value\(}}i32 undef, {{(metadata )?}}![[V]], {{(metadata )?}}!DIExpression()
; CHECK: {{call void @llvm.dbg.value\(metadata |#dbg_value\(}}i32 undef, {{(metadata )?}}![[V]], {{(metadata )?}}!DIExpression(DW_OP_LLVM_fragment, 8, 16)
; CHECK-NEXT: ret i32 %a
define i32 @f(i32 %a) !dbg !5 {
  call void @llvm.dbg.value(metadata i32 %a, metadata !9, metadata !DIExpression(DW_OP_constu, 4, DW_OP_plus, DW_OP_stack_value)), !dbg !10
  call void @llvm.dbg.value(metadata i32 %a, metadata !9, metadata !DIExpression(DW_OP_constu, 4, DW_OP_mul, DW_OP_stack_value)), !dbg !10
  call void @llvm.dbg.value(metadata !DIArgList(i32 %a, i32 %a), metadata !9, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value)), !dbg !10
  call void @llvm.dbg.value(metadata i32 %a, metadata !9, metadata !DIExpression(DW_OP_LLVM_convert, 16, DW_ATE_unsigned, DW_OP_LLVM_fragment, 8, 16)), !dbg !10
  ret i32 %a, !dbg !10
}

declare void @llvm.dbg.value(metadata, metadata, metadata)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3, !4}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "f.cl", directory: "/")
!3 = !{i32 7, !"Dwarf Version", i32 4}
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, type: !6, unit: !0, retainedNodes: !8)
!6 = !DISubroutineType(types: !7)
!7 = !{!11, !11}
!8 = !{!9}
!9 = !DILocalVariable(name: "v", scope: !5, file: !1, line: 2, type: !11)
!10 = !DILocation(line: 2, scope: !5)
!11 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
