// `everywhere` is an ordinary name where no such statement stands.
// RUN: %clang -fplugin=%plugin -target spir64 -Wall -Werror -fsyntax-only %s
// RUN: %taskletc -Werror -o %t.bc %s

int everywhere(int n) { return n; }
int uses_function(int n) {
  everywhere(n);
  if (everywhere(n)) {
    n = 2;
  }
  return everywhere(everywhere(n)) + everywhere (3);
}
struct everywhere {
  int everywhere;
};
int uses_variable(struct everywhere s) {
  int everywhere = 3;
  everywhere = s.everywhere;
  everywhere++;
  (void)everywhere;
everywhere: {
  if (everywhere-- > 0)
    goto everywhere;
}
  switch (everywhere) {
  case 3: {
    typedef int everywhere;
    everywhere x = 4;
    return x;
  }
  }
  return everywhere;
}
#define everywhere(x) (x)
int uses_macro(int n) { return everywhere(n); }
__kernel void unused(__global int *out) { out[0] = uses_macro(0); }
