int even(int n) {
  tkl_assert(n % 2 == 0);
  return n / 2;
}
__task int half_of(int n, int i) {
  if (i)
    return even(n);
  int r;
  r <- half_of(n, 1);
  force (r) { return r + 0 * n; }
}
__kernel void right(__global int *out, int n) {
  out[get_global_id(0)] <- half_of(2 * n, 0);
}
__kernel void wrong(__global int *out, int n) {
  out[get_global_id(0)] <- half_of(2 * n + (get_global_id(0) == 1), 0);
}
