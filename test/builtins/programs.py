"""Programs of many calls: one that is plain, one with tasks, one with
everywhere blocks."""

import inputs
from calls import BODY, HEADER, KERNEL, LOCAL, OUTSIDE, SAMPLER, SLOT, TASK

PLAIN = "plain"
# The kernels of each program, and where their calls stand.
PROGRAMS = {"plain": (PLAIN,), "tasks": (KERNEL, TASK),
            "everywhere": (OUTSIDE, BODY)}
MEMORY = "__global const uchar *in, __global uchar *out, " \
    "__constant const uchar *table"
IMAGE_TYPES = {"1d": "image1d_t", "2d": "image2d_t", "3d": "image3d_t",
               "1a": "image1d_array_t", "2a": "image2d_array_t",
               "1b": "image1d_buffer_t", "zd": "image2d_depth_t",
               "za": "image2d_array_depth_t"}
ACCESS = {"r": "read_only", "w": "write_only", "x": "read_write"}


def images_of(calls):
    return sorted({image for call in calls for image in call.images})


def allowed(call, place):
    return place == PLAIN or place in call.places


def body(calls, place):
    """The statements of the calls, each with its own part of the output."""
    text = []
    for index, call in enumerate(calls):
        if allowed(call, place):
            text.append(f"  {{ // {call.declaration.text()}")
            text.append("    __global uchar *o = out + "
                        f"({index * inputs.ITEMS} + w) * {SLOT};")
            text += ["    " + line for line in call.lines] + ["  }"]
    return "\n".join(text)


def kernel(name, calls, statements, images):
    parameters = "".join(f", {ACCESS[i[0]]} {IMAGE_TYPES[i[1:3]]} {i}"
                         for i in images)
    shared = f"  __local uchar shared[{LOCAL}] __attribute__((aligned(128)));\n"
    return f"__kernel void {name}({MEMORY}{parameters}) {{\n" + \
        (shared if "shared" in statements else "") + \
        f"  int w = get_local_id(0);\n{statements}\n}}\n"


def write(program, calls, places):
    """The source of a program with these calls in these places."""
    images = images_of(calls)
    text = HEADER + (SAMPLER if images else "")
    if program == "plain":
        return text + kernel(PLAIN, calls, body(calls, PLAIN), images)
    if program == "tasks":
        inside = body(calls, TASK) if TASK in places else ""
        text += f"__task void t(int w, {MEMORY}) {{\n{inside}\n}}\n"
        statements = {KERNEL: body(calls, KERNEL),
                      TASK: "  () <- t(w, in, out, table);"}
    else:
        # Lanes that wait, and blocks around the calls, so that there is
        # something to be restored.
        unused = len(calls) * inputs.ITEMS * SLOT
        block = f"  if (w & 1) everywhere {{ out[{unused}] = 0; }}\n"
        statements = {OUTSIDE: block + body(calls, OUTSIDE) + "\n" + block,
                      BODY: "  if (w == 3) everywhere {\n" +
                            body(calls, BODY) + "\n  }\n"}
    return text + "".join(kernel(place, calls, statements[place], images)
                          for place in places)


def output_size(calls):
    return (len(calls) + 1) * inputs.ITEMS * SLOT
