;; Private memory may be used freely inside a step, and its contents may cross a
;; force or be passed by value: only addresses must stay. The pass changes nothing.
; RUN: %opt -S %s -o %t.before
; RUN: %opt -load-pass-plugin=%plugin -passes=tkl-escape -S %s -o %t.after
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
  %element = getelementptr inbounds [4 x i32], [4 x i32]* %a, i64 0, i64 %i64
  store i32 %n, i32* %element, align 4
  %first = getelementptr inbounds [4 x i32], [4 x i32]* %a, i64 0, i64 0
  %total = call spir_func i32 @add_up(i32* %first, i32 4)
  %value = load i32, i32* %element, align 4
  %both = add i32 %total, %value
  %dest = bitcast i32* %x to i8*
  call void (i8*, i8*, ...) @tkl.spawn.private(i8* bitcast (i32 (i32)* @sum to i8*), i8* %dest, i32 %both)
  call void @tkl.force()
  %result = load i32, i32* %x, align 4
  ret i32 %result
}

; The same array before and after a force.
define spir_func i32 @contents(i32 %n) "tkl-task" {
entry:
  %a = alloca [4 x i32], align 4
  %before = getelementptr inbounds [4 x i32], [4 x i32]* %a, i64 0, i64 1
  store i32 %n, i32* %before, align 4
  call void @tkl.force()
  %after = getelementptr inbounds [4 x i32], [4 x i32]* %a, i64 0, i64 1
  %value = load i32, i32* %after, align 4
  ret i32 %value
}

; Where an element is, is computed anew after the force: only contents cross it.
define spir_func i32 @element(i64 %i) "tkl-task" {
entry:
  %a = alloca [4 x i32], align 4
  %named = getelementptr inbounds [4 x i32], [4 x i32]* %a, i64 0, i64 %i
  %0 = getelementptr inbounds [4 x i32], [4 x i32]* %a, i64 0, i64 2
  store i32 1, i32* %named, align 4
  store i32 2, i32* %0, align 4
  call void @tkl.force()
  %one = load i32, i32* %named, align 4
  %two = load i32, i32* %0, align 4
  %sum = add i32 %one, %two
  ret i32 %sum
}

; The distance of two addresses is a number.
define spir_func void @distance(i64 %i) "tkl-task" {
entry:
  %a = alloca [4 x i32], align 4
  %p = getelementptr inbounds [4 x i32], [4 x i32]* %a, i64 0, i64 %i
  %q = getelementptr inbounds [4 x i32], [4 x i32]* %a, i64 0, i64 0
  %p.number = ptrtoint i32* %p to i64
  %q.number = ptrtoint i32* %q to i64
  %bytes = sub i64 %p.number, %q.number
  %count = sdiv exact i64 %bytes, 4
  %narrow = trunc i64 %count to i32
  call void (i8*, ...) @tkl.spawn.detached(i8* bitcast (i32 (i32)* @sum to i8*), i32 %narrow)
  ret void
}

; A structure by value, as argument and as result; pointers to global memory in it.
define spir_func void @by_value(%struct.Big* sret(%struct.Big) %out, i32 addrspace(1)* %buffer) "tkl-task" {
entry:
  %big = alloca %struct.Big, align 8
  %field = getelementptr inbounds %struct.Big, %struct.Big* %big, i32 0, i32 0, i32 0
  %address = ptrtoint i32 addrspace(1)* %buffer to i64
  store i64 %address, i64* %field, align 8
  call void (i8*, ...) @tkl.spawn.detached(i8* bitcast (void (%struct.Big*)* @take to i8*), %struct.Big* byval(%struct.Big) %big)
  %result = bitcast %struct.Big* %big to i8*
  call void @tkl.result(i8* %result)
  ret void
}

; A comparison of addresses is no address. Local memory is the kernel's own up to
; its first force.
define spir_kernel void @kernel(i32 addrspace(3)* %scratch, i32 addrspace(1)* %out) {
entry:
  %given = icmp ne i32 addrspace(3)* %scratch, null
  %flag = zext i1 %given to i32
  store i32 %flag, i32 addrspace(3)* %scratch, align 4
  %value = load i32, i32 addrspace(3)* %scratch, align 4
  call void (i8*, ...) @tkl.spawn.detached(i8* bitcast (i32 (i32)* @sum to i8*), i32 %value)
  call void @tkl.force()
  store i32 %flag, i32 addrspace(1)* %out, align 4
  ret void
}

; No task, no kernel with marks: none of this pass's business.
define spir_func i32* @ordinary(i32* %p) {
  %q = getelementptr inbounds i32, i32* %p, i64 1
  ret i32* %q
}

declare spir_func i32 @add_up(i32*, i32)
declare spir_func void @take(%struct.Big* byval(%struct.Big)) "tkl-task"
declare void @tkl.spawn.private(i8*, i8*, ...)
declare void @tkl.spawn.detached(i8*, ...)
declare void @tkl.force()
declare void @tkl.result(i8*)
