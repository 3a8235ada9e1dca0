; Orders become fences around relaxed operations, since LLVM's back end for PTX
; selects no acquire loads and ignores the orders of read-modify-writes.
;
; RUN: %opt -load-pass-plugin=%passes -opaque-pointers -passes='tkl-nvptx-atomics,verify' -S %s | FileCheck %s
; RUN: %opt -load-pass-plugin=%passes -opaque-pointers -passes='tkl-nvptx-atomics' %s -o %t.bc
; RUN: llc -opaque-pointers -mcpu=sm_70 -mattr=+ptx63 %t.bc -o - | FileCheck --check-prefix=PTX %s
; REQUIRES: llvm-15

target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-nvcl"

; CHECK-LABEL: @loads(
; CHECK-NEXT: %relaxed = load atomic i32, ptr addrspace(1) %p monotonic
; CHECK-NEXT: %acquire = load atomic i32, ptr addrspace(1) %p monotonic
; CHECK-NEXT: call void asm sideeffect "fence.acq_rel.gpu;", "~{memory}"()
; CHECK-NEXT: call void asm sideeffect "fence.sc.gpu;", "~{memory}"()
; CHECK-NEXT: %sc = load atomic i64, ptr addrspace(1) %q monotonic
; CHECK-NEXT: call void asm sideeffect "fence.acq_rel.gpu;", "~{memory}"()
; CHECK-NEXT: ret void
; PTX: loads(
; PTX: ld.volatile.global.u32
; PTX: ld.volatile.global.u32
; PTX: fence.acq_rel.gpu;
; PTX: fence.sc.gpu;
; PTX: ld.volatile.global.u64
; PTX: fence.acq_rel.gpu;
define void @loads(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %relaxed = load atomic i32, ptr addrspace(1) %p monotonic, align 4
  %acquire = load atomic i32, ptr addrspace(1) %p acquire, align 4
  %sc = load atomic i64, ptr addrspace(1) %q seq_cst, align 8
  ret void
}

; CHECK-LABEL: @stores(
; CHECK-NEXT: store atomic i32 1, ptr addrspace(1) %p monotonic
; CHECK-NEXT: call void asm sideeffect "fence.acq_rel.gpu;", "~{memory}"()
; CHECK-NEXT: store atomic i32 2, ptr addrspace(1) %p monotonic
; CHECK-NEXT: call void asm sideeffect "fence.sc.gpu;", "~{memory}"()
; CHECK-NEXT: store atomic i32 3, ptr addrspace(1) %p monotonic
; CHECK-NEXT: ret void
define void @stores(ptr addrspace(1) %p) {
  store atomic i32 1, ptr addrspace(1) %p monotonic, align 4
  store atomic i32 2, ptr addrspace(1) %p release, align 4
  store atomic i32 3, ptr addrspace(1) %p seq_cst, align 4
  ret void
}

; A compare-exchange has the stronger of its two orders.
; CHECK-LABEL: @updates(
; CHECK-NEXT: %a = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
; CHECK-NEXT: %b = atomicrmw add ptr addrspace(1) %p, i32 2 monotonic
; CHECK-NEXT: call void asm sideeffect "fence.acq_rel.gpu;", "~{memory}"()
; CHECK-NEXT: call void asm sideeffect "fence.acq_rel.gpu;", "~{memory}"()
; CHECK-NEXT: %c = atomicrmw xchg ptr addrspace(1) %p, i32 3 monotonic
; CHECK-NEXT: call void asm sideeffect "fence.acq_rel.gpu;", "~{memory}"()
; CHECK-NEXT: %d = atomicrmw add ptr addrspace(1) %p, i32 4 monotonic
; CHECK-NEXT: call void asm sideeffect "fence.acq_rel.gpu;", "~{memory}"()
; CHECK-NEXT: call void asm sideeffect "fence.acq_rel.gpu;", "~{memory}"()
; CHECK-NEXT: %e = cmpxchg ptr addrspace(1) %p, i32 5, i32 6 monotonic monotonic
; CHECK-NEXT: call void asm sideeffect "fence.acq_rel.gpu;", "~{memory}"()
; CHECK-NEXT: ret void
; PTX: updates(
; PTX: atom.global.add.u32
; PTX: fence.acq_rel.gpu;
; PTX: atom.global.cas.b32
define void @updates(ptr addrspace(1) %p) {
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic, align 4
  %b = atomicrmw add ptr addrspace(1) %p, i32 2 acquire, align 4
  %c = atomicrmw xchg ptr addrspace(1) %p, i32 3 release, align 4
  %d = atomicrmw add ptr addrspace(1) %p, i32 4 acq_rel, align 4
  %e = cmpxchg ptr addrspace(1) %p, i32 5, i32 6 release acquire, align 4
  ret void
}

; CHECK-LABEL: @scopes(
; CHECK-NEXT: call void asm sideeffect "fence.acq_rel.cta;", "~{memory}"()
; CHECK-NEXT: store atomic i32 1, ptr addrspace(1) %p syncscope("workgroup") monotonic
; CHECK-NEXT: call void asm sideeffect "fence.acq_rel.sys;", "~{memory}"()
; CHECK-NEXT: store atomic i32 2, ptr addrspace(1) %p syncscope("all_svm_devices") monotonic
; CHECK-NEXT: call void asm sideeffect "fence.acq_rel.gpu;", "~{memory}"()
; CHECK-NEXT: call void asm sideeffect "fence.sc.cta;", "~{memory}"()
; CHECK-NEXT: ret void
define void @scopes(ptr addrspace(1) %p) {
  store atomic i32 1, ptr addrspace(1) %p syncscope("workgroup") release, align 4
  store atomic i32 2, ptr addrspace(1) %p syncscope("all_svm_devices") release, align 4
  fence acquire
  fence syncscope("workgroup") seq_cst
  ret void
}

; CHECK-LABEL: @none(
; CHECK-NEXT: store volatile i32 1, ptr addrspace(1) %p
; CHECK-NEXT: ret void
define void @none(ptr addrspace(1) %p) {
  store volatile i32 1, ptr addrspace(1) %p, align 4
  ret void
}
