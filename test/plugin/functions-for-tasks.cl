// Functions for tasks need no declaration. A program's own declarations of such
// names hide them.
// RUN: %clang -fplugin=%plugin -target spir64 -S -emit-llvm \
// RUN:   -Xclang -disable-llvm-passes -Wall -Wextra -Werror -o - %s | FileCheck %s
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only \
// RUN:   -Wall -Wextra -Werror %s
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL3.0 -fsyntax-only \
// RUN:   -Wall -Wextra -Werror %s

// CHECK-LABEL: define {{.*}}@checked(
int checked(int i, int n) {
  // The function needs no result after this.
  if (i < n)
    return i;
  // CHECK: call spir_func void @__tkl_service_fail({{i8 addrspace.2.\*|ptr addrspace.2.}} {{.*}}, i64 {{.*}}, i64 {{.*}})
  // CHECK-NEXT: unreachable
  tkl_fail("index %0 of %1", i, n);
}

// CHECK-LABEL: define {{.*}}@numbers(
void numbers(tkl_print p, int n) {
  // CHECK: call {{.*}}@__tkl_service_print_int(
  tkl_print_int(p, n);
  tkl_print_uint(p, 1);
  tkl_print_half(p, 1);
  tkl_print_float(p, 1.0f);
  tkl_print_double(p, 1.0);
  tkl_print_bool(p, n < 1);
  tkl_print_char(p, 'c');
}

__task int f(int n) {
  // CHECK: call {{.*}}{{i8 addrspace.1.\*|ptr addrspace.1.}} @__tkl_service_alloc(i64 noundef 12)
  __global int *a = tkl_alloc(3 * sizeof(int));
  a[checked(n, 3)] = 1;
  // CHECK: call {{.*}}{{i64 addrspace.1.\*|ptr addrspace.1.}} @__tkl_service_command_area()
  tkl_command_area()[7] = 1;
  // CHECK: call {{.*}}@__tkl_service_print_begin()
  tkl_print p = tkl_print_begin();
  numbers(p, n);
  tkl_print_text(p, "\n");
  tkl_print_end(p);
  return a[0];
}

// Nobody asks for these.
// CHECK-NOT: __tkl_service_own
int tkl_own(int n);
int tkl_own(int n) { return n; }
// Nor is this found.
struct tkl_print { int a; };

// CHECK-LABEL: define {{.*}}@hides(
__task int hides(int n, int tkl_alloc) {
  int tkl_command_area = n;
  // CHECK-NOT: service
  // CHECK: ret
  return tkl_alloc + tkl_command_area + tkl_own(n);
}

__kernel void k(__global int *out, int n) {
  int x;
  x <- hides(n, n);
  force (x) {
    out[1] = *(__global int *)tkl_alloc(4) + x;
    out[0] <- f(n);
  }
}

__kernel void waits(__global int *out, int n) {
  int x;
  x <- f(n);
  force (x);
  if (x < 0)
    tkl_fail("%0", x, 0);
  *out = x;
}
