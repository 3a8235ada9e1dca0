;; Private memory may be used freely inside a step, and its contents may cross a
;; force or be passed by value: only addresses must stay. The pass changes nothing.
; RUN: %opt -S %s -o %t.before
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-escape -S %s -o %t.after
; RUN: cmp %t.before %t.after

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.Big = type { [3 x i64], i32 }

; An array is filled, handed to an ordinary function and summed; what was read
; from it leaves.
define spir_func i32 @sum(i32 %n) "tkl-task" {
entry:
  %a = alloca [4 x i32], align 4
  %x = alloca i32, align 4
  %i64 = sext i32 %n to i64
  %element = getelementptr inbounds [4 x i32], ptr %a, i64 0, i64 %i64
  store i32 %n, ptr %element, align 4
  %first = getelementptr inbounds [4 x i32], ptr %a, i64 0, i64 0
  %total = call spir_func i32 @add_up(ptr %first, i32 4)
  %value = load i32, ptr %element, align 4
  %both = add i32 %total, %value
  %dest = bitcast ptr %x to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @sum, ptr %dest, i32 %both)
  call void @tkl.force()
  %result = load i32, ptr %x, align 4
  ret i32 %result
}

; The same array before and after a force.
define spir_func i32 @contents(i32 %n) "tkl-task" {
entry:
  %a = alloca [4 x i32], align 4
  %before = getelementptr inbounds [4 x i32], ptr %a, i64 0, i64 1
  store i32 %n, ptr %before, align 4
  call void @tkl.force()
  %after = getelementptr inbounds [4 x i32], ptr %a, i64 0, i64 1
  %value = load i32, ptr %after, align 4
  ret i32 %value
}

; Where an element is, is computed anew after the force: only contents cross it.
define spir_func i32 @element(i64 %i) "tkl-task" {
entry:
  %a = alloca [4 x i32], align 4
  %named = getelementptr inbounds [4 x i32], ptr %a, i64 0, i64 %i
  %0 = getelementptr inbounds [4 x i32], ptr %a, i64 0, i64 2
  store i32 1, ptr %named, align 4
  store i32 2, ptr %0, align 4
  call void @tkl.force()
  %one = load i32, ptr %named, align 4
  %two = load i32, ptr %0, align 4
  %sum = add i32 %one, %two
  ret i32 %sum
}

; The distance of two addresses is a number.
define spir_func void @distance(i64 %i) "tkl-task" {
entry:
  %a = alloca [4 x i32], align 4
  %p = getelementptr inbounds [4 x i32], ptr %a, i64 0, i64 %i
  %q = getelementptr inbounds [4 x i32], ptr %a, i64 0, i64 0
  %p.number = ptrtoint ptr %p to i64
  %q.number = ptrtoint ptr %q to i64
  %bytes = sub i64 %p.number, %q.number
  %count = sdiv exact i64 %bytes, 4
  %narrow = trunc i64 %count to i32
  call void (ptr, ...) @tkl.spawn.detached(ptr @sum, i32 %narrow)
  ret void
}

; A structure by value, as argument and as result; pointers to global memory in it.
define spir_func void @by_value(ptr sret(%struct.Big) %out, ptr addrspace(1) %buffer) "tkl-task" {
entry:
  %big = alloca %struct.Big, align 8
  %field = getelementptr inbounds %struct.Big, ptr %big, i32 0, i32 0, i32 0
  %address = ptrtoint ptr addrspace(1) %buffer to i64
  store i64 %address, ptr %field, align 8
  call void (ptr, ...) @tkl.spawn.detached(ptr @take, ptr byval(%struct.Big) %big)
  %result = bitcast ptr %big to ptr
  call void @tkl.result(ptr %result)
  ret void
}

; A comparison of addresses is no address. Local memory is the kernel's own up to
; its first force.
define spir_kernel void @kernel(ptr addrspace(3) %scratch, ptr addrspace(1) %out) {
entry:
  %given = icmp ne ptr addrspace(3) %scratch, null
  %flag = zext i1 %given to i32
  store i32 %flag, ptr addrspace(3) %scratch, align 4
  %value = load i32, ptr addrspace(3) %scratch, align 4
  call void (ptr, ...) @tkl.spawn.detached(ptr @sum, i32 %value)
  call void @tkl.force()
  store i32 %flag, ptr addrspace(1) %out, align 4
  ret void
}

; No task, no kernel with marks: none of this pass's business.
define spir_func ptr @ordinary(ptr %p) {
  %q = getelementptr inbounds i32, ptr %p, i64 1
  ret ptr %q
}

declare spir_func i32 @add_up(ptr, i32)
declare spir_func void @take(ptr byval(%struct.Big)) "tkl-task"
declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.spawn.detached(ptr, ...)
declare void @tkl.force()
declare void @tkl.result(ptr)
