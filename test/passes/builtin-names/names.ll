; Symbols that drivers for SPIR lack become others; a user's own functions of these
; names, other kinds of integers, and all the rest stay.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-builtin-names,tkl-verify -S %s | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-builtin-names,tkl-verify -tkl-target=spirv -S %s | FileCheck --check-prefix=SPIRV %s
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-builtin-names,tkl-verify -tkl-quirks=bit-loads -S %s | FileCheck --check-prefix=SPIRV %s
target triple = "spir64"

; CHECK-LABEL: define {{.*}}@k(
; CHECK: call spir_func i32 @_Z10atomic_addPU3AS1Vii(
; CHECK: call spir_func i32 @_Z10atomic_incPU3AS3Vj(
; CHECK: call spir_func i64 @_Z8atom_addPU3AS1Vll(
; CHECK: call spir_func i64 @_Z16atomic_fetch_addPU3AS1VU7_Atomicmm(
; CHECK: fence acq_rel
; CHECK: fence acquire
; CHECK: fence release
; CHECK: call spir_func <4 x float> @_Z3cosDv4_f(
; CHECK: call spir_func float @_Z4powrff(
; CHECK: [[Q:%.*]] = fdiv float %x, %p
; CHECK: fdiv float 1.000000e+00, [[Q]]
; CHECK: call spir_func float @half_tan(
; CHECK: call spir_func float @_Z8half_expf(
; SPIRV-LABEL: define {{.*}}@k(
; SPIRV: call spir_func i32 @_Z10atomic_addPU3AS1Vii(
; SPIRV: call spir_func void @_Z9mem_fencej(
; SPIRV: call spir_func <4 x float> @_Z8half_cosDv4_f(
; SPIRV: call spir_func float @_Z11half_divideff(
define spir_kernel void @k(ptr addrspace(1) %g, ptr addrspace(3) %l, ptr addrspace(1) %w, <4 x float> %v, float %x) {
  %a = call spir_func i32 @_Z8atom_addPU3AS1Vii(ptr addrspace(1) %g, i32 3)
  %b = call spir_func i32 @_Z8atom_incPU3AS3Vj(ptr addrspace(3) %l)
  %c = call spir_func i64 @_Z8atom_addPU3AS1Vll(ptr addrspace(1) %w, i64 3)
  %f = call spir_func i64 @_Z16atomic_fetch_addPU3AS1VU7_Atomicml(ptr addrspace(1) %w, i64 3)
  call spir_func void @_Z9mem_fencej(i32 1)
  call spir_func void @_Z14read_mem_fencej(i32 2)
  call spir_func void @_Z15write_mem_fencej(i32 3)
  %d = call spir_func <4 x float> @_Z8half_cosDv4_f(<4 x float> %v)
  %p = call spir_func float @_Z9half_powrff(float %x, float %x)
  %q = call spir_func float @_Z11half_divideff(float %x, float %p)
  %r = call spir_func float @_Z10half_recipf(float %q)
  %s = call spir_func float @half_tan(float %r)
  %t = call spir_func float @_Z8half_expf(float %s)
  ret void
}

; What is not called any more is not declared any more.
; CHECK-NOT: mem_fence
; CHECK-NOT: half_cos

; Events are in private memory, whatever the table of clang says of the pointer.
; CHECK-LABEL: define {{.*}}@waits(
; CHECK: call spir_func void @_Z17wait_group_eventsiP9ocl_event(i32 1, ptr %e)
; CHECK: [[P:%.*]] = addrspacecast ptr addrspace(4) %other to ptr
; CHECK: call spir_func void @_Z17wait_group_eventsiP9ocl_event(i32 2, ptr [[P]])
; SPIRV-LABEL: define {{.*}}@waits(
; SPIRV: call spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32 1,
define spir_func void @waits(ptr addrspace(4) %other) {
  %e = alloca ptr
  %c = addrspacecast ptr %e to ptr addrspace(4)
  call spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32 1, ptr addrspace(4) %c)
  call spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32 2, ptr addrspace(4) %other)
  ret void
}

; One of the user's.
define spir_func float @_Z8half_expf(float %x) {
  ret float %x
}
declare spir_func float @half_tan(float)
declare spir_func i32 @_Z8atom_addPU3AS1Vii(ptr addrspace(1), i32)
declare spir_func i32 @_Z8atom_incPU3AS3Vj(ptr addrspace(3))
declare spir_func i64 @_Z8atom_addPU3AS1Vll(ptr addrspace(1), i64)
declare spir_func i64 @_Z16atomic_fetch_addPU3AS1VU7_Atomicml(ptr addrspace(1), i64)
declare spir_func void @_Z9mem_fencej(i32)
declare spir_func void @_Z14read_mem_fencej(i32)
declare spir_func void @_Z15write_mem_fencej(i32)
declare spir_func <4 x float> @_Z8half_cosDv4_f(<4 x float>)
declare spir_func float @_Z9half_powrff(float, float)
declare spir_func float @_Z11half_divideff(float, float)
declare spir_func float @_Z10half_recipf(float)
declare spir_func void @_Z17wait_group_eventsiPU3AS49ocl_event(i32, ptr addrspace(4))
