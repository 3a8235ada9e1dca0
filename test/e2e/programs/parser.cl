//===- parser.cl - Recursive descent by mutually recursive tasks ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
//   sum     = product { ("+" | "-") product }
//   product = factor { ("*" | "/") factor }
//   factor  = number | "-" factor | "(" sum ")"
//
// The repetitions are tasks that spawn themselves as their last act. A value of
// 64 bits wraps around; the first error goes through to the end.
//
//===----------------------------------------------------------------------===//

typedef enum { FINE, UNEXPECTED, UNCLOSED, DIVISION_BY_ZERO } error;

typedef struct {
  long value;
  __global const char *rest;
  error error;
} parsed;

__task parsed sum(__global const char *text);
__task parsed factor(__global const char *text);

__global const char *skip_blanks(__global const char *text) {
  while (*text == ' ')
    ++text;
  return text;
}

parsed failure(error e, __global const char *where) {
  const parsed p = {0, where, e};
  return p;
}

parsed number(__global const char *text) {
  parsed p = {0, text, FINE};
  for (; *p.rest >= '0' && *p.rest <= '9'; ++p.rest)
    p.value = 10 * p.value + (*p.rest - '0');
  return p;
}

#define RETURN_RESULT_OF(spawned)                                              \
  do {                                                                         \
    parsed tail;                                                               \
    tail <- spawned;                                                           \
    force (tail) {                                                             \
      return tail;                                                             \
    }                                                                          \
  } while (0)

__task parsed more_factors(parsed left) {
  __global const char *at = skip_blanks(left.rest);
  if (left.error != FINE || (*at != '*' && *at != '/'))
    return left;
  parsed right;
  right <- factor(at + 1);
  force (right) {
    if (right.error == FINE && *at == '/') {
      if (right.value == 0)
        return failure(DIVISION_BY_ZERO, at);
      // LONG_MIN / -1 is the one quotient that does not fit.
      right.value = right.value == -1 ? (long)(0ul - (ulong)left.value)
                                      : left.value / right.value;
    } else {
      right.value = (long)((ulong)left.value * (ulong)right.value);
    }
    RETURN_RESULT_OF(more_factors(right));
  }
}

__task parsed product(__global const char *text) {
  parsed first;
  first <- factor(text);
  force (first) { RETURN_RESULT_OF(more_factors(first)); }
}

__task parsed more_products(parsed left) {
  __global const char *at = skip_blanks(left.rest);
  if (left.error != FINE || (*at != '+' && *at != '-'))
    return left;
  parsed right;
  right <- product(at + 1);
  force (right) {
    const ulong value = (ulong)right.value;
    right.value =
        (long)((ulong)left.value + (*at == '+' ? value : 0ul - value));
    RETURN_RESULT_OF(more_products(right));
  }
}

__task parsed sum(__global const char *text) {
  parsed first;
  first <- product(text);
  force (first) { RETURN_RESULT_OF(more_products(first)); }
}

__task parsed factor(__global const char *text) {
  text = skip_blanks(text);
  parsed inner;
  switch (*text) {
  case '-':
    inner <- factor(text + 1);
    force (inner) {
      inner.value = (long)(0ul - (ulong)inner.value);
      return inner;
    }
  case '(':
    inner <- sum(text + 1);
    force (inner) {
      inner.rest = skip_blanks(inner.rest);
      if (inner.error != FINE)
        return inner;
      if (*inner.rest != ')')
        return failure(UNCLOSED, inner.rest);
      ++inner.rest;
      return inner;
    }
  case '0' ... '9':
    return number(text);
  default:
    return failure(UNEXPECTED, text);
  }
}

// Line i is the text from begin[i] on, up to a NUL.
__kernel void evaluate(__global const char *text, __global const uint *begin,
                       __global long *values, __global int2 *errors) {
  const size_t i = get_global_id(0);
  __global const char *line = text + begin[i];
  parsed all;
  all <- sum(line);
  force (all) {
    all.rest = skip_blanks(all.rest);
    if (all.error == FINE && *all.rest != '\0')
      all.error = UNEXPECTED;
    values[i] = all.error == FINE ? all.value : 0;
    errors[i] =
        (int2)(all.error, all.error == FINE ? 0 : (int)(all.rest - line));
  }
}
