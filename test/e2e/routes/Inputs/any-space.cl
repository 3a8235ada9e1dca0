// A pointer to private or global memory, by the number of work-items. (OpenCL C
// 2.0.)
__task void put(__global int *p, int v) { *p = v; }
__kernel void any(__global int *out) {
  int mine[2] = {1, 2};
  int *p = mine;
  if (get_global_size(0) > 1)
    p = out;
  () <- put(out, 7);
  *p = 5;
}
