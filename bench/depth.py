#===- depth.py - How deep the samples' recursions are ----------------------===#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#===------------------------------------------------------------------------===#
"""Frames above each other at most in a run on one worker, found without the
samples: by the definition of each problem. A task has a frame from its first
spawn on, so a leaf has none."""

import hashlib
import math

# Children of a node that one task of samples/uts spawns itself; more of them
# are halved first, one frame each time.
SIBLINGS = 8


def fib(n):
    return max(n - 1, 0)


def nqueens(n):
    """One for each row, where the last one can be reached."""
    if n not in (1, 4, 5) and not 6 <= n <= 16:
        raise ValueError("no solution, or none within the sample's limits")
    return n


def integrate(end):
    def height(x):
        return (x * x + 1.0) * x
    deepest = 0
    todo = [(0.0, 0.0, float(end), height(float(end)),
             height(float(end)) / 2 * float(end), 1)]
    while todo:
        left, at_left, right, at_right, trapezium, depth = todo.pop()
        step = (right - left) / 2
        middle = left + step
        at_middle = height(middle)
        one = (at_left + at_middle) / 2 * step
        other = (at_middle + at_right) / 2 * step
        if abs(one + other - trapezium) >= 1e-9:
            deepest = max(deepest, depth)
            todo += [(left, at_left, middle, at_middle, one, depth + 1),
                     (middle, at_middle, right, at_right, other, depth + 1)]
    return deepest


def matmul(n):
    return int(math.log2(n // 16))


def halvings(children):
    """Frames between a node and those of its children that lie deepest."""
    return 1 if children <= SIBLINGS else 1 + halvings((children + 1) // 2)


def uts_binomial(children_of_root, probability, children, seed):
    """A tree of Unbalanced Tree Search, searched as its paper defines it."""
    root = hashlib.sha1(bytes(16) + seed.to_bytes(4, "big")).digest()
    deepest = 0
    todo = [(root, children_of_root, 0)]
    while todo:
        state, count, above = todo.pop()
        if count:
            above += halvings(count)
            deepest = max(deepest, above)
        for i in range(count):
            child = hashlib.sha1(state + i.to_bytes(4, "big")).digest()
            random = int.from_bytes(child[16:], "big") & 0x7fffffff
            todo.append((child, children if random / 2**31 < probability else 0,
                         above))
    return deepest


def uts_T3():
    """Its depth, 1572, stands in the paper; the deepest node is a leaf, and all
    but the root have 8 children or none."""
    return halvings(2000) + 1572 - 1
