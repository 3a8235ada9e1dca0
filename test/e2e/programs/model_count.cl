//===- model_count.cl - How many assignments satisfy a formula ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The DPLL procedure: propagate unit clauses, choose a variable, count what
// both of its values allow. A clause is two masks: the variables that it wants
// true (.x) and false (.y). There are at most 32 variables.
//
//===----------------------------------------------------------------------===//

typedef struct {
  __global const uint2 *clauses;
  uint size;
  uint variables;
} formula;

typedef struct {
  uint known; // variables that have a value
  uint value;
} assignment;

typedef enum { OPEN, SATISFIED, CONFLICT } verdict;

void assign(assignment *a, uint variables, bool value) {
  a->known |= variables;
  if (value)
    a->value |= variables;
}

// Gives values to all variables that have no choice. Of an open formula,
// `choice` gets a variable of the shortest clause.
verdict propagate(const formula *f, assignment *a, uint *choice) {
  bool changed;
  bool open;
  do {
    changed = open = false;
    uint shortest = 33;
    for (uint i = 0; i < f->size; ++i) {
      const uint2 clause = f->clauses[i];
      const uint held = (clause.x & a->value) | (clause.y & ~a->value);
      if (held & a->known)
        continue;
      const uint2 left = clause & ~a->known;
      const uint length = popcount(left.x) + popcount(left.y);
      if (length == 0)
        return CONFLICT;
      open = true;
      if (length == 1) {
        assign(a, left.x | left.y, left.x != 0);
        changed = true;
      } else if (length < shortest) {
        shortest = length;
        *choice = 1u << (31 - clz(left.x | left.y));
      }
    }
  } while (changed);
  return open ? OPEN : SATISFIED;
}

__task ulong count(formula f, assignment a) {
  uint choice = 0;
  ulong when_true = 0, when_false = 0;
  switch (propagate(&f, &a, &choice)) {
  case CONFLICT:
    return 0;
  case SATISFIED:
    // Whatever has no value yet may have any.
    return 1ul << (f.variables - popcount(a.known));
  case OPEN:
    goto branch;
  }
branch:;
  assignment with = a, without = a;
  assign(&with, choice, true);
  assign(&without, choice, false);
  when_true <- count(f, with);
  when_false <- count(f, without);
  force (when_true, when_false) { return when_true + when_false; }
}

// Formula i has the clauses from begin[i] up to begin[i + 1].
__kernel void count_models(__global const uint2 *clauses,
                           __global const uint *begin, uint variables,
                           __global ulong *models) {
  const size_t i = get_global_id(0);
  const formula f = {clauses + begin[i], begin[i + 1] - begin[i], variables};
  const assignment nothing = {0, 0};
  models[i] <- count(f, nothing);
}
