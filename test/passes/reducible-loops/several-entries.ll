; A loop with two entries, behind a switch, gets one. What has such loops only
; with one entry stays as it was.
;
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-reducible-loops,verify -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %opt -passes='print<cycles>' -disable-output %t.ll 2>&1 | FileCheck --check-prefix=CYCLES %s
target triple = "spir64"

; CHECK-LABEL: define void @two(
; CHECK-NOT: switch
; CHECK: ret void
; CHECK: irr.guard:
; CHECK-NEXT: phi i1
; CHECK-NEXT: br i1 {{.*}}, label %first, label %second
define void @two(i32 %choice, i32 addrspace(1)* %out) {
entry:
  switch i32 %choice, label %done [ i32 0, label %first
                                    i32 1, label %second ]
first:
  store volatile i32 1, i32 addrspace(1)* %out
  br label %second
second:
  %n = load volatile i32, i32 addrspace(1)* %out
  %more = icmp eq i32 %n, 0
  br i1 %more, label %first, label %done
done:
  ret void
}

; CHECK-LABEL: define void @one(
; CHECK: switch i32 %choice
; CHECK-NOT: guard
; CHECK: ret void
define void @one(i32 %choice, i32 addrspace(1)* %out) {
entry:
  br label %loop
loop:
  %n = load volatile i32, i32 addrspace(1)* %out
  switch i32 %n, label %loop [ i32 0, label %done
                               i32 1, label %next ]
next:
  switch i32 %choice, label %loop [ i32 7, label %done ]
done:
  ret void
}

; An empty case: no loop, and no body.
; CHECK-LABEL: define void @none(
; CHECK-NEXT: ret void
define void @none() {
  ret void
}
; CHECK: declare void @elsewhere()
declare void @elsewhere()

; CYCLES-LABEL: CycleInfo for function: two
; CYCLES-NEXT: depth=1: entries(irr.guard)
