# Configuration of the lit suites in test/plugin, test/passes and test/kite.
#
# Substitutions (CONTRIBUTING.md shows how to run one test):
#   %clang       the clang that the plugin was built for
#   %opt         opt of the same version
#   %plugin      TaskletPlugin.so, for clang: Clang plugin and pass plugin
#   %passes      TaskletPasses.so, the pass plugin alone, for opt
#   %taskletc    the compiler command
#   %for_device  its options for a program that the first device runs;
#                %clang_for_device are those of clang with the plugin
#   %kite        the command that runs programs in Kite
#   %kitec       the compiler command of Kite
#   %kite_tree   prints the syntax trees of programs in Kite as nested lists
#   %llvm_spirv  the translator of the same version
#   %spirv_val   the validator of SPIR-V
#   %llvm_major  the version of LLVM
#   %python      the Python that runs lit
#   %bin, %lib   the folders of the other products
# FileCheck, not, split-file and the other LLVM tools are found by their names.

import os
import sys

import lit.formats

config.name = "tasklet"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cl", ".kite", ".ll", ".test"]
config.excludes = ["Inputs", "runtime", "install", "programs"]
config.test_source_root = config.source_root
config.test_exec_root = config.build_root

config.available_features.add("llvm-" + config.llvm_major)

sys.path.append(config.source_root)
from device_form import takes_bitcode

has_bitcode = takes_bitcode()
if has_bitcode:
    config.available_features.add("device-clock")

config.environment["PATH"] = os.pathsep.join(
    [config.llvm_tools, config.environment["PATH"]])
# lit starts from an environment of its own, so the caller's TASKLET_* stay out, but
# for the library that fits a compiler (scripts/test-compiler).
for name in ("HOME", "OCL_ICD_VENDORS", "POCL_CACHE_DIR", "TASKLET_LIBCLC"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

plugin = os.path.join(config.tasklet_lib, "TaskletPlugin.so")
for name, value in [
        ("clang", config.clang),
        ("opt", config.opt),
        ("plugin", plugin),
        ("passes", os.path.join(config.tasklet_lib, "TaskletPasses.so")),
        ("taskletc", os.path.join(config.tasklet_bin, "taskletc")),
        ("kite", os.path.join(config.tasklet_bin, "kite")),
        ("kitec", os.path.join(config.tasklet_bin, "kitec")),
        ("for_device", "" if has_bitcode else "-tkl-target=spirv"),
        ("clang_for_device",
         "" if has_bitcode else "-mllvm -tkl-target=spirv"),
        ("kite_tree",
         os.path.join(config.tasklet_bin, "kite-parse-fuzz") + " --tree"),
        ("llvm_spirv", config.llvm_spirv),
        ("spirv_val", config.spirv_val),
        ("bin", config.tasklet_bin),
        ("lib", config.tasklet_lib),
        ("python", sys.executable),
        ("llvm_major", config.llvm_major),
]:
    config.substitutions.append((r"%" + name + r"\b", value))
