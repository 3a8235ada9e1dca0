// A chain of n * N tasks, each of which waits for the next one.
__task int depth(int n) {
  if (n == 0) return 0;
  int below;
  below <- depth(n - 1);
  force (below) { return below + 1; }
}
__kernel void k(__global int *out, int n) { out[0] <- depth(n * N); }
