; Elements of fewer than 8 bits of a loaded vector: the byte that contains them is
; loaded, in the place of the vector. Anything else stays.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-bit-loads,verify -S %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

; Element 2 of <8 x i32>, taken modulo 4: 8 bytes from its begin.
; CHECK-LABEL: define i2 @low_bits(
; CHECK-NEXT: [[PTR:%.*]] = getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 8
; CHECK-NEXT: [[BYTE:%.*]] = load i8, ptr addrspace(1) [[PTR]], align 8
; CHECK-NEXT: [[SHIFTED:%.*]] = lshr i8 [[BYTE]], 0
; CHECK-NEXT: [[BITS:%.*]] = trunc i8 [[SHIFTED]] to i2
; CHECK-NEXT: store
; CHECK-NEXT: ret i2 [[BITS]]
define i2 @low_bits(ptr addrspace(1) %p) {
  %v = load <128 x i2>, ptr addrspace(1) %p, align 32
  store <128 x i2> zeroinitializer, ptr addrspace(1) %p
  %x = extractelement <128 x i2> %v, i64 32
  ret i2 %x
}

; Through a cast, and bits from within a byte.
; CHECK-LABEL: define i4 @upper_half(
; CHECK: getelementptr inbounds i8, ptr {{%.*}}, i64 6
; CHECK-NEXT: [[BYTE:%.*]] = load i8, ptr {{%.*}}, align 2
; CHECK-NEXT: lshr i8 [[BYTE]], 4
; CHECK: ret i4
define i4 @upper_half(ptr %p) {
  %v = load <4 x i32>, ptr %p, align 16
  %bits = bitcast <4 x i32> %v to <32 x i4>
  %x = extractelement <32 x i4> %bits, i64 13
  ret i4 %x
}

; CHECK-LABEL: define i8 @whole_byte(
; CHECK-NEXT: load <16 x i8>
define i8 @whole_byte(ptr %p) {
  %v = load <16 x i8>, ptr %p, align 16
  %x = extractelement <16 x i8> %v, i64 3
  ret i8 %x
}

; CHECK-LABEL: define i2 @volatile(
; CHECK-NEXT: load volatile <16 x i2>
define i2 @volatile(ptr %p) {
  %v = load volatile <16 x i2>, ptr %p, align 4
  %x = extractelement <16 x i2> %v, i64 3
  ret i2 %x
}

; Not loaded, but cast: the number that has the bits is shifted, and what is
; computed with them is computed in bytes, so that nobody makes them elements
; again.
; CHECK-LABEL: define void @computed(
; CHECK-NEXT: [[WHOLE:%.*]] = extractelement <4 x i32> %v, i64 1
; CHECK-NEXT: [[SHIFTED:%.*]] = lshr i32 [[WHOLE]], 6
; CHECK-NEXT: [[BYTE:%.*]] = trunc i32 [[SHIFTED]] to i8
; CHECK-NEXT: [[BITS:%.*]] = and i8 [[BYTE]], 3
; CHECK-NEXT: switch i8 [[BITS]], label %other [
; CHECK-NEXT: i8 3, label %three
define void @computed(<4 x i32> %v, ptr %out) {
  %bits = bitcast <4 x i32> %v to <64 x i2>
  %x = extractelement <64 x i2> %bits, i64 19
  switch i2 %x, label %other [
    i2 -1, label %three
  ]
three:
  store i32 3, ptr %out
  ret void
other:
  ret void
}

; CHECK-LABEL: define void @one_number(
; CHECK-NEXT: [[SHIFTED:%.*]] = lshr i64 %v, 36
; CHECK-NEXT: [[BYTE:%.*]] = trunc i64 [[SHIFTED]] to i8
; CHECK-NOT: i4
; CHECK: ret void
define void @one_number(i64 %v, ptr %out) {
  %bits = bitcast i64 %v to <16 x i4>
  %x = extractelement <16 x i4> %bits, i64 9
  %wide = zext i4 %x to i8
  store i8 %wide, ptr %out
  ret void
}

; Floats have bits, too.
; CHECK-LABEL: define void @floats(
; CHECK-NEXT: [[WHOLE:%.*]] = extractelement <2 x float> %v, i64 1
; CHECK-NEXT: bitcast float [[WHOLE]] to i32
; CHECK-NOT: i2
; CHECK: ret void
define void @floats(<2 x float> %v, ptr %out) {
  %bits = bitcast <2 x float> %v to <32 x i2>
  %x = extractelement <32 x i2> %bits, i64 16
  %wide = zext i2 %x to i8
  store i8 %wide, ptr %out
  ret void
}

; Bits that were a vector of bits from the start, and those whose number only the
; run knows.
; CHECK-LABEL: define i2 @bits_already(
; CHECK-NEXT: extractelement <64 x i2> %v, i64 19
define i2 @bits_already(<64 x i2> %v) {
  %x = extractelement <64 x i2> %v, i64 19
  ret i2 %x
}
; CHECK-LABEL: define i2 @any_number(
; CHECK-NEXT: bitcast <4 x i32> %v to <64 x i2>
define i2 @any_number(<4 x i32> %v, i64 %i) {
  %bits = bitcast <4 x i32> %v to <64 x i2>
  %x = extractelement <64 x i2> %bits, i64 %i
  ret i2 %x
}
