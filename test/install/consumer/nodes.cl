// The nodes of a Fibonacci tree: calls that fib(n) makes, itself included.
__task int nodes(int n) {
  if (n < 2)
    return 1;
  int a, b;
  a <- nodes(n - 1);
  b <- nodes(n - 2);
  force (a, b) { return a + b + 1; }
}

__kernel void start(__global int *out) {
  int i = get_global_id(0);
  out[i] <- nodes(i);
}
