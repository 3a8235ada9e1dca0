"""Applies every fix-it that clang printed, those of notes included, to a file.

usage: clang -fdiagnostics-parseable-fixits ... 2>&1 | apply-fixits.py FILE
Clang's own -fixit applies only those that belong to errors and warnings.
"""

import ast
import re
import sys

path = sys.argv[1]
with open(path, encoding="utf-8") as file:
    lines = file.read().split("\n")
edits = set()
for line in sys.stdin:
    found = re.match(r'fix-it:".*":\{(\d+):(\d+)-(\d+):(\d+)\}:(".*")$', line)
    if found:
        numbers = [int(number) for number in found.groups()[:4]]
        assert numbers[0] == numbers[2], "an edit over two lines"
        edits.add((numbers[0], numbers[1], numbers[3], ast.literal_eval(found[5])))
assert edits, "no fix-it"
for row, begin, end, text in sorted(edits, reverse=True):
    old = lines[row - 1]
    lines[row - 1] = old[: begin - 1] + text + old[end - 1 :]
with open(path, "w", encoding="utf-8") as file:
    file.write("\n".join(lines))
