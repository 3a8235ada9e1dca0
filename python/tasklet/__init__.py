# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tasks, everywhere blocks and ordered kernels for pyopencl.

Import this module before the first call of OpenCL. It puts the layer of Tasklet
between pyopencl and the driver, so that programs may use the extended language:

    import tasklet
    import pyopencl as cl

    context = cl.create_some_context(interactive=False)
    program = tasklet.build(context, source)

`build` is short for `cl.Program(context, source).build()` with better messages;
all else of pyopencl works as ever. `stats` and `ordered_stats` tell what a
command did, `trace` writes timelines.

The import also sets PYOPENCL_NO_CACHE, unless it is set: pyopencl's own cache
would keep binaries that fail in later runs without the layer. Tasklet and the
driver have caches of their own.
"""

# First, since without its libraries the rest is of no use.
from tasklet._layer import activate, check_device

activate()

from tasklet._drivers import use_intel
from tasklet._program import build
from tasklet._stats import OrderedStats, Stats, ordered_stats, stats
from tasklet._trace import trace
from tasklet._version import __version__

__all__ = ["build", "check_device", "stats", "ordered_stats", "trace",
           "use_intel", "Stats", "OrderedStats", "__version__"]
