"""What docs/installing.md shows works as it stands there."""

import re

import install_case


class Documents(install_case.Case):
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
