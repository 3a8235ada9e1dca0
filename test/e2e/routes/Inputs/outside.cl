// One work-item writes far behind the buffer.
__kernel void outside(__global int *out, int n) {
  int i = get_global_id(0);
  out[i == n - 1 ? i + (1 << 20) : i] = i;
}
