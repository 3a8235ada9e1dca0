/*===- library.cl - Built-in functions that PTX brings along ------ OpenCL C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * What libclc lacks for NVIDIA's devices, and what it does worse: it leaves out
 * offsets of ranges, and its atomic functions are stronger than OpenCL's.
 * Compiled for nvptx64, without clang's header, and linked before libclc to
 * programs of which PTX is made (passes/target/nvptx/NvptxLibrary.h). Only what a
 * program calls is linked.
 */
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef uint cl_mem_fence_flags;
#define TKL_VECTOR_TYPES(type)                                                 \
  typedef type type##2 __attribute__((ext_vector_type(2)));                    \
  typedef type type##3 __attribute__((ext_vector_type(3)));                    \
  typedef type type##4 __attribute__((ext_vector_type(4)));                    \
  typedef type type##8 __attribute__((ext_vector_type(8)));                    \
  typedef type type##16 __attribute__((ext_vector_type(16)));
TKL_VECTOR_TYPES(char)
TKL_VECTOR_TYPES(uchar)
TKL_VECTOR_TYPES(short)
TKL_VECTOR_TYPES(ushort)
TKL_VECTOR_TYPES(int)
TKL_VECTOR_TYPES(uint)
TKL_VECTOR_TYPES(long)
TKL_VECTOR_TYPES(ulong)
TKL_VECTOR_TYPES(float)
TKL_VECTOR_TYPES(double)
/* Names and values as in clang's header: names of functions contain the names. */
typedef enum memory_order {
  memory_order_relaxed = __ATOMIC_RELAXED,
  memory_order_acquire = __ATOMIC_ACQUIRE,
  memory_order_release = __ATOMIC_RELEASE,
  memory_order_acq_rel = __ATOMIC_ACQ_REL,
  memory_order_seq_cst = __ATOMIC_SEQ_CST
} memory_order;
typedef enum memory_scope {
  memory_scope_work_item = __OPENCL_MEMORY_SCOPE_WORK_ITEM,
  memory_scope_work_group = __OPENCL_MEMORY_SCOPE_WORK_GROUP,
  memory_scope_device = __OPENCL_MEMORY_SCOPE_DEVICE,
  memory_scope_all_svm_devices = __OPENCL_MEMORY_SCOPE_ALL_SVM_DEVICES,
  memory_scope_sub_group = __OPENCL_MEMORY_SCOPE_SUB_GROUP
} memory_scope;

#define TKL_BUILTIN __attribute__((overloadable, always_inline))
#define TKL_ID __attribute__((overloadable, always_inline, pure))
#define TKL_MEETING __attribute__((overloadable, always_inline, convergent))
#define TKL_HELPER static inline __attribute__((always_inline))
#define TKL_AS_UINT(x) __builtin_astype(x, uint)
#define TKL_AS_FLOAT(x) __builtin_astype(x, float)
#define TKL_AS_ULONG(x) __builtin_astype(x, ulong)
#define TKL_AS_DOUBLE(x) __builtin_astype(x, double)

#include "ids.cl"

#include "ptx_atomics.cl"

#include "atomics.cl"
#include "explicit_atomics.cl"
#include "groups.cl"
#include "numbers.cl"
