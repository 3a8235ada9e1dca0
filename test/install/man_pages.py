"""Manual pages have the options that the programs have."""

import re
import subprocess

import install_case


class ManPage(install_case.Case):
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
                env=install_case.environment(self.top, {"MANWIDTH": "80"}),
                text=True)
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
            # install_case.LLVM's library has some of its own.
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
        source = (install_case.ROOT /
                  "tools/taskletc/CommandLine.cpp").read_text()
        code = source.split(')";')[1]
        own = set(re.findall(r'"(--?[A-Za-z]\w*)=?"', code)) - {"-h"}
        self.assertIn("--depfile", own)
        text = re.sub(".\b", "", self.run_("mandoc", "-Tascii", self.page))
        self.assertLessEqual(own - {"-cl-std"}, self.optionsOf(text))
