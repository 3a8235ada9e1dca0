;; Spawns stay where nothing is to be gained, or where something may not come before
;; them.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-sink-spawns,verify -S %s > %t.ll
; RUN: %opt -passes=verify -S %s > %t.plain.ll
; RUN: diff %t.plain.ll %t.ll

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

;; Memory that the child may read is written after the spawn.
define spir_func i32 @writes(ptr addrspace(1) %p, i1 %c) "tkl-task" {
  %x = alloca i32, align 4
  %a = bitcast ptr %x to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @leaf, ptr %a, i32 1)
  store i32 7, ptr addrspace(1) %p, align 4
  br i1 %c, label %one, label %two

one:                                              ; preds = %0
  ret i32 1

two:                                              ; preds = %0
  br label %three

three:                                            ; preds = %two
  call void @tkl.force()
  ret i32 2
}

;; No force follows within one branch.
define spir_func i32 @far(i1 %c, i1 %d) "tkl-task" {
  %x = alloca i32, align 4
  %a = bitcast ptr %x to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @leaf, ptr %a, i32 1)
  br i1 %c, label %one, label %two

one:                                              ; preds = %0
  ret i32 1

two:                                              ; preds = %0
  br i1 %d, label %one2, label %three

one2:                                             ; preds = %two
  ret i32 3

three:                                            ; preds = %two
  call void @tkl.force()
  ret i32 2
}

;; It is the last one already.
define spir_func i32 @last(i32 %n) "tkl-task" {
  %x = alloca i32, align 4
  %a = bitcast ptr %x to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @leaf, ptr %a, i32 %n)
  br label %end

end:                                              ; preds = %0
  call void @tkl.force()
  ret i32 2
}

;; A kernel's children are records.
define spir_kernel void @kernel(i1 %c) {
  %x = alloca i32, align 4
  %a = bitcast ptr %x to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @leaf, ptr %a, i32 1)
  br i1 %c, label %one, label %two

one:                                              ; preds = %0
  ret void

two:                                              ; preds = %0
  call void @tkl.force()
  ret void
}

define spir_func i32 @leaf(i32 %n) "tkl-task" {
  ret i32 %n
}

declare void @tkl.spawn.private(ptr, ptr, ...)

declare void @tkl.force()
