#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs applications on the device, elides their programs, and compares.

Each command that an application enqueues is recorded (Record.cpp): arguments,
memory before and after. The program becomes C, each compiler makes a program
of that with AddressSanitizer and UndefinedBehaviorSanitizer, and that one runs
the command again. Its memory must be the device's, bit for bit, or, where the
library's mathematical functions are not the driver's, nearly so.
"""
import argparse
import array
import glob
import math
import os
import shlex
import subprocess
import sys
import tempfile

# Programs whose results come from functions that OpenCL lets round otherwise,
# with the type of the numbers and how far one may be off, relative to the
# largest number of the buffer.
NEAR = {}


def near(mine, other, kind, tolerance):
    a, b = array.array(kind, mine), array.array(kind, other)
    most = max([abs(x) for x in b if math.isfinite(x)] + [1e-30])
    return all(x == y or abs(x - y) <= tolerance * most for x, y in zip(a, b))


def run(words, **more):
    return subprocess.run(words, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, **more)


def build(record, options, arguments):
    """The programs of one source, one of each compiler; or a message."""
    out = os.path.join(record, "program.c")
    done = run([arguments.taskletc, "--elide", *shlex.split(options),
                os.path.join(record, "source.cl"), "-o", out])
    if done.returncode != 0:
        return [], done.stdout
    programs = []
    for compiler in arguments.compiler:
        program = os.path.join(record, os.path.basename(compiler))
        done = run([compiler, "-g", "-w", "-fsanitize=address,undefined",
                    "-fno-sanitize-recover=all", "-I", arguments.headers, out,
                    "-o", program, "-lm"])
        if done.returncode != 0:
            return [], compiler + ": " + done.stdout
        programs.append(program)
    return programs, ""


def compare(record, program, name):
    """What is wrong with a run; empty if nothing is."""
    words = open(os.path.join(record, "command")).read().split("\n")[:-1]
    done = run([program, *words], cwd=record, timeout=120)
    if done.returncode != 0:
        return "status %d: %s" % (done.returncode, done.stdout[-3000:])
    for after in glob.glob(os.path.join(record, "*.after")):
        device = open(after, "rb").read()
        mine = open(after[:-len("after")] + "elided", "rb").read()
        if mine == device:
            continue
        if name in NEAR and near(mine, device, *NEAR[name]):
            continue
        places = [i for i in range(min(len(mine), len(device)))
                  if mine[i] != device[i]]
        return "argument %s differs in %d of %d bytes, from byte %d on" % (
            os.path.basename(after)[:-len(".after")], len(places), len(device),
            places[0] if places else -1)
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--taskletc", required=True)
    parser.add_argument("--headers", required=True)
    parser.add_argument("--recorder", required=True)
    parser.add_argument("--compiler", action="append", required=True)
    parser.add_argument("--folder", help="keep the records there")
    parser.add_argument("--least", type=int, default=1,
                        help="so many commands must be compared")
    parser.add_argument("application", nargs="+", help="a command line")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or temporary
        os.makedirs(folder, exist_ok=True)
        return check(arguments, folder)


def check(arguments, folder):
    compared, failures, built = 0, 0, {}
    for line in arguments.application:
        records = os.path.join(folder, str(len(built)) + "-records")
        os.makedirs(records, exist_ok=True)
        environment = dict(os.environ, LD_PRELOAD=arguments.recorder,
                           TASKLET_RECORD=records)
        application = run(shlex.split(line), env=environment)
        if application.returncode != 0:
            print("%s: status %d\n%s" % (line, application.returncode,
                                         application.stdout[-3000:]))
            failures += 1
        found = sorted(os.path.dirname(path) for path in
                       glob.glob(os.path.join(records, "*", "command")))
        if not found:
            print(line + ": no command was recorded")
            failures += 1
        for record in found:
            source = open(os.path.join(record, "source.cl")).read()
            options = open(os.path.join(record, "options")).read()
            words = open(os.path.join(record, "command")).read().split("\n")
            if (source, options) not in built:
                built[source, options] = build(record, options, arguments)
                if built[source, options][1]:
                    print("%s, kernel %s:\n%s" % (line, words[0],
                                                  built[source, options][1]))
                    failures += 1
            for program in built[source, options][0]:
                wrong = compare(record, program, words[0])
                compared += 1
                if wrong:
                    print("%s, kernel %s, %s: %s" % (
                        line, words[0], program, wrong))
                    failures += 1
    print("%d programs, %d runs compared, %d failures" %
          (len(built), compared, failures))
    if compared < arguments.least:
        print("that is less than %d" % arguments.least)
        return 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
