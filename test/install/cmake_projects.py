"""Projects with CMake that use the installed tree."""

import json
import re
import shutil

import install_case


class Consumer(install_case.Case):
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
            text = (install_case.HERE / "consumer/CMakeLists.txt").read_text()
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


class Errors(install_case.Case):
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


class Arguments(install_case.Case):
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
