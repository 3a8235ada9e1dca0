//===- pattern.cl - Longest matches of regular expressions ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Kernighan and Pike's matcher, which has one function for each thing that can
// come next. Where both taking a character and going on are possible, tasks try
// both, and the longer match wins.
//
//   c  itself      .  any character      $  the end of the text
//   x* x+ x?       as usual, where x is c or .
//
//===----------------------------------------------------------------------===//

#define NO_MATCH (-1)

typedef __constant const char *pattern;
typedef __global const char *text;

__task int match_rest(pattern p, text t, int length);

bool takes(char p, char c) { return c != '\0' && (p == '.' || p == c); }

// The length of a match of x*p, after `length` characters were taken.
__task int match_star(char x, pattern p, text t, int length) {
  if (!takes(x, t[length])) {
    int rest;
    rest <- match_rest(p, t, length);
    force (rest) { return rest; }
  }
  int stop, go_on;
  stop <- match_rest(p, t, length);
  go_on <- match_star(x, p, t, length + 1);
  force (stop, go_on) { return max(stop, go_on); }
}

__task int match_optional(char x, pattern p, text t, int length) {
  int with = NO_MATCH, without;
  without <- match_rest(p, t, length);
  if (takes(x, t[length]))
    with <- match_rest(p, t, length + 1);
  force (with, without) { return max(with, without); }
}

__task int match_rest(pattern p, text t, int length) {
  int result;
  // What needs no choice needs no task.
  while (p[0] != '\0') {
    switch (p[1]) {
    case '*':
      result <- match_star(p[0], p + 2, t, length);
      goto chosen;
    case '?':
      result <- match_optional(p[0], p + 2, t, length);
      goto chosen;
    case '+':
      if (!takes(p[0], t[length]))
        return NO_MATCH;
      result <- match_star(p[0], p + 2, t, length + 1);
      goto chosen;
    default:
      if (p[0] == '$' && p[1] == '\0')
        return t[length] == '\0' ? length : NO_MATCH;
      if (!takes(p[0], t[length]))
        return NO_MATCH;
      ++p;
      ++length;
    }
  }
  return length;
chosen:
  force (result) { return result; }
}

// Where the leftmost match begins, and how long it is.
__task int2 search(pattern p, text t, int at) {
  int length;
  length <- match_rest(p, t + at, 0);
  force (length) {
    if (length != NO_MATCH)
      return (int2)(at, length);
    if (t[at] == '\0')
      return (int2)(NO_MATCH, 0);
    int2 later;
    later <- search(p, t, at + 1);
    force (later) { return later; }
  }
}

// Work-item (i, j) searches pattern i in text j.
__kernel void search_all(__constant const char *patterns,
                         __constant const int *pattern_begin,
                         __global const char *texts,
                         __global const int *text_begin, __global int2 *found) {
  const size_t i = get_global_id(0), j = get_global_id(1);
  found[i * get_global_size(1) + j] <-
      search(patterns + pattern_begin[i], texts + text_begin[j], 0);
}
