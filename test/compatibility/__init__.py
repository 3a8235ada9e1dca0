"""Compares what OpenCL applications do without and with the layer.

scripts/check-compatibility is the command. A suite is a file in suites/, which
suites/__init__.py lists.
"""
