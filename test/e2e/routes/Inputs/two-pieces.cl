// A kernel that is compiled without a check, and linked with one.
__task int put(__global int *p, int v) {
  *p = v;
  return v;
}
__kernel void pieces(__global int *out, int n) {
  int a, b;
  a <- put(out, 1);
  b <- put(out, n);
  force (a, b) { out[0] = a + b; }
}
