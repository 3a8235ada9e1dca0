"""Runs a program in Kite on a device and by the interpreter.

Both must end well and print the same; with an expected output, that.

usage: run-both.py [--expect FILE] KITE FILE
"""
import argparse
import pathlib
import subprocess
import sys

parser = argparse.ArgumentParser(usage=__doc__)
parser.add_argument("--expect", type=pathlib.Path)
parser.add_argument("kite")
parser.add_argument("file")
arguments = parser.parse_args()

wanted = arguments.expect.read_text() if arguments.expect else None
failures = 0
for options in [["--interpret"], []]:
    done = subprocess.run([arguments.kite, *options, arguments.file],
                          capture_output=True, text=True, timeout=120)
    if wanted is None:
        wanted = done.stdout
    if done.returncode != 0 or done.stderr or done.stdout != wanted:
        failures += 1
        print(f"kite {' '.join(options)} {arguments.file}: exit status "
              f"{done.returncode}\n{done.stderr}{done.stdout}"
              f"expected:\n{wanted}")
if "false" in wanted or not wanted:
    failures += 1
    print(f"{arguments.file} prints: {wanted}")
sys.exit(1 if failures else 0)
