"""The examples in Kite of the documentation: see check-examples."""

import re
import shlex
import subprocess

KIND = re.compile(r"(?P<kind>accept|reject|warn)|"
                  r"(?P<runs>run|fails)(?P<interpret> interpret)?"
                  r"(?: entry=(?P<entry>\w+)(?P<arguments> .*)?)?")
NOTE = re.compile(r"(\s*)// (error|warning|instead): (.*)")
PRINTS = re.compile(r"\s*// prints: ?(.*)")
DIAGNOSTIC = re.compile(r"^[^ :]+:(\d+):\d+: (error|warning): (.*)$")


def diagnostics(text):
    found = [DIAGNOSTIC.match(line) for line in text.splitlines()]
    return [(m.group(1), m.group(2), m.group(3)) for m in found if m]


class KiteChecker:
    """`read_notes` is check-examples' own."""

    def __init__(self, build, folder, read_notes):
        self.build, self.folder = build, folder
        self.read_notes = read_notes

    def call(self, tool, *arguments):
        return subprocess.run([self.build / "bin" / tool, *arguments],
                              cwd=self.folder, capture_output=True, text=True,
                              timeout=120)

    def compile(self, lines, stem):
        """Exit status and the errors and warnings: (line, kind, text)."""
        source = self.folder / (stem + ".kite")
        source.write_text("\n".join(lines) + "\n")
        done = self.call("kitec", "--check", source.name)
        return done.returncode, diagnostics(done.stderr)

    def run(self, mark, stem, wanted, errors):
        """What is wrong with the ways to run it."""
        entry, file = mark.group("entry"), stem + ".kite"
        arguments = ["run"] if entry else []
        behind = [entry] if entry else []
        behind += shlex.split(mark.group("arguments") or "")
        for options in [["--interpret"], []]:
            if mark.group("interpret") and not options:
                continue
            done = self.call("kite", *arguments, *options, file, *behind)
            name = " ".join(["kite", *arguments, *options])
            status = 4 if mark.group("runs") == "fails" else 0
            if done.returncode != status:
                yield (f"{name}: exit status {done.returncode}, not {status}: "
                       f"{done.stderr.strip()}")
            elif diagnostics(done.stderr) != errors:
                yield f"{name}: expected {errors}, and got {done.stderr}"
            if done.stdout.splitlines() != wanted:
                yield (f"{name}: prints {done.stdout.splitlines()}, "
                       f"not {wanted}")

    def check(self, example, stem):
        """What is wrong with the example; empty if nothing is."""
        mark = KIND.fullmatch(example.text)
        if not mark:
            return [f"{example.place()}: not understood: "
                    f"'example: {example.text}'"]
        problems = []
        expected, mended = self.read_notes(example.lines)
        kind = mark.group("kind") or mark.group("runs")
        status, found = self.compile(example.lines, stem)
        said = [] if kind == "fails" else expected
        if found != said or status != (1 if kind == "reject" else 0):
            problems.append(f"exit status {status}; expected {said}, and got "
                            f"{found}")
        name = {"reject": "error", "warn": "warning",
                "fails": "error"}.get(kind)
        if {each[1] for each in expected} != ({name} if name else set()):
            problems.append(f"'{kind}', but the block asks for {expected}")
        if kind in ("reject", "warn"):
            if not any("// instead: " in line for line in example.lines):
                problems.append("no line says what to write instead")
            status, found = self.compile(mended, stem + "-mended")
            if found or status != 0:
                problems.append(f"the mended program: exit status {status}, "
                                f"{found}")
        prints = [m.group(1) for m in map(PRINTS.fullmatch, example.lines) if m]
        if mark.group("runs") and not problems:
            problems += self.run(mark, stem, prints,
                                 expected if kind == "fails" else [])
            if kind == "run" and not prints:
                problems.append("no line says what it prints")
        elif prints and not mark.group("runs"):
            problems.append(f"'{kind}', but the block says what it prints")
        return [f"{example.place()}: {problem}" for problem in problems]


def document(mark, text):
    return f"<!-- example: {mark} -->\n```kite\n{text}\n```\n"


MAIN = "task main() { print(1, \"\\n\"); }\n"
WRONG = "task f(): int {\n  return 1.5;\n  // error: {}\n  // instead: {}\n}}"
TEXT = "expected 'int', found 'double'; write 'int(...)' to convert"
INDEX = "task main() {\n  v = [1];\n  print(v[length(v)]);\n  // error: index 1 "
# A document and what must be said of it; None: nothing.
SELF_TEST = [
    ("<!-- file: k.kite -->\n```kite\ntask main() {}\n```\n", None),
    (document("accept", "x: int = 1;"), None),
    (document("run", MAIN + "// prints: 1"), None),
    (document("run interpret", MAIN + "// prints: 1"), None),
    (document("run entry=f 2 [3]", "export task f(n: int, v: array(int)): int "
              "{ return n + v[0]; }\n// prints: 5"), None),
    (document("reject", WRONG.replace("{}", TEXT, 1).replace("{}", "return 1;")
              .replace("}}", "}")), None),
    (document("fails", INDEX + "is outside of an array of length 1\n}"), None),
    (document("warn", "task f() {\n  x = 1;\n  {\n  x = 2;\n  // warning: 'x' hides a "
              "variable of the block around; to assign, write 'x <- ...'\n  // instead: "
              "x <- 2;\n  }\n}"), None),
    ("```kite\nx = 1;\n```\n", "does not say what must become of it"),
    (document("accept quickly", "x = 1;"), "not understood"),
    (document("accept", "x = y;"), "exit status 1"),
    (document("accept", MAIN + "// prints: 1"), "says what it prints"),
    (document("run", MAIN + "// prints: 2"), "prints ['1'], not ['2']"),
    (document("run", MAIN), "no line says what it prints"),
    (document("run", INDEX.split("\n  //")[0] + "\n}\n// prints: 1"),
     "exit status 4, not 0"),
    (document("fails", INDEX + "is outside of an array of length 2\n}"),
     "and got"),
    (document("fails", MAIN + "// error: index 1"), "exit status 0, not 4"),
    (document("reject", MAIN), "'reject', but"),
    (document("reject", "task f(): int {\n  return 1.5;\n  // error: " + TEXT +
              "\n}"), "to write instead"),
    (document("reject", "task f(): int {\n  return 1.5;\n  // error: " + TEXT +
              "\n  // instead: return 2.5;\n}"), "the mended program"),
]
