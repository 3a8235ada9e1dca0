"""Compares what kitec says of a program with the comments in the program.

  x: int = 2.5;     // error: expected 'int', found 'double'

stands for an error in this line whose text contains what follows the colon;
'warning' and 'note' likewise, and a line may have several. Errors and warnings
must all be named; of the notes those that are named must come. The exit status
must fit: 1 with an error, else 0.

usage: expect-messages.py KITEC FILE
"""
import re
import subprocess
import sys

kitec, path = sys.argv[1:]
result = subprocess.run([kitec, "--check", path], capture_output=True,
                        text=True, timeout=20)
found = []
for line in result.stderr.splitlines():
    match = re.match(r"(.*?):(\d+):(\d+): (error|warning|note): (.*)", line)
    if match and match[1] == path:
        found.append((int(match[2]), match[4], match[5]))
failures = []
errors = 0
with open(path, encoding="utf-8") as file:
    for number, line in enumerate(file, 1):
        for kind, text in re.findall(
                r"// (error|warning|note): (.*?)(?= // (?:error|warning|note): |$)",
                line):
            errors += kind == "error"
            text = text.strip()
            for message in found:
                if message[:2] == (number, kind) and text in message[2]:
                    found.remove(message)
                    break
            else:
                failures.append(f"{path}:{number}: no {kind} '{text}'")
failures += [f"{path}:{number}: {kind} that is not expected: {text}"
             for number, kind, text in found if kind != "note"]
if result.returncode != (1 if errors else 0):
    failures.append(f"exit status {result.returncode}")
if failures:
    sys.exit("\n".join(failures) + "\n" + result.stderr)
