"""The suites, in the order in which they run and stand in the page."""

from . import (
    clblast, clfft, clinfo, clpeak, gpuarray, hashcat, piglit, pocl, pyopencl,
    viennacl)

SUITES = [module.SUITE for module in (
    clinfo, clpeak, piglit, pocl, pyopencl, clblast, viennacl, clfft, gpuarray,
    hashcat)]
