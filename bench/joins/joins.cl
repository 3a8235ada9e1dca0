// What the order of siblings and joins of some children gain. Serial.cpp has
// the same searches and the same pipeline without tasks.

// ---- Knapsack by branch and bound -------------------------------------------
// The child that takes the item is the promising one, so it is spawned first.
// Items come sorted by value per weight.

typedef struct { int weight, value; } item;

// With futures, as in the programs that come with Cilk.
__task int pack(__global const item *items, __global volatile int *best,
                int left, int room, int value) {
  if (room < 0)
    return INT_MIN;
  if (left == 0 || room == 0) {
    atomic_max(best, value);
    return value;
  }
  if (value + room * items->value / items->weight <= *best)
    return INT_MIN;
  int with, without;
  with <- pack(items + 1, best, left - 1, room - items->weight,
               value + items->value);
  without <- pack(items + 1, best, left - 1, room, value);
  force (with, without) { return max(with, without); }
}

// Without results: the last spawn is a tail spawn.
__task void fill(__global const item *items, __global volatile int *best,
                 int left, int room, int value) {
  if (left == 0 || room == 0) {
    atomic_max(best, value);
    return;
  }
  if (value + room * items->value / items->weight <= *best)
    return;
  if (items->weight <= room)
    () <- fill(items + 1, best, left - 1, room - items->weight,
               value + items->value);
  () <- fill(items + 1, best, left - 1, room, value);
}

__kernel void knapsack(__global int *out, __global const item *items,
                       __global int *best, int form, int count, int room) {
  *best = *out = 0;
  if (form == 0)
    *out <- pack(items, best, count, room, 0);
  else
    () <- fill(items, out, count, room, 0);
}

// ---- A pipeline -------------------------------------------------------------
// Records end with a word 0. To read one is to find its end; to write one is to
// add it to the sum of all before. So both go one by one. Decoding does not.

int end_of(__global const uint *words, int at) {
  while (words[at] != 0)
    ++at;
  return at;
}

__task uint decode(__global const uint *words, int at, int end) {
  uint x = 0;
  for (; at < end; ++at) {
    x ^= words[at];
    for (int i = 0; i < 16; ++i) {
      x ^= x << 13;
      x ^= x >> 17;
      x ^= x << 5;
    }
  }
  return x;
}

#define READ(x)                                                                \
  end = end_of(words, at);                                                     \
  x <- decode(words, at, end);                                                 \
  at = end + 1
#define WRITE(x) out[n++] = sum = sum * 33 ^ x

// The oldest of four is forced while the others go on.
__task void oldest(__global const uint *words, __global uint *out, int count) {
  uint a, b, c, d, sum = 0;
  int at = 0, end, n = 0;
  READ(a); READ(b); READ(c); READ(d);
  while (n + 4 < count) {
    force (a); WRITE(a); READ(a);
    force (b); WRITE(b); READ(b);
    force (c); WRITE(c); READ(c);
    force (d); WRITE(d); READ(d);
  }
  force (a); WRITE(a);
  force (b); WRITE(b);
  force (c); WRITE(c);
  force (d); WRITE(d);
}

// The same loop, but it joins everything before it goes on.
__task void all_each(__global const uint *words, __global uint *out,
                     int count) {
  uint a, b, c, d, sum = 0;
  int at = 0, end, n = 0;
  READ(a); READ(b); READ(c); READ(d);
  while (n + 4 < count) {
    force (a); force (); WRITE(a); READ(a);
    force (b); force (); WRITE(b); READ(b);
    force (c); force (); WRITE(c); READ(c);
    force (d); force (); WRITE(d); READ(d);
  }
  force (a, b, c, d);
  WRITE(a); WRITE(b); WRITE(c); WRITE(d);
}

// Four at a time.
__task void batches(__global const uint *words, __global uint *out, int count) {
  uint a, b, c, d, sum = 0;
  int at = 0, end, n = 0;
  while (n < count) {
    READ(a); READ(b); READ(c); READ(d);
    force (a, b, c, d);
    WRITE(a); WRITE(b); WRITE(c); WRITE(d);
  }
}

__kernel void pipeline(__global uint *out, __global const uint *words, int form,
                       int count) {
  switch (form) {
  case 0: () <- all_each(words, out, count); break;
  case 1: () <- batches(words, out, count); break;
  case 2: () <- oldest(words, out, count); break;
  }
}

// ---- Two strategies ---------------------------------------------------------
// A riddle is the x with scramble(x) == target. A guess looks near a hint, and
// is right most of the time. A sweep looks everywhere, by tasks. Who finds x
// raises the riddle's flag, and the others stop at their next look at it.

uint scramble(uint x) {
  for (int i = 0; i < 4; ++i) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
  }
  return x;
}

int find(uint target, int from, int to, __global volatile int *flag) {
  for (int x = from; x < to; ++x)
    if (scramble(x) == target) {
      *flag = 1;
      return x;
    }
  return -1;
}

#define SIDE 4096 // A guess looks this far on both sides of the hint.
#define BLOCK 8192
#define RANGE 262144
#define RIDDLES 32 // of one task

__task int guess(uint2 riddle, __global volatile int *flag) {
  return find(riddle.x, (int)riddle.y - SIDE, (int)riddle.y + SIDE, flag);
}

__task int sweep(uint target, int from, int to, __global volatile int *flag) {
  if (*flag != 0)
    return -1;
  if (to - from <= BLOCK)
    return find(target, from, to, flag);
  int a, b, middle = from + (to - from) / 2;
  a <- sweep(target, from, middle, flag);
  b <- sweep(target, middle, to, flag);
  force (a, b) { return max(a, b); }
}

// A sweep only after a wrong guess.
__task void one_by_one(__global const uint2 *riddles, __global int *out,
                       __global volatile int *flags) {
  for (int i = 0; i < RIDDLES; ++i) {
    int x <- guess(riddles[i], flags + i);
    force (x);
    if (x < 0) {
      int all <- sweep(riddles[i].x, 0, RANGE, flags + i);
      force (all);
      x = all;
    }
    out[i] = x;
  }
}

// Both at once. Even a right guess waits until the sweep has stopped.
__task void both(__global const uint2 *riddles, __global int *out,
                 __global volatile int *flags) {
  for (int i = 0; i < RIDDLES; ++i) {
    int x <- guess(riddles[i], flags + i);
    int all <- sweep(riddles[i].x, 0, RANGE, flags + i);
    force (x, all);
    out[i] = max(x, all);
  }
}

// Both at once. A right guess goes on with the next riddle.
__task void first(__global const uint2 *riddles, __global int *out,
                  __global volatile int *flags) {
  int all[RIDDLES];
  for (int i = 0; i < RIDDLES; ++i) {
    int x <- guess(riddles[i], flags + i);
    all[i] <- sweep(riddles[i].x, 0, RANGE, flags + i);
    force (x);
    if (x < 0) {
      force (all);
      x = all[i];
    }
    out[i] = x;
  }
}

__task void in_chapters(__global const uint2 *riddles, __global int *out,
                        __global volatile int *flags, int form, int count) {
  for (int i = 0; i < count; i += RIDDLES) {
    switch (form) {
    case 0: () <- one_by_one(riddles + i, out + i, flags + i); break;
    case 1: () <- both(riddles + i, out + i, flags + i); break;
    case 2: () <- first(riddles + i, out + i, flags + i); break;
    }
    force ();
  }
}

__kernel void solve(__global int *out, __global const uint2 *riddles,
                    __global int *flags, int form, int count) {
  for (int i = 0; i < count; ++i)
    flags[i] = 0;
  () <- in_chapters(riddles, out, flags, form, count);
}

// ---- What a join group costs ------------------------------------------------

__task int fib(int n) {
  if (n < 2)
    return n;
  int a, b;
  a <- fib(n - 1);
  b <- fib(n - 2);
  force (a, b) { return a + b; }
}

__task int at_once(int n, int rounds) {
  int sum = 0;
  for (int i = 0; i < rounds; ++i) {
    int a, b, c, d;
    a <- fib(n);
    b <- fib(n);
    c <- fib(n);
    d <- fib(n);
    force (a, b, c, d);
    sum += a + b + c + d;
  }
  return sum;
}

__task int each(int n, int rounds) {
  int sum = 0;
  for (int i = 0; i < rounds; ++i) {
    int a, b, c, d;
    a <- fib(n);
    b <- fib(n);
    c <- fib(n);
    d <- fib(n);
    force (a);
    sum += a;
    force (b);
    sum += b;
    force (c);
    sum += c;
    force (d);
    sum += d;
  }
  return sum;
}

__kernel void groups(__global int *out, int form, int n, int rounds) {
  if (form == 0)
    *out <- at_once(n, rounds);
  else
    *out <- each(n, rounds);
}
