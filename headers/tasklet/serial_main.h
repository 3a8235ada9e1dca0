/*===- serial_main.h - Runs a kernel of an elided program ---------*- C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*
 *
 * The main function of C files that `taskletc --elide` makes. It runs the
 * work-items of one kernel one after the other:
 *
 *   ./program KERNEL --global 4 zeros:16 7
 *
 * docs/elision.md lists what arguments can be, and `./program --help` does.
 * With -DTKL_SERIAL_NO_MAIN the C file has no main function.
 */
#ifndef TASKLET_SERIAL_MAIN_H
#define TASKLET_SERIAL_MAIN_H

#include <tasklet/serial.h>

extern int __tkl_host_open(const char *, int, ...) __TKL_SYMBOL("open");
extern int __tkl_host_close(int) __TKL_SYMBOL("close");
extern long __tkl_host_read(int, void *, size_t) __TKL_SYMBOL("read");
extern long __tkl_host_write(int, const void *, size_t) __TKL_SYMBOL("write");
extern int __tkl_host_creat(const char *, uint) __TKL_SYMBOL("creat");

#define __TKL_MOST_PARAMETERS 256
/* Of much more, AddressSanitizer says itself that there is none. */
#define __TKL_MOST_BYTES (1ul << 39)

/* An argument; memory that pointers lead to, with its size. */
typedef struct {
  void *value;
  void *memory;
  size_t size;
  void *block; /* What is freed; 0 if another argument owns the memory. */
} __tkl_argument;

static const __tkl_kernel *__tkl_chosen;
static __tkl_argument __tkl_arguments[__TKL_MOST_PARAMETERS];

static const char __tkl_help[] =
    "usage: %s KERNEL --global N[,N[,N]] [options] ARGUMENT...\n"
    "\n"
    "Runs the work-items of a kernel one after the other.\n"
    "\n"
    "An ARGUMENT for each parameter, in order:\n"
    "  5, -1.5, 1,2,3,4   a number, or the elements of a vector\n"
    "  file:PATH          memory, or a structure, with the bytes of a file\n"
    "  zeros:BYTES        memory of so many bytes, all of them 0\n"
    "  space:BYTES        memory without values: valgrind tells who reads it\n"
    "  int:1,2,3          memory with these numbers; all types of numbers\n"
    "  local:BYTES        local memory\n"
    "  same:I             the memory of argument I; the first one is 0\n"
    "  null               a null pointer\n"
    "Options:\n"
    "  --local N[,N[,N]]  the size of a work-group, 1 unless given; no\n"
    "                     other than that of reqd_work_group_size\n"
    "  --offset N[,N[,N]] the global offset\n"
    "  --out I=PATH       write the memory of argument I to a file\n"
    "  --show I=TYPE      print it as numbers of a type, such as int\n"
    "  --list             print the kernels and their parameters\n"
    "  --help\n"
    "Exit status: 0 done, 1 the kernel has failed, 2 wrong usage.\n";

static void __tkl_usage(const char *what, const char *about)
    __attribute__((__noreturn__));
static void __tkl_usage(const char *what, const char *about) {
  __tkl_host_dprintf(2, "%s '%s'; --help lists what there is\n", what, about);
  __tkl_host_exit(2);
}

static void __tkl_bad_argument(uint index, const char *why)
    __attribute__((__noreturn__));
static void __tkl_bad_argument(uint index, const char *why) {
  __tkl_host_dprintf(2, "argument %u ('%s' of kernel '%s'): %s\n", index,
                     __tkl_chosen->parameters[index].name, __tkl_chosen->name,
                     why);
  __tkl_host_exit(2);
}

static void __tkl_bad_text(uint index, const char *text, const char *why)
    __attribute__((__noreturn__));
static void __tkl_bad_text(uint index, const char *text, const char *why) {
  __tkl_host_dprintf(2, "argument %u ('%s' of kernel '%s'): '%s' %s\n", index,
                     __tkl_chosen->parameters[index].name, __tkl_chosen->name,
                     text, why);
  __tkl_host_exit(2);
}

/* What follows `start` in `text`; 0 if it begins otherwise. */
static const char *__tkl_after(const char *text, const char *start) {
  size_t size = __builtin_strlen(start);
  return __builtin_strncmp(text, start, size) == 0 ? text + size : 0;
}

static void *__tkl_memory(size_t size) {
  void *memory = 0;
  if (size > __TKL_MOST_BYTES || __tkl_host_memalign(&memory, 128, size) != 0) {
    __tkl_host_dprintf(2, "there is no memory for %zu bytes\n", size);
    __tkl_host_exit(2);
  }
  return memory;
}

/* Memory of exactly so many bytes. Of none, what lies behind a block, as
   checkers take a block to have a byte at least. */
static void __tkl_take_memory(__tkl_argument *argument, size_t size) {
  argument->block = __tkl_memory(size ? size : 128);
  argument->memory = (char *)argument->block + (size ? 0 : 128);
  argument->size = size;
}

/* Reads a whole number, in the notations of C. What follows it; 0 if there is
   none, or none that fits into 64 bits. */
static const char *__tkl_read_whole(const char *text, ulong *value,
                                    int *is_negative) {
  *is_negative = *text == '-';
  text += *text == '-' || *text == '+';
  uint base = 10, digits = 0;
  if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    base = 16;
    text += 2;
  } else if (text[0] == '0') {
    base = 8;
  }
  for (*value = 0;; ++text, ++digits) {
    uint digit = *text >= '0' && *text <= '9'   ? (uint)(*text - '0')
                 : *text >= 'a' && *text <= 'f' ? (uint)(*text - 'a') + 10
                 : *text >= 'A' && *text <= 'F' ? (uint)(*text - 'A') + 10
                                                : 16;
    if (digit >= base)
      return digits ? text : 0;
    if (__builtin_mul_overflow(*value, base, value) ||
        __builtin_add_overflow(*value, digit, value))
      return 0;
  }
}

static const struct {
  const char *name;
  size_t size;
} __tkl_numbers[] = {{"char", 1},  {"uchar", 1},  {"short", 2}, {"ushort", 2},
                     {"int", 4},   {"uint", 4},   {"long", 8},  {"ulong", 8},
                     {"float", 4}, {"double", 8}, {"half", 2},  {"bool", 1}};

static size_t __tkl_size_of(const char *kind, size_t count) {
  for (uint i = 0; i < sizeof(__tkl_numbers) / sizeof(__tkl_numbers[0]); ++i)
    if (__builtin_strlen(__tkl_numbers[i].name) == count &&
        __builtin_strncmp(kind, __tkl_numbers[i].name, count) == 0)
      return __tkl_numbers[i].size;
  return 0;
}

/* Reads a number of a type, given by the first letters and its size. What
   follows it, or 0 if there is none or it does not fit. */
static const char *__tkl_read_number(const char *text, const char *kind,
                                     size_t size, void *to) {
  char *end = 0;
  if (kind[0] == 'f' || kind[0] == 'd' || kind[0] == 'h') {
    double value = __tkl_host_strtod(text, &end);
    float narrow = __tkl_host_strtof(text, &end);
    if (kind[0] == 'd')
      __builtin_memcpy(to, &value, 8);
    else if (kind[0] == 'f')
      __builtin_memcpy(to, &narrow, 4);
#ifdef __FLT16_MANT_DIG__
    else {
      half small = (half)value;
      __builtin_memcpy(to, &small, 2);
    }
#endif
    return end == text ? 0 : end;
  }
  ulong value = 0;
  int is_negative = 0, is_unsigned = kind[0] == 'u' || kind[0] == 'b';
  const char *after = __tkl_read_whole(text, &value, &is_negative);
  ulong most = kind[0] == 'b' ? 1 : ~0ul >> (64 - 8 * size);
  if (!is_unsigned)
    most = (most >> 1) + (ulong)is_negative;
  else if (is_negative)
    most = 0;
  if (!after || value > most)
    return 0;
  value = is_negative ? 0 - value : value;
  __builtin_memcpy(to, &value, size); /* little endian */
  return after;
}

static void __tkl_read_file(uint index, const char *path,
                            __tkl_argument *argument) {
  int file = __tkl_host_open(path, 0);
  if (file < 0)
    __tkl_bad_argument(index, "this file cannot be read");
  size_t room = 65536, size = 0;
  char *bytes = 0;
  for (;;) {
    bytes = __tkl_host_realloc(bytes, room);
    long count = bytes ? __tkl_host_read(file, bytes + size, room - size) : -1;
    if (count < 0)
      __tkl_bad_argument(index, "this file cannot be read");
    if (count == 0)
      break;
    size += (size_t)count;
    if (size == room)
      room *= 2;
  }
  __tkl_host_close(file);
  __tkl_take_memory(argument, size);
  __builtin_memcpy(argument->memory, bytes, size);
  __tkl_host_free(bytes);
}

/* The text is `int:1,2,3`. */
static int __tkl_read_list(uint index, const char *text,
                           __tkl_argument *argument) {
  const char *colon = __builtin_strchr(text, ':');
  size_t size = colon ? __tkl_size_of(text, (size_t)(colon - text)) : 0;
  if (!size)
    return 0;
  size_t count = 1;
  for (const char *c = colon + 1; *c; ++c)
    count += *c == ',';
  __tkl_take_memory(argument, count * size);
  const char *at = colon + 1;
  for (size_t i = 0; i < count; ++i) {
    at = __tkl_read_number(at, text, size, (char *)argument->memory + i * size);
    if (!at || *at != (i + 1 < count ? ',' : 0))
      __tkl_bad_argument(index, "these are no numbers of that type");
    ++at;
  }
  return 1;
}

static size_t __tkl_read_size(uint index, const char *text) {
  ulong value = 0;
  int is_negative = 0;
  const char *end = __tkl_read_whole(text, &value, &is_negative);
  if (!end || *end || is_negative)
    __tkl_bad_text(index, text, "is no number of bytes");
  if (value > __TKL_MOST_BYTES)
    __tkl_bad_text(index, text, "bytes are more than there can be");
  return value;
}

static void __tkl_read_pointer(uint index, const char *text, int is_local) {
  __tkl_argument *argument = &__tkl_arguments[index];
  const char *rest = 0;
  if ((rest = __tkl_after(text, "local:"))) {
    if (!is_local)
      __tkl_bad_argument(index, "it is no local memory: give file:PATH, "
                                "zeros:BYTES, space:BYTES, int:1,2,3, same:I "
                                "or null");
    __tkl_take_memory(argument, __tkl_read_size(index, rest));
  } else if (is_local) {
    __tkl_bad_argument(index, "it is local memory: give local:BYTES");
  } else if ((rest = __tkl_after(text, "file:"))) {
    __tkl_read_file(index, rest, argument);
  } else if ((rest = __tkl_after(text, "zeros:")) ||
             (rest = __tkl_after(text, "space:"))) {
    __tkl_take_memory(argument, __tkl_read_size(index, rest));
    if (*text == 'z')
      __builtin_memset(argument->memory, 0, argument->size);
  } else if ((rest = __tkl_after(text, "same:"))) {
    size_t other = __tkl_read_size(index, rest);
    if (other >= index || !__tkl_arguments[other].memory)
      __tkl_bad_argument(index, "no earlier argument with that number has "
                                "memory");
    *argument = __tkl_arguments[other];
    argument->block = 0;
  } else if (__builtin_strcmp(text, "null") != 0 &&
             !__tkl_read_list(index, text, argument)) {
    __tkl_bad_argument(index, "it is memory: give file:PATH, zeros:BYTES, "
                              "space:BYTES, int:1,2,3, same:I or null");
  }
  argument->value = __tkl_memory(sizeof(void *));
  __builtin_memcpy(argument->value, &argument->memory, sizeof(void *));
}

static void __tkl_read_argument(uint index, const char *text) {
  const __tkl_parameter *parameter = &__tkl_chosen->parameters[index];
  __tkl_argument *argument = &__tkl_arguments[index];
  int is_local = __builtin_strcmp(parameter->kind, "local") == 0;
  if (is_local || __builtin_strcmp(parameter->kind, "global") == 0) {
    __tkl_read_pointer(index, text, is_local);
    return;
  }
  const char *path = __tkl_after(text, "file:");
  if (path) {
    __tkl_argument bytes = {0};
    __tkl_read_file(index, path, &bytes);
    if (bytes.size != parameter->size)
      __tkl_bad_argument(index, "the file has another size than the argument");
    argument->value = bytes.block;
    return;
  }
  if (__builtin_strcmp(parameter->kind, "bytes") == 0)
    __tkl_bad_argument(index, "it is a structure: give file:PATH");
  size_t size =
      __tkl_size_of(parameter->kind, __builtin_strlen(parameter->kind));
  argument->value = __tkl_memory(parameter->size);
  __builtin_memset(argument->value, 0, parameter->size);
  for (uint lane = 0; lane < parameter->lanes; ++lane) {
    text = __tkl_read_number(text, parameter->kind, size,
                             (char *)argument->value + lane * size);
    if (!text || *text != (lane + 1 < parameter->lanes ? ',' : 0))
      __tkl_bad_argument(index, parameter->lanes > 1
                                    ? "it is a vector: give its elements with "
                                      "commas between"
                                    : "this is no number of its type");
    ++text;
  }
}

/* `4`, `4,4` or `4,4,4`. */
static uint __tkl_read_range(const char *option, const char *text, size_t *to,
                             size_t least) {
  for (uint d = 0; d < 3; ++d) {
    int is_negative = 0;
    const char *end = __tkl_read_whole(text, &to[d], &is_negative);
    if (!end || is_negative || to[d] < least || (*end && *end != ','))
      __tkl_usage("one to three numbers belong to", option);
    if (!*end)
      return d + 1;
    text = end + 1;
  }
  __tkl_usage("one to three numbers belong to", option);
}

static __tkl_argument *__tkl_memory_of(const char *text, const char **rest) {
  ulong index = 0;
  int is_negative = 0;
  const char *end = __tkl_read_whole(text, &index, &is_negative);
  if (!end || is_negative || *end != '=' || !end[1])
    __tkl_usage("an argument's number, '=' and more belong to", text);
  if (index >= __tkl_chosen->count || !__tkl_arguments[index].memory)
    __tkl_usage("no argument with that number has memory:", text);
  *rest = end + 1;
  return &__tkl_arguments[index];
}

static void __tkl_write_file(const char *text) {
  const char *path = 0;
  __tkl_argument *argument = __tkl_memory_of(text, &path);
  int file = __tkl_host_creat(path, 0666);
  const char *bytes = argument->memory;
  size_t rest = argument->size;
  while (file >= 0 && rest) {
    long count = __tkl_host_write(file, bytes, rest);
    if (count <= 0)
      break;
    bytes += count;
    rest -= (size_t)count;
  }
  if (file < 0 || rest || __tkl_host_close(file) != 0)
    __tkl_usage("this file cannot be written:", path);
}

static void __tkl_show(const char *text) {
  const char *kind = 0;
  __tkl_argument *argument = __tkl_memory_of(text, &kind);
  size_t size = __tkl_size_of(kind, __builtin_strlen(kind));
  if (!size)
    __tkl_usage("no type of numbers is called", kind);
  for (size_t at = 0; at + size <= argument->size; at += size) {
    const char *from = (const char *)argument->memory + at;
    struct __tkl_print_text number = {0, 0};
    float f = 0;
    double d = 0;
    long value = 0;
    __builtin_memcpy(&f, from, size < 4 ? size : 4);
    __builtin_memcpy(&d, from, size);
    __builtin_memcpy(&value, from, size);
    if (kind[0] == 'f')
      __tkl_print_float(&number, f);
    else if (kind[0] == 'd')
      __tkl_print_double(&number, d);
#ifdef __FLT16_MANT_DIG__
    else if (kind[0] == 'h') {
      half h;
      __builtin_memcpy(&h, from, 2);
      __tkl_print_half(&number, (float)h);
    }
#endif
    else if (kind[0] == 'u' || kind[0] == 'b')
      __tkl_print_uint(&number, (ulong)value);
    else
      __tkl_print_int(&number, size == 8   ? value
                               : size == 4 ? (int)value
                               : size == 2 ? (short)value
                                           : (char)value);
    __builtin_printf("%s%.*s", at ? " " : "", (int)number.size, number.text);
    __tkl_host_free(number.text);
  }
  __builtin_printf("\n");
}

static void *__tkl_values[__TKL_MOST_PARAMETERS];

#ifdef __TKL_BARRIERS
static void *__tkl_run_work_item(void *item) {
  size_t number = (size_t)((__tkl_work_item *)item - __tkl_group);
  __tkl_wait_for_turn(number);
  __tkl_chosen->run(__tkl_values);
  __tkl_group[number].ended = 1;
  __tkl_next_turn(number);
  return 0;
}

static void __tkl_run_group(const size_t *size) {
  size_t count = size[0] * size[1] * size[2];
  __tkl_group = __tkl_host_calloc(count, sizeof(*__tkl_group));
  __tkl_group_size = count;
  for (size_t i = 0; i < count; ++i) {
    __tkl_work_item *item = &__tkl_group[i];
    item->local_id[0] = i % size[0];
    item->local_id[1] = i / size[0] % size[1];
    item->local_id[2] = i / size[0] / size[1];
    __tkl_host_sem_init(item->semaphore, 0, 0);
    if (__tkl_host_thread(&item->thread, 0, __tkl_run_work_item, item) != 0)
      __tkl_fail("work-item %0 of a group cannot get a thread", (long)i, 0);
  }
  __tkl_host_sem_post(__tkl_group[0].semaphore);
  for (size_t i = 0; i < count; ++i)
    __tkl_host_join(__tkl_group[i].thread, 0);
  __tkl_host_free(__tkl_group);
}
#else
static void __tkl_run_group(const size_t *size) {
  size_t *l = __tkl_range.local_id;
  for (l[2] = 0; l[2] < size[2]; ++l[2])
    for (l[1] = 0; l[1] < size[1]; ++l[1])
      for (l[0] = 0; l[0] < size[0]; ++l[0])
        __tkl_chosen->run(__tkl_values);
}
#endif

static void __tkl_run_range(void) {
  for (uint i = 0; i < __tkl_chosen->count; ++i)
    __tkl_values[i] = __tkl_arguments[i].value;
  size_t groups[3];
  for (uint d = 0; d < 3; ++d)
    groups[d] = __tkl_get_num_groups(d);
  size_t *g = __tkl_range.group;
  for (g[2] = 0; g[2] < groups[2]; ++g[2])
    for (g[1] = 0; g[1] < groups[1]; ++g[1])
      for (g[0] = 0; g[0] < groups[0]; ++g[0]) {
        size_t size[3];
        for (uint d = 0; d < 3; ++d)
          size[d] = __tkl_get_local_size(d);
        __tkl_run_group(size);
      }
}

static void __tkl_list(void) {
  for (const __tkl_kernel *k = __tkl_kernels; k->name; ++k) {
    __builtin_printf("%s", k->name);
    for (uint i = 0; i < k->count; ++i) {
      const __tkl_parameter *p = &k->parameters[i];
      __builtin_printf(" %s:%s", p->name, p->kind);
      if (p->lanes > 1)
        __builtin_printf("%u", p->lanes);
    }
    __builtin_printf("\n");
  }
}

/* A kernel that has a size of work-groups runs with no other. */
static void __tkl_check_local_size(int is_given) {
  const size_t *wanted = __tkl_chosen->local_size, *size = __tkl_range.size;
  size_t *given = __tkl_range.local_size;
  if (!wanted[0])
    return;
  for (uint d = 0; d < 3; ++d) {
    if (is_given && given[d] != wanted[d]) {
      __tkl_host_dprintf(2,
                         "kernel '%s' has reqd_work_group_size(%zu, %zu, %zu): "
                         "leave --local out\n",
                         __tkl_chosen->name, wanted[0], wanted[1], wanted[2]);
      __tkl_host_exit(2);
    }
    given[d] = wanted[d];
    if (size[d] % wanted[d]) {
      __tkl_host_dprintf(2,
                         "kernel '%s' has reqd_work_group_size(%zu, %zu, %zu): "
                         "the numbers of --global must be multiples of these\n",
                         __tkl_chosen->name, wanted[0], wanted[1], wanted[2]);
      __tkl_host_exit(2);
    }
  }
}

int main(int argc, char **argv) {
  const char *words[__TKL_MOST_PARAMETERS + 1];
  const char *after[__TKL_MOST_PARAMETERS]; /* --out and --show */
  uint count = 0, afters = 0;
  int has_range = 0, has_local = 0;
  for (int i = 1; i < argc; ++i) {
    const char *word = argv[i];
    if (!__tkl_after(word, "--")) {
      if (count > __TKL_MOST_PARAMETERS)
        __tkl_usage("no kernel has so many arguments:", word);
      words[count++] = word;
      continue;
    }
    if (__builtin_strcmp(word, "--help") == 0) {
      __builtin_printf(__tkl_help, argv[0]);
      return 0;
    }
    if (__builtin_strcmp(word, "--list") == 0) {
      __tkl_list();
      return 0;
    }
    int is_out = __builtin_strcmp(word, "--out") == 0;
    int is_show = __builtin_strcmp(word, "--show") == 0;
    int is_global = __builtin_strcmp(word, "--global") == 0;
    int is_local = __builtin_strcmp(word, "--local") == 0;
    int is_offset = __builtin_strcmp(word, "--offset") == 0;
    if (!is_out && !is_show && !is_global && !is_local && !is_offset)
      __tkl_usage("there is no option", word);
    if (++i == argc)
      __tkl_usage("something belongs to the option", word);
    if (is_out || is_show) {
      if (afters + 2 > __TKL_MOST_PARAMETERS)
        __tkl_usage("there are too many of", word);
      after[afters++] = word;
      after[afters++] = argv[i];
    } else if (is_global) {
      __tkl_range.dimensions =
          __tkl_read_range(word, argv[i], __tkl_range.size, 0);
      has_range = 1;
    } else {
      has_local |= is_local;
      __tkl_read_range(word, argv[i],
                       is_local ? __tkl_range.local_size : __tkl_range.offset,
                       is_local ? 1 : 0);
    }
  }
  if (!count) {
    __tkl_host_dprintf(2, __tkl_help, argv[0]);
    return 2;
  }
  for (__tkl_chosen = __tkl_kernels;
       __tkl_chosen->name && __builtin_strcmp(__tkl_chosen->name, words[0]);)
    ++__tkl_chosen;
  if (!__tkl_chosen->name) {
    __tkl_host_dprintf(2,
                       "there is no kernel '%s'; --list prints those that "
                       "there are\n",
                       words[0]);
    return 2;
  }
  if (!has_range)
    __tkl_usage("--global is missing for the kernel", words[0]);
  if (count - 1 != __tkl_chosen->count) {
    __tkl_host_dprintf(2,
                       "kernel '%s' has %u parameters, and %u arguments are "
                       "given\n",
                       words[0], __tkl_chosen->count, count - 1);
    return 2;
  }
  __tkl_check_local_size(has_local);
  for (uint i = 0; i < __tkl_chosen->count; ++i)
    __tkl_read_argument(i, words[i + 1]);
  __tkl_run_range();
  for (uint i = 0; i < afters; i += 2)
    if (after[i][2] == 'o')
      __tkl_write_file(after[i + 1]);
    else
      __tkl_show(after[i + 1]);
  for (uint i = 0; i < __tkl_chosen->count; ++i) {
    __tkl_host_free(__tkl_arguments[i].value);
    __tkl_host_free(__tkl_arguments[i].block);
  }
  __tkl_free_all();
  return 0;
}

#endif
