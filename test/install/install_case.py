"""An installed tree, and an empty folder for each test."""

import os
import pathlib
import shlex
import shutil
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# run_tests.py sets them.
BUILD = None
LLVM = None


def environment(folder, more=None):
    """The caller's, without what would lead to another Tasklet."""
    result = {name: value for name, value in os.environ.items()
              if not name.startswith(("TASKLET_", "OPENCL_LAYERS", "CMAKE_",
                                      "PKG_CONFIG", "LD_LIBRARY_PATH"))}
    result["TASKLET_CACHE_DIR"] = str(folder / "cache")
    result["TASKLET_WORKERS"] = "2"
    result.update(more or {})
    return result


class Case(unittest.TestCase):
    """Each test has an empty folder, each class an installed tree."""

    @classmethod
    def setUpClass(cls):
        cls.top = pathlib.Path(tempfile.mkdtemp(prefix="tasklet-install-"))
        cls.addClassCleanup(shutil.rmtree, cls.top)
        cls.makeTree()

    @classmethod
    def makeTree(cls):
        cls.first = cls.top / "first"
        subprocess.run(["cmake", "--install", BUILD, "--prefix", cls.first],
                       check=True, stdout=subprocess.DEVNULL)
        cls.tree = cls.top / "moved tree"
        cls.first.rename(cls.tree)

    def setUp(self):
        self.folder = self.top / self.id().rsplit(".", 1)[1]
        self.folder.mkdir()

    def run_(self, *command, fails=False, env=None, cwd=None):
        """Output and errors together; checks whether the command succeeds."""
        done = subprocess.run([str(word) for word in command], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              cwd=cwd or self.folder,
                              env=environment(self.top, env))
        self.assertEqual(done.returncode != 0, fails,
                         f"{shlex.join(map(str, command))}\n{done.stdout}")
        return done.stdout

    def copyConsumer(self):
        shutil.copytree(HERE / "consumer", self.folder / "src")
        return self.folder / "src"

    def configure(self, source, *options, generator="Ninja", fails=False):
        return self.run_(
            "cmake", "-S", source, "-B", self.folder / "build", "-G", generator,
            "-DCMAKE_BUILD_TYPE=Debug", f"-DCMAKE_PREFIX_PATH={self.tree}",
            "-DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF",
            # From CMake 3.27 on ld says what a program depends on, and gives a
            # path with a blank as two: it is linked each time.
            "-DCMAKE_LINK_DEPENDS_USE_LINKER=OFF", *options, fails=fails)

    def make(self, *options, fails=False):
        return self.run_("cmake", "--build", self.folder / "build", *options,
                         fails=fails)
