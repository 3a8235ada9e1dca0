// Partitions of n into parts of at most `largest`: either one part of that size
// is taken off, or none is.
__task int partitions(int n, int largest) {
  if (n == 0)
    return 1;
  if (largest == 0)
    return 0;
  int with = 0, without;
  if (n >= largest)
    with <- partitions(n - largest, largest);
  without <- partitions(n, largest - 1);
  force (with, without) { return with + without; }
}

__kernel void count(__global int *out, int n) {
  int i = get_global_id(0);
  if (i < n)
    out[i] <- partitions(i, i);
}
