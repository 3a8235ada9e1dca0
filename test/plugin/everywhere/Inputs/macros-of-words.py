"""Prints a macro for each word of a header, but for those of the language, names
that are reserved, and the header's own functions: whoever includes the header may
have defined them."""

import pathlib
import re
import sys

LANGUAGE = """
    break char const double else float for if inline int long return short sizeof
    static struct typedef void volatile while everywhere size_t uchar uint uint4
    ulong ushort s0 s1
    INFINITY INT_MAX INT_MIN LONG_MAX LONG_MIN UINT_MAX ULONG_MAX
    CLK_GLOBAL_MEM_FENCE CLK_LOCAL_MEM_FENCE cl_khr_fp64
    atomic_cmpxchg atomic_or clz max min mul_hi popcount
    get_sub_group_local_id get_sub_group_size sub_group_any sub_group_ballot
    sub_group_barrier sub_group_broadcast sub_group_reduce_add sub_group_reduce
    sub_group_scan_exclusive_add
    define defined elif endif ifdef ifndef include pragma clang system_header
""".split()

text = pathlib.Path(sys.argv[1]).read_text()
code = re.sub(r'/\*.*?\*/|"[^"\n]*"|\b0[xX]\w+', " ", text, flags=re.DOTALL)
words = {word for word in re.findall(r"\b[A-Za-z_]\w*", code)
         if not re.match(r"_|(ew|EW|TASKLET)_", word)}
# Words that are likely, too.
words |= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
words |= set("add count dest from inclusive lane overloadable src unused".split())
for word in sorted(words - set(LANGUAGE)):
    print(f"#define {word} ]not this[")
