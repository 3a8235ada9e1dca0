// A sample for test/kite/editors.
__task int fib(int n) {
  int a, b; // force is no keyword here <- f(
  a <- fib(n - 1);
  if (a < -b) everywhere (uint mask) { }
  force (a, b) { return a + b; }
}
task void run(void);
__kernel __ordered(x, y) void k(__global int *x) { int force = 3; }
