;; Which bytes of which variable hold an address is known, also after indices
;; into arrays of structures, through copies and through ordinary functions. One
;; rejected input for each way, and beside it, in accept.ll, the bytes next to it.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/member.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/copied.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/called.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/half.ll 2>&1 | FileCheck %s
; RUN: not %opt -load-pass-plugin=%passes -passes=tkl-escape -disable-output \
; RUN:   %t/loop.ll 2>&1 | FileCheck %s
; RUN: %opt -S %t/accept.ll -o %t.before
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-escape -S %t/accept.ll \
; RUN:   -o %t.after
; RUN: cmp %t.before %t.after

; CHECK: error: {{.*}}in 'user': argument 1 of the spawn of 'work' carries the address of private or local memory, which the task cannot reach; pass the contents by value, or keep them in global memory

;; Row i, pointer 1 is read where row j, pointer k was written.
;--- member.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"
%row = type { [2 x i64], i64 }
%table = type { [4 x %row], i64 }
define spir_func void @user(i64 %i, i64 %j, i64 %k) "tkl-task" {
  %x = alloca i32
  %t = alloca %table
  %number = ptrtoint ptr %x to i64
  %to = getelementptr inbounds %table, ptr %t, i64 0, i32 0, i64 %j, i32 0, i64 %k
  store i64 %number, ptr %to
  %from = getelementptr inbounds %table, ptr %t, i64 0, i32 0, i64 %i, i32 0, i64 1
  %value = load i64, ptr %from
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i64 %value)
  ret void
}
declare spir_func void @work(i64) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)

;; A part of the structure is copied to another place.
;--- copied.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"
define spir_func void @user(i64 %i) "tkl-task" {
  %x = alloca i32
  %a = alloca [4 x i64]
  %b = alloca [4 x i64]
  %number = ptrtoint ptr %x to i64
  %a2 = getelementptr inbounds [4 x i64], ptr %a, i64 0, i64 2
  %ai = getelementptr inbounds [4 x i64], ptr %a, i64 0, i64 %i
  store i64 %i, ptr %ai
  store i64 %number, ptr %a2
  %from = bitcast ptr %a2 to ptr
  %b0 = bitcast ptr %b to ptr
  %bi = getelementptr inbounds [4 x i64], ptr %b, i64 0, i64 %i
  store i64 %i, ptr %bi
  call void @llvm.memcpy.p0.p0.i64(ptr %b0, ptr %from, i64 8, i1 false)
  %first = getelementptr inbounds [4 x i64], ptr %b, i64 0, i64 0
  %value = load i64, ptr %first
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i64 %value)
  ret void
}
declare spir_func void @work(i64) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

;; Two functions deep, into memory that the caller has.
;--- called.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"
define spir_func void @inner(ptr %to, i64 %what) {
  %second = getelementptr inbounds i64, ptr %to, i64 1
  store i64 %what, ptr %second
  ret void
}
define spir_func void @outer(ptr %to, ptr %p) {
  %number = ptrtoint ptr %p to i64
  call spir_func void @inner(ptr %to, i64 %number)
  ret void
}
define spir_func void @user() "tkl-task" {
  %x = alloca i32
  %a = alloca [2 x i64]
  %first = getelementptr inbounds [2 x i64], ptr %a, i64 0, i64 0
  call spir_func void @outer(ptr %first, ptr %x)
  %second = getelementptr inbounds [2 x i64], ptr %a, i64 0, i64 1
  %value = load i64, ptr %second
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i64 %value)
  ret void
}
declare spir_func void @work(i64) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)

;; The upper half is read, and the low byte of that is not among the low bits.
;--- half.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"
define spir_func void @user(i64 %i) "tkl-task" {
  %x = alloca i32
  %a = alloca [2 x i64]
  %number = ptrtoint ptr %x to i64
  %to = getelementptr inbounds [2 x i64], ptr %a, i64 0, i64 %i
  store i64 %number, ptr %to
  %bytes = bitcast ptr %a to ptr
  %high = getelementptr inbounds i8, ptr %bytes, i64 12
  %words = bitcast ptr %high to ptr
  %word = load i32, ptr %words
  %wide = zext i32 %word to i64
  %byte = and i64 %wide, 255
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i64 %byte)
  ret void
}
declare spir_func void @work(i64) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)

;; A pointer that walks: no fixed number of steps, and still the right bytes.
;--- loop.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"
%pair = type { i64, i64 }
define spir_func void @user(i64 %n) "tkl-task" {
entry:
  %x = alloca i32
  %a = alloca [8 x %pair]
  %number = ptrtoint ptr %x to i64
  %begin = getelementptr inbounds [8 x %pair], ptr %a, i64 0, i64 0
  br label %loop
loop:
  %at = phi ptr [ %begin, %entry ], [ %next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %more, %loop ]
  %second = getelementptr inbounds %pair, ptr %at, i64 0, i32 1
  store i64 %number, ptr %second
  %next = getelementptr inbounds %pair, ptr %at, i64 1
  %more = add i64 %i, 1
  %c = icmp ult i64 %more, %n
  br i1 %c, label %loop, label %done
done:
  %from = getelementptr inbounds [8 x %pair], ptr %a, i64 0, i64 5, i32 1
  %value = load i64, ptr %from
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i64 %value)
  ret void
}
declare spir_func void @work(i64) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)

;--- accept.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"
%row = type { [2 x i64], i64 }
%table = type { [4 x %row], i64 }
%pair = type { i64, i64 }

; Beside the pointers of each row, and after all rows.
define spir_func void @member(i64 %i, i64 %j, i64 %k) "tkl-task" {
  %x = alloca i32
  %t = alloca %table
  %number = ptrtoint ptr %x to i64
  %to = getelementptr inbounds %table, ptr %t, i64 0, i32 0, i64 %j, i32 0, i64 %k
  store i64 %number, ptr %to
  %beside = getelementptr inbounds %table, ptr %t, i64 0, i32 0, i64 %i, i32 1
  %value = load i64, ptr %beside
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i64 %value)
  %behind = getelementptr inbounds %table, ptr %t, i64 0, i32 1
  %last = load i64, ptr %behind
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i64 %last)
  ret void
}

; The part that was not copied, and the part that is not copied over.
define spir_func void @copied(i64 %i) "tkl-task" {
  %x = alloca i32
  %a = alloca [4 x i64]
  %b = alloca [4 x i64]
  %number = ptrtoint ptr %x to i64
  %a2 = getelementptr inbounds [4 x i64], ptr %a, i64 0, i64 2
  %ai = getelementptr inbounds [4 x i64], ptr %a, i64 0, i64 %i
  store i64 %i, ptr %ai
  store i64 %number, ptr %a2
  %from = bitcast ptr %a to ptr
  %b0 = bitcast ptr %b to ptr
  %bi = getelementptr inbounds [4 x i64], ptr %b, i64 0, i64 %i
  store i64 %i, ptr %bi
  call void @llvm.memcpy.p0.p0.i64(ptr %b0, ptr %from, i64 16, i1 false)
  %third = getelementptr inbounds [4 x i64], ptr %b, i64 0, i64 2
  %value = load i64, ptr %third
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i64 %value)
  ret void
}

; The same function, called with an address before and without one now.
define spir_func i64 @same(i64 %n) {
  ret i64 %n
}
define spir_func void @called(i64 %n) "tkl-task" {
  %x = alloca i32
  %number = ptrtoint ptr %x to i64
  %hidden = call spir_func i64 @same(i64 %number)
  %low = and i64 %hidden, 4095
  %value = call spir_func i64 @same(i64 %n)
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i64 %value)
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i64 %low)
  ret void
}

; The other number of each pair.
define spir_func void @loop(i64 %n) "tkl-task" {
entry:
  %x = alloca i32
  %a = alloca [8 x %pair]
  %number = ptrtoint ptr %x to i64
  %begin = getelementptr inbounds [8 x %pair], ptr %a, i64 0, i64 0
  br label %loop
loop:
  %at = phi ptr [ %begin, %entry ], [ %next, %loop ]
  %i = phi i64 [ 0, %entry ], [ %more, %loop ]
  %second = getelementptr inbounds %pair, ptr %at, i64 0, i32 1
  store i64 %number, ptr %second
  %next = getelementptr inbounds %pair, ptr %at, i64 1
  %more = add i64 %i, 1
  %c = icmp ult i64 %more, %n
  br i1 %c, label %loop, label %done
done:
  %from = getelementptr inbounds [8 x %pair], ptr %a, i64 0, i64 5, i32 0
  %value = load i64, ptr %from
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i64 %value)
  ret void
}
declare spir_func void @work(i64) "tkl-task"
declare void @tkl.spawn.detached(ptr, ...)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
