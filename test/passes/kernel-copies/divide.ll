; A kernel of many instructions and work-groups of one work-item calls a function
; that does its work, and asks for its ids before. Others stay as they are.
; RUN: split-file %s %t
; RUN: %python %t/many.py < %t/kernels.ll > %t/many.ll
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-kernel-copies,verify -S %t/many.ll | FileCheck %t/kernels.ll
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-kernel-copies,verify -S %t/empty.ll | FileCheck --check-prefix=EMPTY %t/empty.ll

;--- many.py
# A comment "; MANY v" becomes 100 additions to %v, with the result %v.many;
# "; MANY v N" so many.
import re, sys
for line in sys.stdin:
    found = re.match(r"  ; MANY (\w+) ?(\d*)", line)
    if not found:
        sys.stdout.write(line)
        continue
    name = last = found[1]
    count = int(found[2] or 100)
    for i in range(count):
        next = f"{name}.{i}" if i < count - 1 else f"{name}.many"
        print(f"  %{next} = add i64 %{last}, 1")
        last = next
;--- kernels.ll
target triple = "spir64"

@shared = internal addrspace(3) global i64 undef

declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z12get_group_idj(i32)
declare spir_func void @_Z7barrierj(i32)

; Each question is asked once.
; CHECK-LABEL: define spir_kernel void @lone(ptr addrspace(1) %out, ptr byval(i64) %s)
; CHECK-SAME: !reqd_work_group_size
; CHECK-NEXT: entry:
; CHECK-NEXT: [[ID:%.*]] = call spir_func i64 @_Z13get_global_idj(i32 0)
; CHECK-NEXT: [[OTHER:%.*]] = call spir_func i64 @_Z13get_global_idj(i32 1)
; CHECK-NEXT: [[GROUP:%.*]] = call spir_func i64 @_Z12get_group_idj(i32 0)
; CHECK-NEXT: call spir_func void @lone.body(ptr addrspace(1) %out, ptr %s, i64 [[ID]], i64 [[OTHER]], i64 [[GROUP]])
; CHECK-NEXT: ret void
define spir_kernel void @lone(ptr addrspace(1) %out, ptr byval(i64) %s) !reqd_work_group_size !0 {
start:
  %v = call spir_func i64 @_Z13get_global_idj(i32 0)
  br label %next
next:
  ; MANY v
  %again = call spir_func i64 @_Z13get_global_idj(i32 0)
  %other = call spir_func i64 @_Z13get_global_idj(i32 1)
  %group = call spir_func i64 @_Z12get_group_idj(i32 0)
  %a = sub i64 %v.many, %again
  %b = sub i64 %a, %other
  %c = sub i64 %b, %group
  store i64 %c, ptr addrspace(1) %out
  ret void
}

; The work of an ordered kernel, whatever its groups were in the source.
; CHECK-LABEL: define spir_kernel void @ordered(
; CHECK-NEXT: entry:
; CHECK-NEXT: call spir_func void @ordered.body(ptr addrspace(1) %out, i64 %v)
; CHECK-NEXT: ret void
define spir_kernel void @ordered(ptr addrspace(1) %out, i64 %v) "tkl-ordered" {
  ; MANY v
  store i64 %v.many, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define spir_kernel void @inlined(
; CHECK: call spir_func void @inlined.body(
define spir_kernel void @inlined(ptr addrspace(1) %out, i64 %v) alwaysinline !reqd_work_group_size !0 {
  ; MANY v
  store i64 %v.many, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define spir_kernel void @several(
; CHECK: add i64
define spir_kernel void @several(ptr addrspace(1) %out, i64 %v) !reqd_work_group_size !1 {
  ; MANY v
  store i64 %v.many, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define spir_kernel void @any_size(
; CHECK: add i64
define spir_kernel void @any_size(ptr addrspace(1) %out, i64 %v) {
  ; MANY v
  store i64 %v.many, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define spir_kernel void @few(
; CHECK-NEXT: add i64
define spir_kernel void @few(ptr addrspace(1) %out, i64 %v) !reqd_work_group_size !0 {
  %w = add i64 %v, 1
  store i64 %w, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define spir_kernel void @meets(
; CHECK: add i64
define spir_kernel void @meets(ptr addrspace(1) %out, i64 %v) !reqd_work_group_size !0 {
  ; MANY v
  call spir_func void @_Z7barrierj(i32 1)
  store i64 %v.many, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define spir_kernel void @local(
; CHECK: add i64
define spir_kernel void @local(ptr addrspace(1) %out, i64 %v) !reqd_work_group_size !0 {
  ; MANY v
  store i64 %v.many, ptr addrspace(3) @shared
  ret void
}

; CHECK-LABEL: define spir_kernel void @wide(
; CHECK: add i64
define spir_kernel void @wide(ptr addrspace(1) %out, i64 %v, <8 x i32> %x) !reqd_work_group_size !0 {
  ; MANY v
  store i64 %v.many, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define spir_kernel void @any_dimension(
; CHECK: add i64
define spir_kernel void @any_dimension(ptr addrspace(1) %out, i64 %v, i32 %d) !reqd_work_group_size !0 {
  ; MANY v
  %id = call spir_func i64 @_Z13get_global_idj(i32 %d)
  store i64 %v.many, ptr addrspace(1) %out
  ret void
}

; Where leaders of warps run all lanes, only they call.
; CHECK-LABEL: define spir_kernel void @lanes(
; CHECK-NEXT: entry:
; CHECK-NEXT: [[ID:%.*]] = call spir_func i64 @_Z13get_global_idj(i32 0)
; CHECK-NEXT: [[LANE:%.*]] = and i64 [[ID]], 31
; CHECK-NEXT: [[LEADS:%.*]] = icmp eq i64 [[LANE]], 0
; CHECK-NEXT: br i1 [[LEADS]], label %[[CALL:.*]], label %[[RETURN:[^ ]*]]
; CHECK-EMPTY:
; CHECK-NEXT: [[CALL]]: {{.*}}
; CHECK-NEXT: call spir_func void @lanes.body(ptr addrspace(1) %out, i64 [[ID]])
; CHECK-NEXT: br label %[[RETURN]]
; CHECK-EMPTY:
; CHECK-NEXT: [[RETURN]]: {{.*}}
; CHECK-NEXT: ret void
define spir_kernel void @lanes(ptr addrspace(1) %out) "tkl-lane-loops" {
start:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %lane = and i64 %id, 31
  %leads = icmp eq i64 %lane, 0
  br i1 %leads, label %leader, label %end
leader:
  ; MANY id 1000
  store i64 %id.many, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

; What the first block reads from memory is not read before the call.
; CHECK-LABEL: define spir_kernel void @reads(
; CHECK-NEXT: entry:
; CHECK-NEXT: call spir_func void @reads.body(ptr addrspace(1) %out)
; CHECK-NEXT: ret void
define spir_kernel void @reads(ptr addrspace(1) %out) "tkl-lane-loops" {
start:
  %x = load i64, ptr addrspace(1) %out
  %leads = icmp eq i64 %x, 0
  br i1 %leads, label %leader, label %end
leader:
  ; MANY x 1000
  store i64 %x.many, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

; A call for each warp costs too much where the kernel is not that large.
; CHECK-LABEL: define spir_kernel void @few_lanes(
; CHECK-NEXT: start:
define spir_kernel void @few_lanes(ptr addrspace(1) %out) "tkl-lane-loops" {
start:
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %lane = and i64 %id, 31
  %leads = icmp eq i64 %lane, 0
  br i1 %leads, label %leader, label %end
leader:
  ; MANY id
  store i64 %id.many, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

; CHECK-LABEL: define spir_func void @function(
; CHECK: add i64
define spir_func void @function(ptr addrspace(1) %out, i64 %v) !reqd_work_group_size !0 {
  ; MANY v
  store i64 %v.many, ptr addrspace(1) %out
  ret void
}

; CHECK: define internal spir_func void @lone.body(ptr addrspace(1) %out, ptr %s, i64 %0, i64 %1, i64 %2) #[[BODY:[0-9]+]] {
; CHECK: [[A:%.*]] = sub i64 %v.many, %0
; CHECK: [[B:%.*]] = sub i64 [[A]], %1
; CHECK: sub i64 [[B]], %2
; CHECK: define internal spir_func void @ordered.body(
; CHECK: attributes #[[BODY]] = { noinline }
!0 = !{i32 1, i32 1, i32 1}
!1 = !{i32 1, i32 2, i32 1}
;--- empty.ll
target triple = "spir64"
; EMPTY: target triple
; EMPTY-NOT: define
