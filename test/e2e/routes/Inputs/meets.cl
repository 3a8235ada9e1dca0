// A kernel that the driver launches alone, in which lanes work together.
__kernel void meets(__global int *out, int n) {
  everywhere (uint mask) {
    if (get_sub_group_local_id() == 0) out[0] = n;
  }
}
