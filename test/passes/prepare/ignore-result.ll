;; `() <- f(a);` needs no destination, whatever f returns. A structure comes back
;; in a temporary that nobody reads.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-prepare,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.Pair = type { i32, float }

; CHECK-LABEL: define spir_func void @detached(
; CHECK-NEXT: entry:
; CHECK-NOT: alloca
; CHECK: call void (ptr, ...) @tkl.spawn.detached(ptr @scalar, i32 %n)
; CHECK-NEXT: call void (ptr, ...) @tkl.spawn.detached(ptr @nothing, i32 1)
; CHECK-NEXT: call void (ptr, ...) @tkl.spawn.detached(ptr @pair, i32 2)
; CHECK-NEXT: ret void
define spir_func void @detached(i32 %n) #0 {
entry:
  %tmp = alloca %struct.Pair, align 4
  %ignored = call spir_func i32 @scalar(i32 %n)
  call spir_func void @nothing(i32 1)
  call spir_func void @pair(ptr sret(%struct.Pair) align 4 %tmp, i32 2)
  ret void
}

declare spir_func i32 @scalar(i32) #0
declare spir_func void @nothing(i32) #0
declare spir_func void @pair(ptr sret(%struct.Pair) align 4, i32) #0

attributes #0 = { "llvm.assume"="tkl-task" }
