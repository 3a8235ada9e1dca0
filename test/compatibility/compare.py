"""Runs one program without and with the layer, and judges the difference.

The verdict is "same", "different", "varies" (the output differs from run to run
without the layer as well) or "unstable" (so do exit status or counts).
"""

import difflib
import os
import re
import signal
import subprocess
import tempfile

from .common import EXTENSION, WAYS, Counts, Failure, Program, Result


def environment(home, way, layer):
    """What a program sees: nothing of the user's, but for the PATH."""
    result = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": home,
              "XDG_CACHE_HOME": home, "POCL_CACHE_DIR": f"{home}/pocl",
              "TASKLET_CACHE_DIR": f"{home}/tasklet"}
    if way == "with":
        result["OPENCL_LAYERS"] = str(layer)
    return result


def run(program, home, way, layer):
    """Runs a program in a new folder, and its children with it."""
    with tempfile.TemporaryDirectory(prefix="compatibility-") as folder:
        process = subprocess.Popen(
            program.command, cwd=program.folder or folder, text=True,
            errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True,
            env=environment(home, way, layer) | {"TMPDIR": folder}
            | program.environment)
        try:
            output, _ = process.communicate(timeout=program.timeout)
            status = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            status = "timeout"
        output = output.replace(folder, "FOLDER").replace(home, "HOME")
    result = Result(status, output)
    result.counts = (Counts(["fail"]) if status == "timeout"
                     else program.count(result))
    return result


# The extension as one of a list, with its version or in clinfo's table.
ANNOUNCED = [
    re.compile(rf"^ +{EXTENSION} +0x\w+ \(\d+\.\d+\.\d+\)\n", re.M),
    re.compile(rf', "{EXTENSION}" : \{{[^}}]*\}}'),
    re.compile(rf" {EXTENSION}(:0x\w+)?"),
]
VARYING = [
    (re.compile(r"0x[0-9a-f]{6,}"), "ADDRESS"),
    (re.compile(r"tempfile_\w{6}|cmake_testrun_\w+"), "TEMPFILE"),
    (re.compile(r"\b\d+(\.\d+)? *(m|u)?(sec|seconds?)\b"), "TIME"),
    (re.compile(r"\b\d+(\.\d+)? ?(s|ms|us|ns)\b"), "TIME"),
    (re.compile(r"\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\b"), "DATE"),
    (re.compile(r"\b\d+(\.\d+)? GF(LOPS|lop)/s"), "RATE"),
]


def comparable(program, output):
    for pattern in ANNOUNCED:
        output = pattern.sub("", output)
    for pattern, word in VARYING:
        output = pattern.sub(word, output)
    if program.varying:
        output = re.sub(program.varying, "", output, flags=re.M)
    return output


# Runs without the layer that must agree before the layer is blamed. A program
# that varies in one of four runs is found out with 9 in 10.
AGAIN = 8


# How one program fared, for the results that are kept.
def compare(program, home, layer):
    results = {way: run(program, home[way], way, layer) for way in WAYS}
    plain, layered = (results[way] for way in WAYS)

    def outcome(result):
        return result.status, result.counts

    def text(result):
        return comparable(program, result.output)

    def varies(view):
        """True if it is another without the layer, sooner or later."""
        return any(view(run(program, home["without"], "without", layer))
                   != view(plain) for _ in range(AGAIN))

    verdict = "same"
    difference = ""
    if outcome(plain) != outcome(layered):
        verdict = "unstable" if varies(outcome) else "different"
    elif text(plain) != text(layered):
        verdict = "varies" if varies(text) else "different"
    if verdict != "same":
        difference = "\n".join(difflib.unified_diff(
            comparable(program, plain.output).splitlines(),
            comparable(program, layered.output).splitlines(),
            "without", "with", n=1, lineterm=""))
    return {
        "name": program.name, "verdict": verdict, "difference": difference,
        "status": {way: results[way].status for way in WAYS},
        "counts": {way: dict(results[way].counts) for way in WAYS}}


def self_test():
    """Programs that see the layer, and some that only seem to."""
    cases = {
        "same": 'echo "list${OPENCL_LAYERS:+ cl_tkl_tasklets}"; pwd; '
                'echo "$$ ms, $$.5 usec, $$ GFlop/s"; date "+%F %T.%N"',
        "different": 'echo "layers: $OPENCL_LAYERS"',
        "different status": 'test -z "$OPENCL_LAYERS"',
        "different time": 'test -z "$OPENCL_LAYERS" || sleep 60',
        "varies": 'echo "process $$"',
        # Fails with the layer, and every fifth time without.
        "unstable": 'n=$(cat "$HOME/n" || echo 0); echo $((n + 1)) >"$HOME/n"; '
                    'test -z "$OPENCL_LAYERS" && test $n != 4',
    }
    for case, script in cases.items():
        with tempfile.TemporaryDirectory() as home:
            found = compare(Program(case, ["sh", "-c", script], timeout=2),
                            dict.fromkeys(WAYS, home), "/layer.so")
        if found["verdict"] != case.partition(" ")[0]:
            raise Failure(f"self-test: {case} was found {found['verdict']}")
