//===- expression_tree.cl - Values and derivatives of expressions ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A node is an operation with up to three operands, or a constant in the same
// memory. The evaluation of a node is a pair: its value and its derivative.
//
//===----------------------------------------------------------------------===//

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

typedef enum {
  CONSTANT,
  VARIABLE,
  NEGATE,
  ADD,
  MULTIPLY,
  DIVIDE,
  SINE,
  CHOOSE // the second operand if the first one is negative, else the third
} operation;

typedef struct {
  operation op;
  union {
    uint operand[3];
    float value;
  } u;
} node;

typedef struct {
  double2 dual; // value, derivative
  bool valid;
} result;

result make_result(double value, double derivative) {
  const result r = {(double2)(value, derivative), true};
  return r;
}

int operands(operation op) {
  switch (op) {
  case CONSTANT:
  case VARIABLE:
    return 0;
  case NEGATE:
  case SINE:
    return 1;
  case CHOOSE: // the others only when they are known to be needed
    return 1;
  default:
    return 2;
  }
}

__task result evaluate(__global const node *tree, uint at, double x) {
  const node n = tree[at];
  result of[2];
  for (int i = 0; i < operands(n.op); ++i)
    of[i] <- evaluate(tree, n.u.operand[i], x);
  force (of) {
    result chosen;
    double2 a, b;
    switch (n.op) {
    case CONSTANT:
      return make_result(n.u.value, 0.0);
    case VARIABLE:
      return make_result(x, 1.0);
    default:
      a = of[0].dual;
      if (!of[0].valid)
        goto invalid;
    }
    switch (n.op) {
    case NEGATE:
      return make_result(-a.x, -a.y);
    case SINE:
      return make_result(sin(a.x), a.y * cos(a.x));
    case CHOOSE:
      chosen <- evaluate(tree, n.u.operand[a.x < 0.0 ? 1 : 2], x);
      force (chosen) { return chosen; }
    default:
      b = of[1].dual;
      if (!of[1].valid)
        goto invalid;
    }
    if (n.op == ADD)
      return make_result(a.x + b.x, a.y + b.y);
    if (n.op == MULTIPLY)
      return make_result(a.x * b.x, a.x * b.y + a.y * b.x);
    if (n.op == DIVIDE && b.x != 0.0)
      return make_result(a.x / b.x, (a.y - a.x / b.x * b.y) / b.x);
  invalid:
    of[0].valid = false;
    return of[0];
  }
}

// Work-item (i, j) evaluates expression i at x[j].
__kernel void evaluate_all(__global const node *tree, __global const uint *root,
                           __global const double *x, __global double2 *values,
                           __global int *valid) {
  const size_t j = get_global_id(1), count = get_global_size(1);
  result r;
  r <- evaluate(tree, root[get_global_id(0)], x[j]);
  force (r) {
    const size_t place = get_global_id(0) * count + j;
    valid[place] = r.valid;
    values[place] = r.valid ? r.dual : (double2)(0.0);
  }
}
