;; Checks of indexes that are linear in the counters of a nest of loops are done
;; before it, with numbers that do not wrap. A copy of the nest keeps them.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-hoist-checks,verify -S %s | FileCheck %s
;; Neither the copy nor the loop without checks is copied again.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-hoist-checks -S %s -o %t.once
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-hoist-checks,tkl-hoist-checks,verify -S %s -o %t.twice
; RUN: diff %t.once %t.twice
;; Unlike LLVM's passes: the checks stay.
; RUN: %opt -passes=default\<O3\> -S %s | FileCheck --check-prefix=ALONE %s
; ALONE-LABEL: @nest(
; ALONE: icmp ult i64
; ALONE: icmp ult i64

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

declare void @bad(i64)

;; v[start + 100 * row + step * k] for row < 8 and k < 16.
; CHECK-LABEL: define i32 @nest(
; CHECK-NEXT: entry:
; CHECK-NEXT: [[STEP:%.*]] = sext i32 %step to i64
; CHECK-NEXT: [[DOWN:%.*]] = call i64 @llvm.smin.i64(i64 [[STEP]], i64 0)
; CHECK-NEXT: [[WAY_DOWN:%.*]] = mul nsw i64 [[DOWN]], 15
; CHECK-NEXT: [[START:%.*]] = sext i32 %start to i64
; CHECK-NEXT: [[LEAST:%.*]] = add i64 [[WAY_DOWN]], [[START]]
; CHECK-NEXT: [[LOW:%.*]] = freeze i64 [[LEAST]]
; CHECK-NEXT: [[UP:%.*]] = call i64 @llvm.smax.i64(i64 [[STEP]], i64 0)
; CHECK-NEXT: [[WAY_UP:%.*]] = mul nuw nsw i64 [[UP]], 15
; CHECK-NEXT: [[COLUMNS:%.*]] = add i64 [[WAY_UP]], [[START]]
; CHECK-NEXT: [[MOST:%.*]] = add i64 [[COLUMNS]], 700
; CHECK-NEXT: [[HIGH:%.*]] = freeze i64 [[MOST]]
; CHECK-NEXT: [[BOTH:%.*]] = or i64 [[LOW]], [[HIGH]]
; CHECK: icmp ult i64 [[HIGH]], %length
; CHECK: icmp ult i64 {{.*}}, 2147483648
; CHECK-NEXT: [[GOOD:%.*]] = and i1
; CHECK-NEXT: br i1 [[GOOD]], label %row.good, label %row.good.checked, !prof
;; The copy checks as before, and leaves to the same place.
; CHECK: {{^}}column.checked:
; CHECK: icmp ult i64 %wide.checked, %length
; CHECK-NEXT: br i1 %good.checked, label %then.checked, label %fail, !prof
; CHECK: br i1 {{.*}}, label %column.checked, label %row.end.checked, !llvm.loop [[ONCE:![0-9]+]]
;; The other one has no check. Its index goes up by the step.
; CHECK: {{^}}column:
; CHECK-NEXT: [[INDEX:%.*]] = phi i64
; CHECK: br label %then
; CHECK: {{^}}then:
; CHECK-NEXT: getelementptr i32, ptr addrspace(1) %v, i64 [[INDEX]]
; CHECK: add i64 [[INDEX]], {{.*}}
;; Only the copy fails.
; CHECK: {{^}}fail:
; CHECK-SAME: preds = %column.checked{{$}}
; CHECK-NEXT: call void @bad(i64 %wide.checked)
; CHECK: [[ONCE]] = distinct !{[[ONCE]], [[MARK:![0-9]+]]
; CHECK: [[MARK]] = !{!"tkl.checked"}
define i32 @nest(ptr addrspace(1) %v, i64 %length, i32 %start, i32 %step) {
entry:
  br label %row

row:
  %i = phi i32 [ 0, %entry ], [ %i.next, %row.end ]
  %sum.row = phi i32 [ 0, %entry ], [ %sum.next, %row.end ]
  %at.row = mul i32 %i, 100
  %from = add i32 %start, %at.row
  br label %column

column:
  %k = phi i32 [ 0, %row ], [ %k.next, %then ]
  %sum = phi i32 [ %sum.row, %row ], [ %sum.next, %then ]
  %way = mul i32 %k, %step
  %index = add i32 %from, %way
  %wide = sext i32 %index to i64
  %good = icmp ult i64 %wide, %length
  br i1 %good, label %then, label %fail, !prof !0

then:
  %place = getelementptr i32, ptr addrspace(1) %v, i64 %wide
  %value = load i32, ptr addrspace(1) %place
  %sum.next = add i32 %sum, %value
  %k.next = add i32 %k, 1
  %more = icmp slt i32 %k.next, 16
  br i1 %more, label %column, label %row.end

row.end:
  %i.next = add i32 %i, 1
  %more.rows = icmp slt i32 %i.next, 8
  br i1 %more.rows, label %row, label %end

end:
  ret i32 %sum.next

fail:
  call void @bad(i64 %wide)
  ret i32 0
}

!0 = !{!"branch_weights", i32 1048576, i32 1}
