"""Prints a program that is deep, or whose types grow: nothing may take long.

usage: large.py accepted|rejected|lines
"""
import sys

DEEP = """
task parentheses(n: int): int { return %s; }
task sums(n: int): int { return n%s; }
task nested(n: int): int { return %s; }
task blocks(n: int) { %s }
task arrays(n: int) { x = %s; print(x); }
task order(n: int): int { return %s; }
"""
GROWING = """
task tuples(n: int) { a0 = (n, n); %s }
task id(a)(x: a): (a, a) { return (x, x); }
task calls(n: int) { z = %s; }
task ways(a)(x: a) { ways([x]); ways((x, 1)); }
task begin() { ways(1); }
struct both(a) { x: array(both(array(a))), y: array(both((a, int))) }
"""
ONE = """
struct point_%d { x: float, y: float }
union tree_%d { leaf: int, node: (tree_%d, tree_%d) }
task make_%d(a)(depth: int, x: a): array(a) {
  v = new(a)(depth);
  map (e = v[i]) { e <- x; }
  then return v;
}
task sum_%d(t: tree_%d): int {
  case (t) {
    leaf n: return n;
    node p: return sum_%d(p.0) + sum_%d(p.1);
  }
}
export task use_%d(n: int): int {
  p = point_%d{x = 1, y = float(n)};
  k = make_%d(n, p)[0].x + make_%d(n, 2.5)[1];
  f = task (x: int): int { return x + n * 2; };
  return f(length(make_%d(n, n))) + sum_%d(tree_%d{leaf = int(k)});
}
"""
kind = sys.argv[1]
if kind == "lines":
    text = ""
    number = 0
    while text.count("\n") < 1000:
        text += ONE.replace("%d", str(number))
        number += 1
else:
    text = DEEP % ("(" * 240 + "n" + " + 1)" * 240, " + n" * 900,
                   "nested(" * 200 + "n" + ")" * 200,
                   "if (n == 1) {" * 200 + "}" * 200,
                   "[" * 200 + "n" + "]" * 200,
                   "n > 1 ? 1 : " * 200 + "2")
    if kind == "rejected":
        text += GROWING % ("".join(f"a{i + 1} = (a{i}, a{i}); "
                                   for i in range(60)),
                           "id(" * 60 + "n" + ")" * 60)
print(text)
