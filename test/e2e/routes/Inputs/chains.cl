// Chains of tail spawns, each of which adds to one place.
__task void last(__global int *out, int n) {
  ++*out;
  if (n > 1)
    () <- last(out, n - 1);
}

__task int odd(__global int *out, int n);
__task int even(__global int *out, int n) {
  int r;
  ++*out;
  if (n == 1)
    return n;
  r <- odd(out, n - 1);
  force (r) { return r; }
}
__task int odd(__global int *out, int n) {
  int r;
  ++*out;
  if (n == 1)
    return n;
  r <- even(out, n - 1);
  force (r);
  return r;
}

__kernel void lasts(__global int *out, int n) {
  *out = 0;
  () <- last(out, 200000 * n);
}

__kernel void returns(__global int *out, int n) {
  int r;
  *out = 0;
  r <- even(out, 200000 * n);
  force (r) {}
}
