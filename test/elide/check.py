#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs applications on the device, elides their programs, and compares.

Each command that an application enqueues is recorded (Record.cpp): arguments,
memory before and after. The program becomes C, each compiler makes a program
of that with AddressSanitizer and UndefinedBehaviorSanitizer, and that one runs
the command again. Its memory must be the device's, bit for bit, but for bytes
that the program gives no value, and nearly so where drivers may round.
"""
import argparse
import array
import concurrent.futures
import glob
import os
import shlex
import subprocess
import sys
import tempfile

# Kernels whose numbers with a point the driver may round otherwise, as it fuses
# multiplications with additions and has mathematical functions of its own: the
# type of the numbers, and how far one may be off, relative to it or to 1.
NEAR = {
    "evaluate_all": ("d", 1e-12),
    "convolve_pair": ("f", 1e-5),
    "integrate": ("d", 1e-12),
    "factor_all": ("d", 1e-9),
    "find_roots": ("d", 1e-8),
    "advance": ("f", 1e-4),
    "forces": ("f", 1e-4),
    "kick": ("f", 1e-4),
    # Work-items add in any order.
    "by_atomics": ("f", 1e-4),
}
# Without it, Clang 15 leaves no variable to zeroes. Later ones do not know it.
ZEROES = ["-enable-trivial-auto-var-init-zero-knowing-it-will-be-removed-from"
          "-clang"]
# Kernels that are wrong on purpose: their work-items race.
WRONG = {"at_once"}


def near(mine, device, ignored, kind, tolerance):
    a, b = array.array(kind), array.array(kind)
    size = a.itemsize
    whole = len(mine) // size * size
    a.frombytes(mine[:whole])
    b.frombytes(device[:whole])
    for n, (x, y) in enumerate(zip(a, b)):
        place = range(size * n, size * n + size)
        if mine[place.start:place.stop] == device[place.start:place.stop]:
            continue
        if not abs(x - y) <= tolerance * max(1, abs(y)) and \
                not any(i in ignored for i in place):
            return False
    return True


def run(words, **more):
    return subprocess.run(words, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, **more)


def make(record, compiler, values, arguments, more=()):
    """A program whose variables begin with certain values; or a message."""
    program = os.path.join(record, os.path.basename(compiler) + "-" + values)
    done = run([compiler, "-g", "-w", "-fsanitize=address,undefined",
                "-fno-sanitize-recover=all",
                "-ftrivial-auto-var-init=" + values, *more, "-I", arguments.headers,
                os.path.join(record, "program.c"), "-o", program, "-lm"])
    return program, compiler + ": " + done.stdout if done.returncode else ""


class Build:
    """The programs of one source, one of each compiler."""

    def __init__(self, record, options, arguments):
        self.record, self.arguments = record, arguments
        self.programs, self.without = [], None
        done = run([arguments.taskletc, "--elide", *shlex.split(options),
                    os.path.join(record, "source.cl"),
                    "-o", os.path.join(record, "program.c")])
        self.message = done.stdout if done.returncode != 0 else ""
        if self.message:
            return
        with concurrent.futures.ThreadPoolExecutor() as pool:
            made = list(pool.map(
                lambda compiler: make(record, compiler, "pattern", arguments),
                arguments.compiler))
        self.programs = [program for program, _ in made]
        self.message = "".join(message for _, message in made)

    def with_others(self):
        """As the last program, but other values are in variables that the
        program gives none. Clang's, unlike gcc's, are in padding, too. What lies
        on the stack by chance would be the pattern now and then."""
        if not self.without:
            clang = self.arguments.compiler[-1]
            version = run([clang, "-dumpversion"]).stdout
            self.without, self.message = make(
                self.record, clang, "zero", self.arguments,
                ZEROES if version.startswith("15.") else [])
            assert not self.message, self.message
        return self.without


def results(record, program):
    """The memory after a run, and what is wrong with the run."""
    words = open(os.path.join(record, "command")).read().split("\n")[:-1]
    done = run([program, *words], cwd=record, timeout=120)
    if done.returncode != 0:
        return {}, "status %d: %s" % (done.returncode, done.stdout[-3000:])
    found = {}
    for after in glob.glob(os.path.join(record, "*.after")):
        number = os.path.basename(after)[:-len(".after")]
        found[number] = open(os.path.join(record, number + ".elided"),
                             "rb").read()
    return found, ""


def compare(record, built, program, name):
    """What is wrong with a run; empty if nothing is."""
    mine, wrong = results(record, program)
    for number, bytes_ in mine.items():
        device = open(os.path.join(record, number + ".after"), "rb").read()
        if bytes_ == device:
            continue
        # Padding, and elements that have no value.
        first, wrong = results(record, built.programs[-1])
        other, wrong_too = results(record, built.with_others())
        if wrong or wrong_too:
            return wrong or wrong_too
        ignored = {i for i, (x, y) in
                   enumerate(zip(first[number], other[number])) if x != y}
        places = [i for i, (x, y) in enumerate(zip(bytes_, device))
                  if x != y and i not in ignored]
        if len(bytes_) == len(device) and not places:
            continue
        if name in NEAR and near(bytes_, device, ignored, *NEAR[name]):
            continue
        return "argument %s differs in %d of %d bytes, from byte %d on" % (
            number, len(places), len(device), places[0] if places else -1)
    return wrong


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
                built[source, options] = Build(record, options, arguments)
                if built[source, options].message:
                    print("%s, kernel %s:\n%s" % (
                        line, words[0], built[source, options].message))
                    failures += 1
            if built[source, options].message or words[0] in WRONG:
                continue
            for program in built[source, options].programs:
                wrong = compare(record, built[source, options], program,
                                words[0])
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
