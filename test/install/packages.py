"""Debian's packages."""

import re
import subprocess

import install_case


class Package(install_case.Case):
    """The Debian packages, unpacked into a folder."""

    @classmethod
    def makeTree(cls):
        packages = cls.top / "packages"
        subprocess.run(["cpack", "--config",
                        install_case.BUILD / "CPackConfig.cmake",
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
        self.run_("cmake", "--install", install_case.BUILD, "--prefix",
                  self.folder / "tree")
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
        cache = (install_case.BUILD / "CMakeCache.txt").read_text()
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
                (self.forClang(), [f"libclang-cpp{install_case.LLVM}",
                                   f"libllvm{install_case.LLVM}"]),
                ("libtasklet0", ["taskletc (= ", "ocl-icd-libopencl1", "libc6"]),
                ("tasklet-kite", ["libtasklet0 (= "]),
                ("libtasklet-dev", ["libtasklet0 (= ", "taskletc (= ",
                                    "ocl-icd-opencl-dev", "opencl-c-headers"])):
            for name in wanted:
                self.assertIn(name, field(package, "Depends"), package)
        self.assertIn("pocl-opencl-icd", field("libtasklet0", "Recommends"))
        clang = "Depends" if self.forClang() == "taskletc" else "Suggests"
        self.assertIn(f"clang-{install_case.LLVM}",
                      field(self.forClang(), clang))
        if self.forClang() != "taskletc":
            self.assertNotRegex(field("taskletc", "Depends"), "clang|llvm")

    def testServeTheConsumer(self):
        self.configure(self.copyConsumer())
        self.make()
        self.assertIn("right", self.run_(self.folder / "build/nodes"))
        self.assertIn("right", self.run_(self.folder / "build/sums"))
        self.assertIn("right", self.make("--target", "run-with-layer"))
