;; The body of a force is a step that ends with the task. A path from it back to
;; the force would need another. Separate inputs: the same loop with a way out of
;; the body that returns is accepted.
;; Nothing is changed then, not even the task that comes first and is in order:
;; clang, unlike `opt`, goes on after an error, and can show the module.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%plugin -passes=tkl-split-tasks -disable-output \
; RUN:   %t/loop.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%plugin -passes=tkl-split-tasks -disable-output \
; RUN:   %t/nested.ll 2>&1 | FileCheck %s
; RUN: not %clang -fpass-plugin=%plugin -O0 -c -o %t/none -mllvm -print-after-all \
; RUN:   %t/loop.ll 2>&1 | FileCheck --check-prefix=UNCHANGED %s
; RUN: %opt -load-pass-plugin=%plugin -passes=tkl-split-tasks,verify,tkl-verify -disable-output \
; RUN:   %t/accepted.ll

; CHECK: error: {{.*}}in 'again': control leaves the body of a force other than by return


;--- loop.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; UNCHANGED: error: {{.*}}in 'again': control leaves the body of a force other than by return
; UNCHANGED: IR Dump After tasklet::SplitTasksPass
; UNCHANGED: define spir_func void @good()
; UNCHANGED: call void (i8*, ...) @tkl.spawn.detached(
; UNCHANGED: define spir_func void @again(i1 %c)
; UNCHANGED: call void @tkl.force()
; UNCHANGED-NOT: @__tkl_
; UNCHANGED: IR Dump After tasklet::DispatchPass
define spir_func void @good() "tkl-task" {
  call void (i8*, ...) @tkl.spawn.detached(i8* bitcast (void ()* @good to i8*))
  ret void
}

define spir_func void @again(i1 %c) "tkl-task" {
entry:
  br label %loop

loop:
  call void @tkl.force()
  br i1 %c, label %loop, label %done

done:
  ret void
}

declare void @tkl.spawn.detached(i8*, ...)
declare void @tkl.force()

;; From the inner body into the outer force.
;--- nested.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @again(i1 %c) "tkl-task" {
entry:
  br label %outer

outer:
  call void @tkl.force()
  br label %inner

inner:
  call void @tkl.force()
  br i1 %c, label %inner, label %done

done:
  ret void
}

declare void @tkl.force()

;--- accepted.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_func void @again(i1 %c) "tkl-task" {
entry:
  br label %loop

loop:
  br i1 %c, label %loop, label %body

body:
  call void @tkl.force()
  br label %work

work:
  br i1 %c, label %work, label %done

done:
  ret void
}

declare void @tkl.force()
