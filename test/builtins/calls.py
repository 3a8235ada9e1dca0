"""From a declaration to a call whose arguments depend on data.

Every call is a block of statements for work-item `w`. It leaves its result at
`o`, 512 bytes of its own: the value at byte 0, what its pointers lead to from
byte 128 on, and what a second pointer leads to at byte 384. For private and
local memory that is a copy.
"""

import dataclasses

import inputs

SLOT, MEMORY, SECOND = 512, 128, 384
LOCAL = 512 * inputs.ITEMS    # bytes of local memory

# Where a call may stand (docs/rules.md).
KERNEL, TASK, OUTSIDE, BODY = "in_kernel", "in_task", "outside", "in_body"
PLACES = (KERNEL, TASK, OUTSIDE, BODY)

HEADER = """
#define V(T, P, K) (*(__global const T *)(in + P + (w * 4 + K) * 128))
#define R(T) (*(__global T *)o)
void copy_in(uchar *p, __global const uchar *q, int n) {
  for (int i = 0; i < n; ++i) p[i] = q[i];
}
void copy_out(__global uchar *q, const uchar *p, int n) {
  for (int i = 0; i < n; ++i) q[i] = p[i];
}
"""
SAMPLER = """
const sampler_t smp = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP |
                      CLK_FILTER_NEAREST;
"""
ATOMICS = {"atomic_int": "int", "atomic_uint": "uint", "atomic_long": "long",
           "atomic_ulong": "ulong", "atomic_float": "float",
           "atomic_double": "double", "atomic_size_t": "ulong",
           "atomic_ptrdiff_t": "long", "atomic_intptr_t": "long",
           "atomic_uintptr_t": "ulong", "atomic_flag": "int",
           "atomic_half": "half"}
NUMBERS = {"size_t": "ulong", "ptrdiff_t": "long", "intptr_t": "long",
           "uintptr_t": "ulong", "bool": "uchar",
           "cl_mem_fence_flags": "uint", "void": "uint"}
IMAGES = {"image1d_t": "1d", "image2d_t": "2d", "image3d_t": "3d",
          "image1d_array_t": "1a", "image2d_array_t": "2a",
          "image1d_buffer_t": "1b", "image2d_depth_t": "zd",
          "image2d_array_depth_t": "za"}


class Unknown(Exception):
    """A declaration that nothing here makes a call of."""


@dataclasses.dataclass
class Call:
    declaration: object
    lines: list               # the block
    places: tuple
    # What to compare: (byte, element, lanes, how many).
    results: list
    images: tuple = ()        # that it needs: "r2df"
    together: bool = False    # all work-items must come, in the same order

    @property
    def name(self):
        return self.declaration.name


def is_group_function(name):
    return name.startswith(("work_group_", "async_work_group_")) or \
        name in ("barrier", "wait_group_events")


def is_work_item_function(name):
    return name.startswith("get_") and name != "get_fence" and \
        not name.startswith("get_image_")


def places_of(declaration):
    name = declaration.name
    if any(p.base in IMAGES for p in declaration.parameters):
        return (KERNEL, OUTSIDE, BODY)
    if is_group_function(name):
        return (KERNEL, OUTSIDE)
    if is_work_item_function(name) or \
            any(p.space == "local" for p in declaration.parameters):
        return (KERNEL, OUTSIDE, BODY)
    return PLACES


def domain_of(declaration, number, element):
    """Values for which the specification says what the result is."""
    name, real = declaration.name, element in inputs.REAL
    if name in ("clamp", "smoothstep"):
        low, high = (1, 2) if name == "clamp" else (0, 1)
        return {low: "low", high: "high"}.get(number, "small")
    if name in ("mad24", "mul24"):
        return "24 bits"
    if name in ("max", "min", "mix", "step", "frexp", "lgamma_r"):
        return "small"
    # PoCL 3.1's float16 functions without AVX-512 give sin(0.001f) = 0.008f
    # where another lane is large; our calls by parts do not.
    if name in ("sin", "cos", "tan", "sincos") and \
            declaration.parameters[0].base == "float16":
        return "small"
    if name == "remquo":
        return "small" if number == 0 else "positive"
    if name.startswith(("half_", "native_")):
        return "positive"
    if name.startswith("convert_") and real and "_sat" not in name:
        target = declaration.result.element
        return "" if target in inputs.REAL else \
            "positive" if target.startswith("u") else "small"
    if name.startswith("atom") and real:
        return "small"
    return ""


class Writer:
    """Makes the block of one call."""

    def __init__(self, declaration, pools):
        self.declaration, self.pools = declaration, pools
        self.lines, self.after, self.results = [], [], []
        self.images, self.pointers = [], 0

    def value(self, text, element, number, domain=None):
        """An argument of the type `text`, of elements of that kind."""
        if domain is None:
            domain = domain_of(self.declaration, number, element)
        place = self.pools.place(element, domain)
        return f"V({text}, {place}, {number % 4})"

    def argument(self, number, kind):
        name = self.declaration.name
        if kind.base == "half" and kind.space and not HALF_VALUES:
            return self.memory(number, kind, "half")
        if kind.space:
            return self.memory(number, kind, kind.element or
                               ATOMICS.get(kind.base) or
                               NUMBERS.get(kind.base))
        if kind.element:
            return self.value(kind.base, kind.element, number)
        if kind.base == "size_t" and name.startswith("v"):
            return "(size_t)(w & 1)"
        if kind.base == "size_t" and name == "work_group_broadcast":
            return "(size_t)3" if number == 1 else "(size_t)0"
        if kind.base == "size_t" and name == "prefetch":
            return "(size_t)(1 + (w & 1))"
        if kind.base == "cl_mem_fence_flags":
            return "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE" \
                if "work_group" in name else "CLK_GLOBAL_MEM_FENCE"
        if kind.base in NUMBERS:
            return self.value(kind.base, NUMBERS[kind.base], number)
        if kind.base == "memory_scope":
            return "memory_scope_device" if name.startswith("atomic_") \
                else "memory_scope_work_group"
        if kind.base == "memory_order":
            return self.order(number)
        if kind.base in IMAGES:
            return self.image(kind)
        if kind.base == "sampler_t":
            return "smp"
        raise Unknown

    def order(self, number):
        name = self.declaration.name
        if "load" in name:
            return "memory_order_acquire"
        if "store" in name or "clear" in name:
            return "memory_order_release"
        # Of what a failed exchange does, behind that of a successful one.
        before = self.declaration.parameters[number - 1].base
        return "memory_order_acquire" if before == "memory_order" \
            else "memory_order_acq_rel"

    def memory(self, number, kind, element):
        """A pointer to 256 bytes of its kind of memory, with data in them."""
        if not element:
            raise Unknown
        target = "" if kind.space == "generic" else f"__{kind.space} "
        if kind.space == "generic":
            kind = dataclasses.replace(kind, space="global" if self.volatile()
                                       else "private")
        at = MEMORY if self.pointers == 0 else SECOND
        self.pointers += 1
        variable = f"p{number}"
        place = self.pools.place(element, domain_of(
            self.declaration, number, element) or
            ("small" if element in ("float", "double") else ""))
        other = "w" if at == MEMORY else "(w + 1) % 16"
        source = f"in + {place} + {other} * 512"
        pointee = kind.base
        const = "const " if kind.const else ""
        aligned = "__attribute__((aligned(128)))"
        volatile = self.volatile() if at == MEMORY else ""
        # vload and vstore go beyond what the pointer says.
        lanes = kind.lanes if kind.element else 1
        width = inputs.SIZE[element] * (4 if lanes == 3 else lanes)
        self.width = width
        size = 256 if self.declaration.name.startswith("v") else width
        if kind.space == "constant":
            return f"(__constant const {pointee} *)(table + {place} + w * 512)"
        if kind.space == "private":
            self.lines += [f"uchar {variable}[256] {aligned};",
                           f"copy_in({variable}, {source}, {size});"]
            self.after.append(f"copy_out(o + {at}, {variable}, {size});")
        elif kind.space == "local":
            self.lines += [
                f"__local uchar *{variable} = shared + w * 512 + {at - MEMORY};",
                f"for (int i = 0; i < {size}; ++i) "
                f"{variable}[i] = ({source})[i];"]
            self.after.append(f"for (int i = 0; i < {size}; ++i) "
                              f"(o + {at})[i] = {variable}[i];")
        elif kind.const:
            return f"({target}const {pointee} *)({source})"
        else:
            self.lines += [f"__global uchar *{variable} = o + {at};",
                           f"for (int i = 0; i < {size}; ++i) "
                           f"{variable}[i] = ({source})[i];"]
        if not kind.const:
            self.results.append((at, element, lanes, size // width))
        return f"({target}{const}{volatile}{pointee} *){variable}"

    def volatile(self):
        return "volatile " if self.declaration.name.startswith("atom") else ""

    def image(self, kind):
        name = self.declaration.name
        pixel = {"f": "f", "i": "i", "ui": "u"}.get(name.split("image")[-1], "f")
        image = f"{kind.access}{IMAGES[kind.base]}{pixel}"
        self.images.append(image)
        return image


HALF_VALUES = False


def coordinates(image, kind, is_write):
    """Inside of the image; where it is written, other ones for each."""
    parts = {"1d": ["w"], "1b": ["w"], "2d": ["w", "w & 7"],
             "zd": ["w", "w & 7"], "1a": ["w", "w & 3"],
             "2a": ["w", "w & 7", "w & 3", "0"],
             "za": ["w", "w & 7", "w & 3", "0"],
             "3d": ["w", "w & 7", "w & 3", "0"]}[image[1:3]]
    parts = parts[:kind.lanes]
    if kind.element == "float":
        parts = [f"{p} + 0.25f" if i + 1 < len(parts) or len(parts) < 4
                 else "0" for i, p in enumerate(f"({p})" for p in parts)]
    return f"({kind.base})({', '.join(parts)})" if kind.lanes > 1 else parts[0]


def image_arguments(writer):
    declaration = writer.declaration
    arguments = []
    for number, kind in enumerate(declaration.parameters):
        first = number == 1 or (
            number == 2 and declaration.parameters[1].base == "sampler_t")
        if kind.element and first:
            arguments.append(coordinates(writer.images[0], kind,
                                         "write" in declaration.name))
        elif kind.element and "write" in declaration.name:
            arguments.append(writer.value(kind.base, kind.element, number,
                                          "small"))
        elif kind.element:
            raise Unknown         # levels of detail
        else:
            arguments.append(writer.argument(number, kind))
    return arguments


def copy_between_groups(declaration, pools):
    """async_work_group_copy and _strided_copy: for the group as a whole."""
    to, source = declaration.parameters[:2]
    strided = "strided" in declaration.name
    place = pools.place(to.element, "")
    stride = ", 2" if strided else ""
    count = inputs.ITEMS // (2 if strided else 1)
    lines = [f"__local {to.base} *l = (__local {to.base} *)shared;",
             f"l[w] = V({to.base}, {pools.place(to.element, '')}, 1);",
             "barrier(CLK_LOCAL_MEM_FENCE);"]
    if to.space == "local":
        lines += [f"event_t e = {declaration.name}(l, (__global const {to.base}"
                  f" *)(in + {place}), (size_t){count}{stride}, (event_t)0);",
                  "wait_group_events(1, &e);"]
    else:
        lines += [f"event_t e = {declaration.name}((__global {to.base} *)"
                  f"(o - w * {SLOT} + {SLOT} * {inputs.ITEMS}), "
                  f"(__local const {to.base} *)l, (size_t){count}{stride}, "
                  "(event_t)0);",
                  "wait_group_events(1, &e);", "barrier(CLK_GLOBAL_MEM_FENCE);",
                  f"R({to.base}) = ((__global {to.base} *)(o - w * {SLOT} + "
                  f"{SLOT} * {inputs.ITEMS}))[w];"]
    if to.space == "local":
        lines.append(f"R({to.base}) = l[w];")
    lines.append("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);")
    return Call(declaration, lines, places_of(declaration),
                [(0, to.element, to.lanes, 1)], together=True)


def make(declaration, pools):
    """The call of a declaration."""
    name, result = declaration.name, declaration.result
    writer = Writer(declaration, pools)
    together = is_group_function(name)
    if name.startswith("async_work_group_"):
        return copy_between_groups(declaration, pools)
    if name == "wait_group_events":
        lines = ["event_t e = async_work_group_copy((__local uint *)shared, "
                 f"(__global const uint *)(in + {pools.place('uint', '')}), "
                 f"(size_t){inputs.ITEMS}, (event_t)0);",
                 "wait_group_events(1, &e);",
                 "R(uint) = ((__local uint *)shared)[w ^ 1];",
                 "barrier(CLK_LOCAL_MEM_FENCE);"]
        return Call(declaration, lines, places_of(declaration),
                    [(0, "uint", 1, 1)], together=True)
    if name == "printf":
        arguments = ['"%d %v4hlf %s\\n"', "w", "(float4)(w, 1, 2, 3)", '"text"']
    elif is_work_item_function(name):
        # Above 2 there is no dimension, and SPIR-V does not say what is there.
        arguments = ["(uint)(w % 3)"] if declaration.parameters else []
    elif any(p.base in IMAGES for p in declaration.parameters):
        first = writer.argument(0, declaration.parameters[0])
        writer.images = [first]
        arguments = image_arguments(writer) if "get_image" not in name \
            else [first]
        writer.images = [first]
    else:
        arguments = [writer.argument(number, kind)
                     for number, kind in enumerate(declaration.parameters)]
    text = f"{name}({', '.join(arguments)})"
    # One that is taken as it is compares with itself in half of the cases.
    if "compare_exchange" in name:
        writer.lines.append(f"if (w & 1) for (int i = 0; i < "
                            f"{writer.width}; ++i) p1[i] = p0[i];")
    if result.base == "void":
        writer.lines.append(text + ";")
        if not writer.results and not writer.images:
            writer.lines.append("R(int) = w;")
            writer.results.append((0, "int", 1, 1))
    else:
        element = result.element or NUMBERS.get(result.base)
        if not element:
            raise Unknown
        stored = "uchar" if result.base == "bool" else result.base
        writer.lines.append(f"R({stored}) = {text};")
        writer.results.append((0, element, result.lanes, 1))
    return Call(declaration, writer.lines + writer.after,
                places_of(declaration), writer.results,
                tuple(writer.images), together)
