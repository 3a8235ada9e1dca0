#!/usr/bin/env python3
"""Tests the command usimd: options, messages, traces and counters.

  run_tests.py --usimd PROGRAM [CLASS[.TEST]...]
"""

import argparse
import html.parser
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAMS = ROOT / "usimd/programs"
USIMD = None
BENCH08 = [PROGRAMS / "bench08.pl", "--memory=0,1,2,3,4,5,6,7"]
NESTED = """
  bz tid, end
  everywhere
  lt c, tid, 2
  bz c, in
  everywhere
  const x, 1
  end_everywhere
in:
  sync
  end_everywhere
end:
  sync
  stop
"""


class Case(unittest.TestCase):

    def usimd(self, *arguments, text=None, status=0):
        """Standard output, and what it says beside that."""
        done = subprocess.run(
            [USIMD] + [str(word) for word in arguments], input=text or "",
            capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout, done.stderr

    def run_(self, text, *options, status=0):
        return self.usimd("run", "-", *options, text=text, status=status)

    def trace(self, *arguments, text=None):
        return json.loads(self.usimd("run", "--trace=json", *arguments,
                                     text=text)[0])


class Options(Case):

    def testMistakesNameTheWayOut(self):
        for arguments, says in (
                ([], "no program is given; write 'usimd run PROGRAM'"),
                (["walk", "x"], "'walk' is no command"),
                (["run"], "no program is given"),
                (["run", "a", "b"], "'b' is a second program"),
                (["run", "a", "--treads=3"], "unknown option '--treads=3'"),
                (["run", "a", "--strict=1"], "unknown option '--strict=1'"),
                (["run", "a", "--threads"], "'--threads' lacks its value"),
                (["run", "a", "--threads=0"], "no number from 1 to 1024"),
                (["run", "a", "--threads=1025"], "no number from 1 to 1024"),
                (["run", "a", "--threads", "x"], "--threads: 'x' is no number"),
                (["run", "a", "--memory=1,,2"], "--memory: '' is no whole"),
                (["run", "a", "--memory=1,2x"], "--memory: '2x' is no whole"),
                (["run", "a", "--memory=9223372036854775808"], "64 bits"),
                (["run", "a", "--max-steps=-1"], "'-1' is no number from 1"),
                (["run", "a", "--syntax=c"], "there are asm and prolog"),
                (["run", "a", "--trace=xml"], "text, json, html and svg"),
                (["run", "a", "-o", "b"], "-o is for a trace")):
            out, told = self.usimd(*arguments, status=2)
            self.assertEqual(out, "")
            self.assertIn(says, told)
            self.assertIn("--help", told)
            self.assertEqual(told.count("\n"), 1)

    def testFilesThatCannotBeReadOrWritten(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, says in ((f"{folder}/none", "No such file"),
                               (folder, "Is a directory")):
                told = self.usimd("run", name, status=2)[1]
                self.assertIn(f"cannot read '{name}': {says}", told)
            told = self.run_("stop", "--trace", "-o", f"{folder}/no/x",
                             status=2)[1]
            self.assertIn("cannot write", told)
        told = self.run_("stop", "--trace", "-o", "/dev/full", status=2)[1]
        self.assertIn("cannot write '/dev/full'", told)
        with open("/dev/full", "w") as full:
            done = subprocess.run([USIMD, "run", "-"], input="stop",
                                  stdout=full, stderr=subprocess.PIPE,
                                  text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("cannot write to standard output", done.stderr)

    def testHelpAndVersion(self):
        self.assertIn("--max-steps=N", self.usimd("--help")[0])
        self.assertRegex(self.usimd("--version")[0], r"^usimd \d+\.\d+\.\d+\n$")

    def testValuesMayStandAlone(self):
        out, _ = self.usimd("run", PROGRAMS / "bench08.pl", "--threads", "3",
                            "--memory", "-1,0x10,5")
        self.assertIn("thread 2: v0=10", out)
        self.assertNotIn("thread 3", out)

    def testSyntaxGoesByTheNameUnlessItIsSaid(self):
        text = (PROGRAMS / "bench08.pl").read_text()
        self.run_(text, "--syntax=prolog", BENCH08[1])
        told = self.run_(text, status=1)[1]
        self.assertRegex(told, r"^<stdin>:1:1: error: ")


class Programs(Case):

    def testEmpty(self):
        for text, options in (("", []), ("p([]).", ["--syntax=prolog"])):
            told = self.run_(text, *options, status=1)[1]
            self.assertIn("the program has no instruction", told)

    def testErrorsNameFileLineAndColumn(self):
        told = self.run_("stop\n  lod x, tid\n", status=1)[1]
        self.assertEqual(told, "<stdin>:2:3: error: there is no instruction "
                               "'lod'; did you mean 'load'?\n")

    def testStrictStopsWithRuleAndPc(self):
        out, told = self.run_("const p, 0\n  store p, tid\nstop", "--strict",
                              status=3)
        self.assertIn("<stdin>:2:3: error: pc 2, rule IT/ST: threads store "
                      "different values, 0 and 1, at address 0", told)
        self.assertIn("steps 1\n", out)
        out, told = self.run_("const p, 0\n  store p, tid\nstop")
        self.assertIn("<stdin>:2:3: warning: pc 2, rule IT/ST", told)
        self.assertIn("memory: 0=7", out)

    def testEndsWithoutStop(self):
        told = self.run_("const x, 1", status=3)[1]
        self.assertIn("<stdin>: error: pc 2: there is no instruction", told)
        told = self.run_("l: jump l", "--max-steps=9", status=3)[1]
        self.assertIn("not done after 9 steps", told)

    def testMemcpyCopies(self):
        memory = [1000 + i for i in range(128)]
        out, told = self.usimd("run", PROGRAMS / "memcpy.usimd", "--strict",
                               "--memory=" + ",".join(map(str, memory)))
        self.assertEqual(told, "")
        wanted, transactions = dict(enumerate(memory)), 0
        for t in range(1, 8, 2):
            for i in range(t + 3):
                wanted[128 + 16 * t + i] = memory[16 * t + i]
            # All threads together, 8 words at a time.
            for start in range(0, t + 3, 8):
                words = range(16 * t + start, 16 * t + min(start + 8, t + 3))
                transactions += len({word // 32 for word in words})
        words = re.search(r"^memory: (.*)$", out, re.M)[1].split()
        self.assertEqual({int(w.split("=")[0]): int(w.split("=")[1])
                          for w in words}, wanted)
        self.assertIn(f"transactions load {transactions}, store "
                      f"{transactions}, atomic 0\n", out)


class Transactions(Case):

    def testAreSegmentsOf32Words(self):
        # Thread t loads word a * t + b.
        for a, b, count in ((1, 0, 1), (1, 1, 2), (2, 0, 2), (32, 0, 32),
                            (0, 7, 1), (1, 31, 2), (33, 0, 32)):
            memory = ",".join(["0"] * 1100)
            out, _ = self.run_(f"mul p, tid, {a}\nadd p, p, {b}\nload x, p\n"
                               "stop", "--threads=32", f"--memory={memory}")
            self.assertIn(f"transactions load {count}, store 0, atomic 0", out)

    def testCountOnlyActiveThreadsAndEachKind(self):
        out, _ = self.run_("mul p, tid, 32\nlt c, tid, 3\nbz c, l\n"
                           "store p, tid\natomic x, p\nl: sync\nstop",
                           "--strict")
        self.assertIn("transactions load 0, store 3, atomic 3", out)


class Traces(Case):

    def testTextHasALineForEachRule(self):
        out, _ = self.usimd("run", "--trace", *BENCH08)
        trace = self.trace(*BENCH08)
        lines = out.split("steps ")[0].splitlines()
        self.assertEqual(len(lines), len(trace["steps"]))
        for line, step in zip(lines, trace["steps"]):
            self.assertEqual(line.split()[:2], [str(step["pc"]), step["rule"]])
        self.assertEqual(lines[10],
                         "11  EB       everywhere      {3-7}  sync [(10, {}, "
                         "16, {2}) (7, {}, 17, {1}) (4, {}, 18, {0})]  "
                         "context []")

    def testJsonFollowsTheRules(self):
        """Replays what each rule does to active set, stacks and pc."""
        for arguments, text in ((BENCH08, None), (["-"], NESTED)):
            trace = self.trace(*arguments, text=text)
            everyone = list(range(trace["threads"]))
            for step, then in zip(trace["steps"], trace["steps"][1:]):
                active, sync = step["active"], step["sync"]
                context, pc = step["context"], step["pc"] + 1
                words = trace["program"][step["pc"] - 1].replace(",", "").split()
                if step["rule"] in ("BT", "BF", "BD"):
                    left = [] if step["rule"] != "BD" else sorted(
                        set(active) - set(then["active"]))
                    entry = {"id": step["pc"], "done": [],
                             "next": int(words[2]), "todo": left}
                    sync = [entry] + sync
                    active = sorted(set(active) - set(left))
                    pc = entry["next"] if step["rule"] == "BT" else pc
                elif step["rule"] == "SS":
                    top = sync[0]
                    sync = [dict(top, done=active, todo=[])] + sync[1:]
                    active, pc = top["todo"], top["next"]
                elif step["rule"] == "SP-sync":
                    active = sorted(active + sync[0]["done"])
                    sync = sync[1:]
                elif step["rule"] == "EB":
                    context = [{"active": active, "sync": sync}] + context
                    active, sync = everyone, []
                elif step["rule"] == "EE":
                    active, sync = context[0]["active"], context[0]["sync"]
                    context = context[1:]
                elif step["rule"] == "JP":
                    pc = int(words[1])
                self.assertEqual(
                    (active, sync, context, pc),
                    (then["active"], then["sync"], then["context"], then["pc"]),
                    step)
            self.assertEqual(trace["end"]["outcome"], "stopped")
            self.assertIsNone(trace["end"]["reason"])
            self.assertEqual(trace["end"]["steps"], len(trace["steps"]))

    def testJsonHasTheEnd(self):
        trace = self.trace("-", "--threads=2", "--memory=4",
                           text="load x, tid\nconst p, 0\nstore p, tid\nstop")
        end = trace["end"]
        self.assertEqual(end["locals"], [{"x": 4, "p": 0}, {"x": 0, "p": 0}])
        self.assertEqual(end["memory"], {"0": 1})
        self.assertEqual([(each["pc"], each["rule"])
                          for each in end["undefined"]],
                         [(1, "IT/LD"), (3, "IT/ST")])
        self.assertEqual(trace["steps"][0]["addresses"], [0, 1])

    def testTraceGoesToTheFileAndTheEndToTheOutput(self):
        with tempfile.TemporaryDirectory() as folder:
            name = pathlib.Path(folder) / "t.json"
            out, _ = self.run_("stop", "--trace=json", "-o", name)
            self.assertIn("steps 1\n", out)
            self.assertEqual(json.loads(name.read_text())["end"]["steps"], 1)

    def testPageDrawsWhatTheTraceSays(self):
        for arguments, text in ((BENCH08, None), (["-"], NESTED)):
            page, _ = self.usimd("run", "--trace=html", *arguments, text=text)
            trace = self.trace(*arguments, text=text)
            self.assertNotRegex(page.replace("http://www.w3.org/2000/svg", ""),
                                r"https?:|src=|href=|@import|url\(")
            drawing = re.search(r"<div class='drawing'>\n(<svg.*</svg>)\n",
                                page, re.S)[1]
            svg = xml.etree.ElementTree.fromstring(drawing)
            name = "{http://www.w3.org/2000/svg}"
            rows = svg.findall(f"{name}g[@class='row']")
            self.assertEqual(len(rows), len(trace["steps"]))
            for row, step in zip(rows, trace["steps"]):
                boxes = [box for box in row.findall(f"{name}rect")
                         if box.get("class") != "back"]
                waiting = [box for box in boxes if box.get("fill") == "none"]
                self.assertEqual(len(boxes) - len(waiting), len(step["active"]))
                todo = {t for entry in step["sync"] for t in entry["todo"]}
                self.assertEqual(len(waiting), len(todo))
                self.assertEqual(row.get("data-pc"), str(step["pc"]))
            visits = [step for step in trace["steps"] if step["rule"] == "EB"]
            bands = [box for box in svg.findall(f"{name}rect")
                     if box.get("fill-opacity") == ".16"]
            self.assertEqual(len(bands), len(visits))
            width, height = float(svg.get("width")), float(svg.get("height"))
            for box in svg.iter(f"{name}rect"):
                if not box.get("width").endswith("%"):
                    self.assertLessEqual(
                        float(box.get("x", 0)) + float(box.get("width")), width)
                self.assertLessEqual(
                    float(box.get("y", 0)) + float(box.get("height")), height)

    def testPageCutsNothingOffTheDrawing(self):
        for threads in (1, 4, 16, 32, 64):
            page, _ = self.usimd("run", PROGRAMS / "loop.usimd",
                                 f"--threads={threads}", "--trace=html")
            width = int(re.search(r"<svg [^>]*width='(\d+)'", page)[1])
            style = re.search(r"<style>(.*)</style>", page, re.S)[1]
            # Side by side only where there is room for all of it and for the
            # tables, and never with a scroll bar at the end of a long page.
            least = int(re.search(r"minmax\((\d+)px, 1fr\)", style)[1])
            narrow = int(re.search(r"@media \(max-width: (\d+)px\)", style)[1])
            self.assertGreaterEqual(narrow, width + least)
            self.assertRegex(style, r"grid-template-columns: max-content ")
            self.assertNotRegex(style, r"\.drawing\b[^}]*overflow")

    def testPageIsWellFormed(self):
        page, _ = self.usimd("run", "--trace=html", *BENCH08)
        open_, case = [], self

        class Parser(html.parser.HTMLParser):

            def handle_starttag(self, tag, attributes):
                if tag != "meta":
                    open_.append(tag)

            def handle_endtag(self, tag):
                case.assertEqual(open_.pop(), tag)

        parser = Parser()
        parser.feed(page)
        parser.close()
        self.assertEqual(open_, [])

    def testPageOfALongRunDrawsTheBeginning(self):
        page, _ = self.usimd("run", "--trace=html", "--threads=1", "-", text=(
            "const i, 0\nl: ge c, i, 2000\nbnz c, e\nadd i, i, 1\njump l\n"
            "e: sync\nstop"))
        self.assertEqual(page.count("<g class='row'"), 4000)
        self.assertIn("8005 steps", page)
        self.assertIn("The first 4000 steps are drawn", page)

    def testPictureOfTheReadmeIsOfItsProgram(self):
        program = (PROGRAMS / "demo.usimd").read_text()
        readme = (ROOT / "usimd/README.md").read_text()
        self.assertIn(f"```text\n{program}```", readme)
        drawing, _ = self.usimd("run", PROGRAMS / "demo.usimd", "--threads=4",
                                "--memory=0,5,0,7", "--trace=svg")
        self.assertEqual(drawing, (ROOT / "usimd/demo.svg").read_text(),
                         "make it again: usimd run usimd/programs/demo.usimd "
                         "--threads=4 --memory=0,5,0,7 --trace=svg")
        page, _ = self.usimd("run", PROGRAMS / "demo.usimd", "--threads=4",
                             "--memory=0,5,0,7", "--trace=html")
        self.assertIn(drawing, page)

    def testPictureOfEverywhereBlocksIsOfItsProgram(self):
        program = (PROGRAMS / "loop.usimd").read_text()
        page = (ROOT / "docs/everywhere.md").read_text()
        self.assertIn(f"```text\n{program}```", page)
        drawing, _ = self.usimd("run", PROGRAMS / "loop.usimd", "--threads=4",
                                "--trace=svg")
        self.assertEqual(drawing, (ROOT / "docs/everywhere.svg").read_text(),
                         "make it again: usimd run usimd/programs/loop.usimd "
                         "--threads=4 --trace=svg -o docs/everywhere.svg")

    def testLegendShowsWhatRowsHave(self):
        drawing, _ = self.usimd("run", PROGRAMS / "loop.usimd", "--threads=4",
                                "--trace=svg")
        svg = xml.etree.ElementTree.fromstring(drawing)
        name = "{http://www.w3.org/2000/svg}"
        legend = svg.findall(f"{name}g[@transform]")
        self.assertEqual(
            [sign.find(f"{name}text").text for sign in legend],
            ["active", "waits for its turn", "has come to the sync",
             "everywhere", "diverge", "take turns", "meet again"])

        def look(sign):
            return (sign.tag, *(sign.get(each) for each in (
                "fill", "fill-opacity", "stroke", "stroke-dasharray")))

        signs = [look(sign) for each in legend for sign in each
                 if sign.tag != f"{name}text"]
        for sign in legend:
            svg.remove(sign)
        drawn = {look(sign) for sign in svg.iter()}
        self.assertLessEqual(set(signs), drawn)
        # Above all else, and beside each other.
        width, line, right = float(svg.get("width")), 0, 0
        for sign in legend:
            x, y = map(float, re.findall(r"\d+", sign.get("transform")))
            if y != line:
                line, right = y, 0
            self.assertGreaterEqual(x, right)
            right = x + 26 + 7.3 * len(sign.find(f"{name}text").text)
            self.assertLessEqual(right, width)

    def testNamesOfFilesAreEscaped(self):
        with tempfile.TemporaryDirectory() as folder:
            name = pathlib.Path(folder) / "a<b>&.usimd"
            name.write_text("stop\n")
            page, _ = self.usimd("run", "--trace=html", name)
            self.assertIn("<h1>a&lt;b&gt;&amp;.usimd</h1>", page)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--usimd", required=True)
    parser.add_argument("tests", nargs="*")
    chosen = parser.parse_args()
    USIMD = chosen.usimd
    unittest.main(argv=[sys.argv[0]] + chosen.tests, verbosity=1)
