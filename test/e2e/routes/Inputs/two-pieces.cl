// A kernel whose object was made without a check, with its helper elsewhere.
__task int put(__global int *p, int v) {
  *p = v;
  return v;
}
__kernel void pieces(__global int *out) {
  int a, b;
  a <- put(out, 1);
  b <- put(out, 2);
  force (a, b) { out[1] = a + b; }
}
