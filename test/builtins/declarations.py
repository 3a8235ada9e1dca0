"""The built-in functions that a device has, from clang's own header.

opencl-c.h declares every overload of every built-in function of OpenCL C, under
the macros of the extensions and features that it needs. The preprocessor, given
those that a device announces, leaves what the device must have.
"""

import dataclasses
import glob
import re
import subprocess

VECTOR = re.compile(r"(u?(?:char|short|int|long)|float|double|half)"
                    r"(2|3|4|8|16)?")
SPACES = {"__private": "private", "__global": "global", "__local": "local",
          "__constant": "constant", "__generic": "generic"}
ACCESS = {"read_only": "r", "write_only": "w", "read_write": "x"}
DECLARATION = re.compile(r"([\w\s*]+?)\b(\w+)\s*\((.*)\)", re.S)
# Behind the type, without a comma: `const half *p`.
PARAMETER_NAME = re.compile(r"(?<=[\s*])(?!const\b|volatile\b)\w+$")


@dataclasses.dataclass(frozen=True)
class Type:
    base: str                 # without qualifiers: "float4", "event_t"
    space: str = ""           # of what it points to; "" if it is no pointer
    access: str = ""          # of an image: r, w or x
    const: bool = False       # what it points to

    @property
    def element(self):
        match = VECTOR.fullmatch(self.base)
        return match[1] if match else ""

    @property
    def lanes(self):
        match = VECTOR.fullmatch(self.base)
        return int(match[2] or 1) if match else 1

    def text(self):
        words = ["__" + self.space] if self.space else []
        words += [{"r": "read_only", "w": "write_only",
                   "x": "read_write"}[self.access]] if self.access else []
        words += ["const"] if self.const else []
        return " ".join(words + [self.base] + (["*"] if self.space else []))


@dataclasses.dataclass(frozen=True)
class Declaration:
    result: Type
    name: str
    parameters: tuple

    def text(self):
        parameters = ", ".join(p.text() for p in self.parameters)
        return f"{self.result.base} {self.name}({parameters})"


def parse_type(text, plain_space):
    pointer = "*" in text
    words = text.replace("*", " ").split()
    space = next((SPACES[w] for w in words if w in SPACES),
                 plain_space)
    access = next((ACCESS[w] for w in words if w in ACCESS), "")
    base = " ".join(w for w in words if w not in SPACES and w not in ACCESS and
                    w not in ("const", "volatile", "restrict", "struct"))
    base = {"unsigned int": "uint", "unsigned": "uint"}.get(base, base)
    return Type(base, space if pointer else "", access,
                pointer and "const" in words)


def parse_parameter(text, plain_space):
    text = text.strip()
    words = text.replace("*", " * ").split()
    # One word that is no qualifier is the type, and a second one the name.
    plain = [w for w in words if w not in SPACES and w not in ACCESS and
             w not in ("const", "volatile", "restrict", "unsigned", "*")]
    if len(plain) + ("unsigned" in words) > 1:
        text = PARAMETER_NAME.sub("", text)
    return parse_type(text, plain_space)


def parse(text, plain_space="private"):
    """Every declaration of a function in preprocessed OpenCL C, where pointers
    without an address space have that one."""
    text = re.sub(r"^#.*$", "", text, flags=re.M)
    text = re.sub(r"__attribute__\(\((?:[^()]|\([^()]*\))*\)\)", "", text)
    found = {}
    for part in text.split(";"):
        match = DECLARATION.fullmatch(part.strip())
        if not match or part.strip().startswith("typedef"):
            continue
        parameters = match[3].strip()
        each = () if parameters in ("", "void") else tuple(
            parse_parameter(p, plain_space) for p in parameters.split(",")
            if p.strip() != "...")
        declaration = Declaration(parse_type(match[1], plain_space), match[2],
                                  each)
        found.setdefault((declaration.name, each), declaration)
    return list(found.values())


def declared(clang, standard, announced):
    """What opencl-c.h declares for a device with these extensions and features
    in this version of the language."""
    header = glob.glob(subprocess.run(
        [clang, "-print-resource-dir"], capture_output=True, text=True,
        check=True).stdout.strip() + "/include/opencl-c.h")[0]
    # A target that announces nothing by itself, unlike SPIR.
    command = [clang, "-target", "x86_64-linux", "-x", "cl", "-E", "-P",
               "-cl-std=" + standard, "-cl-no-stdinc", "-Xclang",
               "-cl-ext=-all" + "".join(",+" + each for each in announced),
               "-D__IMAGE_SUPPORT__=1"]
    command += [f"-D{each}=1" for each in announced]
    command += ["-include", header.replace("opencl-c.h", "opencl-c-base.h"),
                "-include", header, "-Wno-macro-redefined", "-"]
    done = subprocess.run(command, input="", capture_output=True, text=True,
                          check=True)
    generic = standard == "CL3.0" and \
        "__opencl_c_generic_address_space" in announced
    return parse(done.stdout, "generic" if generic else "private")
