//===- quadrature.cl - Integrals by adaptive Simpson rules ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// An interval is halved where the rule on it and the rules on its halves
// differ. The values of the integrand go down with the task, so none is
// computed twice.
//
//===----------------------------------------------------------------------===//

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

typedef enum { SQUARE_ROOT, OSCILLATION, PEAK, STEP, CONSTANT } shape;

typedef struct {
  shape of;
  double parameter;
} integrand;

typedef struct {
  double from, to;
  double left, middle, right; // the integrand there and in the middle
} panel;

typedef struct {
  double value;
  double error; // a bound for smooth integrands
  uint panels;
  uint unfinished; // panels that were given up
} integral;

double value_at(integrand f, double x) {
  switch (f.of) {
  case SQUARE_ROOT:
    return sqrt(x);
  case OSCILLATION:
    return sin(f.parameter * x);
  case PEAK:
    return 1.0 / (1.0 + f.parameter * f.parameter * x * x);
  case STEP:
    return x < f.parameter ? 0.0 : 1.0;
  case CONSTANT:
    break;
  }
  return f.parameter;
}

double simpson(const panel *p) {
  return (p->to - p->from) / 6.0 * (p->left + 4.0 * p->middle + p->right);
}

panel make_panel(integrand f, double from, double to, double left,
                 double right) {
  const panel p = {from, to, left, value_at(f, 0.5 * (from + to)), right};
  return p;
}

__task integral refine(integrand f, panel p, double tolerance, int depth) {
  const double mid = 0.5 * (p.from + p.to);
  panel half_panel[2];
  half_panel[0] = make_panel(f, p.from, mid, p.left, p.middle);
  half_panel[1] = make_panel(f, mid, p.to, p.middle, p.right);
  const double finer = simpson(&half_panel[0]) + simpson(&half_panel[1]);
  const double difference = finer - simpson(&p);
  integral sum = {finer + difference / 15.0, fabs(difference) / 15.0, 1, 0};
  if (fabs(difference) <= 15.0 * tolerance)
    return sum;
  if (depth == 0) {
    sum.unfinished = 1;
    return sum;
  }
  integral part[2];
  for (int i = 0; i < 2; ++i)
    part[i] <- refine(f, half_panel[i], 0.5 * tolerance, depth - 1);
  force (part) {
    sum.value = part[0].value + part[1].value;
    sum.error = part[0].error + part[1].error;
    sum.panels = part[0].panels + part[1].panels;
    sum.unfinished = part[0].unfinished + part[1].unfinished;
    return sum;
  }
}

// Work-item i integrates f[i] over [range[i].x, range[i].y], which may be
// empty or reversed.
__kernel void integrate(__global const integrand *f,
                        __global const double2 *range, double tolerance,
                        int depth, __global integral *result) {
  const size_t i = get_global_id(0);
  const double2 r = range[i];
  if (r.x == r.y) {
    const integral nothing = {0.0, 0.0, 0, 0};
    result[i] = nothing;
    return;
  }
  const double lo = fmin(r.x, r.y), hi = fmax(r.x, r.y);
  const panel all =
      make_panel(f[i], lo, hi, value_at(f[i], lo), value_at(f[i], hi));
  integral found;
  found <- refine(f[i], all, tolerance, depth);
  force (found) {
    if (r.x > r.y)
      found.value = -found.value;
    result[i] = found;
  }
}
