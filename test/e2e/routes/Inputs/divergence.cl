// Work-items of one group come to a barrier different numbers of times.
__kernel void diverges(__global int *out, int n) {
  int i = get_global_id(0);
  out[i] = i;
  for (int k = 0; k < i; ++k)
    barrier(CLK_LOCAL_MEM_FENCE);
}
