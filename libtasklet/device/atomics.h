/*===- atomics.h - Atomic operations of the device runtime ------ OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * Declarations only: passes/ir/Atomics.cpp gives the bodies, as LLVM atomic
 * instructions. OpenCL's own functions will not do, because the libraries of
 * some targets (libclc for PTX) lack the explicit ones. LLVM instructions are
 * the one form that all consumers of our programs accept: drivers that read
 * bitcode, and the translator to SPIR-V. LLVM's back end for PTX is not yet
 * such a consumer: versions 15 and 19 select no acquire loads, and ignore the
 * order of read-modify-writes.
 *
 * The name of an operation gives its order, and each use says why that
 * suffices:
 *
 *   relaxed           peek, set, count
 *   acquire           load
 *   release           store
 *   acquire, release  add, swap, cas; a cas that fails acquires
 *
 * test/device weakens the uses that hand data over, one at a time, and
 * ThreadSanitizer must report each; test/model checks the counters.
 *
 * Some uses say that they need only one half of the order of their operation,
 * or none. A weaker operation would gain nothing there, because those paths are
 * rare.
 *
 * If several workers release into a word, every change of it is a
 * read-modify-write. So a worker that acquires it synchronises with all earlier
 * releases, not only with the last one (release sequences). `copied` restarts
 * at 0 by a plain store, after its owner has acquired all that thieves have
 * counted; so does `join`. `hungry` is the exception; its uses say so.
 *
 * Scope: all devices, which is the meaning of LLVM instructions without a
 * scope. One command may have workers on several parts of a device, and on
 * several devices (helper queues). In SPIR-V, llvm-spirv 15 turns this into
 * device scope, which OpenCL allows to end at such a part. Helper queues have
 * been run only on processors, where it does not end there. Those of several
 * devices must be processors (ApiHelperQueues.cpp). The library allows them on
 * parts of a device of another type if that announces the scope of all devices,
 * whatever the form of the program.
 */
#ifndef TKL_ATOMICS_H
#define TKL_ATOMICS_H

/* For functions that read what the next owner of the memory may be writing. What
 * they have read is discarded then, because an exchange fails. */
#ifndef TKL_RACY /* known to ThreadSanitizer in test/device */
#define TKL_RACY
#endif

uint __tkl_atomic_peek_u32(__global uint *p);
ulong __tkl_atomic_peek_u64(__global ulong *p);
uint __tkl_atomic_load_u32(__global uint *p);
ulong __tkl_atomic_load_u64(__global ulong *p);
void __tkl_atomic_set_u32(__global uint *p, uint value);
void __tkl_atomic_set_u64(__global ulong *p, ulong value);
void __tkl_atomic_store_u32(__global uint *p, uint value);
void __tkl_atomic_store_u64(__global ulong *p, ulong value);
/* These return the value before the operation. */
uint __tkl_atomic_count_u32(__global uint *p, uint value);
ulong __tkl_atomic_count_u64(__global ulong *p, ulong value);
uint __tkl_atomic_add_u32(__global uint *p, uint value);
ulong __tkl_atomic_add_u64(__global ulong *p, ulong value);
uint __tkl_atomic_swap_u32(__global uint *p, uint value);
ulong __tkl_atomic_swap_u64(__global ulong *p, ulong value);
/* Replaces the value if it equals `expected`. */
ulong __tkl_atomic_cas_u64(__global ulong *p, ulong expected, ulong desired);

#endif
