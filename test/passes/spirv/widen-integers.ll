; SPIR-V has integers of 8, 16, 32 and 64 bits. What LLVM computes in others is
; computed in the next larger one, and upper bits are cleared where they matter.
;
; RUN: %opt -load-pass-plugin=%passes -passes='tkl-spirv,verify' -S -o %t.ll < %s
; RUN: FileCheck %s < %t.ll
; RUN: not grep -E '[^.%@0-9a-z]i(2|3|5|7|13|24|48)[^0-9]' %t.ll
;
; What it computes is what it computed before, for 4000 arguments.
; RUN: lli %s > %t.before
; RUN: lli %t.ll > %t.after
; RUN: cmp %t.before %t.after
; RUN: sort -u %t.before | wc -l | FileCheck --check-prefix=DIFFERENT %s
; DIFFERENT: {{^[0-9][0-9][0-9][0-9]$}}

; Others are as before.
; CHECK-LABEL: @common(
; CHECK-NEXT: %c = mul i16 %a, %b
; CHECK-NEXT: %d = icmp ult i16 %c, %b
; CHECK-NEXT: %e = zext i1 %d to i16
; CHECK-NEXT: ret i16 %e
define i16 @common(i16 %a, i16 %b) {
  %c = mul i16 %a, %b
  %d = icmp ult i16 %c, %b
  %e = zext i1 %d to i16
  ret i16 %e
}

; CHECK-LABEL: @arithmetic(
; CHECK: %[[A:.*]] = trunc i64 %a to i8
; CHECK: udiv i8
define i64 @arithmetic(i64 %a, i64 %b) {
  %a5 = trunc i64 %a to i5
  %b5 = trunc i64 %b to i5
  %or = or i5 %b5, 1
  %sum = add nuw i5 %a5, %b5
  %quotient = udiv i5 %sum, %or
  %remainder = srem i5 %a5, %or
  %small = and i5 %b5, 3
  %up = shl i5 %a5, %small
  %down = lshr i5 %up, %small
  %signed = ashr i5 %up, %small
  %x = xor i5 %quotient, %remainder
  %y = sub nsw i5 %x, %down
  %z = mul i5 %y, %signed
  %z48 = sext i5 %z to i48
  %a48 = trunc i64 %a to i48
  %w48 = mul i48 %z48, %a48
  %w24 = trunc i48 %w48 to i24
  %w13 = trunc i24 %w24 to i13
  %w24u = zext i13 %w13 to i24
  %v24 = add i24 %w24u, %w24
  %v = sext i24 %v24 to i64
  %u = zext i48 %w48 to i64
  %r = xor i64 %v, %u
  ret i64 %r
}

; CHECK-LABEL: @control(
; CHECK: switch i8 %{{.*}}, label
; CHECK-NEXT: i8 1, label
; CHECK-NEXT: i8 3, label
define i64 @control(i64 %a, i64 %b) {
entry:
  %a2 = trunc i64 %a to i2
  %a3 = trunc i64 %b to i3
  %a7 = trunc i64 %a to i7
  %b7 = trunc i64 %b to i7
  switch i2 %a2, label %loop [
    i2 1, label %one
    i2 -1, label %three
  ]
one:
  %less = icmp slt i7 %a7, %b7
  %least = select i1 %less, i7 %a7, i7 %b7
  br label %loop
three:
  %above = icmp ugt i7 %a7, %b7
  %most = select i1 %above, i7 %a7, i7 -5
  br label %loop
loop:
  %n = phi i7 [ %b7, %entry ], [ %least, %one ], [ %most, %three ], [ %m, %loop ]
  %i = phi i3 [ 0, %entry ], [ 1, %one ], [ %a3, %three ], [ %j, %loop ]
  %m = add i7 %n, 13
  %j = add i3 %i, 1
  %more = icmp ne i3 %j, 0
  br i1 %more, label %loop, label %end
end:
  %equal = icmp eq i7 %m, %a7
  %e = zext i1 %equal to i64
  %s = sext i7 %m to i64
  %r = add i64 %s, %e
  ret i64 %r
}

; CHECK-LABEL: @vectors(
; CHECK: sdiv <2 x i16>
define i64 @vectors(i64 %a, i64 %b) {
  %both = bitcast i64 %a to <2 x i32>
  %v = trunc <2 x i32> %both to <2 x i13>
  %b13 = trunc i64 %b to i13
  %w = insertelement <2 x i13> %v, i13 %b13, i32 1
  %s = shufflevector <2 x i13> %v, <2 x i13> %w, <2 x i32> <i32 3, i32 0>
  %odd = or <2 x i13> %s, <i13 1, i13 5>
  %d = sdiv <2 x i13> %w, %odd
  %c = icmp sgt <2 x i13> %d, <i13 -3, i13 0>
  %p = select <2 x i1> %c, <2 x i13> %d, <2 x i13> %s
  %x = extractelement <2 x i13> %p, i32 0
  %y = extractelement <2 x i13> %p, i32 1
  %z = mul i13 %x, %y
  %r = sext i13 %z to i64
  ret i64 %r
}

; Memory is read and written by parts; what lies after them stays.
; CHECK-LABEL: @memory(
; CHECK-NOT: bitcast {{.*}}to i{{56|24}}*
; CHECK: store volatile i32 {{.*}}, align 2
; CHECK: store volatile i16 {{.*}}, align 2
; CHECK: store volatile i8 {{.*}}, align 2
; CHECK: load i16, {{.*}}, align 1
; CHECK: load i8, {{.*}}, align 1
define i64 @memory(i64 %a, i64 %b) {
  %room = alloca [2 x i64], align 8
  %first = getelementptr [2 x i64], ptr %room, i64 0, i64 0
  %second = getelementptr [2 x i64], ptr %room, i64 0, i64 1
  store i64 %b, ptr %first
  store i64 -1, ptr %second
  %bytes = bitcast ptr %first to ptr
  %there = getelementptr i8, ptr %bytes, i64 2
  %to = bitcast ptr %there to ptr
  %a56 = trunc i64 %a to i56
  %sum56 = add i56 %a56, -3
  store volatile i56 %sum56, ptr %to, align 2
  %here = getelementptr i8, ptr %bytes, i64 3
  %from = bitcast ptr %here to ptr
  %l = load i24, ptr %from, align 1
  %s = sext i24 %l to i64
  %x = load i64, ptr %first
  %y = load i64, ptr %second
  %xy = xor i64 %x, %y
  %r = add i64 %xy, %s
  ret i64 %r
}

declare i32 @printf(ptr, ...)
@format = private constant [21 x i8] c"%lld %lld %lld %lld\0A\00"

define i32 @main() {
entry:
  br label %loop
loop:
  %n = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = phi i64 [ 1, %entry ], [ %a.next, %loop ]
  %a.mul = mul i64 %a, 6364136223846793005
  %a.next = add i64 %a.mul, 1442695040888963407
  %x = lshr i64 %a, 17
  %y = lshr i64 %a, 41
  %r1 = call i64 @arithmetic(i64 %x, i64 %y)
  %r2 = call i64 @control(i64 %x, i64 %y)
  %r3 = call i64 @vectors(i64 %x, i64 %y)
  %r4 = call i64 @memory(i64 %x, i64 %y)
  %f = getelementptr [21 x i8], ptr @format, i64 0, i64 0
  call i32 (ptr, ...) @printf(ptr %f, i64 %r1, i64 %r2, i64 %r3, i64 %r4)
  %next = add i64 %n, 1
  %more = icmp ult i64 %next, 4000
  br i1 %more, label %loop, label %end
end:
  ret i32 0
}
