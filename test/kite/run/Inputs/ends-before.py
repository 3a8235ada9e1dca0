"""ends-before.py TRACE A B: whether some task A ends before the last B does."""
import json
import sys

with open(sys.argv[1]) as file:
    events = json.load(file)
if isinstance(events, dict):
    events = events["traceEvents"]


def ends(name):
    return [event["ts"] + event["dur"] for event in events
            if event.get("ph") == "X" and event.get("cat") == "task"
            and event["name"] == name
            # The end of the last part is the task's.
            and event.get("args", {}).get("part", "last") == "last"]


first, second = sys.argv[2:4]
assert ends(first) and ends(second), "they are not in the trace"
is_before = min(ends(first)) < max(ends(second))
print(f"{'a' if is_before else 'no'} '{first}' ends before '{second}' does")
