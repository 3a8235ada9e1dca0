/*===- atomics.h - Atomic operations of the device runtime ------ OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Declarations only: passes/target/Atomics.cpp gives the bodies, as LLVM atomic
 * instructions. OpenCL's own functions will not do, because the libraries of
 * some targets (libclc for PTX) lack the explicit ones, and LLVM instructions
 * are the one form that all take which take programs of ours: drivers that read
 * bitcode, and the translator to SPIR-V. LLVM's back end for PTX is no such
 * consumer yet: in 15 and 19 it selects no acquire loads, and leaves the order
 * of read-modify-writes out.
 *
 * The name of an operation says its order, and each use says why that suffices:
 *
 *   relaxed           peek, set, count
 *   acquire           load
 *   release           store
 *   acquire, release  add, swap, cas; a cas that fails acquires
 *
 * test/device weakens the uses that hand data over, one at a time, and has
 * ThreadSanitizer report it; test/model has what is counted.
 *
 * Where a use says that it needs only one half, or none, of what its operation
 * has, a weaker one would be of no use on a path as rare as that.
 *
 * Every change of a word that several release into is a read-modify-write, so
 * that whoever acquires it synchronises with all releases before, not only with
 * the last one (release sequences). `copied` begins again at 0 by a plain store,
 * when its owner has acquired all that thieves have counted. `hungry` is the
 * exception, and says so.
 *
 * Scope: all devices, which is what LLVM instructions without a scope mean: one
 * command may have workers on several parts of a device (helper queues). In
 * SPIR-V, llvm-spirv 15 makes device scope of it, which OpenCL lets end at such a
 * part. Processors, where it does not end there, are what helper queues on parts
 * have been run on; the library lets them be on a device of another type if that
 * announces the scope of all devices (ApiHelperQueues.cpp), whatever the form of
 * the program.
 */
#ifndef TKL_ATOMICS_H
#define TKL_ATOMICS_H

uint __tkl_atomic_peek_u32(__global uint *p);
ulong __tkl_atomic_peek_u64(__global ulong *p);
uint __tkl_atomic_load_u32(__global uint *p);
ulong __tkl_atomic_load_u64(__global ulong *p);
void __tkl_atomic_set_u32(__global uint *p, uint value);
void __tkl_atomic_store_u32(__global uint *p, uint value);
/* Those below return the value before. */
uint __tkl_atomic_count_u32(__global uint *p, uint value);
ulong __tkl_atomic_count_u64(__global ulong *p, ulong value);
uint __tkl_atomic_add_u32(__global uint *p, uint value);
ulong __tkl_atomic_add_u64(__global ulong *p, ulong value);
uint __tkl_atomic_swap_u32(__global uint *p, uint value);
/* Replaced if the value before equals `expected`. */
ulong __tkl_atomic_cas_u64(__global ulong *p, ulong expected, ulong desired);

#endif
