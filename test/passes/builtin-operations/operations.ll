; Built-in functions that are operations, for a processor that was named.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-builtin-operations,tkl-verify -tkl-cpu=haswell -S %s | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-builtin-operations,tkl-verify -S %s | FileCheck --check-prefix=NONE %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-builtin-operations -tkl-cpu=nehalem -S %s | FileCheck --check-prefix=SLOW %s
target triple = "spir64"

; CHECK-LABEL: define i32 @any_all(
; CHECK: [[NEGATIVE:%.*]] = icmp slt <8 x i32> %v, zeroinitializer
; CHECK: [[ANY:%.*]] = call i1 @llvm.vector.reduce.or.v8i1(<8 x i1> [[NEGATIVE]])
; CHECK: zext i1 [[ANY]] to i32
; CHECK: [[OF2:%.*]] = icmp slt <2 x i64> %w, zeroinitializer
; CHECK: call i1 @llvm.vector.reduce.and.v2i1(<2 x i1> [[OF2]])
; CHECK: [[ONE:%.*]] = icmp slt i8 %c, 0
; CHECK: zext i1 [[ONE]] to i32
; NONE-LABEL: define i32 @any_all(
; NONE: call spir_func i32 @_Z3anyDv8_i(<8 x i32> %v)
define i32 @any_all(<8 x i32> %v, <2 x i64> %w, i8 %c) {
  %a = call spir_func i32 @_Z3anyDv8_i(<8 x i32> %v)
  %b = call spir_func i32 @_Z3allDv2_l(<2 x i64> %w)
  %d = call spir_func i32 @_Z3anyc(i8 %c)
  %e = add i32 %a, %b
  %f = add i32 %e, %d
  ret i32 %f
}

; Signs of elements decide, and scalars stand for vectors.
; CHECK-LABEL: define <4 x i16> @integers(
; CHECK: [[MIN:%.*]] = call <4 x i16> @llvm.smin.v4i16(<4 x i16> %a, <4 x i16> %b)
; CHECK: [[SPLAT:%.*]] = shufflevector
; CHECK: [[MAX:%.*]] = call <4 x i16> @llvm.umax.v4i16(<4 x i16> [[MIN]], <4 x i16> [[SPLAT]])
; CHECK: [[ABS:%.*]] = call <4 x i16> @llvm.abs.v4i16(<4 x i16> [[MAX]], i1 false)
; CHECK-NOT: call {{.*}}abs
; CHECK: [[LOW:%.*]] = call <4 x i16> @llvm.smax.v4i16(<4 x i16> [[ABS]], <4 x i16> %a)
; CHECK: [[CLAMP:%.*]] = call <4 x i16> @llvm.smin.v4i16(<4 x i16> [[LOW]], <4 x i16> %b)
; CHECK: [[COUNT:%.*]] = call <4 x i16> @llvm.ctpop.v4i16(<4 x i16> [[CLAMP]])
; CHECK: [[CLZ:%.*]] = call <4 x i16> @llvm.ctlz.v4i16(<4 x i16> [[COUNT]], i1 false)
; CHECK: call <4 x i16> @llvm.fshl.v4i16(<4 x i16> [[CLZ]], <4 x i16> [[CLZ]], <4 x i16> %a)
define <4 x i16> @integers(<4 x i16> %a, <4 x i16> %b, i16 %s) {
  %min = call spir_func <4 x i16> @_Z3minDv4_sS_(<4 x i16> %a, <4 x i16> %b)
  %max = call spir_func <4 x i16> @_Z3maxDv4_tt(<4 x i16> %min, i16 %s)
  %abs = call spir_func <4 x i16> @_Z3absDv4_s(<4 x i16> %max)
  %same = call spir_func <4 x i16> @_Z3absDv4_t(<4 x i16> %abs)
  %clamp = call spir_func <4 x i16> @_Z5clampDv4_sS_S_(<4 x i16> %same, <4 x i16> %a, <4 x i16> %b)
  %count = call spir_func <4 x i16> @_Z8popcountDv4_s(<4 x i16> %clamp)
  %clz = call spir_func <4 x i16> @_Z3clzDv4_s(<4 x i16> %count)
  %rotate = call spir_func <4 x i16> @_Z6rotateDv4_sS_(<4 x i16> %clz, <4 x i16> %a)
  ret <4 x i16> %rotate
}

; Only where the processor has it: to others it is a function of a library.
; CHECK-LABEL: define <4 x float> @products(
; CHECK: call float @llvm.fma.f32(float %a, float %a, float 3.000000e+00)
; CHECK: call <4 x float> @llvm.fma.v4f32(<4 x float> %v, <4 x float> %v, <4 x float> %v)
; SLOW-LABEL: define <4 x float> @products(
; SLOW: call spir_func float @_Z3fmafff(
; SLOW: call spir_func <4 x float> @_Z3fmaDv4_fS_S_(
define <4 x float> @products(float %a, <4 x float> %v, ptr %to) {
  %one = call spir_func float @_Z3fmafff(float %a, float %a, float 3.0)
  store float %one, ptr %to
  %four = call spir_func <4 x float> @_Z3fmaDv4_fS_S_(<4 x float> %v, <4 x float> %v, <4 x float> %v)
  ret <4 x float> %four
}

; CHECK-LABEL: define double @floats(
; CHECK: [[LESS:%.*]] = fcmp olt double %y, %x
; CHECK: [[MIN:%.*]] = select i1 [[LESS]], double %y, double %x
; CHECK: call double @llvm.fabs.f64(double [[MIN]])
; CHECK: call double @llvm.copysign.f64(
; CHECK: call double @llvm.minnum.f64(
; CHECK: call double @llvm.floor.f64(
; CHECK: [[RINT:%.*]] = call fast double @llvm.rint.f64(
; CHECK: [[ROOT:%.*]] = call double @llvm.sqrt.f64(double [[RINT]])
; CHECK: [[R:%.*]] = fdiv double 1.000000e+00, [[ROOT]]
; CHECK: [[NAN:%.*]] = fcmp uno double [[R]], [[R]]
; CHECK: [[N:%.*]] = zext i1 [[NAN]] to i32
; CHECK: [[IS:%.*]] = icmp ne i32 [[N]], 0
; CHECK: select i1 [[IS]], double %y, double %x
define double @floats(double %x, double %y) {
  %min = call spir_func double @_Z3mindd(double %x, double %y)
  %abs = call spir_func double @_Z4fabsd(double %min)
  %sign = call spir_func double @_Z8copysigndd(double %abs, double %y)
  %fmin = call spir_func double @_Z4fmindd(double %sign, double %y)
  %floor = call spir_func double @_Z5floord(double %fmin)
  %rint = call fast spir_func double @_Z4rintd(double %floor)
  %rsqrt = call spir_func double @_Z5rsqrtd(double %rint)
  %nan = call spir_func i32 @_Z5isnand(double %rsqrt)
  %select = call spir_func double @_Z6selectddi(double %x, double %y, i32 %nan)
  ret double %select
}

; CHECK-LABEL: define <2 x float> @bits(
; CHECK: [[X:%.*]] = bitcast <2 x float> %x to <2 x i32>
; CHECK: [[Y:%.*]] = bitcast <2 x float> %y to <2 x i32>
; CHECK: [[Z:%.*]] = bitcast <2 x float> %z to <2 x i32>
; CHECK: [[NOT:%.*]] = xor <2 x i32> [[Z]], <i32 -1, i32 -1>
; CHECK: [[A:%.*]] = and <2 x i32> [[X]], [[NOT]]
; CHECK: [[B:%.*]] = and <2 x i32> [[Y]], [[Z]]
; CHECK: [[OR:%.*]] = or <2 x i32> [[A]], [[B]]
; CHECK: [[MIX:%.*]] = bitcast <2 x i32> [[OR]] to <2 x float>
; CHECK: [[NAN:%.*]] = fcmp uno <2 x float> [[MIX]], [[MIX]]
; CHECK: [[N:%.*]] = sext <2 x i1> [[NAN]] to <2 x i32>
; CHECK: [[IS:%.*]] = icmp slt <2 x i32> [[N]], zeroinitializer
; CHECK: select <2 x i1> [[IS]], <2 x float> %y, <2 x float> [[MIX]]
define <2 x float> @bits(<2 x float> %x, <2 x float> %y, <2 x float> %z) {
  %mix = call spir_func <2 x float> @_Z9bitselectDv2_fS_S_(<2 x float> %x, <2 x float> %y, <2 x float> %z)
  %nan = call spir_func <2 x i32> @_Z5isnanDv2_f(<2 x float> %mix)
  %select = call spir_func <2 x float> @_Z6selectDv2_fS_Dv2_i(<2 x float> %mix, <2 x float> %y, <2 x i32> %nan)
  ret <2 x float> %select
}

; What OpenCL lets be inexact, half, other types and the user's functions stay; of
; these some are defined elsewhere.
; CHECK-LABEL: define float @others(
; CHECK: call spir_func float @_Z3sinf(
; CHECK: call spir_func half @_Z4fabsDh(
; CHECK: call spir_func float @_Z4sqrtf.mine(
; CHECK: call spir_func float @_Z4ceilf(
; CHECK: call spir_func i32 @_Z3minPi(
; CHECK: call spir_func i32 @any(
; CHECK: call spir_func i32 @_Z3miniii(
; CHECK: call spir_func float @_Z6rotateif(
; CHECK: call spir_func float @_Z6selectf(
define float @others(float %x, half %h, ptr %p) {
  %sin = call spir_func float @_Z3sinf(float %x)
  %abs = call spir_func half @_Z4fabsDh(half %h)
  %root = call spir_func float @_Z4sqrtf.mine(float %sin)
  %ceil = call spir_func float @_Z4ceilf(float %root)
  %min = call spir_func i32 @_Z3minPi(ptr %p)
  %any = call spir_func i32 @any(i32 %min)
  %three = call spir_func i32 @_Z3miniii(i32 %any, i32 %min, i32 3)
  %turned = call spir_func float @_Z6rotateif(i32 %three, float %ceil)
  %chosen = call spir_func float @_Z6selectf(float %turned)
  ret float %ceil
}
define spir_func float @_Z4ceilf(float %x) {
  ret float %x
}

declare spir_func i32 @_Z3anyDv8_i(<8 x i32>)
declare spir_func i32 @_Z3allDv2_l(<2 x i64>)
declare spir_func i32 @_Z3anyc(i8)
declare spir_func <4 x i16> @_Z3minDv4_sS_(<4 x i16>, <4 x i16>)
declare spir_func <4 x i16> @_Z3maxDv4_tt(<4 x i16>, i16)
declare spir_func <4 x i16> @_Z3absDv4_s(<4 x i16>)
declare spir_func <4 x i16> @_Z3absDv4_t(<4 x i16>)
declare spir_func <4 x i16> @_Z5clampDv4_sS_S_(<4 x i16>, <4 x i16>, <4 x i16>)
declare spir_func <4 x i16> @_Z8popcountDv4_s(<4 x i16>)
declare spir_func <4 x i16> @_Z3clzDv4_s(<4 x i16>)
declare spir_func <4 x i16> @_Z6rotateDv4_sS_(<4 x i16>, <4 x i16>)
declare spir_func double @_Z3mindd(double, double)
declare spir_func double @_Z4fabsd(double)
declare spir_func double @_Z8copysigndd(double, double)
declare spir_func double @_Z4fmindd(double, double)
declare spir_func double @_Z5floord(double)
declare spir_func double @_Z4rintd(double)
declare spir_func float @_Z3fmafff(float, float, float)
declare spir_func <4 x float> @_Z3fmaDv4_fS_S_(<4 x float>, <4 x float>, <4 x float>)
declare spir_func double @_Z5rsqrtd(double)
declare spir_func i32 @_Z5isnand(double)
declare spir_func double @_Z6selectddi(double, double, i32)
declare spir_func <2 x float> @_Z9bitselectDv2_fS_S_(<2 x float>, <2 x float>, <2 x float>)
declare spir_func <2 x i32> @_Z5isnanDv2_f(<2 x float>)
declare spir_func <2 x float> @_Z6selectDv2_fS_Dv2_i(<2 x float>, <2 x float>, <2 x i32>)
declare spir_func float @_Z3sinf(float)
declare spir_func half @_Z4fabsDh(half)
declare spir_func float @_Z4sqrtf.mine(float)
declare spir_func i32 @_Z3minPi(ptr)
declare spir_func i32 @any(i32)
declare spir_func i32 @_Z3miniii(i32, i32, i32)
declare spir_func float @_Z6rotateif(i32, float)
declare spir_func float @_Z6selectf(float)
