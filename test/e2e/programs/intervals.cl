//===- intervals.cl - Unions of intervals ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A set of intervals is a structure that tasks return and merge, like the runs
// of a merge sort, except that what touches becomes one. It has room for all
// that there are.
//
//===----------------------------------------------------------------------===//

enum { MOST = 24 };

typedef struct __attribute__((packed)) {
  uchar flags;
  int from, to; // `to` is outside
} interval;

enum flag { GIVEN = 1, GROWN = 2 }; // one of the intervals, or several

typedef struct {
  ushort count;
  interval item[MOST];
} set;

// Adds an interval that does not start before those that are there.
void append(set *s, interval next) {
  interval *last = s->count > 0 ? &s->item[s->count - 1] : 0;
  if (last && next.from <= last->to) {
    last->to = max(last->to, next.to);
    last->flags = GROWN;
  } else {
    s->item[s->count++] = next;
  }
}

set merge(const set *a, const set *b) {
  set both;
  both.count = 0;
  for (uint i = 0, j = 0; i < a->count || j < b->count;) {
    const bool from_a =
        j == b->count ||
        (i < a->count && a->item[i].from <= b->item[j].from);
    append(&both, from_a ? a->item[i++] : b->item[j++]);
  }
  return both;
}

__task set unite(__global const interval *intervals, uint count) {
  if (count <= 1) {
    set s;
    s.count = 0;
    if (count == 1 && intervals->from < intervals->to) {
      interval only = *intervals;
      only.flags = GIVEN;
      append(&s, only);
    }
    return s;
  }
  struct {
    set lower, upper;
  } half_of;
  half_of.lower <- unite(intervals, count / 2);
  half_of.upper <- unite(intervals + count / 2, count - count / 2);
  force (half_of) { return merge(&half_of.lower, &half_of.upper); }
}

__task long covered(__global const interval *intervals, uint count) {
  set s;
  s <- unite(intervals, count);
  force (s) {
    long length = 0;
    for (uint i = 0; i < s.count; ++i)
      length += (long)s.item[i].to - s.item[i].from;
    return length;
  }
}

// Work-item i has the intervals from begin[i] up to begin[i + 1].
__kernel void unite_all(__global const interval *intervals,
                        __global const uint *begin, __global set *sets,
                        __global long *length) {
  const size_t i = get_global_id(0);
  __global const interval *first = intervals + begin[i];
  const uint count = begin[i + 1] - begin[i];
  sets[i] <- unite(first, count);
  length[i] <- covered(first, count);
}
