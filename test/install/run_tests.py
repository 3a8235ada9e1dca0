#!/usr/bin/env python3
"""Tests what `cmake --install` and `cpack` make, as somebody would use it.

  run_tests.py --build FOLDER --llvm VERSION [CLASS[.TEST]...]

Everything happens in a temporary folder. The tree is moved after it has been
installed, to a path with a blank in it.
"""

import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
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


class Tree(Case):
    def testFindsItsPartsAfterItWasMoved(self):
        lines = self.run_(self.tree / "bin/taskletc", "--toolchain")
        self.assertIn(f"taskletc {self.tree}/bin/taskletc ", lines)
        # A taskletc in one file has no others.
        if "\nplugin " in lines:
            self.assertIn(f"plugin {self.tree}/lib", lines)
        else:
            self.assertEqual(lines.count("\n"), 1)

    def testNamesNoPlaceOfTheBuild(self):
        for path in self.tree.rglob("*"):
            if not path.is_file():
                continue
            content = path.read_bytes()
            for place in (self.first, BUILD, ROOT):
                self.assertFalse(str(place).encode() in content,
                                 f"{path} names {place}")

    def testDependsOnNothingBesideItButTheSystem(self):
        for path in self.tree.rglob("*"):
            if path.suffix == ".so" or path.name in ("taskletc", "kitec"):
                if path.is_file() and path.read_bytes()[:4] == b"\x7fELF":
                    dynamic = self.run_("readelf", "-d", path)
                    self.assertNotRegex(dynamic, r"R(UN)?PATH")

    def testRunsKite(self):
        program = self.folder / "p.kite"
        program.write_text("export task f(n: int): int { return n + 1; }\n")
        self.assertEqual(
            self.run_(self.tree / "bin/kite", "run", program, "f", "41"),
            "42\n")

    @unittest.skipUnless(shutil.which("oclgrind"), "no Oclgrind is installed")
    def testRunsInTheSimulator(self):
        program = self.folder / "p.kite"
        program.write_text("export task f(n: int): int { return n + 1; }\n")
        simulate = self.tree / "bin/tasklet-oclgrind"
        self.assertEqual(
            self.run_(simulate, "--data-races", self.tree / "bin/kite", "run",
                      program, "f", "41"), "42\n")
        # Each part that comes from outside is missed by its name.
        few = self.folder / "few"
        few.mkdir()
        for name in ("bash", "readlink", "dirname"):
            (few / name).symlink_to(shutil.which(name))
        for name in ("oclgrind", f"llvm-spirv-{LLVM}", "llvm-spirv-14"):
            message = self.run_(simulate, "true", env={"PATH": str(few)},
                                fails=True)
            self.assertIn(f"install it (package {name})", message)
            (few / name).symlink_to(shutil.which(name))

    def testElidesPrograms(self):
        program = self.folder / "p.cl"
        program.write_text("__kernel void k(__global int *o) { o[0] = 7; }\n")
        self.run_(self.tree / "bin/taskletc", "--elide", program, "-o",
                  self.folder / "p.c")
        self.run_("cc", self.folder / "p.c", "-I", self.tree / "include", "-o",
                  self.folder / "p", "-lm")
        self.assertEqual(
            self.run_(self.folder / "p", "k", "--global", "1", "zeros:4",
                      "--show", "0=int"), "7\n")

    def testSamplesBuildAgainstIt(self):
        source = self.folder / "src"
        shutil.copytree(self.tree / "share/doc/tasklet/samples", source)
        self.configure(source)
        self.make("--target", "fib", "nqueens")
        output = self.run_(self.folder / "build/bin/fib", "18", "--runs", "1")
        self.assertIn("tasks", output)

    def testHasTheDocumentsThatTheReadmeNames(self):
        documents = self.tree / "share/doc/tasklet"
        for page in documents.rglob("*.md"):
            for link in re.findall(r"\]\(([^)#:]+)", page.read_text()):
                inside = pathlib.Path(os.path.normpath(page.parent / link))
                if inside.name.endswith(".md") and "docs" in inside.parts:
                    self.assertTrue(inside.exists(), f"{page}: {link}")

    def testSaysWhatIsOnlyInTheRepository(self):
        documents = self.tree / "share/doc/tasklet"
        self.assertFalse((documents / "scripts").exists())
        for page in ("README.md", "docs/getting-started.md"):
            text = (documents / page).read_text()
            self.assertLess(text.index("in the repository"),
                            text.index("\nscripts/demo"), page)


class Separate(Case):
    """A taskletc that runs clang and loads the plugin, in a folder of its own."""

    @classmethod
    def makeTree(cls):
        cls.tree = cls.top / "tree"
        for name in ("bin/taskletc", "lib/TaskletPlugin.so"):
            (cls.tree / name).parent.mkdir(parents=True)
            shutil.copy(BUILD / name, cls.tree / name)

    def testUsesTheClangBesideIt(self):
        clang = self.tree / f"bin/clang-{LLVM}"
        clang.write_text("#!/bin/sh\nexit 0\n")
        clang.chmod(0o755)
        self.addCleanup(clang.unlink)
        lines = self.run_(self.tree / "bin/taskletc", "--toolchain")
        self.assertIn(f"clang {clang} ", lines)

    def testSaysWhereThePluginShouldBe(self):
        plugin = next(self.tree.rglob("TaskletPlugin.so"))
        hidden = plugin.with_suffix(".hidden")
        plugin.rename(hidden)
        self.addCleanup(hidden.rename, plugin)
        message = self.run_(self.tree / "bin/taskletc", "x.cl", fails=True)
        self.assertIn(str(plugin), message)
        self.assertIn("TASKLET_PLUGIN", message)


class Consumer(Case):
    def checkPrograms(self):
        self.assertRegex(self.run_(self.folder / "build/nodes"),
                         r"^right; tasks: [1-9]\d+\n$")
        self.assertEqual(self.run_(self.folder / "build/sums"), "right\n")
        self.assertIn("right; tasks: ", self.make("--target", "run-with-layer"))

    def testBuildsAndRunsWithNinja(self):
        self.configure(self.copyConsumer())
        self.make()
        self.checkPrograms()
        self.assertIn("no work", self.make())

    def testBuildsAndRunsWithMake(self):
        self.configure(self.copyConsumer(), generator="Unix Makefiles")
        self.make()
        self.checkPrograms()
        self.assertNotIn("Compiling", self.make())

    def testBuildsWithoutC(self):
        source = self.copyConsumer()
        (source / "CMakeLists.txt").write_text("""
            cmake_minimum_required(VERSION 3.21)
            project(OnlyCxx LANGUAGES CXX)
            find_package(Tasklet REQUIRED)
            add_executable(sums sums.cpp powers.cpp)
            target_link_libraries(sums PRIVATE Tasklet::tasklet)
            target_compile_options(sums PRIVATE -Wall -Wextra -Werror)
            tasklet_add_kernel(sums SOURCES start.cl tasks.cl NAME sums
              INCLUDE_DIRECTORIES include OPTIONS -DPOWER=3 -DCHECKED)""")
        self.configure(source)
        self.make()
        self.assertEqual(self.run_(self.folder / "build/sums"), "right\n")

    def testCompilesAgainWhatHasChanged(self):
        for generator in ("Ninja", "Unix Makefiles"):
            with self.subTest(generator):
                shutil.rmtree(self.folder)
                self.folder.mkdir()
                source = self.copyConsumer()
                self.configure(source, generator=generator)
                self.make()
                header = source / "include/power.h"
                text = header.read_text()
                # Squares where the program expects cubes.
                header.write_text(text.replace("i < POWER", "i < POWER - 1"))
                output = self.make()
                self.assertIn("tasks.cl", output)
                self.assertNotIn("Compiling start.cl", output)
                self.assertNotIn("powers.cpp", output)
                self.run_(self.folder / "build/sums", fails=True)
                header.write_text(text)
                self.make()
                self.run_(self.folder / "build/sums")

    def testTakesKite(self):
        source = self.copyConsumer()
        (source / "start.kite").write_text(
            'import "include/chain.kite"\n'
            "export task start(n: int): int { return chain(n); }\n")
        (source / "include/chain.kite").write_text(
            "task chain(n: int): int {\n"
            "  if (n == 0) { return 0; }\n"
            "  return chain(n - 1) + 1;\n}\n")
        (source / "app.c").write_text("""
            #include "device.h"
            #include "start_bc.h"
            int main(void) {
              cl_int error;
              open_device();
              const unsigned char *code = start_bc;
              cl_program program = clCreateProgramWithBinary(
                  context, 1, &device, &start_bc_size, &code, NULL, &error);
              check(error, "clCreateProgramWithBinary");
              check(clBuildProgram(program, 1, &device, "", NULL, NULL),
                    "clBuildProgram");
              cl_kernel kernel = clCreateKernel(program, "start", &error);
              check(error, "clCreateKernel");
              cl_uint count = 0;
              check(clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, sizeof(count),
                                    &count, NULL), "clGetKernelInfo");
              return count != 2;
            }""")
        (source / "CMakeLists.txt").write_text("""
            cmake_minimum_required(VERSION 3.21)
            project(Kite LANGUAGES C)
            find_package(Tasklet REQUIRED)
            add_executable(app app.c)
            target_link_libraries(app PRIVATE Tasklet::tasklet)
            tasklet_add_kernel(app SOURCES start.kite)""")
        self.configure(source)
        self.make()
        self.run_(self.folder / "build/app")
        self.assertIn("no work", self.make())
        chain = source / "include/chain.kite"
        chain.write_text(chain.read_text().replace("n - 1", "m - 1"))
        output = self.make(fails=True)
        self.assertIn("include/chain.kite:3:16: error: ", output)

    def testTakesKernelsWithoutTasks(self):
        source = self.copyConsumer()
        (source / "nodes.cl").write_text("""
            __kernel void start(__global int *out) {
              int a = 1, b = 1;
              for (int i = get_global_id(0); i > 0; --i) {
                int next = a + b + 1;
                a = b;
                b = next;
              }
              out[get_global_id(0)] = a;
            }""")
        device = source / "device.h"
        device.write_text(device.read_text().replace(
            'check(get_stats(event, &stats), "clGetTaskletStatsTKL");',
            "stats.tasks = 0;"))
        self.configure(source)
        self.make("--target", "nodes")
        self.run_(self.folder / "build/nodes")

    def testInstallsWhatItCompiled(self):
        self.configure(self.copyConsumer())
        self.make()
        self.run_("cmake", "--install", self.folder / "build", "--prefix",
                  self.folder / "out")
        program = self.folder / "out/share/nodes.bc"
        self.assertEqual(program.read_bytes()[:2], b"BC")
        self.assertIn("start", (program.with_suffix(".json")).read_text())

    def testCompilesForTheDriversThatAreAskedFor(self):
        source = self.copyConsumer()
        lists = source / "CMakeLists.txt"
        whole = "tasklet/powers/sums.json" # from two sources
        for variable, options, targets in (
                ([], "", None),
                (["-DTASKLET_TARGET=spirv"], "", ("spirv", "spirv")),
                (["-DTASKLET_TARGET=spir"], "", ("spir", "spir")),
                (["-DTASKLET_TARGET=spir"], "-tkl-target=spirv",
                 ("spir", "spirv"))):
            text = (HERE / "consumer/CMakeLists.txt").read_text()
            lists.write_text(text.replace("OPTIONS", "OPTIONS " + options))
            self.configure(source, *variable)
            self.make("--target", "sums", "nodes")
            found = tuple(
                json.loads((self.folder / "build" / path).read_text())["target"]
                for path in ("tasklet/nodes/nodes.json", whole))
            if targets:
                self.assertEqual(found, targets)
            else:
                self.assertEqual(*found)
        # As if it had not been set.
        self.configure(source, "-DTASKLET_TARGET=")
        self.make("--target", "nodes")
        output = self.configure(source, "-DTASKLET_TARGET=nonsense", fails=True)
        self.assertIn("TASKLET_TARGET is 'nonsense', which is none of spir, ",
                      " ".join(output.split()))

    def testWhatThereIsNotIsNotFound(self):
        source = self.folder / "src"
        source.mkdir()
        for version, fails in (("", False), ("0.1", False), ("0.2", True),
                               ("1.0", True), ("COMPONENTS magic", True)):
            (source / "CMakeLists.txt").write_text(f"""
                cmake_minimum_required(VERSION 3.21)
                project(Version LANGUAGES CXX)
                find_package(Tasklet {version} REQUIRED)""")
            self.configure(source, fails=fails)


class Errors(Case):
    """Mistakes in kernels are shown while building, at their places."""

    def breakFile(self, name, old, new):
        source = self.copyConsumer()
        path = source / name
        text = path.read_text()
        self.assertIn(old, text)
        path.write_text(text.replace(old, new))
        self.configure(source)
        line = path.read_text()[:path.read_text().index(new)].count("\n") + 1
        return path, line, self.make("--", "-k", "0", fails=True)

    def testOfTheLanguage(self):
        path, line, output = self.breakFile("nodes.cl", "out[i] <- nodes(i);",
                                            "out[i] = nodes(i);")
        self.assertRegex(output, re.escape(f"{path}:{line}:") +
                         r"\d+: error: 'nodes' is a task")
        self.assertFalse((self.folder / "build/nodes").exists())

    def testOfC(self):
        path, line, output = self.breakFile("tasks.cl", "/ 2;", "/ 2")
        self.assertRegex(output, re.escape(f"{path}:{line}:") +
                         r"\d+: error: expected ';'")

    def testInIncludedFiles(self):
        path, line, output = self.breakFile("include/power.h", "result *= n;",
                                            "result *= m;")
        self.assertRegex(output, re.escape(f"{path}:{line}:") + r"\d+: error:")

    def testOfLinking(self):
        _, _, output = self.breakFile("tasks.cl", "__task long sum(",
                                      "__task long total(")
        self.assertRegex(output, r"error:.*'sum'")


class Arguments(Case):
    """Each wrong call stops the configuration with its reason."""

    CALLS = [
        ("tasklet_add_kernel(nobody SOURCES a.cl)",
         "there is no target 'nobody'"),
        ("tasklet_add_kernel()", "tasklet_add_kernel"),
        ("tasklet_add_kernel(app)", "needs SOURCES, one or several .cl or "
         ".kite files"),
        ("tasklet_add_kernel(app a.cl)", "'a.cl' belongs to no keyword"),
        ("tasklet_add_kernel(app SOURCES)", "nothing stands behind SOURCES"),
        ("tasklet_add_kernel(app SOURCES a.cl NAME)",
         "nothing stands behind NAME"),
        ("set(TASKLET_TARGET none)\ntasklet_add_kernel(app SOURCES a.cl)",
         "TASKLET_TARGET is 'none', which is none of spir, "),
        ("tasklet_add_kernel(app SOURCES missing.cl)",
         "there is no file 'missing.cl' ("),
        ("tasklet_add_kernel(app SOURCES folder)",
         "there is no file 'folder' ("),
        ("tasklet_add_kernel(app SOURCES a.cl a.cl)", "'a.cl' is named twice"),
        ("tasklet_add_kernel(app SOURCES two-words.cl)",
         "'two-words' cannot be part of a name in C"),
        ("tasklet_add_kernel(app SOURCES a.cl NAME 2a)",
         "'2a' cannot be part of a name in C"),
        ("tasklet_add_kernel(app SOURCES a.cl)\n"
         "tasklet_add_kernel(app SOURCES b.cl NAME a)",
         "there is a program 'a' already"),
        ("tasklet_add_kernel(app SOURCES a.cl OPTIONS -o x)",
         "OPTIONS has '-o'"),
        ("tasklet_add_kernel(app SOURCES a.cl OPTIONS --emit=ll)",
         "OPTIONS has '--emit=ll'"),
        ("tasklet_add_kernel(app SOURCES a.cl OPTIONS -Iinclude)",
         "OPTIONS has '-Iinclude'; give folders in INCLUDE_DIRECTORIES"),
        ("tasklet_add_kernel(Tasklet::tasklet SOURCES a.cl)",
         "the target is imported"),
        ("add_library(none INTERFACE)\ntasklet_add_kernel(none SOURCES a.cl)",
         "has no code of its own"),
        ("add_library(lib app.cpp)\n"
         "add_library(lib::lib ALIAS lib)\n"
         "tasklet_add_kernel(lib::lib SOURCES a.cl)",
         "an alias"),
        ("add_subdirectory(folder)", "call tasklet_add_kernel there"),
    ]
    RIGHT = [
        "tasklet_add_kernel(app SOURCES a.cl)",
        "tasklet_add_kernel(app SOURCES a.cl b.cl OPTIONS -DN=1 -g)",
        "tasklet_add_kernel(app SOURCES a.cl)\n"
        "tasklet_add_kernel(app SOURCES b.cl)",
        "tasklet_add_kernel(app SOURCES two-words.cl NAME words)",
        # As from variables that are empty.
        "tasklet_add_kernel(app SOURCES a.cl OPTIONS INCLUDE_DIRECTORIES)",
        "tasklet_add_kernel(app SOURCES ${CMAKE_CURRENT_SOURCE_DIR}/a.cl)",
        "add_custom_command(OUTPUT made.cl COMMAND ${CMAKE_COMMAND} -E touch"
        " made.cl)\n"
        "tasklet_add_kernel(app SOURCES ${CMAKE_CURRENT_BINARY_DIR}/made.cl)",
    ]

    def configureCall(self, call, fails):
        source = self.folder / "src"
        shutil.rmtree(source, ignore_errors=True)
        (source / "folder").mkdir(parents=True)
        for name in ("a.cl", "b.cl", "two-words.cl", "app.cpp"):
            (source / name).write_text("")
        (source / "folder/CMakeLists.txt").write_text(
            "tasklet_add_kernel(app SOURCES ../a.cl)")
        (source / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.21)\n"
            "project(Calls LANGUAGES CXX)\nfind_package(Tasklet REQUIRED)\n"
            f"add_executable(app app.cpp)\n{call}\n")
        # CMake breaks lines where it likes.
        return " ".join(self.configure(source, fails=fails).split())

    def testWrongOnesAreRefused(self):
        for call, message in self.CALLS:
            with self.subTest(call):
                output = self.configureCall(call, fails=True)
                self.assertIn(message, output)

    def testRightOnesAreTaken(self):
        for call in self.RIGHT:
            with self.subTest(call):
                self.configureCall(call, fails=False)


class PkgConfig(Case):
    def query(self, *options):
        folder = next(self.tree.rglob("tasklet.pc")).parent
        output = self.run_("pkg-config", *options,
                           env={"PKG_CONFIG_PATH": str(folder)})
        return shlex.split(output)

    def testSaysTheVersion(self):
        project = (ROOT / "CMakeLists.txt").read_text()
        version = re.search(r"VERSION (\d+\.\d+\.\d+)", project)[1]
        self.assertEqual(self.query("--modversion", "tasklet"), [version])

    def testCompilesAndRuns(self):
        source = self.copyConsumer()
        [compiler] = self.query("--variable=taskletc", "tasklet")
        [libraries] = self.query("--variable=libdir", "tasklet")
        # Also with the loader named first, and without what is not needed.
        for packages in (["tasklet"], ["OpenCL", "tasklet"]):
            with self.subTest(packages):
                program = self.folder / "-".join(packages)
                self.run_("cc", "-Wl,--as-needed", source / "source.c", "-o",
                          program, f"-Wl,-rpath,{libraries}",
                          *self.query("--cflags", "--libs", *packages))
                self.assertIn("right; tasks: ",
                              self.run_(program, source / "nodes.cl"))
        self.run_(compiler, source / "nodes.cl", "-o", "nodes.bc")
        self.assertTrue((self.folder / "nodes.bc").exists())

    def testCallsOfTheirOwnHaveAnOrder(self):
        source = self.copyConsumer()
        [libraries] = self.query("--variable=libdir", "tasklet")
        [layer] = self.query("--variable=layer", "tasklet")

        def build(*packages):
            program = self.folder / "-".join(packages)
            words = [word for package in packages
                     for word in self.query("--cflags", "--libs", package)]
            self.run_("cc", source / "source.c", "-o", program,
                      f"-Wl,-rpath,{libraries}", *words)
            return program, source / "nodes.cl"

        self.assertRegex(self.run_(*build("tasklet", "OpenCL")),
                         "^right; tasks: ")
        wrong = build("OpenCL", "tasklet")
        self.assertIn("tasklet: this program is linked with libtasklet, but "
                      "after the OpenCL loader",
                      self.run_(*wrong, fails=True))
        self.assertRegex(self.run_(*wrong, env={"OPENCL_LAYERS": layer}),
                         "^right; tasks: ")

    def testNamesTheLayer(self):
        source = self.copyConsumer()
        [layer] = self.query("--variable=layer", "tasklet")
        program = self.folder / "program"
        self.run_("cc", source / "source.c", "-o", program,
                  *self.query("--cflags", "tasklet"), "-lOpenCL")
        self.assertIn("right; tasks: ",
                      self.run_(program, source / "nodes.cl",
                                env={"OPENCL_LAYERS": layer}))


class Documents(Case):
    """The examples of docs/installing.md, with files as they assume them."""

    def setUp(self):
        super().setUp()
        page = (self.tree / "share/doc/tasklet/docs/installing.md").read_text()
        self.examples = re.findall(r"^```(\S+)\n(.*?)^```$", page,
                                   re.DOTALL | re.MULTILINE)
        self.source = self.copyConsumer()
        (self.source / "nodes.cl").rename(self.source / "walk.cl")

    def example(self, language, start):
        [text] = [text for name, text in self.examples
                  if name == language and text.startswith(start)]
        return text

    def testOfCMakeAndC(self):
        (self.source / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.21)\nproject(App LANGUAGES C)\n" +
            self.example("cmake", "find_package"))
        include, code = self.example("c++", "#include").split("\n\n")
        (self.source / "app.c").write_text(f"""
            #include "device.h"
            {include}
            int main(void) {{
              cl_int error;
              open_device();
              {code}
              check(error, "clCreateProgramWithBinary");
              run(program);
              return EXIT_SUCCESS;
            }}""")
        self.configure(self.source)
        self.make()
        self.assertIn("right", self.run_(self.folder / "build/app"))

    def testOfPkgConfig(self):
        (self.source / "source.c").rename(self.source / "app.c")
        # The shell would split a path with a blank.
        plain = self.folder / "tree"
        plain.symlink_to(self.tree)
        [libraries] = {plain / path.parent.relative_to(self.tree)
                       for path in self.tree.rglob("libtasklet-layer.so")}
        env = {"PKG_CONFIG_PATH": str(libraries / "pkgconfig")}
        self.run_("cc", self.source / "app.c", "-I", self.tree / "include",
                  "-lOpenCL", "-o", self.source / "other-app")
        text = self.example("sh", "cc app.c")
        self.run_("sh", "-exc", text.replace("./other-app", "./other-app walk.cl"),
                  cwd=self.source, env=env)
        env["LD_LIBRARY_PATH"] = str(libraries)
        self.assertIn("right", self.run_("./app", "walk.cl", cwd=self.source,
                                         env=env))
        self.assertTrue((self.source / "walk.bc").exists())

    def testOfTheTableOfFiles(self):
        page = (self.tree / "share/doc/tasklet/docs/installing.md").read_text()
        table = page.split("| in the folder |")[1].split("\n\n")[0]
        rows = [line.split("|")[1] for line in table.splitlines()[2:]]
        paths = [path for row in rows for path in re.findall("`(.*?)`", row)]
        self.assertGreater(len(paths), 5)
        # lib/ may be that of an architecture.
        [libraries] = {path.parent for path in
                       self.tree.rglob("libtasklet-layer.so")}
        for path in paths:
            place = (libraries / path.removeprefix("lib/")
                     if path.startswith("lib/") else self.tree / path)
            self.assertTrue(place.exists(), path)


class ManPage(Case):
    def setUp(self):
        super().setUp()
        self.page = self.tree / "share/man/man1/taskletc.1"

    def testIsWellFormed(self):
        pages = list(self.page.parent.iterdir())
        self.assertEqual({page.stem for page in pages},
                         {path.name for path in (self.tree / "bin").iterdir()})
        for page in pages:
            # mandoc knows what a page should have, groff is what readers have.
            self.run_("mandoc", "-Tlint", "-Wwarning", page)
            messages = subprocess.run(
                ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z",
                 page], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                env=environment(self.top, {"MANWIDTH": "80"}), text=True)
            self.assertEqual((messages.returncode, messages.stderr), (0, ""))

    def testOfUsimdHasItsOptions(self):
        text = re.sub(".\b", "", self.run_(
            "mandoc", "-Tascii", "-Owidth=500",
            self.page.with_name("usimd.1")))
        shown = self.run_(self.tree / "bin/usimd", "--help")
        options = self.optionsOf(shown)
        self.assertGreater(len(options), 8)
        self.assertEqual(options,
                         self.optionsOf(text.split("EXAMPLES")[0]))

    def testOfTheTimelineHasTheOptionsThatThereAre(self):
        page = self.tree / "share/man/man1/tasklet-trace.1"
        text = self.run_("mandoc", "-Tascii", "-Owidth=500", page)
        text = re.sub(".\b", "", text).split("DESCRIPTION")[1]
        help_ = self.run_(self.tree / "bin/tasklet-trace", "--help")
        options = self.optionsOf(help_.split("Exit status")[0])
        self.assertGreater(len(options), 5)
        self.assertEqual(self.optionsOf(text.split("EXAMPLES")[0]), options)

    def testOfKiteHasTheOptionsThatThereAre(self):
        for name in ("kite", "kitec"):
            page = self.page.with_name(f"{name}.1")
            text = self.run_("mandoc", "-Tascii", "-Owidth=500", page)
            text = re.sub(".\b", "", text).split("DESCRIPTION")[1]
            help_ = self.run_(self.tree / f"bin/{name}", "--help")
            # LLVM's library has some of its own.
            options = {word.lstrip("-") for word in self.optionsOf(help_)} - {
                "help-list", "help-hidden", "help-list-hidden"}
            self.assertGreater(len(options), 3)
            shown = {word.lstrip("-") for word in
                     self.optionsOf(text.split("EXAMPLES")[0])}
            self.assertLessEqual(options, shown)
            # Those of other commands.
            self.assertLessEqual(shown - options - {"version", "help"},
                                 {"fwrapv", "x"})

    def optionsOf(self, text):
        words = re.findall(r"(?<![\w/-])--?[A-Za-z][\w-]*\*?", text)
        return {word for word in words if word not in ("-E.", )}

    def testHasTheOptionsThatThereAre(self):
        text = self.run_("mandoc", "-Tascii", "-Owidth=500", self.page)
        text = re.sub(".\b", "", text)
        shown = self.run_(self.tree / "bin/taskletc", "--help")
        help_ = shown.split("Exit status")[0]
        options = self.optionsOf(help_)
        self.assertGreater(len(options), 12)
        body = text.split("DESCRIPTION")[1]
        self.assertLessEqual(options, self.optionsOf(body))
        # And no others, but those of clang that it mentions.
        self.assertLessEqual(
            self.optionsOf(body.split("EXAMPLES")[0]) - options,
            {"-cl-std", "-fplugin-arg-tasklet-strict-captures"})
        for name in set(re.findall(r"TASKLET_\w+", shown)):
            self.assertIn(name, text)

    def testOptionsAreThoseOfTheProgram(self):
        source = (ROOT / "tools/taskletc/CommandLine.cpp").read_text()
        code = source.split(')";')[1]
        own = set(re.findall(r'"(--?[A-Za-z]\w*)=?"', code)) - {"-h"}
        self.assertIn("--depfile", own)
        text = re.sub(".\b", "", self.run_("mandoc", "-Tascii", self.page))
        self.assertLessEqual(own - {"-cl-std"}, self.optionsOf(text))


class Package(Case):
    """The Debian packages, unpacked into a folder."""

    @classmethod
    def makeTree(cls):
        packages = cls.top / "packages"
        subprocess.run(["cpack", "--config", BUILD / "CPackConfig.cmake",
                        "-B", packages], check=True,
                       stdout=subprocess.DEVNULL)
        cls.packages = {path.name.split("_")[0]: path
                        for path in packages.glob("*.deb")}
        root = cls.top / "moved root"
        for path in cls.packages.values():
            subprocess.run(["dpkg-deb", "-x", path, root], check=True)
        cls.tree = root / "usr"

    def files(self, package):
        archive = subprocess.run(
            ["dpkg-deb", "--fsys-tarfile", self.packages[package]],
            check=True, stdout=subprocess.PIPE).stdout
        names = subprocess.run(["tar", "t"], input=archive, check=True,
                               stdout=subprocess.PIPE).stdout.decode()
        return {name.removeprefix("./usr/") for name in names.splitlines()
                if not name.endswith("/")}

    def testHaveTogetherWhatIsInstalled(self):
        self.run_("cmake", "--install", BUILD, "--prefix", self.folder / "tree")
        tree = self.folder / "tree"
        installed = {str(path.relative_to(tree)) for path in tree.rglob("*")
                     if path.is_symlink() or not path.is_dir()}
        packed = [name.removesuffix(".gz") if "/man/" in name else name
                  for package in self.packages for name in self.files(package)]
        self.assertEqual(len(packed), len(set(packed)), "packages overlap")
        # Debian's own: copyright and changelog of each package, and hints.
        extra = r"share/(doc/(lib)?tasklet[^/]+/(copyright|changelog.*)|lintian)"
        self.assertEqual({name for name in packed
                          if not re.match(extra, name)}, installed)
        self.assertEqual(len([name for name in packed
                              if re.match(extra, name)]), 2 * 4 + 2)

    def forClang(self):
        """The package with what only users of clang need: a compiler in one
        file does without."""
        cache = (BUILD / "CMakeCache.txt").read_text()
        return ("libtasklet-dev" if "TASKLET_ONE_FILE:BOOL=ON" in cache
                else "taskletc")

    def testAreSplitByWhoNeedsThem(self):
        self.assertEqual(set(self.packages),
                         {"libtasklet0", "taskletc", "tasklet-kite",
                          "libtasklet-dev"})
        for package, name in (("libtasklet0", "libtasklet-layer.so"),
                              ("libtasklet0", "libtasklet.so.0"),
                              (self.forClang(), "TaskletPlugin.so"),
                              ("taskletc", "tasklet-oclgrind"),
                              ("taskletc", "tasklet-trace"),
                              ("taskletc", "kitec"),
                              ("tasklet-kite", "kite"),
                              ("libtasklet-dev", "libtasklet.so"),
                              ("libtasklet-dev", "tasklet.pc")):
            self.assertIn(name, {path.rsplit("/", 1)[1]
                                 for path in self.files(package)}, package)

    def testSayWhatTheyNeed(self):
        def field(package, name):
            return self.run_("dpkg-deb", "-f", self.packages[package], name)
        for package, wanted in (
                ("taskletc", ["libc6", "libstdc++6"]),
                (self.forClang(), [f"libclang-cpp{LLVM}", f"libllvm{LLVM}"]),
                ("libtasklet0", ["taskletc (= ", "ocl-icd-libopencl1", "libc6"]),
                ("tasklet-kite", ["libtasklet0 (= "]),
                ("libtasklet-dev", ["libtasklet0 (= ", "taskletc (= ",
                                    "ocl-icd-opencl-dev", "opencl-c-headers"])):
            for name in wanted:
                self.assertIn(name, field(package, "Depends"), package)
        self.assertIn("pocl-opencl-icd", field("libtasklet0", "Recommends"))
        clang = "Depends" if self.forClang() == "taskletc" else "Suggests"
        self.assertIn(f"clang-{LLVM}", field(self.forClang(), clang))
        if self.forClang() != "taskletc":
            self.assertNotRegex(field("taskletc", "Depends"), "clang|llvm")

    def testServeTheConsumer(self):
        self.configure(self.copyConsumer())
        self.make()
        self.assertIn("right", self.run_(self.folder / "build/nodes"))
        self.assertIn("right", self.run_(self.folder / "build/sums"))
        self.assertIn("right", self.make("--target", "run-with-layer"))


def main():
    global BUILD, LLVM
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True, type=pathlib.Path)
    parser.add_argument("--llvm", required=True, metavar="VERSION")
    parser.add_argument("tests", nargs="*")
    arguments = parser.parse_args()
    BUILD, LLVM = arguments.build.resolve(), arguments.llvm
    unittest.main(argv=[sys.argv[0], "-v", *arguments.tests])


if __name__ == "__main__":
    main()
