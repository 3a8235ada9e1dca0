//===- real_roots.cl - All real roots of polynomials ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Sturm's theorem counts the roots in an interval, which is halved until each
// part has one root; then bisection finds it, step by step in a chain of tasks.
// Several roots in one point are one root.
//
//===----------------------------------------------------------------------===//

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

enum { DEGREE = 8, TERMS = DEGREE + 1 };

typedef struct {
  int degree; // -1: zero
  double coefficient[TERMS];
} polynomial;

typedef struct {
  int size;
  polynomial member[TERMS];
} sturm_chain;

typedef struct {
  int count;
  double root[DEGREE]; // in order
} roots;

double value(const polynomial *p, double x) {
  double sum = 0.0;
  for (int i = p->degree; i >= 0; --i)
    sum = sum * x + p->coefficient[i];
  return sum;
}

polynomial derivative(const polynomial *p) {
  polynomial d;
  d.degree = p->degree - 1;
  for (int i = 0; i <= d.degree; ++i)
    d.coefficient[i] = (i + 1) * p->coefficient[i + 1];
  return d;
}

// What a division leaves, with the other sign.
polynomial negated_remainder(const polynomial *a, const polynomial *b) {
  polynomial r = *a;
  while (r.degree >= b->degree) {
    const double factor =
        r.coefficient[r.degree] / b->coefficient[b->degree];
    const int shift = r.degree - b->degree;
    for (int i = 0; i < b->degree; ++i)
      r.coefficient[i + shift] -= factor * b->coefficient[i];
    --r.degree;
  }
  // Rounding must not make a remainder of nothing.
  while (r.degree >= 0 && fabs(r.coefficient[r.degree]) < 1e-9)
    --r.degree;
  for (int i = 0; i <= r.degree; ++i)
    r.coefficient[i] = -r.coefficient[i];
  return r;
}

void make_chain(const polynomial *p, __global sturm_chain *chain) {
  polynomial a = *p, b = derivative(p);
  chain->size = 0;
  for (;;) {
    chain->member[chain->size++] = a;
    if (b.degree < 0)
      break;
    const polynomial next = negated_remainder(&a, &b);
    a = b;
    b = next;
  }
}

int sign_changes(__global const sturm_chain *chain, double x) {
  int changes = 0;
  double before = 0.0;
  for (int i = 0; i < chain->size; ++i) {
    const polynomial member = chain->member[i];
    const double here = value(&member, x);
    changes += here * before < 0.0;
    if (here != 0.0)
      before = here;
  }
  return changes;
}

// One root is in (from, to]; `above` is the number of sign changes at `to`.
__task double narrow(__global const sturm_chain *chain, double from, double to,
                     int above) {
  const double middle = 0.5 * (from + to);
  if (middle <= from || middle >= to)
    return to;
  const bool lower = sign_changes(chain, middle) > above;
  double root;
  root <- narrow(chain, lower ? middle : from, lower ? to : middle,
                 lower ? above : sign_changes(chain, middle));
  force (root) { return root; }
}

// All roots in (from, to], with the sign changes at both.
__task roots isolate(__global const sturm_chain *chain, double from, double to,
                     int2 changes) {
  roots found;
  found.count = changes.x - changes.y;
  if (found.count == 0)
    goto finished;
  if (found.count == 1) {
    double only;
    only <- narrow(chain, from, to, changes.y);
    force (only) {
      found.root[0] = only;
      return found;
    }
  }
  {
    const double middle = 0.5 * (from + to);
    const int between = sign_changes(chain, middle);
    roots lower, upper;
    lower <- isolate(chain, from, middle, (int2)(changes.x, between));
    upper <- isolate(chain, middle, to, (int2)(between, changes.y));
    force (lower) {
      for (int i = 0; i < lower.count; ++i)
        found.root[i] = lower.root[i];
      const int so_far = lower.count;
      force (upper) {
        for (int i = 0; i < upper.count; ++i)
          found.root[so_far + i] = upper.root[i];
        return found;
      }
    }
  }
finished:
  return found;
}

// Work-item i finds the roots of polynomial i between -limit and limit.
__kernel void find_roots(__global const polynomial *polynomials, double limit,
                         __global sturm_chain *chains, __global roots *result) {
  const size_t i = get_global_id(0);
  const polynomial p = polynomials[i];
  __global sturm_chain *chain = chains + i;
  make_chain(&p, chain);
  const int2 changes =
      (int2)(sign_changes(chain, -limit), sign_changes(chain, limit));
  result[i] <- isolate(chain, -limit, limit, changes);
}
