# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The version that pip has installed."""

import importlib.metadata

try:
    __version__ = importlib.metadata.version("tasklet")
except importlib.metadata.PackageNotFoundError:
    # From the source's folder, with OPENCL_LAYERS set by hand.
    __version__ = "not installed"
