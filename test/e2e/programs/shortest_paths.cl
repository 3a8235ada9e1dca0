//===- shortest_paths.cl - All pairs of nodes, by blocks ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Kleene's algorithm on a matrix of distances: shortest paths inside the first
// half of the nodes, then through it, then inside the second half, then through
// that. Each phase needs the one before, so each is the body of a force.
//
//===----------------------------------------------------------------------===//

#define SMALL 8
#define FAR (INT_MAX / 2) // no path; two of them still have a sum

typedef struct {
  __global int *at;
  int stride;
  int rows, columns;
} block;

#define AT(b, row, column) ((b).at[(row) * (b).stride + (column)])

block part(block b, int row, int column, int rows, int columns) {
  const block p = {&AT(b, row, column), b.stride, rows, columns};
  return p;
}

void improve(block to, block left, block right) {
  for (int k = 0; k < left.columns; ++k)
    for (int row = 0; row < to.rows; ++row)
      for (int column = 0; column < to.columns; ++column)
        AT(to, row, column) = min(AT(to, row, column),
                                  AT(left, row, k) + AT(right, k, column));
}

// `to` may be `right`: its columns do not depend on each other.
__task void improve_columns(block to, block left, block right) {
  if (to.columns <= SMALL) {
    improve(to, left, right);
    return;
  }
  const int cut = to.columns / 2, rest = to.columns - cut;
  () <- improve_columns(part(to, 0, 0, to.rows, cut), left,
                        part(right, 0, 0, right.rows, cut));
  () <- improve_columns(part(to, 0, cut, to.rows, rest), left,
                        part(right, 0, cut, right.rows, rest));
  force () {}
}

// `to` may be `left`: its rows do not depend on each other.
__task void improve_rows(block to, block left, block right) {
  if (to.rows <= SMALL) {
    improve(to, left, right);
    return;
  }
  const int cut = to.rows / 2, rest = to.rows - cut;
  () <- improve_rows(part(to, 0, 0, cut, to.columns),
                     part(left, 0, 0, cut, left.columns), right);
  () <- improve_rows(part(to, cut, 0, rest, to.columns),
                     part(left, cut, 0, rest, left.columns), right);
  force () {}
}

#define THEN force ()

__task void close(block d) {
  const int n = d.rows;
  if (n <= SMALL) {
    improve(d, d, d);
    return;
  }
  const int cut = n / 2, rest = n - cut;
  const block first = part(d, 0, 0, cut, cut);
  const block leaving = part(d, 0, cut, cut, rest);
  const block entering = part(d, cut, 0, rest, cut);
  const block second = part(d, cut, cut, rest, rest);
  () <- close(first);
  THEN {
    () <- improve_columns(leaving, first, leaving);
    () <- improve_rows(entering, entering, first);
    THEN {
      () <- improve_rows(second, entering, leaving);
      THEN {
        () <- close(second);
        THEN {
          () <- improve_rows(leaving, leaving, second);
          () <- improve_columns(entering, second, entering);
          THEN { () <- improve_columns(first, leaving, entering); }
        }
      }
    }
  }
}

// Also finds the longest of the shortest paths, while the tasks' results are
// still on the device. Work-item i has graph i.
__kernel void find_paths(__global int *distances, int nodes,
                         __global int *diameter) {
  const size_t graph = get_global_id(0);
  const block all = {distances + graph * nodes * nodes, nodes, nodes, nodes};
  () <- close(all);
  force () {
    int longest = 0;
    for (int i = 0; i < nodes * nodes; ++i)
      if (all.at[i] < FAR)
        longest = max(longest, all.at[i]);
    diameter[get_global_id(0)] = longest;
  }
}
