"""What is in the installed tree, and what it needs."""

import os
import pathlib
import re
import shutil
import unittest

import install_case


class Tree(install_case.Case):
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
            for place in (self.first, install_case.BUILD, install_case.ROOT):
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
        for name in ("oclgrind", f"llvm-spirv-{install_case.LLVM}",
                     "llvm-spirv-14"):
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


class Separate(install_case.Case):
    """A taskletc that runs clang and loads the plugin, in a folder of its own."""

    @classmethod
    def makeTree(cls):
        cls.tree = cls.top / "tree"
        for name in ("bin/taskletc", "lib/TaskletPlugin.so"):
            (cls.tree / name).parent.mkdir(parents=True)
            shutil.copy(install_case.BUILD / name, cls.tree / name)

    def testUsesTheClangBesideIt(self):
        clang = self.tree / f"bin/clang-{install_case.LLVM}"
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
