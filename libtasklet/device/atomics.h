/*===- atomics.h - Atomic operations of the device runtime ------ OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Declarations only: passes/Atomics.cpp gives the bodies, as LLVM atomic
 * instructions of device scope. OpenCL's own functions will not do, because
 * the libraries of some targets (libclc for PTX) lack the explicit ones, and
 * LLVM instructions are the one form that PoCL, Oclgrind (through SPIR-V) and
 * the PTX back end all take. Loads acquire, stores release, the others do both;
 * `peek` is a relaxed load.
 */
#ifndef TKL_ATOMICS_H
#define TKL_ATOMICS_H

uint __tkl_atomic_peek_u32(__global uint *p);
uint __tkl_atomic_load_u32(__global uint *p);
ulong __tkl_atomic_load_u64(__global ulong *p);
void __tkl_atomic_store_u32(__global uint *p, uint value);
/* Return the value before. */
uint __tkl_atomic_add_u32(__global uint *p, uint value);
ulong __tkl_atomic_add_u64(__global ulong *p, ulong value);
/* Returns the value before; it was replaced if that equals `expected`. */
ulong __tkl_atomic_cas_u64(__global ulong *p, ulong expected, ulong desired);

#endif
