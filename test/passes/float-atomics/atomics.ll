; Atomic functions of float and double that the translator to SPIR-V does not take
; become those of integers; those that it takes, and integers, stay.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-float-atomics,tkl-verify,verify -S %s | FileCheck %s
target triple = "spir64"

; The order and the scope are the default ones: 5 and 2.
; CHECK-LABEL: @add(
; CHECK: [[SLOT:%.*]] = alloca i32
; CHECK: [[FIRST:%.*]] = call spir_func i32 @_Z20atomic_load_explicitPU3AS1VU7_Atomici12memory_order12memory_scope(ptr addrspace(1) %p, i32 0, i32 2)
; CHECK: br label %fetch
; CHECK: fetch:
; CHECK: [[OLD:%.*]] = phi i32 [ [[FIRST]], %0 ], [ [[FOUND:%.*]], %fetch ]
; CHECK: [[REAL:%.*]] = bitcast i32 [[OLD]] to float
; CHECK: [[SUM:%.*]] = fadd float [[REAL]], %x
; CHECK: store i32 [[OLD]], ptr [[SLOT]]
; CHECK: [[NEW:%.*]] = bitcast float [[SUM]] to i32
; CHECK: [[DONE:%.*]] = call spir_func zeroext i1 @_Z39atomic_compare_exchange_strong_explicitPU3AS1VU7_AtomiciPii12memory_orderS3_12memory_scope(ptr addrspace(1) %p, ptr [[SLOT]], i32 [[NEW]], i32 5, i32 0, i32 2)
; CHECK: [[FOUND]] = load i32, ptr [[SLOT]]
; CHECK: br i1 [[DONE]], label %fetched, label %fetch
; CHECK: fetched:
; CHECK: ret float [[REAL]]
define spir_func float @add(ptr addrspace(1) %p, float %x) {
  %r = call spir_func float @_Z16atomic_fetch_addPU3AS1VU7_Atomicff(ptr addrspace(1) %p, float %x)
  ret float %r
}

; Those that were asked for.
; CHECK-LABEL: @orders(
; CHECK: @_Z20atomic_load_explicitPU3AS3VU7_Atomicl12memory_order12memory_scope(ptr addrspace(3) {{%.*}}, i32 0, i32 2)
; CHECK: fsub double
; CHECK: @_Z39atomic_compare_exchange_strong_explicitPU3AS3VU7_AtomiclPll12memory_orderS3_12memory_scope({{.*}}, i32 3, i32 0, i32 2)
; CHECK: @_Z20atomic_load_explicitPU3AS4VU7_Atomici12memory_order12memory_scope(ptr addrspace(4) {{%.*}}, i32 0, i32 1)
; CHECK: [[LESS:%.*]] = fcmp olt float [[OLD:%.*]], %x
; CHECK: [[NAN:%.*]] = fcmp uno float %x, %x
; CHECK: [[KEEP:%.*]] = or i1 [[LESS]], [[NAN]]
; CHECK: select i1 [[KEEP]], float [[OLD]], float %x
; CHECK: @_Z39atomic_compare_exchange_strong_explicitPU3AS4VU7_AtomiciPii12memory_orderS3_12memory_scope({{.*}}, i32 %order, i32 0, i32 1)
; CHECK: fcmp ogt float
define spir_func void @orders(ptr addrspace(3) %l, double %d, ptr addrspace(4) %p, float %x, i32 %order) {
  %a = call spir_func double @_Z25atomic_fetch_sub_explicitPU3AS3VU7_Atomicdd12memory_order(ptr addrspace(3) %l, double %d, i32 3)
  %b = call spir_func float @_Z25atomic_fetch_min_explicitPU3AS4VU7_Atomicff12memory_order12memory_scope(ptr addrspace(4) %p, float %x, i32 %order, i32 1)
  %c = call spir_func float @_Z16atomic_fetch_maxPU3AS4VU7_Atomicff(ptr addrspace(4) %p, float %x)
  ret void
}

; CHECK-LABEL: @exchange(
; CHECK: [[X:%.*]] = bitcast float %x to i32
; CHECK: call spir_func zeroext i1 @_Z30atomic_compare_exchange_strongPU3AS4VU7_AtomiciPU3AS4ii(ptr addrspace(4) %p, ptr addrspace(4) %e, i32 [[X]])
; CHECK: call spir_func zeroext i1 @_Z37atomic_compare_exchange_weak_explicitPU3AS4VU7_AtomiciPU3AS4ii12memory_orderS4_12memory_scope({{.*}}, i32 4, i32 2, i32 1)
define spir_func void @exchange(ptr addrspace(4) %p, ptr addrspace(4) %e, float %x) {
  %a = call spir_func zeroext i1 @_Z30atomic_compare_exchange_strongPU3AS4VU7_AtomicfPU3AS4ff(ptr addrspace(4) %p, ptr addrspace(4) %e, float %x)
  %b = call spir_func zeroext i1 @_Z37atomic_compare_exchange_weak_explicitPU3AS4VU7_AtomicfPU3AS4ff12memory_orderS4_12memory_scope(ptr addrspace(4) %p, ptr addrspace(4) %e, float %x, i32 4, i32 2, i32 1)
  ret void
}

; CHECK-LABEL: @others(
; CHECK: call spir_func i32 @_Z16atomic_fetch_addPU3AS4VU7_Atomicii(
; CHECK: call spir_func float @_Z15atomic_exchangePU3AS4VU7_Atomicff(
; CHECK: call spir_func float @_Z16atomic_fetch_addPU3AS4VU7_Atomicff(
; CHECK: call spir_func float @atomic_fetch_add(
define spir_func void @others(ptr addrspace(4) %i, ptr addrspace(4) %p, float %x) {
  %a = call spir_func i32 @_Z16atomic_fetch_addPU3AS4VU7_Atomicii(ptr addrspace(4) %i, i32 1)
  %b = call spir_func float @_Z15atomic_exchangePU3AS4VU7_Atomicff(ptr addrspace(4) %p, float %x)
  %c = call spir_func float @_Z16atomic_fetch_addPU3AS4VU7_Atomicff(ptr addrspace(4) %p, float %x)
  %d = call spir_func float @atomic_fetch_add(ptr addrspace(4) %p, float %x)
  ret void
}

; One of the user's.
define spir_func float @_Z16atomic_fetch_addPU3AS4VU7_Atomicff(ptr addrspace(4) %p, float %x) {
  ret float %x
}
declare spir_func float @atomic_fetch_add(ptr addrspace(4), float)
declare spir_func i32 @_Z16atomic_fetch_addPU3AS4VU7_Atomicii(ptr addrspace(4), i32)
declare spir_func float @_Z15atomic_exchangePU3AS4VU7_Atomicff(ptr addrspace(4), float)
declare spir_func float @_Z16atomic_fetch_addPU3AS1VU7_Atomicff(ptr addrspace(1), float)
declare spir_func float @_Z16atomic_fetch_maxPU3AS4VU7_Atomicff(ptr addrspace(4), float)
declare spir_func double @_Z25atomic_fetch_sub_explicitPU3AS3VU7_Atomicdd12memory_order(ptr addrspace(3), double, i32)
declare spir_func float @_Z25atomic_fetch_min_explicitPU3AS4VU7_Atomicff12memory_order12memory_scope(ptr addrspace(4), float, i32, i32)
declare spir_func zeroext i1 @_Z30atomic_compare_exchange_strongPU3AS4VU7_AtomicfPU3AS4ff(ptr addrspace(4), ptr addrspace(4), float)
declare spir_func zeroext i1 @_Z37atomic_compare_exchange_weak_explicitPU3AS4VU7_AtomicfPU3AS4ff12memory_orderS4_12memory_scope(ptr addrspace(4), ptr addrspace(4), float, i32, i32, i32)
