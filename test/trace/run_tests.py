#!/usr/bin/env python3
"""The command tasklet-trace, with timelines written by hand.

  run_tests.py TASKLET-TRACE [unittest options]

Work and span are computed here from the definition, on a tree of tasks that a
timeline is made of.
"""

import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

TOOL = sys.argv.pop(1)


def command(begin=0, end=1000, kernel="k", workers=1, lane=1, **more):
    arguments = {
        "tasks": 7, "steals": 0, "continuations": 3, "blocked": 0,
        "workers": workers, "heap_used": 1, "heap_size": 2, "clock": "time",
        "traced": True, "dropped": 0, "shortest": 10.0,
        "each_worker": [{"tasks": 7, "steals": 0, "busy": end - begin,
                         "stealing": 0.0, "idle": 0.0}] * workers}
    arguments.update(more)
    return {"ph": "X", "pid": lane, "tid": 0, "ts": begin, "dur": end - begin,
            "name": kernel, "cat": "command", "args": arguments}


def task(begin, end, name="f", worker=0, lane=1, category="task", **arguments):
    return {"ph": "X", "pid": lane, "tid": worker + 1, "ts": begin,
            "dur": end - begin, "name": name, "cat": category,
            "args": arguments}


def ordered(begin=0, end=1000, kernel="o", lane=2, executor="levels", **more):
    arguments = {
        "executor": executor, "work_items": 5000, "levels": 3, "widest": 4000,
        "conflicts": 1000, "passes": 1, "workers": 4, "analysis_size": 99,
        "reused": False, "clock": "time", "traced": True}
    arguments.update(more)
    return {"ph": "X", "pid": lane, "tid": 0, "ts": begin, "dur": end - begin,
            "name": kernel, "cat": "command", "args": arguments}


def phase(begin, end, name, category="inspect", lane=2, **arguments):
    return task(begin, end, name, lane=lane, category=category, **arguments)


LEVELS = [phase(0, 100, "clear marks"), phase(100, 400, "find levels"),
          phase(400, 700, "level 1", "level", work_items=4000),
          phase(700, 850, "level 2", "level", work_items=900),
          phase(850, 1000, "levels 3 to 7", "level", work_items=100)]


def arrow(number, start, end, begin, finish, kind="steal", lane=1):
    return [{"ph": phase, "pid": lane, "tid": worker + 1, "ts": time,
             "id": number, "name": kind, "cat": kind, "bp": "e"}
            for phase, worker, time in (("s", start, begin), ("f", end, finish))]


ROOT = {"start": "root task"}


class TraceCommand(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "t.json"

    def run_(self, *options, status=0, path=None):
        done = subprocess.run([TOOL, *options, path or self.path], timeout=60,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout if status == 0 else done.stderr

    def say(self, events, *options, status=0, **other):
        self.path.write_text(json.dumps(
            {"traceEvents": events, "displayTimeUnit": "ns",
             "otherData": {"producer": "tasklet", **other}}))
        return self.run_(*options, status=status)

    def refused(self, text):
        self.path.write_text(text)
        return self.run_(status=1).replace(str(self.path), "T")

    # What is no timeline

    def test_no_file(self):
        message = self.run_(status=1, path=self.folder / "none")
        self.assertEqual(message, f"tasklet-trace: error: '{self.folder}/none' "
                         "cannot be read: No such file or directory\n")
        self.assertIn("Is a directory", self.run_(status=1, path=self.folder))

    def test_results_that_would_replace_the_timeline(self):
        for option in "svg", "html":
            message = self.say([command(0, 1)], f"--{option}={self.path}",
                               status=2)
            self.assertEqual(
                message, f"tasklet-trace: error: '{self.path}' would replace "
                "the timeline; name another file\n")
            self.assertIn("traceEvents", self.path.read_text())

    def test_empty_file(self):
        self.assertEqual(self.refused(""),
                         "tasklet-trace: error: 'T' is empty: no command has "
                         "ended while it was written\n")

    def test_no_json(self):
        self.assertIn("error: 'T' is no trace: ", self.refused("hello"))
        whole = json.dumps({"traceEvents": [command(), task(0, 9)]})
        for length in range(1, len(whole)):
            self.assertIn("'T' is no trace: ", self.refused(whole[:length]))

    def test_other_json(self):
        for text in ("[]", "{}", "7", '"traceEvents"', '{"other": []}'):
            self.assertEqual(self.refused(text), "tasklet-trace: error: 'T' is "
                             "no trace: it has no 'traceEvents'\n")

    def test_no_commands(self):
        message = ("tasklet-trace: error: 'T' has no commands of tasks or "
                   "ordered kernels: set TASKLET_TRACE for a program that runs "
                   "some\n")
        self.assertEqual(self.refused('{"traceEvents": []}'), message)
        self.assertEqual(self.refused(json.dumps(
            {"traceEvents": [task(0, 9)]})), message)

    def test_bad_events(self):
        def spoil(event, **changes):
            event = dict(event)
            for key, value in changes.items():
                event[key] = value
                if value is None:
                    del event[key]
            return event
        for bad, words in (
                (7, "it is no object"), ([], "it is no object"),
                ({}, "'ph' is missing or no text"),
                (spoil(task(0, 9), ts=None), "'ts' is missing or no number"),
                (spoil(task(0, 9), ts="0"), "'ts' is missing or no number"),
                (spoil(task(0, 9), dur=-1), "'dur' is out of range"),
                (spoil(task(0, 9), ts=1e300), "'ts' is out of range"),
                (spoil(task(0, 9), name=None), "'name' is missing or no text"),
                (spoil(task(0, 9), cat=3), "'cat' is missing or no text"),
                (spoil(task(0, 9), tid=5000), "there is no such track"),
                (spoil(task(0, 9), pid=1e9), "there is no such track"),
                (spoil(command(), args={}), "a command without 'each_worker'"),
                (spoil(arrow(1, 0, 1, 2, 2)[0], id=None),
                 "'id' is missing or no number"),
                (spoil(arrow(1, 0, 1, 2, 2)[0], tid=0),
                 "an arrow at no worker")):
            self.assertEqual(
                self.refused(json.dumps({"traceEvents": [command(), bad]})),
                f"tasklet-trace: error: 'T' is no trace of tasks: event 2: "
                f"{words}\n")

    def test_other_programs_events(self):
        """Phases that we do not write are somebody else's."""
        text = self.say([command(), {"ph": "B", "ts": "then"},
                         {"ph": "C", "name": "counter"}, task(0, 9, **ROOT)])
        self.assertRegex(text, r"\n  f +1 +9 us")

    def test_wrong_usage(self):
        self.say([command()])
        for options, words in (
                (["--svg"], "'--svg' lacks the name of a file"),
                (["--what"], "unknown option '--what'"),
                (["--burden=-1"], "'--burden=-1' is no number of nanoseconds"),
                (["--workers=1"], "'--workers=1' is no number of workers"),
                (["--command=0"], "'--command=0' names no command"),
                (["--command=2-1"], "'--command=2-1' names no commands"),
                (["--command=2"], "has 1 commands, and no command 2"),
                ([self.path], "one file at a time"),
                (["--svg=/no/such/place"], "'/no/such/place' cannot be written: "
                 "No such file or directory")):
            self.assertIn(words, self.run_(*options, status=2))

    # What is said

    def test_ordered_kernels(self):
        text = self.say(
            [ordered(), *LEVELS,
             ordered(2000, 2500, reused=True), phase(2000, 2500, "level 1",
                                                     "level"),
             ordered(3000, 3100, executor="serial", levels=0),
             phase(3000, 3100, "run in order", "run"),
             ordered(4000, 4600, kernel="p", executor="passes", dropped=2),
             phase(4000, 4200, "pass 1"), phase(4200, 4600, "pass 2")])
        lines = text.splitlines()
        self.assertEqual(lines[1].split(),
                         ["o", "3", "4", "1.6", "ms", "-", "-", "-"])
        self.assertIn("  ordered: levels 2 of 3, serial 1 of 3; reused 1", lines)
        self.assertIn("  most of a command: 5000 work-items, 3 levels or bins, "
                      "1000 conflicts", lines)
        self.assertRegex(text, r"\n  phase +drawn +time +own +longest\n")
        self.assertRegex(text, r"\n  levels +4 +1.1 ms +1.1 ms +500 us\n")
        self.assertRegex(text, r"\n  find levels +1 +300 us")
        self.assertRegex(text, r"\n  run in order +1 +100 us")
        self.assertRegex(text, r"\n  passes +2 +600 us +600 us +400 us\n")
        self.assertIn("  dropped: 2 phases. TASKLET_TRACE_SIZE makes more room",
                      lines)
        # There is nothing more to learn about them from one worker.
        self.assertNotIn("parallelism", text)
        self.assertIn("parallelism", self.say([ordered(), command(lane=1)]))

    def test_ordered_kernel_without_phases(self):
        text = self.say([ordered(traced=False, executor="serial")])
        self.assertIn("serial 1 of 1", text)
        self.assertNotIn("phase", text)
        self.assertNotIn("not compiled", text)

    def test_kernels(self):
        text = self.say(
            [command(0, 1000), command(2000, 4000, kernel="other", workers=2,
                                       steals=3, failed=True),
             command(5000, 5500), task(0, 900, **ROOT)],
            commands_left_out=4)
        lines = [line.split() for line in text.splitlines()]
        self.assertEqual(lines[1], ["k", "2", "1", "1.5", "ms", "100.0", "%",
                                    "14", "0"])
        self.assertEqual(lines[2], ["other", "1", "2", "2", "ms", "100.0", "%",
                                    "7", "3"])
        self.assertIn("other\n  failed: 1 of 1 commands\n", text)
        self.assertIn("The file had no room for 4 more commands.", text)

    def test_only_one_command(self):
        events = [command(0, 1000), command(2000, 2500, kernel="other")]
        text = self.say(events, "--command=2")
        self.assertNotIn("\nk ", text)
        self.assertIn("\nother ", text)
        self.assertEqual(self.say(events, "--command=1-2"), self.say(events))

    def test_times_of_tasks(self):
        """A task within its own kind counts once, own time is what is left."""
        text = self.say([command(0, 1000),
                         task(0, 100, "f", **ROOT), task(10, 60, "f"),
                         task(20, 40, "g"), task(200, 230, "g"),
                         task(300, 304, "12 x f", category="short tasks"),
                         task(400, 900, "idle", category="idle")])
        rows = {line.split()[0]: re.findall(r"[\d.]+ us|\b\d+(?= )", line)
                for line in text.splitlines() if line.startswith("  ")}
        self.assertEqual(rows["f"], ["2", "100 us", "80 us", "100 us"])
        self.assertEqual(rows["g"], ["2", "50 us", "50 us", "30 us"])
        self.assertRegex(text, r"  short tasks +1 +4 us +4 us +4 us\n")

    def test_dropped_events(self):
        text = self.say([command(dropped=123, shortest=160.0),
                         task(0, 900, **ROOT)])
        self.assertIn("dropped: 123 events; nothing below 160 us is drawn. "
                      "TASKLET_TRACE_SIZE makes more room", text)
        self.assertNotIn("dropped", self.say([command()]))

    def test_programs_not_compiled_for_traces(self):
        text = self.say([command(traced=False)])
        self.assertIn("not compiled for traces: 1 of 1 commands", text)
        self.assertIn("trace with TASKLET_WORKERS=1", text)

    def test_several_workers_have_no_span(self):
        text = self.say([command(workers=2), task(0, 9, **ROOT)])
        self.assertNotIn("span", text.split("\n\n")[1])
        self.assertIn("trace with TASKLET_WORKERS=1", text)

    # Work and span

    def parallel(self, text):
        """Work, span and burdened span in nanoseconds."""
        units = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
        found = re.search(r"work (\S+) (\S+), span (\S+) (\S+): parallelism "
                          r"(\S+); with the cost of thefts (\S+) (\S+): (\S+)",
                          text)
        self.assertTrue(found, text)
        groups = found.groups()
        return [float(groups[i]) * units[groups[i + 1]] for i in (0, 2, 5)]

    def test_serial_and_parallel(self):
        # 100 of its own, two children of 300 and 200 at the same time, then one
        # of 50 behind another force.
        events = [command(0, 650), task(0, 650, **ROOT),
                  task(50, 350, **{"for": "f.force1"}),
                  task(350, 550, **{"for": "f.force1"}),
                  task(560, 610, **{"for": "f.force2"})]
        work, span, burdened = self.parallel(self.say(events, "--burden=1000"))
        self.assertEqual(work, 650e3)
        self.assertEqual(span, 450e3)
        # The root and both chains: one theft each.
        self.assertEqual(burdened, 453e3)
        _, _, burdened = self.parallel(self.say(events, "--burden=0"))
        self.assertEqual(burdened, span)

    def test_roots_run_at_the_same_time(self):
        events = [command(0, 900)]
        events += [task(100 * i, 100 * i + 90, **ROOT) for i in range(8)]
        events += [task(820, 850, "k.force1"), task(850, 870, "k.force1")]
        work, span, _ = self.parallel(self.say(events))
        self.assertEqual(work, 8 * 90e3 + 50e3)
        self.assertEqual(span, 90e3 + 30e3)

    def test_short_tasks(self):
        events = [command(0, 900, shortest=10.0),
                  task(0, 800, "99 x f", category="short tasks")]
        work, span, _ = self.parallel(self.say(events))
        self.assertEqual((work, span), (800e3, 10e3))

    def test_random_trees(self):
        chance = random.Random(5)

        def grow(begin, depth):
            """Events, end, span and burdened span of a task."""
            time, own, spans, burdens, events = begin, 0, 0, 0, []
            for force in range(chance.randrange(3) if depth else 0):
                step = chance.randrange(1, 50)
                time, own = time + step, own + step
                longest, burdened = 0, 0
                for _ in range(chance.randrange(1, 4)):
                    below, time, span, burden = grow(time, depth - 1)
                    events += below
                    events[-1]["args"]["for"] = f"f.force{force + 1}"
                    longest = max(longest, span)
                    burdened = max(burdened, burden + 2)
                spans, burdens = spans + longest, burdens + burdened
            step = chance.randrange(1, 50)
            time, own = time + step, own + step
            events.append(task(begin, time))
            return events, time, own + spans, own + burdens

        for _ in range(30):
            events, end, span, burdened = grow(0, 5)
            events[-1]["args"] = dict(ROOT)
            text = self.say([command(0, end)] + events, "--burden=2000")
            for found, wanted in zip(self.parallel(text),
                                     (end, span, burdened + 2)):
                self.assertAlmostEqual(found / 1000 / wanted, 1, delta=0.006)

    def test_speed_up(self):
        events = [command(0, 1000), task(0, 1000, **ROOT)]
        events += [task(100 * i, 100 * i + 100, **{"for": "f.force1"})
                   for i in range(10)]
        text = self.say(events, "--burden=0", "--workers=16")
        rows = {re.sub(r"[\d. ]+$", "", line).strip(): line.split()[-4:]
                for line in text.splitlines() if line.startswith("  ")}
        self.assertEqual(rows["workers"], ["2", "4", "8", "16"])
        self.assertEqual(rows["at most"], ["2.00", "4.00", "8.00", "10.00"])
        self.assertEqual(
            rows["speed-up at least"],
            [f"{1000 / (1000 / p + 100 * (1 - 1 / p)):.2f}"
             for p in (2, 4, 8, 16)])

    def test_tasks_as_the_clock(self):
        text = self.say([command(0, 40, clock="tasks"), task(0, 40, **ROOT),
                         task(1, 30, **{"for": "f.force1"}),
                         task(30, 40, **{"for": "f.force1"})])
        self.assertIn("work 40 tasks, span 30 tasks: parallelism 1.3\n", text)

    # Pictures

    def paint(self, events, *options):
        svg, html = self.folder / "t.svg", self.folder / "t.html"
        self.say(events, f"--svg={svg}", f"--html={html}", *options)
        root = xml.etree.ElementTree.parse(svg).getroot()
        return root, html.read_text()

    @staticmethod
    def of_class(root, tag, name):
        return [e for e in root.iter("{http://www.w3.org/2000/svg}" + tag)
                if e.get("class") == name]

    def test_picture(self):
        events = [command(0, 1000, workers=2),
                  task(0, 1000, "f", **ROOT), task(250, 500, "g<&>\""),
                  task(500, 750, "f", worker=1, start="stolen"),
                  task(0, 500, "idle", worker=1, category="idle")]
        events += arrow(1, 0, 1, 500, 500) + arrow(1, 1, 0, 749, 800, "adopt")
        root, html = self.paint(events)
        left, width = 84, 1000
        bars = [r for r in self.of_class(root, "rect", "t")
                if float(r.get("y")) > 50]
        places = sorted((float(r.get("x")), float(r.get("width")), r[0].text)
                        for r in bars)
        self.assertEqual(places, [
            (left, width, "f, 1 ms, root task"),
            (left + 250, 250, 'g<&>", 250 us'),
            (left + 500, 250, "f, 250 us, stolen")])
        # One colour for each kind.
        colours = {r[0].text.split(",")[0]: r.get("fill") for r in bars}
        self.assertEqual(len({r.get("fill") for r in bars}), 2)
        self.assertNotEqual(colours["f"], colours['g<&>"'])
        # The child is below its parent, the other worker below both.
        rows = {r[0].text: float(r.get("y")) for r in bars}
        self.assertLess(rows["f, 1 ms, root task"], rows['g<&>", 250 us'])
        self.assertLess(rows['g<&>", 250 us'], rows["f, 250 us, stolen"])
        names = [e.text for e in self.of_class(root, "text", "n")]
        self.assertEqual(names, ["worker 0", "worker 1"])
        # Each arrow, and a sign for each in the legend.
        self.assertEqual(len(self.of_class(root, "path", "s")), 2)
        self.assertEqual(len(self.of_class(root, "path", "a")), 2)
        self.assertEqual(len(self.of_class(root, "rect", "i")), 2)
        # The page has the same and the text, and fetches nothing.
        self.assertEqual(html.count("<title>f, 1 ms, root task"), 1)
        self.assertIn(' data-length="1000000"', html)
        self.assertIn("\nk              1        2  ", html)
        self.assertIn("\nFor work, span and parallelism", html)
        self.assertNotRegex(html, r"(src|href)=")

    def test_what_would_not_be_seen(self):
        events = [command(0, 1e6), task(0, 1e6, **ROOT)]
        events += [task(10 * i, 10 * i + 5) for i in range(50000)]
        root, html = self.paint(events)
        self.assertEqual(len(self.of_class(root, "rect", "t")), 2)
        # In the page one can zoom, but not without end.
        self.assertLess(html.count("<rect"), 21000)

    def test_more_rows_than_are_painted(self):
        events = [command(0, 1000)] + [
            task(i, 1000 - i, **({} if i else ROOT)) for i in range(30)]
        root, html = self.paint(events)
        self.assertEqual(len(self.of_class(root, "rect", "t")), 12 + 1)
        self.assertIn(">the upper 12 of 30 rows<", html)
        _, html = self.paint(events[:13])
        self.assertNotIn("the upper", html)

    def test_zoom_keeps_short_tasks(self):
        """A microsecond in a second is a thousandth of a pixel."""
        root, html = self.paint([command(0, 2), task(0.25, 1.5, **ROOT),
                                 command(1e6 - 10, 1e6)])
        page = html[html.index("<svg"):html.index("</svg>") + len("</svg>")]
        page = xml.etree.ElementTree.fromstring(page)
        bars = [(float(r.get("x")) - 84, float(r.get("width")))
                for kind in "tc" for r in self.of_class(page, "rect", kind)
                if float(r.get("y")) > 50]
        for bar, wanted in zip(bars, ((0.25e-3, 1.25e-3), (0, 2e-3),
                                      (1000 - 0.01, 0.01))):
            for found, value in zip(bar, wanted):
                self.assertAlmostEqual(found, value, delta=1e-6)

    def test_keys_for_commands(self):
        for commands, there in ([command(0, 9)], False), (
                [command(0, 9), command(700, 709)], True):
            _, html = self.paint(commands)
            self.assertEqual("n, p: the next" in html, there)

    def test_page_without_scripts(self):
        """It has the whole picture, names included, and does not say what only a
        script can do."""
        _, html = self.paint([command(0, 1000), task(0, 900, "work", **ROOT)])
        before, script = html.split("<script>")
        self.assertIn(">work</text>", before)
        self.assertIn('<span id="how" hidden>Wheel', before)
        self.assertIn("getElementById('how').hidden = false", script)

    def test_empty_command(self):
        root, _ = self.paint([command(5, 5)])
        self.assertEqual(len(self.of_class(root, "rect", "t")), 0)

    def test_levels_over_time(self):
        root, html = self.paint([ordered(), *LEVELS, command(0, 500, "k"),
                                 task(0, 400, "work", **ROOT)])
        self.assertEqual([e.text for e in self.of_class(root, "text", "n")],
                         ["1/worker 0", "2/levels"])
        bars = [r for r in self.of_class(root, "rect", "t")
                if float(r.get("y")) > 50]
        levels = [r for r in bars if r[0].text.startswith("level")]
        self.assertEqual([r[0].text for r in levels],
                         ["level 1, 300 us", "level 2, 150 us",
                          "levels 3 to 7, 150 us"])
        # One colour, in two shades, so that one sees where a level ends.
        self.assertEqual(len({r.get("fill") for r in levels}), 1)
        self.assertEqual([r.get("fill-opacity") for r in levels],
                         [None, "0.6", None])
        self.assertEqual(len({r.get("fill") for r in bars}), 4)
        texts = [e.text for e in root.iter() if e.text]
        self.assertIn("levels", texts)
        self.assertNotIn("level 3", texts)

    def test_several_commands(self):
        root, _ = self.paint([command(0, 400, kernel="first"),
                              command(500, 1000, kernel="second"),
                              command(200, 600, kernel="beside", lane=2)])
        self.assertEqual([e.text for e in self.of_class(root, "text", "k")],
                         ["first", "beside", "second"])
        names = [e.text for e in self.of_class(root, "text", "n")]
        self.assertEqual(names, ["1/worker 0", "2/worker 0"])


if __name__ == "__main__":
    unittest.main()
