#!/usr/bin/env python3
"""Writes programs that are nested deep or have long chains to a folder."""

import pathlib
import sys

out = pathlib.Path(sys.argv[1])
out.mkdir(parents=True, exist_ok=True)
deep, long = 100_000, 100_000


def write(name, body):
    (out / f"{name}.kite").write_text(f"task f() {{\n{body}\n}}\n")


write("good", "x = " + "(" * 200 + "1" + ")" * 200 + ";\n"
      + "{" * 200 + "}" * 200 + "\ny = " + "+".join(["1"] * 900) + ";\nz = ["
      + "1 + 1, " * 5000 + "];\n" + "a; " * 5000)
write("parens", "x = " + "(" * deep + "1" + ")" * deep + ";")
write("blocks", "{" * deep + "}" * deep)
write("types", "x: " + "array(" * deep + "int" + ")" * deep + ";")
write("else-if", "if (a) { }" + " else if (a) { }" * deep)
write("minus", "x = " + "- " * deep + "1;")
write("tasks", "x = " + "task " * deep + "f();")
write("sum", "x = " + "+".join(["1"] * long) + ";")
write("thens", "a;" + "\nthen a;" * 2500 + "\nb c;")
write("then", "a" + " then a" * long + ";")
write("calls", "f" + "(1)" * long + ";")
# What the compiler opens, or tries to: for the time that it takes.
head = "task g(n: int): int { return n; }\n"
(out / "chain.kite").write_text(
    head + "task main() { n = g(3); x = 0; "
    + " else ".join(f"if (n == {i}) {{ x <- g({i}); }}" for i in range(250))
    + " print(x, n); }\n")
(out / "ifs.kite").write_text(
    head + "task main() { x = g(1); y = g(2); "
    + "if (x != y) { x <- g(y); " * 240 + "print(x); y <- g(x); }" * 240
    + " print(x, y); }\n")
(out / "cases.kite").write_text(
    head + "union u { a: int, b: int }\n"
    + "task main() { x = g(1); y = g(2); v: u; "
    + "case (v) { a: x <- g(y); b: y <- g(x); " * 120 + "print(x); }" * 120
    + " print(y); }\n")
write("open", "x = " + "([(" * deep)
