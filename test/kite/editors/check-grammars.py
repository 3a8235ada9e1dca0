#!/usr/bin/env python3
"""Checks the TextMate grammars in editors/.

  check-grammars.py ROOT

Every pattern compiles and every name that is included exists; each keyword and
sign of kite/syntax/Token.def has a colour, and each keyword one in Vim; two samples get the colours that
EXPECTED says, by an interpreter of the part of TextMate grammars that these use.
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
HERE = pathlib.Path(__file__).resolve().parent

# Line (from 1), text, scope of the first occurrence of the text in the line.
EXPECTED = {
    "kite": [
        (1, "// RUN", "comment.line.double-slash.kite"),
        (2, "import", "keyword.control.import.kite"),
        (2, '"lists.kite"', "string.quoted.double.kite"),
        (3, "union", "storage.type.kite"),
        (3, "tree", "entity.name.type.kite"),
        (3, "int", "support.type.kite"),
        (4, "export", "storage.modifier.kite"),
        (4, "task", "storage.type.task.kite"),
        (4, "sum", "entity.name.function.kite"),
        (5, "case", "keyword.control.kite"),
        (6, "leaf", "entity.name.tag.branch.kite"),
        (6, "return", "keyword.control.kite"),
        (7, "sum", "entity.name.function.call.kite"),
        (7, ".", "punctuation.kite"),
        (7, "0)", "constant.numeric.integer.kite"),
        (7, "0x1F", "constant.numeric.hex.kite"),
        (9, "float4", "support.type.kite"),
        (9, "<-", "keyword.operator.assignment.kite"),
        (9, "1", "constant.numeric.integer.kite"),
        (9, "..", "keyword.operator.range.kite"),
        (9, "3", "constant.numeric.integer.kite"),
        (9, "/* a", "comment.block.kite"),
        (10, "b */", "comment.block.kite"),
        (10, "y", "variable.other.kite"),
        (10, "1.5e3", "constant.numeric.float.kite"),
        (11, "print", "support.function.kite"),
        (11, "\\n", "constant.character.escape.kite"),
        (11, "'c'", "string.quoted.single.kite"),
        (12, "1", "constant.numeric.integer.kite"),
        (12, "0", "constant.numeric.integer.kite"),
        (12, "then", "keyword.control.kite"),
        (12, "+=", "keyword.operator.assignment.kite"),
        (12, "true", "constant.language.kite"),
    ],
    "tasklets": [
        (2, "__task", "storage.modifier.task.opencl.tasklets"),
        (4, "<-", "keyword.operator.spawn.opencl.tasklets"),
        (5, "< -", ""),
        (5, "everywhere", "keyword.control.everywhere.opencl.tasklets"),
        (6, "force", "keyword.control.force.opencl.tasklets"),
        (8, "task", "storage.modifier.task.opencl.tasklets"),
        (9, "__ordered", "storage.modifier.ordered.opencl.tasklets"),
        (9, "x, y", "variable.parameter.opencl.tasklets"),
        (9, "force", ""),
    ],
}
SAMPLES = {"kite": "sample.kite", "tasklets": "../Inputs/tasklets-sample.cl"}


class Grammar:
    def __init__(self, path):
        self.data = json.loads(path.read_text())
        self.repository = self.data["repository"]
        self.count = 0
        self.check(self.data)
        for rule in self.repository.values():
            self.check(rule)

    def check(self, rule):
        for key in ("match", "begin", "end"):
            if key in rule:
                re.compile(rule[key])
                self.count += 1
        assert ("begin" in rule) == ("end" in rule), rule
        if "include" in rule:
            assert rule["include"][1:] in self.repository, rule
        for inner in rule.get("patterns", []):
            self.check(inner)

    def flat(self, patterns):
        for rule in patterns:
            if "include" in rule:
                yield from self.flat([self.repository[rule["include"][1:]]])
            elif "match" in rule or "begin" in rule:
                yield rule
            else:
                yield from self.flat(rule["patterns"])

    def colour(self, text):
        """The scope of each character, line by line."""
        lines, inside = [], None
        for line in text.split("\n"):
            scopes, at = [""] * len(line), 0
            while at <= len(line):
                rules = self.flat(inside.get("patterns", []) if inside
                                  else self.data["patterns"])
                found = [(m.start(), n, m, rule) for n, (m, rule) in enumerate(
                    (re.compile(r.get("match", r.get("begin"))).search(line, at), r)
                    for r in rules) if m]
                best = min(found, key=lambda f: f[:2]) if found else None
                end = (re.compile(inside["end"]).search(line, at)
                       if inside else None)
                if end and (not best or end.start() <= best[0]):
                    self.fill(scopes, at, end.end(), inside["name"])
                    at, inside = max(end.end(), at), None
                    if end.start() == len(line):
                        break
                    continue
                if not best:
                    if inside:
                        self.fill(scopes, at, len(line), inside["name"])
                    break
                start, _, match, rule = best
                if inside:
                    self.fill(scopes, at, start, inside["name"])
                self.fill(scopes, start, match.end(), rule.get("name", ""))
                for group, how in rule.get("captures", {}).items():
                    if match.group(int(group)) is not None:
                        self.fill(scopes, *match.span(int(group)), how["name"])
                if "begin" in rule:
                    inside = rule
                at = max(match.end(), at + (match.end() == at))
            lines.append(scopes)
        return lines

    @staticmethod
    def fill(scopes, start, end, name):
        scopes[start:end] = [name] * (end - start)


def main():
    bad = []
    for name, expected in EXPECTED.items():
        grammar = Grammar(ROOT / "editors" / f"{name}.tmLanguage.json")
        assert grammar.count > 4, "no patterns"
        text = (HERE / SAMPLES[name]).read_text()
        colours = grammar.colour(text)
        for number, part, scope in expected:
            line = text.split("\n")[number - 1]
            at = line.index(part)
            part = part.rstrip(")")
            got = set(colours[number - 1][at:at + len(part)])
            if got != {scope}:
                bad.append(f"{SAMPLES[name]}:{number}: '{part}' is {got}, not "
                           f"'{scope}'")
        if name != "kite":
            continue
        tokens = (ROOT / "kite/syntax/Token.def").read_text()
        for kind, spelling in re.findall(
                r'^(KEYWORD|PUNCTUATION)\(\w+, "(.*?)"\)', tokens, re.M):
            scopes = set(grammar.colour(spelling)[0])
            is_good = scopes and "" not in scopes and (
                kind == "PUNCTUATION" or
                not any(s.startswith(("variable", "entity")) for s in scopes))
            if not is_good:
                bad.append(f"Token.def: '{spelling}' is {scopes}")
        vim = (ROOT / "editors/vim/syntax/kite.vim").read_text()
        words = {word for line in re.findall(r"^syntax keyword \w+ (.*)$", vim, re.M)
                 for word in line.split()}
        for spelling in re.findall(r'^KEYWORD\(\w+, "(.*?)"\)', tokens, re.M):
            if spelling not in words:
                bad.append(f"kite.vim: '{spelling}' is missing")
    for line in bad:
        print(line, file=sys.stderr)
    return len(bad) > 0


if __name__ == "__main__":
    sys.exit(main())
