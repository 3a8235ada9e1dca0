"""Programs that are compiled with what pkg-config says."""

import re
import shlex

import install_case


class PkgConfig(install_case.Case):
    def query(self, *options):
        folder = next(self.tree.rglob("tasklet.pc")).parent
        output = self.run_("pkg-config", *options,
                           env={"PKG_CONFIG_PATH": str(folder)})
        return shlex.split(output)

    def testSaysTheVersion(self):
        project = (install_case.ROOT / "CMakeLists.txt").read_text()
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
