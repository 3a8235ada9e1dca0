// tkl_assert stands wherever an expression may stand, but in ordered kernels, and
// needs no declaration.
// RUN: %clang -fplugin=%plugin -target spir64 -S -emit-llvm -Wall -Wextra -Werror \
// RUN:   -Xclang -disable-llvm-passes -DGOOD -o - %s | FileCheck %s
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL3.0 -fsyntax-only \
// RUN:   -Wall -Wextra -Werror -DGOOD %s
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify %s
// RUN: %clang -fplugin=%plugin -target spir64 -S -emit-llvm -DGOOD -w \
// RUN:   -D'tkl_assert(x)=((void)0)' -o - %s | FileCheck --check-prefix=OUT %s
// OUT-NOT: service_assert

#ifdef GOOD

#define LIMIT 10

// CHECK-DAG: c"{{.*}}assertions.cl:[[@LINE+4]]\00"
// CHECK-DAG: c"n < LIMIT && \22text\22\00"
// CHECK-LABEL: define {{.*}}@helper(
int helper(int n) {
  tkl_assert(n < LIMIT && "text");
  return n < 3 ? (tkl_assert(n != 1), n) : 7;
}

// CHECK: call {{.*}}@__tkl_service_assert({{i8 addrspace\(2\)\*|ptr addrspace\(2\)}} {{.*}}@__func__.t
__task int t(int n) {
  if (n == 7)
    return 1;
  if (n)
    tkl_assert(n > 0);
  else
    tkl_assert((int2)(n, 1).x == 0);
  int r;
  r <- t(n - 1);
  force (r) {
    tkl_assert(r);
    return r;
  }
}

__kernel void k(__global int *out, int n) {
  tkl_assert(out);
  tkl_assert(helper(n) != 3);
  everywhere (int mask) {
    tkl_assert(mask != 0);
    out[0] = mask;
  }
}

// A program may have its own.
#undef tkl_assert
#define tkl_assert(x) ((void)(x))
__task void own(int n) { tkl_assert(n); }
#undef tkl_assert
void tkl_assert(int n);
__task void other(int n) { tkl_assert(n); }

#else

__task void wrong(int n, int4 v) {
  tkl_assert(); // expected-error {{expected expression}}
  tkl_assert(v == 1); // expected-error {{}}
  tkl_assert(n) // expected-error {{expected ';' after expression}}
}

__kernel __ordered(out) void ordered(__global int *out, int n) {
  tkl_assert(n); // expected-error {{'tkl_assert' cannot be used in an ordered kernel}} expected-note {{use it in a kernel that runs before or after this one}}
  out[0] = n;
}

#endif
