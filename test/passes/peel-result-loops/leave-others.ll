;; Loops that stay as they are.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-peel-result-loops,verify -S %s > %t.ll
; RUN: %opt -passes=verify -S %s > %t.plain.ll
; RUN: diff %t.plain.ll %t.ll

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

;; What it does could not be taken back.
define spir_func i32 @stores(i32 %n, ptr addrspace(1) %p) "tkl-task" {
entry:
  %ways = alloca [8 x i32], align 4
  %dest = bitcast ptr %ways to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @leaf, ptr %dest)
  call void @tkl.force()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %slot = getelementptr inbounds [8 x i32], ptr %ways, i64 0, i32 %i
  %way = load i32, ptr %slot, align 4
  store i32 %way, ptr addrspace(1) %p, align 4
  %next = add i32 %i, 1
  br label %head
end:
  ret i32 %i
}

;; It reads more than results: there might be nothing.
define spir_func i32 @reads(i32 %n, ptr addrspace(1) %p) "tkl-task" {
entry:
  %ways = alloca [8 x i32], align 4
  %dest = bitcast ptr %ways to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @leaf, ptr %dest)
  call void @tkl.force()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %next.sum, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %slot = getelementptr inbounds [8 x i32], ptr %ways, i64 0, i32 %i
  %way = load i32, ptr %slot, align 4
  %at = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %i
  %x = load i32, ptr addrspace(1) %at, align 4
  %y = add i32 %way, %x
  %next.sum = add i32 %sum, %y
  %next = add i32 %i, 1
  br label %head
end:
  ret i32 %sum
}

;; An array without futures. A volatile one. A loop with a second exit.
define spir_func i32 @others(i32 %n) "tkl-task" {
entry:
  %ways = alloca [8 x i32], align 4
  %plain = alloca [8 x i32], align 4
  %dest = bitcast ptr %ways to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @leaf, ptr %dest)
  call void @tkl.force()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %next.sum, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %middle
body:
  %slot = getelementptr inbounds [8 x i32], ptr %plain, i64 0, i32 %i
  %way = load i32, ptr %slot, align 4
  %next.sum = add i32 %sum, %way
  %next = add i32 %i, 1
  br label %head
middle:
  br label %head2
head2:
  %i2 = phi i32 [ 0, %middle ], [ %next2, %body2 ]
  %sum2 = phi i32 [ %sum, %middle ], [ %next.sum2, %body2 ]
  %more2 = icmp ult i32 %i2, %n
  br i1 %more2, label %body2, label %middle2
body2:
  %slot2 = getelementptr inbounds [8 x i32], ptr %ways, i64 0, i32 %i2
  %way2 = load volatile i32, ptr %slot2, align 4
  %next.sum2 = add i32 %sum2, %way2
  %next2 = add i32 %i2, 1
  br label %head2
middle2:
  br label %head3
head3:
  %i3 = phi i32 [ 0, %middle2 ], [ %next3, %body4 ]
  %more3 = icmp ult i32 %i3, %n
  br i1 %more3, label %body3, label %end
body3:
  %slot3 = getelementptr inbounds [8 x i32], ptr %ways, i64 0, i32 %i3
  %way3 = load i32, ptr %slot3, align 4
  %found = icmp eq i32 %way3, 0
  br i1 %found, label %end, label %body4
body4:
  %next3 = add i32 %i3, 1
  br label %head3
end:
  %at = add i32 %i3, %sum2
  ret i32 %at
}

;; Too much for each result: nine instructions. And a loop whose number of iterations
;; is known.
define spir_func i32 @large(i32 %n) "tkl-task" {
entry:
  %ways = alloca [8 x i32], align 4
  %dest = bitcast ptr %ways to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @leaf, ptr %dest)
  call void @tkl.force()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %next.sum, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %middle
body:
  %slot = getelementptr inbounds [8 x i32], ptr %ways, i64 0, i32 %i
  %way = load i32, ptr %slot, align 4
  %a = mul i32 %way, %sum
  %b = mul i32 %a, %way
  %c = mul i32 %b, %sum
  %d = mul i32 %c, %n
  %next.sum = add i32 %sum, %d
  %next = add i32 %i, 1
  br label %head
middle:
  br label %head2
head2:
  %i2 = phi i32 [ 0, %middle ], [ %next2, %body2 ]
  %sum2 = phi i32 [ %sum, %middle ], [ %next.sum2, %body2 ]
  %more2 = icmp ult i32 %i2, 8
  br i1 %more2, label %body2, label %end
body2:
  %slot2 = getelementptr inbounds [8 x i32], ptr %ways, i64 0, i32 %i2
  %way2 = load i32, ptr %slot2, align 4
  %next.sum2 = add i32 %sum2, %way2
  %next2 = add i32 %i2, 1
  br label %head2
end:
  ret i32 %sum2
}

;; A kernel's own force runs once.
define spir_kernel void @kernel(i32 %n, ptr addrspace(1) %out) {
entry:
  %ways = alloca [8 x i32], align 4
  %dest = bitcast ptr %ways to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @leaf, ptr %dest)
  call void @tkl.force()
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %next.sum, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %slot = getelementptr inbounds [8 x i32], ptr %ways, i64 0, i32 %i
  %way = load i32, ptr %slot, align 4
  %next.sum = add i32 %sum, %way
  %next = add i32 %i, 1
  br label %head
end:
  store i32 %sum, ptr addrspace(1) %out, align 4
  ret void
}

;; Nothing to do.
define spir_func i32 @leaf() "tkl-task" {
  ret i32 1
}

declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.force()
