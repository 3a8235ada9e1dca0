// With strict-captures the list is the closure, as in the paper.
// RUN: %clang -fplugin=%plugin -fplugin-arg-tasklet-strict-captures \
// RUN:   -target spir64 -fsyntax-only -Xclang -verify=strict %s
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify %s
// RUN: not %clang -fplugin=%plugin -fplugin-arg-tasklet-strict-captures \
// RUN:   -target spir64 -fsyntax-only -fdiagnostics-parseable-fixits %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: not %clang -fplugin=%plugin -fplugin-arg-tasklet-no-such-thing \
// RUN:   -target spir64 -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck --check-prefix=ARGUMENT %s
// ARGUMENT: error: unknown argument 'no-such-thing' for the plugin 'tasklet'; it knows 'strict-captures' and warning options such as 'Wno-tasklet-unforced'
// expected-no-diagnostics

__task int f(int a);
__constant int Global = 3;

__task int captures(int n, int m) {
  int x, y = 2, z;
  x <- f(n);
  z <- f(m);
  // CHECK: fix-it:"{{.*}}":{[[#@LINE+1]]:11-[[#@LINE+1]]:11}:", n"
  force (x) { // strict-note 3 {{name it in this list}}
    int own = x + Global + sizeof(m);
    own += n; // strict-error {{'n' is not in the list of this 'force' body, and 'strict-captures' is on}}
    own += n;
    if (own)
      force (y, // strict-error {{'y' is not in the list}}
             z, // strict-error {{'z' is not in the list}}
             own) {
        return own + y + z;
      }
    // CHECK: fix-it:"{{.*}}":{[[#@LINE+1]]:12-[[#@LINE+1]]:12}:"own"
    force () { // strict-note {{name it in this list}}
      return own; // strict-error {{'own' is not in the list}}
    }
  }
}
