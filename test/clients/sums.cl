// The program of all clients: out[i] = sum of the squares below n + i.
__task int sum(int from, int to) {
  if (to - from <= 1)
    return to > from ? from * from : 0;
  int middle = from + (to - from) / 2;
  int left, right;
  left <- sum(from, middle);
  right <- sum(middle, to);
  force (left, right) { return left + right; }
}

__kernel void sums(__global int *out, int n) {
  int i = get_global_id(0);
  int result;
  result <- sum(0, n + i);
  force (result) { out[i] = result; }
}
