__task int f(int n);
__task int g(int n) {
  int x;
  x <- f(n) +
#pragma OPENCL EXTENSION all : disable
      1;
  force (x)
#pragma OPENCL EXTENSION all : disable
    return x;
}
