"""Checks that what the driver has to compile grows with the program, not faster.

usage: growth.py SHAPE SIZE TASKLETC FOLDER

Compiles the program SHAPE with SIZE and with twice as many spawns, tasks or
variables. All code may double; the kernel that runs the tasks stays small.
Counts, not times: what takes LLVM long is code that grows with the square of
the program, and one function that holds all of it.
"""

import re
import subprocess
import sys


def spawns(size):
    lines = "".join(f"  x[{i}] <- f(n + {i});\n" for i in range(size))
    return f"""
__task int f(int n) {{ return n; }}
__task int whole(int n) {{
  int x[{size}];
{lines}
  force (x) {{ int s = 0; for (int i = 0; i < {size}; ++i) s += x[i]; return s; }}
}}
__kernel void k(__global int *out, int n) {{ out[0] <- whole(n); }}
"""


def conditional(size):
    lines = "".join(
        f"  int x{i} = {i}; if (when[{i}]) x{i} <- f(n + {i});\n" for i in range(size))
    names = [f"x{i}" for i in range(size)]
    return f"""
__task int f(int n) {{ return n; }}
__task int whole(int n, __global int *when) {{
{lines}
  force ({", ".join(names)}) {{ return {" + ".join(names)}; }}
}}
__kernel void k(__global int *out, int n) {{ out[0] <- whole(n, out); }}
"""


def forces(size):
    lines = "".join(
        f"  if (n == {i}) {{ int x; x <- f(n); force (x) {{ return x + {i}; }} }}\n"
        for i in range(size))
    return f"""
__task int f(int n) {{ return n; }}
__task int whole(int n) {{
{lines}
  return 0;
}}
__kernel void k(__global int *out, int n) {{ out[0] <- whole(n); }}
"""


def tasks(size):
    text = "".join(f"__task int f{i}(int n);\n" for i in range(size))
    for i in range(size):
        text += f"""
__task int f{i}(int n) {{
  if (n < 1) return {i};
  int a, b;
  a <- f{(i + 1) % size}(n - 1);
  b <- f{(7 * i + 3) % size}(n - 2);
  force (a, b) {{ return {i + 3} * a + b; }}
}}
"""
    return text + "__kernel void k(__global int *out, int n) { out[0] <- f0(n); }\n"


def measure(text, taskletc, name):
    """Instructions of all functions, and those of the dispatch kernel, which
    stand in a function for PoCL (KernelCopies.h)."""
    with open(name + ".cl", "w") as file:
        file.write(text)
    subprocess.run([taskletc, name + ".cl", "--emit=ll", "-o", name + ".ll"], check=True)
    everything = kernel = 0
    function = None
    with open(name + ".ll") as file:
        for line in file:
            start = re.match(r"define .*@([\w.]+)\(", line)
            function = start[1] if start else None if line == "}\n" else function
            if function and re.match(r"  \S", line):
                everything += 1
                kernel += function == "__tkl_dispatch.body"
    return everything, kernel


shape, size, taskletc, folder = sys.argv[1:]
make, size = globals()[shape], int(size)
all1, kernel1 = measure(make(size), taskletc, f"{folder}-{shape}1")
all2, kernel2 = measure(make(2 * size), taskletc, f"{folder}-{shape}2")
print(f"{shape}: {size}: {all1}, dispatch {kernel1}; {2 * size}: {all2}, dispatch {kernel2}")
assert kernel1 > 100, "no dispatch kernel"
assert all2 < 2.1 * all1, "the code of the tasks grows faster than the program"
assert kernel2 < 4000, "the dispatch kernel takes in more than it should"
