; SPIR-V has no freeze. Where all that a value is computed from is defined, the
; operand takes its place and may no longer be poison by its flags. Where it is
; not, one value is read from volatile memory.
;
; RUN: %opt -load-pass-plugin=%passes -passes='tkl-spirv,verify' -S %s | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes='tkl-spirv' %s -o %t.bc
; RUN: %llvm_spirv %t.bc -o /dev/null

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

; CHECK-NOT: freeze i
; CHECK-NOT: freeze <

; Memory that others write holds bits, but "nsw" would allow poison, as would
; "range". The other use keeps its own flags.
; CHECK-LABEL: @computed(
; CHECK-NEXT: %a = load i32, ptr addrspace(1) %p, align 4{{$}}
; CHECK-NEXT: %b = add i32 %a, %n{{$}}
; CHECK-NEXT: %c = mul nsw i32 %b, 3
; CHECK-NEXT: %q = udiv i32 %b, 9
define spir_kernel void @computed(ptr addrspace(1) %p, i32 %n) {
  %a = load i32, ptr addrspace(1) %p, align 4, !range !0
  %b = add nsw i32 %a, %n
  %c = mul nsw i32 %b, 3
  %f = freeze i32 %b
  %q = udiv i32 %f, 9
  %s = add i32 %q, %c
  store i32 %s, ptr addrspace(1) %p, align 4
  ret void
}

; A loop's value, of which one incoming one is the value itself.
; CHECK-LABEL: @looped(
; CHECK: %next = add i32 %i, 1{{$}}
; CHECK-NEXT: %q = udiv i32 %i, 9
define spir_kernel void @looped(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add nuw nsw i32 %i, 1
  %f = freeze i32 %i
  %q = udiv i32 %f, 9
  %at = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %i
  store i32 %q, ptr addrspace(1) %at, align 4
  %done = icmp eq i32 %next, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: @built_in(
; CHECK-NEXT: %a = call spir_func i64 @_Z13get_global_idj(i32 0){{$}}
; CHECK-NEXT: udiv i64 %a, 9
define spir_kernel void @built_in(ptr addrspace(1) %p) {
  %a = call spir_func i64 @_Z13get_global_idj(i32 0), !range !1
  %f = freeze i64 %a
  %q = udiv i64 %f, 9
  store i64 %q, ptr addrspace(1) %p, align 8
  ret void
}
declare spir_func i64 @_Z13get_global_idj(i32)

; Nothing is known of the argument of an ordinary function.
; CHECK-LABEL: @argument(
; CHECK-NEXT: %frozen = alloca i32
; CHECK-NEXT: store volatile i32 %a, ptr %frozen
; CHECK-NEXT: [[A:%[0-9]+]] = load volatile i32, ptr %frozen
; CHECK-NEXT: %d = sub i32 [[A]], [[A]]
define spir_func i32 @argument(i32 %a) {
  %f = freeze i32 %a
  %d = sub i32 %f, %f
  ret i32 %d
}

; CHECK-LABEL: @defined_argument(
; CHECK-NEXT: %d = sub i32 %a, %a
define spir_func i32 @defined_argument(i32 noundef %a) {
  %f = freeze i32 %a
  %d = sub i32 %f, %f
  ret i32 %d
}

; Private memory that nobody wrote, and a shift by too much, even without flags.
; CHECK-LABEL: @undefined(
; CHECK-DAG: store volatile i32 %a
; CHECK-DAG: store volatile i32 %s
define spir_kernel void @undefined(ptr addrspace(1) %p, i32 %n) {
  %v = alloca i32, align 4
  %a = load i32, ptr %v, align 4
  %f = freeze i32 %a
  %s = shl i32 1, %n
  %g = freeze i32 %s
  %r = add i32 %f, %g
  store i32 %r, ptr addrspace(1) %p, align 4
  ret void
}

; One of the ways in has no value. Truth values have no form in memory.
; CHECK-LABEL: @truth_values(
; CHECK: %c = phi <2 x i1>
; CHECK-NEXT: [[C:%[0-9]+]] = zext <2 x i1> %c to <2 x i8>
; CHECK-NEXT: store volatile <2 x i8> [[C]], ptr [[SLOT:%.+]], align
; CHECK-NEXT: [[D:%[0-9]+]] = load volatile <2 x i8>, ptr [[SLOT]], align
; CHECK-NEXT: [[E:%[0-9]+]] = trunc <2 x i8> [[D]] to <2 x i1>
; CHECK-NEXT: extractelement <2 x i1> [[E]], i32 0
define spir_kernel void @truth_values(ptr addrspace(1) %p, <2 x i32> %n) {
entry:
  %x = extractelement <2 x i32> %n, i32 0
  %zero = icmp eq i32 %x, 0
  br i1 %zero, label %compare, label %join
compare:
  %less = icmp slt <2 x i32> %n, <i32 1, i32 2>
  br label %join
join:
  %c = phi <2 x i1> [ %less, %compare ], [ undef, %entry ]
  %f = freeze <2 x i1> %c
  %e = extractelement <2 x i1> %f, i32 0
  %r = zext i1 %e to i32
  store i32 %r, ptr addrspace(1) %p, align 4
  ret void
}

; CHECK-LABEL: @constant(
; CHECK-NEXT: store i32 0, ptr addrspace(1) %p
define spir_kernel void @constant(ptr addrspace(1) %p) {
  %f = freeze i32 undef
  store i32 %f, ptr addrspace(1) %p, align 4
  ret void
}

!0 = !{i32 0, i32 10}
!1 = !{i64 0, i64 10}
