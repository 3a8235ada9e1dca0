// Loops that wait in each round, written as a loop with waits and as the task
// that spawns itself which programs had to use before. Both compute the same.

__task int chain(int n) {
  if (n == 0)
    return 1;
  int below;
  below <- chain(n - 1);
  force (below);
  return below + n;
}

__task int leaf(int n) { return n & 7; }

// One child in each round.
__task int one_wait(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    int x;
    x <- chain(i & 7);
    force (x);
    sum += x;
  }
  return sum;
}
__task int one_spawn(int i, int n, int sum) {
  if (i >= n)
    return sum;
  int x;
  x <- chain(i & 7);
  force (x) {
    int rest;
    rest <- one_spawn(i + 1, n, sum + x);
    force (rest) { return rest; }
  }
}

// Two children.
__task int two_wait(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    int x, y;
    x <- chain(i & 7);
    y <- chain(i & 3);
    force (x, y);
    sum += x ^ y;
  }
  return sum;
}
__task int two_spawn(int i, int n, int sum) {
  if (i >= n)
    return sum;
  int x, y;
  x <- chain(i & 7);
  y <- chain(i & 3);
  force (x, y) {
    int rest;
    rest <- two_spawn(i + 1, n, sum + (x ^ y));
    force (rest) { return rest; }
  }
}

// One child that runs at its spawn.
__task int leaf_wait(int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    int x;
    x <- leaf(i);
    force (x);
    sum += x;
  }
  return sum;
}
__task int leaf_spawn(int i, int n, int sum) {
  if (i >= n)
    return sum;
  int x;
  x <- leaf(i);
  force (x) {
    int rest;
    rest <- leaf_spawn(i + 1, n, sum + x);
    force (rest) { return rest; }
  }
}

// Phases: 16 children without a future, which write what the next round reads.
__task void cell(__global const int *from, __global int *to, int i) {
  int x;
  x <- chain(from[i] & 3);
  force (x);
  to[i] = x + from[(i + 1) & 15];
}
__task int phases_wait(__global int *cells, int n) {
  for (int i = 0; i < n; ++i) {
    for (int c = 0; c < 16; ++c)
      () <- cell(cells + (i & 1) * 16, cells + (~i & 1) * 16, c);
    force ();
  }
  return cells[(n & 1) * 16];
}
__task int phases_spawn(__global int *cells, int i, int n) {
  if (i >= n)
    return cells[(n & 1) * 16];
  for (int c = 0; c < 16; ++c)
    () <- cell(cells + (i & 1) * 16, cells + (~i & 1) * 16, c);
  force () {
    int rest;
    rest <- phases_spawn(cells, i + 1, n);
    force (rest) { return rest; }
  }
}

// A table of 64 bytes is alive over each wait.
typedef struct { int at[16]; } table;
__task int state_wait(int n) {
  table t = {{1}};
  for (int i = 0; i < n; ++i) {
    int x;
    x <- chain(i & 7);
    force (x);
    t.at[x & 15] += t.at[i & 15] + x;
  }
  return t.at[3] + t.at[5];
}
__task int state_spawn(int i, int n, table t) {
  if (i >= n)
    return t.at[3] + t.at[5];
  int x;
  x <- chain(i & 7);
  force (x) {
    int rest;
    t.at[x & 15] += t.at[i & 15] + x;
    rest <- state_spawn(i + 1, n, t);
    force (rest) { return rest; }
  }
}

__kernel void run(__global int *out, __global int *cells, int which, int n) {
  table t = {{1}};
  for (int i = 0; i < 32; ++i)
    cells[i] = i;
  switch (which) {
  case 0: out[0] <- one_spawn(0, n, 0); break;
  case 1: out[0] <- one_wait(n); break;
  case 2: out[0] <- two_spawn(0, n, 0); break;
  case 3: out[0] <- two_wait(n); break;
  case 4: out[0] <- leaf_spawn(0, n, 0); break;
  case 5: out[0] <- leaf_wait(n); break;
  case 6: out[0] <- phases_spawn(cells, 0, n); break;
  case 7: out[0] <- phases_wait(cells, n); break;
  case 8: out[0] <- state_spawn(0, n, t); break;
  case 9: out[0] <- state_wait(n); break;
  }
}
