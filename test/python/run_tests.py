#!/usr/bin/env python3
"""Makes the wheel of a build, installs it into an environment of its own beside
Debian's pyopencl, and uses it as its users do.

  run_tests.py BUILD [UNITTEST-ARGUMENT...]
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(sys.argv.pop(1)).resolve()

FIB = '''
source = """
__task int fib(int n) {
  if (n < 2) return n;
  int a <- fib(n - 1);
  int b <- fib(n - 2);
  force (a, b) { return a + b; }
}
__kernel void start(__global int *out, int n) { out[0] <- fib(n); }
__kernel void plain(__global int *out, int n) { out[0] = n; }
"""
'''
# `run` gives the event and the result of a kernel.
USE = FIB + '''
import numpy as np
import pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
def run(kernel):
    out = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, 4)
    event = kernel(queue, (1,), None, out, np.int32(15))
    result = np.empty(1, np.int32)
    cl.enqueue_copy(queue, result, out)
    return event, result[0]
'''


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        top = tempfile.TemporaryDirectory()
        cls.addClassCleanup(top.cleanup)
        cls.top = pathlib.Path(top.name)
        subprocess.run([ROOT / "scripts/wheel", "--build", BUILD, cls.top],
                       check=True, stdout=subprocess.DEVNULL)
        [cls.wheel] = cls.top.glob("*.whl")
        venv = cls.top / "venv"
        subprocess.run(["/usr/bin/python3", "-m", "venv",
                        "--system-site-packages", venv], check=True)
        cls.python = venv / "bin/python"
        subprocess.run([cls.python, "-m", "pip", "install", "-q", "--no-index",
                        "--no-deps", cls.wheel], check=True)

    def run_(self, text, fails=False, **env):
        clean = {name: value for name, value in os.environ.items()
                 if not name.startswith(("TASKLET_", "OPENCL_", "PYOPENCL_"))}
        # Debian 13's pytools warns that it could be faster.
        clean.update(TASKLET_WORKERS="2", XDG_CACHE_HOME=str(self.top / "cache"),
                     PYTHONWARNINGS="ignore:Unable to import recommended hash",
                     **env)
        done = subprocess.run([self.python, "-c", text], cwd=self.top, env=clean,
                              text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode != 0, fails, done.stdout)
        return done.stdout

    def testNamesItsMachine(self):
        self.assertRegex(self.wheel.name,
                         r"^tasklet-\d+\.\d+\.\d+-py3-none-"
                         r"manylinux_2_\d+_\w+\.whl$")

    def testRunsTheNotebook(self):
        text = (ROOT / "samples/python/notebook.py").read_text()
        self.assertIn("the same bits as a serial loop", self.run_(text))

    def testRunsWhatItsPageSays(self):
        page = (ROOT / "python/README.md").read_text()
        [text] = re.findall("```python\n(.*?)```", page, re.S)
        # fib(25), and the tasks: one for each call.
        self.assertEqual(self.run_(text), "75025 242785\n")

    def testTellsWhatCommandsDid(self):
        out = self.run_("import tasklet\n" + USE + '''
program = tasklet.build(context, source)
event, result = run(program.start)
done = tasklet.stats(event)
print(result, done.tasks, done.workers, done.heap_used <= done.heap_size)
for kernel, read in ((program.plain, tasklet.stats),
                     (program.start, tasklet.ordered_stats)):
    try:
        read(run(kernel)[0])
    except ValueError as error:
        print(error)
''')
        # Calls of fib(15): 2 * fib(16) - 1.
        self.assertEqual(out, "610 1973 2 True\n"
                              "the event is that of no command that spawns tasks\n"
                              "the event is that of no command of an ordered "
                              "kernel\n")

    def testSaysWhereProgramsAreWrong(self):
        out = self.run_("import tasklet\n" + USE + '''
try:
    tasklet.build(context, source.replace("(a, b)", "(a, c)"))
except cl.RuntimeError as error:
    print(error)
print(run(tasklet.build(context, source).start)[1])
''')
        self.assertRegex(out, r":6:\d+: error: .*'c'")
        self.assertTrue(out.endswith("\n610\n"), out)

    def testTakesOptionsAndFiles(self):
        (self.top / "p.kite").write_text(
            "export task f(n: int): int { return n + 1; }\n")
        out = self.run_("import tasklet, pathlib\n" + USE + '''
for options in ("-DM=3 -w", ["-DM=3", "-w"]):
    program = tasklet.build(
        context, "__kernel void k(__global int *o, int n) { *o = n * M; }",
        options)
    print(run(program.k)[1])
print(run(tasklet.build(context, pathlib.Path("p.kite")).f)[1])
try:
    tasklet.build(context, pathlib.Path("none.cl"))
except FileNotFoundError as error:
    print(error)
''')
        self.assertEqual(out, "45\n45\n16\n[Errno 2] No such file or directory: "
                              "'none.cl'\n")

    def testKeepsNothingInTheCacheOfPyopencl(self):
        self.run_("import tasklet\n" + USE +
                  "run(tasklet.build(context, source).start)\n"
                  "run(cl.Program(context, source).build().start)\n")
        self.assertFalse((self.top / "cache/pyopencl").exists())

    def testSaysThatItCameTooLate(self):
        out = self.run_(USE + '''
import tasklet
try:
    tasklet.build(context, source)
except RuntimeError as error:
    print(error)
''')
        self.assertIn("OpenCL was called before tasklet was imported", out)

    def testSaysThatADriverTakesNothing(self):
        out = self.run_('''
import tasklet
class Device:
    name, extensions = "PoCL of a wheel", "cl_khr_fp64"
    def get_info(self, what):
        return ""
try:
    tasklet.check_device(Device())
except RuntimeError as error:
    print(error)
''')
        self.assertIn("takes neither SPIR bitcode nor SPIR-V", out)

    def testPaintsTimelines(self):
        self.run_("import tasklet, os\nwith tasklet.trace('t.json'):" +
                  USE.replace("\n", "\n  ") + '''
  run(tasklet.build(context, source).start)
assert "TASKLET_TRACE" not in os.environ
''')
        events = json.loads((self.top / "t.json").read_text())["traceEvents"]
        self.assertTrue(any("fib" in event["name"] for event in events))
        self.assertIn("'no/such' is no folder", self.run_(
            "import tasklet\nwith tasklet.trace('no/such/t.json'): pass\n",
            fails=True).replace(str(self.top) + "/", "").replace(
                str(self.top.resolve()) + "/", ""))

    def testMissesIntelsRuntime(self):
        self.assertIn("pip install intel-opencl-rt", self.run_(
            "import tasklet\ntasklet.use_intel()\n", fails=True))

    def testNeedsDaskOnlyForIt(self):
        self.assertIn("pip install 'dask[array]' distributed", self.run_(
            "import sys, tasklet\nassert 'dask' not in sys.modules\n"
            "sys.modules['dask'] = None\nimport tasklet.dask\n", fails=True))
        # The wheel has it.
        self.assertEqual(self.run_(
            "import tasklet.dask\nprint(tasklet.dask.map_blocks.__name__)\n"),
            "map_blocks\n")

    def testLeavesALayerThatIsNamedAlready(self):
        layer = BUILD / "lib/libtasklet-layer.so"
        self.assertEqual(self.run_(
            "import os, tasklet\nprint(os.environ['OPENCL_LAYERS'])\n",
            OPENCL_LAYERS=str(layer)), f"{layer}\n")

    def testSaysThatItIsNotInstalled(self):
        self.assertIn("scripts/wheel", self.run_(
            f"import sys\nsys.path.insert(0, {str(ROOT / 'python')!r})\n"
            "import tasklet\n", fails=True))


if __name__ == "__main__":
    unittest.main()
