"""Runs calls in programs, takes apart what fails, and compares results."""

import dataclasses
import itertools
import os
import pathlib
import re
import struct
import subprocess

import inputs
import programs
from calls import ATOMICS, IMAGES, NUMBERS, SLOT

# What PoCL says of each function that it does not have.
MISSING = re.compile(r"^Cannot find symbol (_Z\w+) in kernel library$", re.M)
FIRST_ERROR = re.compile(r"^.*(?:error|Cannot find symbol|undefined symbol).*$",
                         re.M | re.I)
IMAGE_BYTES = {"1d": 16, "1b": 16, "2d": 128, "zd": 128, "1a": 64, "2a": 512,
               "za": 512, "3d": 512}          # pixels


@dataclasses.dataclass
class Failure:
    """Of a single call."""
    crashed: bool
    message: str


@dataclasses.dataclass
class Result:
    slots: bytes
    image: bytes = b""
    output: str = ""


WORDS = {"unsigned char": "uchar", "unsigned short": "ushort",
         "unsigned int": "uint", "unsigned long": "ulong",
         "signed char": "char"}
SPACE = re.compile(r" ?\b(?:CL(\w+)|AS(\d))\*")
VECTOR = re.compile(r" (?:vector\[|__vector\()(\d+)[])]")
SPACES = {"1": "global", "2": "constant", "3": "local", "4": "generic"}


NAMES = {**NUMBERS, **ATOMICS, "sampler_t": "ocl_sampler",
         "event_t": "ocl_event"}


def parameter_of(text):
    """A parameter as a demangled name has it, in the form of signature()."""
    match = SPACE.search(text)
    space = (match[1] or SPACES[match[2]]) if match else \
        "private" if "*" in text else ""
    lanes = VECTOR.search(text)
    text = SPACE.sub("", text).replace("*", "")
    text = re.sub(r"\b(const|volatile|_Atomic)\b", "", VECTOR.sub("", text)).strip()
    return WORDS.get(text, text) + (lanes[1] if lanes else ""), space


def missing_functions(message):
    """{signature: symbol} of what a driver's linker does not find."""
    symbols = MISSING.findall(message)
    if not symbols:
        return {}
    plain = subprocess.run(["c++filt", *symbols], capture_output=True,
                           text=True, check=True).stdout.splitlines()
    found = {}
    for symbol, text in zip(symbols, plain):
        name, _, rest = text.removeprefix("_cl_").partition("(")
        parameters = [p for p in rest.removesuffix(")").split(", ") if p]
        found[name, shorten(map(parameter_of, parameters))] = symbol
    return found


def shorten(parameters):
    """Of what stands behind an order only how many there are: demanglers take
    a second order for something else, since they know of no _Atomic."""
    parameters = list(parameters)
    orders = [i for i, p in enumerate(parameters) if p[0] == "memory_order"]
    if orders:
        parameters[orders[0]:] = [len(parameters)]
    return tuple(parameters)


def signature(call):
    """The name and the types of the parameters, as symbols have them."""
    def base(kind):
        if kind.base in IMAGES:
            return f"ocl_{kind.base[:-2]}_" + {"r": "ro", "w": "wo",
                                               "x": "rw"}[kind.access]
        return NAMES.get(kind.base, kind.base)
    return call.name, shorten((base(p), p.space)
                              for p in call.declaration.parameters)


class Runner:
    """Runs programs with the driver alone or with the library."""

    def __init__(self, build, folder, pools, prefix=(), timeout=600):
        self.build, self.folder = pathlib.Path(build), pathlib.Path(folder)
        self.pools, self.prefix, self.timeout = pools, list(prefix), timeout
        self.numbers = itertools.count()
        self.environment = dict(os.environ)

    def command(self, program, *arguments):
        name = "run_builtins_plain" if program == "plain" else "run_builtins"
        return self.prefix + [str(self.build / "bin" / name), *arguments]

    def describe(self):
        """Name, versions, extensions and features of the device."""
        done = subprocess.run(self.command("plain", "--device"), check=True,
                              capture_output=True, text=True)
        return done.stdout.splitlines()

    def run(self, program, places, calls, options):
        """{place: {call: Result}}, or a Failure of all of them."""
        stem = self.folder / f"{program}{next(self.numbers)}"
        source, data = stem.with_suffix(".cl"), self.folder / "input"
        source.write_text(programs.write(program, calls, places))
        images = programs.images_of(calls)
        size = programs.output_size(calls)
        command = self.command(
            program, str(source), options, str(data), str(stem),
            ",".join(images) or "-",
            *(f"{place}:{inputs.ITEMS}:{size}" for place in places))
        try:
            done = subprocess.run(command, capture_output=True, text=True,
                                  errors="replace", env=self.environment,
                                  timeout=self.timeout)
            status, log = done.returncode, done.stderr
        except subprocess.TimeoutExpired as late:
            status, log = None, f"no end after {late.timeout} seconds"
        results = {}
        for place in places:
            file = stem.with_name(f"{stem.name}.{place}")
            if status == 0:
                printed = done.stdout.partition(f"=== {place}\n")[2]
                results[place] = take_apart(file.read_bytes(), calls, images,
                                            printed.partition("=== ")[0])
            file.unlink(missing_ok=True)
        source.unlink()
        if status == 0:
            return results
        # Of the library and the fixture; anything else ended the process.
        said = status == 1 and log.strip()
        return Failure(not said, log.strip() or f"ended with status {status}")

    def solve(self, program, calls, options):
        """{place: {call: Result or Failure}}: what fails is sought, so that
        the others still run."""
        places = programs.PROGRAMS[program]
        found = {place: {} for place in places}
        todo = [(places, calls)]
        while todo:
            places, calls = todo.pop()
            calls = [c for c in calls
                     if any(programs.allowed(c, p) for p in places)]
            if not calls:
                continue
            outcome = self.run(program, places, calls, options)
            if not isinstance(outcome, Failure):
                for place in places:
                    found[place].update(
                        (id(c), r) for c, r in outcome[place]
                        if programs.allowed(c, place))
                continue
            missing = missing_functions(outcome.message)
            guilty = [c for c in calls if signature(c) in missing]
            if guilty:
                for place in places:
                    found[place].update(
                        (id(c), Failure(outcome.crashed, "no symbol " +
                                        missing[signature(c)]))
                        for c in guilty)
                rest = {id(c) for c in guilty}
                todo.append((places, [c for c in calls if id(c) not in rest]))
            elif len(calls) > 1:
                half = len(calls) // 2
                todo += [(places, calls[:half]), (places, calls[half:])]
            elif len(places) > 1:
                todo += [((place,), calls) for place in places]
            else:
                found[places[0]][id(calls[0])] = outcome
        return found


def take_apart(content, calls, images, output):
    """The results of each call in what a kernel left."""
    size = programs.output_size(calls)
    at, pictures = size, {}
    for image in images:
        if image[0] != "r":
            length = IMAGE_BYTES[image[1:3]] * (4 if image[1] != "z" else 1) * 4
            pictures[image] = content[at:at + length]
            at += length
    step = SLOT * inputs.ITEMS
    return [(call, Result(
        content[i * step:(i + 1) * step],
        pictures.get(call.images[0], b"")
            if call.images and "write" in call.name else b"",
        "\n".join(sorted(output.splitlines())) if call.name == "printf"
        else "")) for i, call in enumerate(calls)]


def same_real(kind, ours, theirs):
    """Bits, but any NaN for any other."""
    form = "<" + inputs.FORMAT[kind]
    return ours == theirs or all(
        value != value for value in (struct.unpack(form, ours)[0],
                                     struct.unpack(form, theirs)[0]))


def difference(call, ours, theirs):
    """Where the results differ, in words; nothing if they do not."""
    if ours.image != theirs.image:
        return "the image is another one"
    if ours.output != theirs.output:
        return f"prints {ours.output!r} instead of {theirs.output!r}"
    for at, kind, lanes, count in call.results:
        size = inputs.SIZE[kind]
        # A vector of three has no fourth element, but a place for it.
        width = size * (4 if lanes == 3 else lanes)
        for item in range(inputs.ITEMS):
            begin = item * SLOT + at
            if ours.slots[begin:begin + width * count] == \
                    theirs.slots[begin:begin + width * count]:
                continue
            for number, lane in itertools.product(range(count), range(lanes)):
                place = begin + number * width + lane * size
                a = ours.slots[place:place + size]
                b = theirs.slots[place:place + size]
                if a == b or kind in inputs.REAL and same_real(kind, a, b):
                    continue
                return (f"work-item {item}, byte {place - item * SLOT}: "
                        f"{a[::-1].hex()} instead of {b[::-1].hex()} ({kind})")
    return ""


def first_error(message):
    match = FIRST_ERROR.search(message)
    return (match[0] if match else message.splitlines()[0]).strip()[:200]
