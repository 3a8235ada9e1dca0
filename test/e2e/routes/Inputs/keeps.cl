// A task that keeps addresses of private variables is not suspended at its spawns.
__task void touch(__global int *p) { *p += 1; }

__task int sums(__global int *out, int n) {
  int values[16], *places[16];
  for (int i = 0; i < 16; ++i) {
    values[i] = i * n;
    places[i] = &values[(i * 5 + n) % 16];
  }
  int sum = 0;
  for (int j = 0; j < n; ++j) {
    () <- touch(out + 1);
    values[j % 16] += j;
    sum = sum * 3 + *places[(j * 7) % 16];
    *places[j % 16] ^= sum;
  }
  return sum;
}

__kernel void keeps(__global int *out, int n) { out[0] <- sums(out, n * 2); }
