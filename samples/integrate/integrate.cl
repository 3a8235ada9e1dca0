//===- integrate.cl - The area below a curve, by halves -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Adaptive quadrature: an interval is halved until the trapezia over its halves
// together are as large as the one over the whole, up to a tolerance. How deep
// that goes differs from place to place. Each task computes one value of the
// function, so nearly all of the time is that of tasks.
//
//===----------------------------------------------------------------------===//

// Every device rounds each operation, so that all results are the same.
#pragma OPENCL FP_CONTRACT OFF

#define TOLERANCE 1e-9

double height(double x) { return (x * x + 1.0) * x; }

// The area below `height` from `left` to `right`. The caller knows the heights
// there, and the `trapezium` that they make.
__task double integrate(double left, double left_height, double right,
                        double right_height, double trapezium) {
  double step = (right - left) / 2;
  double middle = left + step;
  double middle_height = height(middle);
  double left_part = (left_height + middle_height) / 2 * step;
  double right_part = (middle_height + right_height) / 2 * step;
  if (fabs(left_part + right_part - trapezium) < TOLERANCE)
    return left_part + right_part;
  double a, b;
  a <- integrate(left, left_height, middle, middle_height, left_part);
  b <- integrate(middle, middle_height, right, right_height, right_part);
  force (a, b) {
    return a + b;
  }
}

__kernel void start(double end, __global double *out) {
  out[0] <- integrate(0.0, height(0.0), end, height(end),
                      (height(0.0) + height(end)) / 2 * end);
}
