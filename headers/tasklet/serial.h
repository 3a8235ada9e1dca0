/*===- serial.h - OpenCL C with tasks, as C -----------------------*- C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * What C files include that `taskletc --elide` makes: types, work-item
 * functions and functions for tasks. For gcc and clang on hosts whose `long`
 * has 64 bits, from C11 on. Names that programs may use are not declared here,
 * so that no program clashes with the C library; hence no header of it is
 * included. docs/elision.md is the manual.
 */
#ifndef TASKLET_SERIAL_H
#define TASKLET_SERIAL_H

#if !defined(__GNUC__) || !defined(__LP64__)
#error "elided programs need gcc or clang, and a host whose long has 64 bits"
#endif
#ifdef __CHAR_UNSIGNED__
#error "in OpenCL C a char has a sign: compile with -fsigned-char"
#endif

#pragma GCC diagnostic ignored "-Wattributes"
#pragma GCC diagnostic ignored "-Wpsabi"
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wduplicate-decl-specifier"
#pragma GCC diagnostic ignored "-Wignored-qualifiers"
#ifdef __clang__
#pragma clang diagnostic ignored "-Wunused-const-variable"
#pragma clang diagnostic ignored "-Wparentheses-equality"
#if __has_warning("-Wgnu-line-marker")
#pragma clang diagnostic ignored "-Wgnu-line-marker"
#endif
#else
#pragma GCC diagnostic ignored "-Wbuiltin-declaration-mismatch"
#pragma GCC diagnostic ignored "-Wunused-const-variable"
#pragma GCC diagnostic ignored "-Wmissing-braces"
#endif

/* The user's own names in "GNU" modes of C. */
#undef linux
#undef unix
#undef i386

/*===-- Words -------------------------------------------------------------===*/

#define __global
#define global
#define __local
#define local
#define __private
#define private
#define __generic
#define generic
#define __constant const
#define constant const
#define __kernel
#define kernel
#define __task
#if __STDC_VERSION__ < 202311L
#define bool _Bool
#define true 1
#define false 0
#endif
/* Words of gcc, clang and C23 that are names in OpenCL C. */
#define asm __tkl_users_asm
#define typeof __tkl_users_typeof
#define typeof_unqual __tkl_users_typeof_unqual
#define alignas __tkl_users_alignas
#define alignof __tkl_users_alignof
#define auto __tkl_users_auto
#define constexpr __tkl_users_constexpr
#define nullptr __tkl_users_nullptr
#define static_assert __tkl_users_static_assert
#define thread_local __tkl_users_thread_local

#define __TKL_FUNCTION                                                         \
  static inline __attribute__((__always_inline__, __artificial__, __unused__))

/*===-- Types -------------------------------------------------------------===*/

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;

/* A vector of three has the size of one of four. Those of packed structures
   lie anywhere. */
#define __TKL_VECTOR(T, LANES, SIZE)                                           \
  typedef T T##LANES __attribute__((__vector_size__(SIZE * sizeof(T))));       \
  typedef T##LANES __tkl_loose_##T##LANES __attribute__((__aligned__(1)));
#define __TKL_VECTORS(T)                                                       \
  __TKL_VECTOR(T, 2, 2)                                                        \
  __TKL_VECTOR(T, 3, 4)                                                        \
  __TKL_VECTOR(T, 4, 4)                                                        \
  __TKL_VECTOR(T, 8, 8)                                                        \
  __TKL_VECTOR(T, 16, 16)
__TKL_VECTORS(char)
__TKL_VECTORS(uchar)
__TKL_VECTORS(short)
__TKL_VECTORS(ushort)
__TKL_VECTORS(int)
__TKL_VECTORS(uint)
__TKL_VECTORS(long)
__TKL_VECTORS(ulong)
__TKL_VECTORS(float)
__TKL_VECTORS(double)
#ifdef __FLT16_MANT_DIG__
typedef _Float16 half;
__TKL_VECTORS(half)
#endif
#undef __TKL_VECTORS
#undef __TKL_VECTOR

/* One thread runs all. */
typedef int atomic_int;
typedef uint atomic_uint;
typedef long atomic_long;
typedef ulong atomic_ulong;
typedef float atomic_float;
typedef double atomic_double;
typedef size_t atomic_size_t;
typedef ptrdiff_t atomic_ptrdiff_t;
typedef intptr_t atomic_intptr_t;
typedef uintptr_t atomic_uintptr_t;
typedef int atomic_flag;
typedef uint cl_mem_fence_flags;
typedef enum {
  memory_order_relaxed = __ATOMIC_RELAXED,
  memory_order_acquire = __ATOMIC_ACQUIRE,
  memory_order_release = __ATOMIC_RELEASE,
  memory_order_acq_rel = __ATOMIC_ACQ_REL,
  memory_order_seq_cst = __ATOMIC_SEQ_CST
} memory_order;
typedef enum {
  memory_scope_work_item,
  memory_scope_work_group,
  memory_scope_device,
  memory_scope_all_svm_devices,
  memory_scope_sub_group,
  memory_scope_all_devices = memory_scope_all_svm_devices
} memory_scope;

/*===-- The host ----------------------------------------------------------===*/

/* By their symbols, as a program may have functions of such names. */
#define __TKL_TEXT(X) #X
#define __TKL_TEXT_OF(X) __TKL_TEXT(X)
#define __TKL_SYMBOL(NAME) __asm__(__TKL_TEXT_OF(__USER_LABEL_PREFIX__) NAME)
extern void *__tkl_host_calloc(size_t, size_t) __TKL_SYMBOL("calloc");
extern void *__tkl_host_realloc(void *, size_t) __TKL_SYMBOL("realloc");
extern void __tkl_host_free(void *) __TKL_SYMBOL("free");
extern int __tkl_host_memalign(void **, size_t, size_t)
    __TKL_SYMBOL("posix_memalign");
extern void __tkl_host_exit(int) __TKL_SYMBOL("exit")
    __attribute__((__noreturn__));
extern void __tkl_host_abort(void) __TKL_SYMBOL("abort")
    __attribute__((__noreturn__));
extern int __tkl_host_dprintf(int, const char *, ...) __TKL_SYMBOL("dprintf");
extern int __tkl_host_fflush(void *) __TKL_SYMBOL("fflush");
extern float __tkl_host_strtof(const char *, char **) __TKL_SYMBOL("strtof");
extern double __tkl_host_strtod(const char *, char **) __TKL_SYMBOL("strtod");
#define __tkl_printf __builtin_printf
static void __tkl_fail(const char *message, long a, long b)
    __attribute__((__noreturn__, __unused__));

/*===-- Work-items --------------------------------------------------------===*/

static struct {
  uint dimensions;
  size_t size[3], local_size[3], offset[3];
  size_t group[3], local_id[3];
} __tkl_range = {1, {1, 1, 1}, {1, 1, 1}, {0}, {0}, {0}};

__TKL_FUNCTION uint __tkl_get_work_dim(void) { return __tkl_range.dimensions; }
__TKL_FUNCTION size_t __tkl_get_global_size(uint d) {
  return d < 3 ? __tkl_range.size[d] : 1;
}
__TKL_FUNCTION size_t __tkl_get_enqueued_local_size(uint d) {
  return d < 3 ? __tkl_range.local_size[d] : 1;
}
__TKL_FUNCTION size_t __tkl_get_local_id(uint d) {
  return d < 3 ? __tkl_range.local_id[d] : 0;
}
__TKL_FUNCTION size_t __tkl_get_group_id(uint d) {
  return d < 3 ? __tkl_range.group[d] : 0;
}
__TKL_FUNCTION size_t __tkl_get_global_offset(uint d) {
  return d < 3 ? __tkl_range.offset[d] : 0;
}
__TKL_FUNCTION size_t __tkl_get_num_groups(uint d) {
  size_t local_size = __tkl_get_enqueued_local_size(d);
  return (__tkl_get_global_size(d) + local_size - 1) / local_size;
}
/* The last group may be smaller. */
__TKL_FUNCTION size_t __tkl_get_local_size(uint d) {
  size_t local_size = __tkl_get_enqueued_local_size(d);
  size_t rest = __tkl_get_global_size(d) - __tkl_get_group_id(d) * local_size;
  return rest < local_size ? rest : local_size;
}
__TKL_FUNCTION size_t __tkl_get_global_id(uint d) {
  return __tkl_get_global_offset(d) +
         __tkl_get_group_id(d) * __tkl_get_enqueued_local_size(d) +
         __tkl_get_local_id(d);
}
__TKL_FUNCTION size_t __tkl_get_global_linear_id(void) {
  size_t id[3];
  for (uint d = 0; d < 3; ++d)
    id[d] = __tkl_get_global_id(d) - __tkl_get_global_offset(d);
  return (id[2] * __tkl_get_global_size(1) + id[1]) * __tkl_get_global_size(0) +
         id[0];
}
__TKL_FUNCTION size_t __tkl_get_local_linear_id(void) {
  return (__tkl_get_local_id(2) * __tkl_get_local_size(1) +
          __tkl_get_local_id(1)) *
             __tkl_get_local_size(0) +
         __tkl_get_local_id(0);
}
/* Sub-groups, and warps, have one work-item. */
__TKL_FUNCTION uint __tkl_get_sub_group_size(void) { return 1; }
__TKL_FUNCTION uint __tkl_get_max_sub_group_size(void) { return 1; }
__TKL_FUNCTION uint __tkl_get_sub_group_local_id(void) { return 0; }
__TKL_FUNCTION uint __tkl_get_sub_group_id(void) {
  return (uint)__tkl_get_local_linear_id();
}
__TKL_FUNCTION uint __tkl_get_num_sub_groups(void) {
  return (uint)(__tkl_get_local_size(0) * __tkl_get_local_size(1) *
                __tkl_get_local_size(2));
}
#define __tkl_mem_fence(...) ((void)(__VA_ARGS__))
#define __tkl_read_mem_fence(...) ((void)(__VA_ARGS__))
#define __tkl_write_mem_fence(...) ((void)(__VA_ARGS__))
#define __tkl_atomic_work_item_fence(...) ((void)(__VA_ARGS__))

/*===-- Barriers ----------------------------------------------------------===*/

#ifdef __TKL_BARRIERS
/* Each work-item of a group has a thread, and only one of them runs: from one
   barrier to the next, in the order of their numbers. */
typedef struct {
  /* A sem_t, which is smaller everywhere. */
  char semaphore[64] __attribute__((__aligned__(16)));
  ulong thread; /* a pthread_t */
  size_t local_id[3];
  size_t barriers; /* passed so far */
  int ended;
} __tkl_work_item;
extern int __tkl_host_sem_init(void *, int, uint) __TKL_SYMBOL("sem_init");
extern int __tkl_host_sem_wait(void *) __TKL_SYMBOL("sem_wait");
extern int __tkl_host_sem_post(void *) __TKL_SYMBOL("sem_post");
extern int __tkl_host_thread(ulong *, const void *, void *(*)(void *), void *)
    __TKL_SYMBOL("pthread_create");
extern int __tkl_host_join(ulong, void **) __TKL_SYMBOL("pthread_join");
static __tkl_work_item *__tkl_group;
static size_t __tkl_group_size, __tkl_running;

static void __tkl_wait_for_turn(size_t item) {
  while (__tkl_host_sem_wait(__tkl_group[item].semaphore) != 0)
    ;
  __tkl_running = item;
  __builtin_memcpy(__tkl_range.local_id, __tkl_group[item].local_id,
                   sizeof(__tkl_range.local_id));
}
static void __tkl_next_turn(size_t item) {
  for (size_t i = 1; i <= __tkl_group_size; ++i) {
    size_t next = (item + i) % __tkl_group_size;
    if (!__tkl_group[next].ended) {
      __tkl_host_sem_post(__tkl_group[next].semaphore);
      return;
    }
  }
}
static void __tkl_barrier(uint flags, ...) {
  size_t item = __tkl_running;
  (void)flags;
  if (__tkl_group_size < 2)
    return;
  ++__tkl_group[item].barriers;
  __tkl_next_turn(item);
  __tkl_wait_for_turn(item);
  /* All have come here; some may have gone on. */
  for (size_t i = 0; i < __tkl_group_size; ++i)
    if (__tkl_group[i].ended &&
        __tkl_group[i].barriers < __tkl_group[item].barriers)
      __tkl_fail("work-item %0 of a group waits at a barrier, and work-item %1 "
                 "has ended without it",
                 (long)item, (long)i);
}
#endif

/*===-- Functions for tasks -----------------------------------------------===*/

static void __tkl_fail(const char *message, long a, long b) {
  __tkl_host_fflush(0);
  for (const char *c = message; *c; ++c)
    if (c[0] == '%' && (c[1] == '0' || c[1] == '1')) {
      __tkl_host_dprintf(2, "%ld", c[1] == '0' ? a : b);
      ++c;
    } else {
      __tkl_host_dprintf(2, "%c", *c);
    }
  __tkl_host_dprintf(2, "\n");
  __tkl_host_exit(1);
}

/* What tkl_assert calls if its condition is false. A debugger stops here. */
__attribute__((__unused__)) static void __tkl_assert(const char *file, int line,
                                                     const char *function,
                                                     const char *condition) {
  __tkl_host_fflush(0);
  __tkl_host_dprintf(2, "assertion '%s' is false at %s:%d in '%s'\n", condition,
                     file, line, function);
  __tkl_host_abort();
}

/* What tkl_alloc gave, so that it goes when the command ends. */
static struct __tkl_block {
  struct __tkl_block *next;
  void *memory;
} * __tkl_blocks;

__attribute__((__unused__)) static void *__tkl_alloc(ulong bytes) {
  struct __tkl_block *block = __tkl_host_calloc(1, sizeof(*block));
  void *memory = 0;
  /* Exactly so many bytes: a checker sees each one beyond. Of none, what lies
     behind a block, as checkers take a block to have a byte at least. */
  if (!block || __tkl_host_memalign(&memory, bytes < 1024 ? 16 : 64,
                                    bytes ? bytes : 16) != 0)
    __tkl_fail("tkl_alloc: there is no memory for %0 bytes", (long)bytes, 0);
  __builtin_memset(memory, 0, bytes);
  block->memory = memory;
  block->next = __tkl_blocks;
  __tkl_blocks = block;
  return bytes ? memory : (char *)memory + 16;
}

__attribute__((__unused__)) static void __tkl_free_all(void) {
  while (__tkl_blocks) {
    struct __tkl_block *block = __tkl_blocks;
    __tkl_blocks = block->next;
    __tkl_host_free(block->memory);
    __tkl_host_free(block);
  }
}

static ulong __tkl_area[8] __attribute__((__aligned__(64), __unused__));
__TKL_FUNCTION ulong *__tkl_command_area(void) { return __tkl_area; }

typedef struct {
  ulong state;
} __tkl_semaphore;
__attribute__((__unused__)) static int __tkl_acquire(__tkl_semaphore *s) {
  if (!s->state)
    __tkl_fail("tkl_acquire: no task has given this permit so far, and in "
               "serial order none can while this one waits",
               0, 0);
  --s->state;
  return 0;
}
__TKL_FUNCTION void __tkl_release(__tkl_semaphore *s) { ++s->state; }

/*===-- Prints ------------------------------------------------------------===*/

typedef struct __tkl_print_text {
  char *text;
  size_t size;
} * __tkl_print;

__attribute__((__unused__)) static void
__tkl_print_bytes(__tkl_print p, const char *bytes, size_t count) {
  p->text = __tkl_host_realloc(p->text, p->size + count + 1);
  if (!p->text)
    __tkl_fail("a print of %0 bytes has no memory", (long)p->size, 0);
  __builtin_memcpy(p->text + p->size, bytes, count);
  p->size += count;
}
__attribute__((__unused__)) static __tkl_print __tkl_print_begin(void) {
  __tkl_print p = __tkl_host_calloc(1, sizeof(*p));
  if (!p)
    __tkl_fail("a print has no memory", 0, 0);
  return p;
}
__attribute__((__unused__)) static void __tkl_print_end(__tkl_print p) {
  if (p->size)
    __builtin_printf("%.*s", (int)p->size, p->text);
  __tkl_host_free(p->text);
  __tkl_host_free(p);
}
__TKL_FUNCTION void __tkl_print_text(__tkl_print p, const char *text) {
  __tkl_print_bytes(p, text, __builtin_strlen(text));
}
__attribute__((__unused__)) static void __tkl_print_int(__tkl_print p,
                                                        long value) {
  char text[32];
  __tkl_print_bytes(p, text, __builtin_snprintf(text, 32, "%ld", value));
}
__attribute__((__unused__)) static void __tkl_print_uint(__tkl_print p,
                                                         ulong value) {
  char text[32];
  __tkl_print_bytes(p, text, __builtin_snprintf(text, 32, "%lu", value));
}
__TKL_FUNCTION void __tkl_print_char(__tkl_print p, int value) {
  char byte = (char)value;
  __tkl_print_bytes(p, &byte, 1);
}
__TKL_FUNCTION void __tkl_print_bool(__tkl_print p, int value) {
  __tkl_print_text(p, value ? "true" : "false");
}

/* The shortest text that reads back as the number, as the library prints it:
   with a point or with an exponent, whichever is shorter. */
__attribute__((__unused__)) static void
__tkl_print_number(__tkl_print p, double value, int is_float) {
  char text[512];
  if (value != value) {
    __tkl_print_text(p, "nan");
    return;
  }
  if (__builtin_isinf(value)) {
    __tkl_print_text(p, value < 0 ? "-inf" : "inf");
    return;
  }
  int digits = 1;
  for (; digits < 17; ++digits) {
    __builtin_snprintf(text, 512, "%.*e", digits - 1, value);
    if (is_float ? __tkl_host_strtof(text, 0) == (float)value
                 : __tkl_host_strtod(text, 0) == value)
      break;
  }
  int size = __builtin_snprintf(text, 512, "%.*e", digits - 1, value);
  int exponent = 0, at = size;
  while (text[at - 1] != 'e')
    --at;
  for (int i = at + 1; i < size; ++i)
    exponent = exponent * 10 + (text[i] - '0');
  if (text[at] == '-')
    exponent = -exponent;
  int sign = __builtin_signbit(value) ? 1 : 0;
  int fixed = sign + (exponent < 0             ? 1 - exponent + digits
                      : exponent + 1 >= digits ? exponent + 1
                                               : digits + 1);
  if (fixed <= size)
    __builtin_snprintf(text, 512, "%.*f",
                       digits - 1 > exponent ? digits - 1 - exponent : 0,
                       value);
  int point = 0;
  for (const char *c = text; *c; ++c)
    point |= *c == '.' || *c == 'e';
  __tkl_print_text(p, text);
  if (!point)
    __tkl_print_text(p, ".0");
}
__TKL_FUNCTION void __tkl_print_float(__tkl_print p, float value) {
  __tkl_print_number(p, value, 1);
}
__TKL_FUNCTION void __tkl_print_double(__tkl_print p, double value) {
  __tkl_print_number(p, value, 0);
}
#ifdef __FLT16_MANT_DIG__
__attribute__((__unused__)) static void __tkl_print_half(__tkl_print p,
                                                         float value) {
  char text[64];
  if (value != value || __builtin_isinf(value)) {
    __tkl_print_number(p, value, 1);
    return;
  }
  for (int digits = 1; digits <= 5; ++digits) {
    __builtin_snprintf(text, 64, "%.*g", digits, (double)value);
    if ((half)__tkl_host_strtod(text, 0) == (half)value)
      break;
  }
  int point = 0;
  for (const char *c = text; *c; ++c)
    point |= *c == '.' || *c == 'e';
  __tkl_print_text(p, text);
  if (!point)
    __tkl_print_text(p, ".0");
}
#endif

/*===-- Kernels -----------------------------------------------------------===*/

/* `kind` is "global", "local", the type of a number or of the elements of a
   vector, or "bytes" for a structure. */
typedef struct {
  const char *name, *kind;
  size_t size;
  uint lanes;
} __tkl_parameter;
typedef struct {
  const char *name;
  void (*run)(void **arguments);
  const __tkl_parameter *parameters;
  uint count;
  size_t local_size[3]; /* reqd_work_group_size; all 0 without it */
} __tkl_kernel;

#endif
