//===- Builtins.cpp - The functions of OpenCL C ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "types/Builtins.h"
#include "compat/Strings.h"

#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace tasklet::kite;

// OpenCL C specification, 6.15.2 to 6.15.6 (math, integer, common, geometric
// and relational functions).
static const BuiltinFunction Functions[] = {
    // Math.
    {"acos", "f:TT"},
    {"acosh", "f:TT"},
    {"acospi", "f:TT"},
    {"asin", "f:TT"},
    {"asinh", "f:TT"},
    {"asinpi", "f:TT"},
    {"atan", "f:TT"},
    {"atan2", "f:TTT"},
    {"atanh", "f:TT"},
    {"atanpi", "f:TT"},
    {"atan2pi", "f:TTT"},
    {"cbrt", "f:TT"},
    {"ceil", "f:TT"},
    {"copysign", "f:TTT"},
    {"cos", "f:TT"},
    {"cosh", "f:TT"},
    {"cospi", "f:TT"},
    {"erfc", "f:TT"},
    {"erf", "f:TT"},
    {"exp", "f:TT"},
    {"exp2", "f:TT"},
    {"exp10", "f:TT"},
    {"expm1", "f:TT"},
    {"fabs", "f:TT"},
    {"fdim", "f:TTT"},
    {"floor", "f:TT"},
    {"fma", "f:TTTT"},
    {"fmax", "f:TTt"},
    {"fmin", "f:TTt"},
    {"fmod", "f:TTT"},
    {"hypot", "f:TTT"},
    {"ilogb", "f:iT"},
    {"ldexp", "f:TTk"},
    {"lgamma", "f:TT"},
    {"log", "f:TT"},
    {"log2", "f:TT"},
    {"log10", "f:TT"},
    {"log1p", "f:TT"},
    {"logb", "f:TT"},
    {"mad", "f:TTTT"},
    {"maxmag", "f:TTT"},
    {"minmag", "f:TTT"},
    {"nextafter", "f:TTT"},
    {"pow", "f:TTT"},
    {"pown", "f:TTi"},
    {"powr", "f:TTT"},
    {"remainder", "f:TTT"},
    {"rint", "f:TT"},
    {"rootn", "f:TTi"},
    {"round", "f:TT"},
    {"rsqrt", "f:TT"},
    {"sin", "f:TT"},
    {"sinh", "f:TT"},
    {"sinpi", "f:TT"},
    {"sqrt", "f:TT"},
    {"tan", "f:TT"},
    {"tanh", "f:TT"},
    {"tanpi", "f:TT"},
    {"tgamma", "f:TT"},
    {"trunc", "f:TT"},
    {"native_cos", "f:TT"},
    {"native_divide", "f:TTT"},
    {"native_exp", "f:TT"},
    {"native_exp2", "f:TT"},
    {"native_exp10", "f:TT"},
    {"native_log", "f:TT"},
    {"native_log2", "f:TT"},
    {"native_log10", "f:TT"},
    {"native_powr", "f:TTT"},
    {"native_recip", "f:TT"},
    {"native_rsqrt", "f:TT"},
    {"native_sin", "f:TT"},
    {"native_sqrt", "f:TT"},
    {"native_tan", "f:TT"},
    {"half_cos", "f:TT"},
    {"half_divide", "f:TTT"},
    {"half_exp", "f:TT"},
    {"half_exp2", "f:TT"},
    {"half_exp10", "f:TT"},
    {"half_log", "f:TT"},
    {"half_log2", "f:TT"},
    {"half_log10", "f:TT"},
    {"half_powr", "f:TTT"},
    {"half_recip", "f:TT"},
    {"half_rsqrt", "f:TT"},
    {"half_sin", "f:TT"},
    {"half_sqrt", "f:TT"},
    {"half_tan", "f:TT"},
    // Integer.
    {"abs", "i:UT"},
    {"abs_diff", "i:UTT"},
    {"add_sat", "i:TTT"},
    {"hadd", "i:TTT"},
    {"rhadd", "i:TTT"},
    {"clz", "i:TT"},
    {"ctz", "i:TT"},
    {"mad_hi", "i:TTTT"},
    {"mad_sat", "i:TTTT"},
    {"mul_hi", "i:TTT"},
    {"rotate", "i:TTT"},
    {"sub_sat", "i:TTT"},
    {"popcount", "i:TT"},
    {"mad24", "m:TTTT"},
    {"mul24", "m:TTT"},
    // Common.
    {"clamp", "n:TTtt"},
    {"degrees", "f:TT"},
    {"max", "n:TTt"},
    {"min", "n:TTt"},
    {"mix", "f:TTTt"},
    {"radians", "f:TT"},
    {"step", "f:TtT"},
    {"smoothstep", "f:TttT"},
    {"sign", "f:TT"},
    // Geometric; `length` is in CheckCall.cpp, since arrays have one too.
    {"cross", "f:TTT"},
    {"dot", "f:STT"},
    {"distance", "f:STT"},
    {"normalize", "f:TT"},
    {"fast_distance", "f:STT"},
    {"fast_length", "f:ST"},
    {"fast_normalize", "f:TT"},
    // Relational.
    {"isequal", "f:BTT"},
    {"isnotequal", "f:BTT"},
    {"isgreater", "f:BTT"},
    {"isgreaterequal", "f:BTT"},
    {"isless", "f:BTT"},
    {"islessequal", "f:BTT"},
    {"islessgreater", "f:BTT"},
    {"isfinite", "f:BT"},
    {"isinf", "f:BT"},
    {"isnan", "f:BT"},
    {"isnormal", "f:BT"},
    {"isordered", "f:BTT"},
    {"isunordered", "f:BTT"},
    {"signbit", "f:BT"},
    {"any", "s:bT"},
    {"all", "s:bT"},
    {"bitselect", "n:TTTT"},
    {"select", "n:TTTC"},
};

static const char *const Atomics[] = {
    "atomic_add", "atomic_sub",     "atomic_xchg", "atomic_inc",
    "atomic_dec", "atomic_cmpxchg", "atomic_min",  "atomic_max",
    "atomic_and", "atomic_or",      "atomic_xor",
};

namespace {
struct Rejection {
  const char *Prefix;
  const char *Why;
};
} // namespace

static const char WorkItems[] =
    "a Kite task does not know which work-item runs it; pass the number as an "
    "argument, or take the index of a loop";
static const char Waiting[] =
    "tasks do not run in lockstep; 'then' and 'critical' order them";
static const char Pointers[] =
    "it takes a pointer, and Kite has none; return a tuple from a task";
static const char Images[] = "Kite has no images; use arrays";
static const char Copies[] =
    "Kite has one kind of memory; assign the elements in a 'for' or 'map'";
static const char Printing[] = "write 'print(...)'";
static const char OtherAtomics[] =
    "Kite has atomic_add, atomic_sub, atomic_xchg, atomic_inc, atomic_dec, "
    "atomic_cmpxchg, atomic_min, atomic_max, atomic_and, atomic_or and "
    "atomic_xor";
static const char Missing[] = "Kite does not have this function";

static const Rejection Rejections[] = {
    {"get_", WorkItems},
    {"barrier", Waiting},
    {"work_group_", Waiting},
    {"sub_group_", Waiting},
    {"mem_fence", Waiting},
    {"read_mem_fence", Waiting},
    {"write_mem_fence", Waiting},
    {"async_work_group_", Copies},
    {"wait_group_events", Copies},
    {"prefetch", Copies},
    {"read_image", Images},
    {"write_image", Images},
    {"vload", Pointers},
    {"vstore", Pointers},
    {"fract", Pointers},
    {"frexp", Pointers},
    {"modf", Pointers},
    {"sincos", Pointers},
    {"remquo", Pointers},
    {"lgamma_r", Pointers},
    {"printf", Printing},
    {"atomic_", OtherAtomics},
    {"atom_", OtherAtomics},
    {"enqueue_", "an application of a task starts it"},
    {"shuffle", Missing},
    {"upsample", Missing},
    {"vec_step", Missing},
    {"nan", "write '0.0 / 0.0'"},
};

const BuiltinFunction *tasklet::kite::findBuiltin(StringRef Name) {
  static const StringMap<const BuiltinFunction *> ByName = [] {
    StringMap<const BuiltinFunction *> Map;
    for (const BuiltinFunction &Function : Functions)
      Map[Function.Name] = &Function;
    return Map;
  }();
  return ByName.lookup(Name);
}

StringRef tasklet::kite::whyRejected(StringRef Name) {
  for (const Rejection &R : Rejections) {
    StringRef Prefix = R.Prefix;
    bool IsFamily = endsWith(Prefix, "_") || Prefix == "vload" ||
                    Prefix == "vstore" || Prefix == "shuffle" ||
                    Prefix == "read_image" || Prefix == "write_image";
    // `get_` is a usual beginning of names.
    if (Prefix == "get_" &&
        !(Name.contains("global_") || Name.contains("local_") ||
          Name.contains("group") || Name.contains("image_") ||
          Name == "get_work_dim"))
      continue;
    if (IsFamily ? startsWith(Name, Prefix) : Name == Prefix)
      return R.Why;
  }
  return {};
}

bool tasklet::kite::isAtomic(StringRef Name) {
  for (const char *Known : Atomics)
    if (Name == Known)
      return true;
  return false;
}

ArrayRef<StringRef> tasklet::kite::builtinNames() {
  static const std::vector<StringRef> Names = [] {
    std::vector<StringRef> Result = {"print", "length"};
    for (const BuiltinFunction &Function : Functions)
      Result.push_back(Function.Name);
    for (const char *Name : Atomics)
      Result.push_back(Name);
    return Result;
  }();
  return Names;
}

bool tasklet::kite::isBuiltin(StringRef Name) {
  return findBuiltin(Name) || isAtomic(Name) || Name == "print" ||
         Name == "length";
}
