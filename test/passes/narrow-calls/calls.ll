; Built-in functions whose vectors are too wide for a driver's library are called by
; parts; a user's own function, conversions and those that fit stay.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-narrow-calls,tkl-verify,verify -tkl-quirks=calls-of-512 -S %s | FileCheck --check-prefixes=ALL,W512 %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-narrow-calls,tkl-verify,verify -tkl-target=spirv -S %s | FileCheck --check-prefixes=ALL,W256 %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-narrow-calls,tkl-verify,verify -tkl-quirks=pocl-6 -S %s | FileCheck --check-prefixes=ALL,W128 %s

; Without the quirk, all stay.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-narrow-calls -tkl-quirks=none -S %s > %t.spir
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-narrow-calls -tkl-target=spirv -tkl-quirks=none -S %s > %t.none
; RUN: %opt -S %s > %t.same && cmp %t.spir %t.same && cmp %t.none %t.same
target triple = "spir64"

; W512-LABEL: @one(
; W512: [[LO:%.*]] = shufflevector <16 x double> %x, <16 x double> {{.*}}, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; W512: [[A:%.*]] = call spir_func <8 x double> @_Z3cosDv8_d(<8 x double> [[LO]])
; W512: [[HI:%.*]] = shufflevector <16 x double> %x, <16 x double> {{.*}}, <8 x i32> <i32 8, {{.*}}, i32 15>
; W512: [[B:%.*]] = call spir_func <8 x double> @_Z3cosDv8_d(<8 x double> [[HI]])
; W512: [[C:%.*]] = shufflevector <8 x double> [[A]], <8 x double> [[B]], <16 x i32> <i32 0, {{.*}}, i32 15>
; W512: ret <16 x double> [[C]]
; W256-LABEL: @one(
; W256-COUNT-4: call spir_func <4 x double> @_Z3cosDv4_d(
; W128-LABEL: @one(
; W128-COUNT-8: call spir_func <2 x double> @_Z3cosDv2_d(
define spir_func <16 x double> @one(<16 x double> %x) {
  %r = call spir_func <16 x double> @_Z3cosDv16_d(<16 x double> %x)
  ret <16 x double> %r
}

; Scalars go with each part; so does the part of what a pointer leads to.
; W512-LABEL: @several(
; W512: call spir_func <8 x double> @_Z5clampDv8_ddd(<8 x double> {{%.*}}, double 0.000000e+00, double %s)
; W512: call spir_func <8 x double> @_Z5clampDv8_ddd(<8 x double> {{%.*}}, double 0.000000e+00, double %s)
; W512: call spir_func <8 x double> @_Z6remquoDv8_dS_PU3AS1Dv8_i(<8 x double> {{.*}}, ptr addrspace(1) {{.*}})
; W512: [[Q:%.*]] = getelementptr inbounds <8 x i32>, ptr addrspace(1) {{%.*}}, i32 1
; W512: call spir_func <8 x double> @_Z6remquoDv8_dS_PU3AS1Dv8_i(<8 x double> {{.*}}, ptr addrspace(1) [[Q]])
define spir_func void @several(<16 x double> %x, double %s, ptr addrspace(1) %p) {
  %c = call spir_func <16 x double> @_Z5clampDv16_ddd(<16 x double> %x, double 0.0, double %s)
  %r = call spir_func <16 x double> @_Z6remquoDv16_dS_PU3AS1Dv16_i(<16 x double> %c, <16 x double> %x, ptr addrspace(1) %p)
  ret void
}

; W512-LABEL: @joined(
; W512: [[A:%.*]] = call spir_func i32 @_Z3anyDv8_l(
; W512: [[B:%.*]] = call spir_func i32 @_Z3anyDv8_l(
; W512: or i32 [[A]], [[B]]
; W512: [[A:%.*]] = call spir_func i32 @_Z3allDv8_l(
; W512: [[B:%.*]] = call spir_func i32 @_Z3allDv8_l(
; W512: and i32 [[A]], [[B]]
define spir_func i32 @joined(<16 x i64> %x) {
  %a = call spir_func i32 @_Z3anyDv16_l(<16 x i64> %x)
  %b = call spir_func i32 @_Z3allDv16_l(<16 x i64> %x)
  %r = add i32 %a, %b
  ret i32 %r
}

; W512-LABEL: @stored(
; W512: [[FIRST:%.*]] = mul i64 %o, 16
; W512: [[AT:%.*]] = add i64 [[FIRST]], 1
; W512: [[P:%.*]] = getelementptr inbounds i64, ptr addrspace(3) %p, i64 [[AT]]
; W512: store i64 {{%.*}}, ptr addrspace(3) [[P]], align 8
; W512: call spir_func void @_Z15vstore_half_rtedmPU3AS1Dh(double {{%.*}}, i64 {{%.*}}, ptr addrspace(1) %h)
; W512-NOT: vstore_half16
define spir_func void @stored(<16 x i64> %x, i64 %o, ptr addrspace(3) %p, <16 x double> %d, ptr addrspace(1) %h) {
  call spir_func void @_Z8vstore16Dv16_lmPU3AS3l(<16 x i64> %x, i64 %o, ptr addrspace(3) %p)
  call spir_func void @_Z18vstorea_half16_rteDv16_dmPU3AS1Dh(<16 x double> %d, i64 %o, ptr addrspace(1) %h)
  ret void
}

; W512-LABEL: @shuffled(
; W512: [[N:%.*]] = extractelement <2 x i64> %m, i64 0
; W512: [[L:%.*]] = and i64 [[N]], 15
; W512: extractelement <16 x double> %x, i64 [[L]]
; W512: [[N:%.*]] = extractelement <2 x i64> %m, i64 0
; W512: [[L:%.*]] = and i64 [[N]], 15
; W512: [[X:%.*]] = extractelement <16 x double> %x, i64 [[L]]
; W512: [[Y:%.*]] = extractelement <16 x double> %y, i64 [[L]]
; W512: [[BIT:%.*]] = and i64 [[N]], 16
; W512: [[FIRST:%.*]] = icmp eq i64 [[BIT]], 0
; W512: select i1 [[FIRST]], double [[X]], double [[Y]]
define spir_func void @shuffled(<16 x double> %x, <16 x double> %y, <2 x i64> %m) {
  %a = call spir_func <2 x double> @_Z7shuffleDv16_dDv2_m(<16 x double> %x, <2 x i64> %m)
  %b = call spir_func <2 x double> @_Z8shuffle2Dv16_dS_Dv2_m(<16 x double> %x, <16 x double> %y, <2 x i64> %m)
  ret void
}

; Vectors of three have the room of four. Only without AVX these are too wide.
; W128-LABEL: @three(
; W128: shufflevector <3 x double> %x, <3 x double> zeroinitializer, <2 x i32> <i32 0, i32 1>
; W128: call spir_func <2 x double> @_Z3cosDv2_d(
; W128: shufflevector <3 x double> %x, <3 x double> zeroinitializer, <2 x i32> <i32 2, i32 0>
; W128: call spir_func <2 x double> @_Z3cosDv2_d(
; W128: mul i64 %o, 3
; W128-COUNT-3: store double
; W128: call spir_func double @_Z6lengthDv2_d(
; W128: call spir_func double @_Z6lengthDv2_d(
; W128: call spir_func double @_Z6lengthDv2_d(
; W128: shufflevector <3 x double> %x, <3 x double> zeroinitializer, <2 x i32> <i32 2, i32 3>
; W128: shufflevector <3 x double> %x, <3 x double> zeroinitializer, <2 x i32> <i32 2, i32 3>
; W128: call spir_func double @_Z3dotDv2_dS_(
; W256-LABEL: @three(
; W256: call spir_func <3 x double> @_Z3cosDv3_d(<3 x double> %x)
; W256: call spir_func void @_Z7vstore3Dv3_dmPd(
; W256: call spir_func double @_Z6lengthDv3_d(
define spir_func double @three(<3 x double> %x, i64 %o, ptr %p) {
  %c = call spir_func <3 x double> @_Z3cosDv3_d(<3 x double> %x)
  call spir_func void @_Z7vstore3Dv3_dmPd(<3 x double> %c, i64 %o, ptr %p)
  %l = call spir_func double @_Z6lengthDv3_d(<3 x double> %c)
  %d = call spir_func double @_Z3dotDv3_dS_(<3 x double> %x, <3 x double> %x)
  ret double %l
}

; W128-LABEL: @four(
; W128: [[A:%.*]] = call spir_func double @_Z3dotDv2_dS_(
; W128: [[B:%.*]] = call spir_func double @_Z3dotDv2_dS_(
; W128: fadd double [[A]], [[B]]
; W128: fsub <4 x double> %x, %y
; W128: call spir_func double @_Z6lengthDv2_d(
; W128: fdiv <4 x double> %x,
; W128: insertelement <4 x double> {{%.*}}, double 0.000000e+00, i64 3
; W256-LABEL: @four(
; W256: call spir_func double @_Z3dotDv4_dS_(
; W256: call spir_func double @_Z8distanceDv4_dS_(
; W256: call spir_func <4 x double> @_Z9normalizeDv4_d(
; W256: call spir_func <4 x double> @_Z5crossDv4_dS_(
define spir_func void @four(<4 x double> %x, <4 x double> %y) {
  %a = call spir_func double @_Z3dotDv4_dS_(<4 x double> %x, <4 x double> %y)
  %b = call spir_func double @_Z8distanceDv4_dS_(<4 x double> %x, <4 x double> %y)
  %c = call spir_func <4 x double> @_Z9normalizeDv4_d(<4 x double> %x)
  %d = call spir_func <4 x double> @_Z5crossDv4_dS_(<4 x double> %x, <4 x double> %y)
  ret void
}

; What stays.
; ALL-LABEL: @others(
; ALL: call spir_func <16 x float> @_Z19convert_float16_rtzDv16_d(<16 x double> %x)
; ALL: call spir_func <16 x double> @_Z3sinDv16_d(<16 x double> %x)
; ALL: call spir_func <16 x double> @mine(<16 x double> %x)
; ALL: call spir_func <16 x i64> @_Z7vload16mPU3AS1Kl(
; ALL: call <16 x double> @llvm.fabs.v16f64(
; ALL: call spir_func <2 x double> @_Z3cosDv2_d(<2 x double> %y)
define spir_func void @others(<16 x double> %x, <2 x double> %y, ptr addrspace(1) %p) {
  %a = call spir_func <16 x float> @_Z19convert_float16_rtzDv16_d(<16 x double> %x)
  %b = call spir_func <16 x double> @_Z3sinDv16_d(<16 x double> %x)
  %c = call spir_func <16 x double> @mine(<16 x double> %x)
  %d = call spir_func <16 x i64> @_Z7vload16mPU3AS1Kl(i64 0, ptr addrspace(1) %p)
  %e = call <16 x double> @llvm.fabs.v16f64(<16 x double> %x)
  %f = call spir_func <2 x double> @_Z3cosDv2_d(<2 x double> %y)
  ret void
}

; One of the user's.
define spir_func <16 x double> @_Z3sinDv16_d(<16 x double> %x) {
  ret <16 x double> %x
}
declare spir_func <16 x double> @mine(<16 x double>)
declare spir_func <16 x double> @_Z3cosDv16_d(<16 x double>)
declare spir_func <2 x double> @_Z3cosDv2_d(<2 x double>)
declare spir_func <3 x double> @_Z3cosDv3_d(<3 x double>)
declare spir_func <16 x double> @_Z5clampDv16_ddd(<16 x double>, double, double)
declare spir_func <16 x double> @_Z6remquoDv16_dS_PU3AS1Dv16_i(<16 x double>, <16 x double>, ptr addrspace(1))
declare spir_func i32 @_Z3anyDv16_l(<16 x i64>)
declare spir_func i32 @_Z3allDv16_l(<16 x i64>)
declare spir_func void @_Z8vstore16Dv16_lmPU3AS3l(<16 x i64>, i64, ptr addrspace(3))
declare spir_func void @_Z18vstorea_half16_rteDv16_dmPU3AS1Dh(<16 x double>, i64, ptr addrspace(1))
declare spir_func void @_Z7vstore3Dv3_dmPd(<3 x double>, i64, ptr)
declare spir_func <2 x double> @_Z7shuffleDv16_dDv2_m(<16 x double>, <2 x i64>)
declare spir_func <2 x double> @_Z8shuffle2Dv16_dS_Dv2_m(<16 x double>, <16 x double>, <2 x i64>)
declare spir_func double @_Z6lengthDv3_d(<3 x double>)
declare spir_func double @_Z3dotDv3_dS_(<3 x double>, <3 x double>)
declare spir_func double @_Z3dotDv4_dS_(<4 x double>, <4 x double>)
declare spir_func double @_Z8distanceDv4_dS_(<4 x double>, <4 x double>)
declare spir_func <4 x double> @_Z9normalizeDv4_d(<4 x double>)
declare spir_func <4 x double> @_Z5crossDv4_dS_(<4 x double>, <4 x double>)
declare spir_func <16 x float> @_Z19convert_float16_rtzDv16_d(<16 x double>)
declare spir_func <16 x i64> @_Z7vload16mPU3AS1Kl(i64, ptr addrspace(1))
declare <16 x double> @llvm.fabs.v16f64(<16 x double>)
