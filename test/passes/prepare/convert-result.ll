;; The implicit conversion of an assignment applies to the result of a spawn. The
;; runtime stores results as they are, so a task is put between that spawns the
;; user's and returns what the conversion makes of its result: one for each task
;; and conversion. Bringing a bool or a vector of three into the form that memory
;; has is no conversion.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-prepare,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.Big = type { [3 x i64], i32 }

; CHECK-LABEL: define spir_func void @user(
; CHECK: call void (ptr, ptr, ...) @tkl.spawn.private(ptr @count.result, ptr %flag, i32 %n)
; CHECK-NOT: icmp
; CHECK-NOT: zext
; CHECK: call void (ptr, ptr, ...) @tkl.spawn.private(ptr @[[FLOAT:count.result.[0-9]+]], ptr {{%.*}}, i32 %n)
; CHECK-NOT: sitofp
; CHECK: call void (ptr, ptr addrspace(1), ...) @tkl.spawn.global(ptr @size.result, ptr addrspace(1) {{%.*}}, ptr byval(%struct.Big) %big)
; CHECK: ret void
define spir_func void @user(ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %flag = alloca i8, align 1
  %real = alloca float, align 4
  %big = alloca %struct.Big, align 8
  call spir_func void @fill(ptr %big)
  %first = call spir_func i32 @count(i32 %n)
  %truth = icmp ne i32 %first, 0
  %stored = zext i1 %truth to i8
  store i8 %stored, ptr %flag, align 1
  %second = call spir_func i32 @count(i32 %n)
  %converted = sitofp i32 %second to float
  store float %converted, ptr %real, align 4
  %third = call spir_func i32 @size(ptr byval(%struct.Big) align 8 %big)
  %wide = sext i32 %third to i64
  store i64 %wide, ptr addrspace(1) %out, align 8
  ret void
}

;; The same conversions once more, in another function.
; CHECK-LABEL: define spir_func void @again(
; CHECK: @tkl.spawn.private(ptr @[[FLOAT]]
; CHECK: @tkl.spawn.private(ptr @count.result
; CHECK: @tkl.spawn.private(ptr @[[LESS:count.result.[0-9]+]]
; CHECK: ret void
define spir_func void @again(i32 %n) #0 {
entry:
  %flag = alloca i8, align 1
  %real = alloca float, align 4
  %less = alloca i8, align 1
  %first = call spir_func i32 @count(i32 %n)
  %converted = sitofp i32 %first to float
  store float %converted, ptr %real, align 4
  %second = call spir_func i32 @count(i32 %n)
  %truth = icmp ne i32 %second, 0
  %stored = zext i1 %truth to i8
  store i8 %stored, ptr %flag, align 1
  %third = call spir_func i32 @count(i32 %n)
  %differs = icmp ne i32 %third, 1
  %stored.less = zext i1 %differs to i8
  store i8 %stored.less, ptr %less, align 1
  ret void
}

; CHECK-LABEL: define spir_func void @stored_form(
; CHECK: @tkl.spawn.private(ptr @truth, ptr %flag, i32 %n)
; CHECK: @tkl.spawn.private(ptr @three, ptr {{%.*}}, i32 %n)
; CHECK: @tkl.spawn.global(ptr @pointer, ptr addrspace(1) {{%.*}}, i32 %n)
;; Not the same three elements.
; CHECK: @tkl.spawn.private(ptr @three.result
; CHECK: ret void
define spir_func void @stored_form(ptr addrspace(1) %out, i32 %n) #0 {
entry:
  %flag = alloca i8, align 1
  %v = alloca <3 x float>, align 16
  %first = call spir_func i1 @truth(i32 %n)
  %stored = zext i1 %first to i8
  store i8 %stored, ptr %flag, align 1
  %second = call spir_func <3 x float> @three(i32 %n)
  %four = shufflevector <3 x float> %second, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 undef>
  %v4 = bitcast ptr %v to ptr
  store <4 x float> %four, ptr %v4, align 16
  %third = call spir_func ptr addrspace(1) @pointer(i32 %n)
  %bytes = bitcast ptr addrspace(1) %third to ptr addrspace(1)
  store ptr addrspace(1) %bytes, ptr addrspace(1) %out, align 8
  %fourth = call spir_func <3 x float> @three(i32 %n)
  %turned = shufflevector <3 x float> %fourth, <3 x float> poison, <3 x i32> <i32 1, i32 0, i32 2>
  %turned4 = shufflevector <3 x float> %turned, <3 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 undef>
  store <4 x float> %turned4, ptr %v4, align 16
  ret void
}

; CHECK-LABEL: define internal spir_func i1 @count.result(
; CHECK-SAME: i32 [[N:%.*]]) #[[TASK:[0-9]+]]
; CHECK: [[SLOT:%.*]] = alloca i32
; CHECK: call void (ptr, ptr, ...) @tkl.spawn.private(ptr @count, ptr [[SLOT]], i32 [[N]])
; CHECK: call void @tkl.force()
; CHECK: [[V:%.*]] = load i32, ptr [[SLOT]]
; CHECK: [[BOOL:%.*]] = icmp ne i32 [[V]], 0
; CHECK: ret i1 [[BOOL]]

; CHECK: define internal spir_func float @[[FLOAT]](
; CHECK: call void @tkl.force()
; CHECK: [[R:%.*]] = sitofp i32 {{%.*}} to float
; CHECK: ret float [[R]]

;; The structure is handed on by value.
; CHECK-LABEL: define internal spir_func i64 @size.result(
; CHECK-SAME: ptr byval(%struct.Big) [[BIG:%.*]])
; CHECK: [[LOCAL:%.*]] = alloca %struct.Big
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr {{.*}}, i64 32, i1 false)
; CHECK: @tkl.spawn.private(ptr @size, ptr {{%.*}}, ptr byval(%struct.Big) [[LOCAL]])
; CHECK: call void @tkl.force()
; CHECK: [[R:%.*]] = sext i32 {{%.*}} to i64
; CHECK: ret i64 [[R]]
;; Another conversion that has the same operation, but not the same operands.
; CHECK: define internal spir_func i1 @[[LESS]](
; CHECK: icmp ne i32 {{%.*}}, 1
; CHECK: attributes #[[TASK]] = { "tkl-task" }

declare spir_func i1 @truth(i32) #0
declare spir_func <3 x float> @three(i32) #0
declare spir_func ptr addrspace(1) @pointer(i32) #0
declare spir_func i32 @count(i32) #0
declare spir_func i32 @size(ptr byval(%struct.Big) align 8) #0
declare spir_func void @fill(ptr)

attributes #0 = { "llvm.assume"="tkl-task" }
