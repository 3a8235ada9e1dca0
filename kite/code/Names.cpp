//===- Names.cpp - Names in the generated source --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "code/Names.h"

#include "compat/Strings.h"
#include "types/Builtins.h"

#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace tasklet::kite {

/// What C, OpenCL C and the language of Tasklets use and Builtins.h does not
/// list.
static const char *const Reserved[] = {
    "auto",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
    "asm",
    "typeof",
    "bool",
    "half",
    "uchar",
    "ushort",
    "uint",
    "ulong",
    "size_t",
    "ptrdiff_t",
    "intptr_t",
    "uintptr_t",
    "quad",
    "complex",
    "imaginary",
    "kernel",
    "global",
    "local",
    "constant",
    "private",
    "generic",
    "read_only",
    "write_only",
    "read_write",
    "pipe",
    "uniform",
    "event_t",
    "sampler_t",
    "queue_t",
    "ndrange_t",
    "clk_event_t",
    "reserve_id_t",
    "true",
    "false",
    "NULL",
    "task",
    "force",
    "everywhere",
    "printf",
    "barrier",
    "prefetch",
    "main",
    "as_type",
    "unit",
    "linux",
    "unix",
    "i386",
    "half2",
    "cl_mem_fence_flags",
};

bool isReservedInOpenCL(StringRef Name) {
  static const StringSet<> Words = [] {
    StringSet<> Made;
    for (const char *Word : Reserved)
      Made.insert(Word);
    return Made;
  }();
  if (Words.contains(Name) || isBuiltin(Name))
    return true;
  // Macros such as M_PI and CL_VERSION, and the names that C reserves.
  for (StringRef Prefix :
       {"__",          "M_",          "CL_",      "CLK_",        "INT_",
        "UINT_",       "LONG_",       "ULONG_",   "CHAR_",       "UCHAR_",
        "SCHAR_",      "SHRT_",       "USHRT_",   "FLT_",        "DBL_",
        "HALF_",       "FP_",         "ATOMIC_",  "memory_",     "get_",
        "work_group_", "sub_group_",  "async_",   "wait_group_", "vload",
        "vstore",      "convert_",    "as_",      "image",       "atomic",
        "read_image",  "write_image", "tkl_",     "kite_",       "intel_",
        "enqueue_",    "shuffle",     "half_",    "native_",     "to_",
        "ctz",         "popcount",    "INFINITY", "NAN",         "HUGE_VAL",
        "MAXFLOAT"})
    if (startsWith(Name, Prefix))
      return true;
  // Types of vectors and matrices: float4, double2x3.
  StringRef Stem = Name.rtrim("0123456789x");
  return Stem != Name && Words.contains(Stem);
}

std::string Names::fresh(StringRef Wanted) {
  std::string Name = Wanted.str();
  if (isReservedInOpenCL(Name))
    Name += Name.back() == '_' ? "1" : "_";
  if (isReservedInOpenCL(Name))
    Name = "of_" + Name;
  std::string Stem = Name;
  for (unsigned I = 1; !Used.insert(Name).second; ++I)
    Name = (Stem + "_" + Twine(I)).str();
  return Name;
}

const std::string &Names::of(const void *Entity, StringRef Wanted) {
  auto Place = Given.find(Entity);
  if (Place == Given.end())
    Place = Given.emplace(Entity, fresh(Wanted)).first;
  return Place->second;
}

} // namespace tasklet::kite
