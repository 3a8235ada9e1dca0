// -w, -Werror and all kinds of -W options reach the warnings of the plugin.
// Those that name one of them are unknown to clang, which says so before it
// loads a plugin: hence the same as an argument, and taskletc, which passes on
// the one as the other.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only %s 2>&1 \
// RUN:   | FileCheck -check-prefixes=FORCED,REACHED %s
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Weverything \
// RUN:   %s 2>&1 | FileCheck -check-prefixes=FORCED,REACHED %s
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -w -Werror %s 2>&1 \
// RUN:   | count 0
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Wno-everything \
// RUN:   %s 2>&1 | count 0
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only -Werror \
// RUN:   %s 2>&1 | FileCheck -check-prefixes=FORCED-ERROR,REACHED-ERROR %s
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only -Werror \
// RUN:   -Wfatal-errors %s 2>&1 | FileCheck -check-prefix=FATAL %s

// The options by name, as arguments and by taskletc.
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only -Werror \
// RUN:   -fplugin-arg-tasklet-Wno-tasklet-unforced %s 2>&1 \
// RUN:   | FileCheck -check-prefixes=NO-FORCED,REACHED-ERROR %s
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only \
// RUN:   -fplugin-arg-tasklet-Werror=tasklet-unforced %s 2>&1 \
// RUN:   | FileCheck -check-prefixes=FORCED-ERROR,REACHED %s
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only -Werror \
// RUN:   -fplugin-arg-tasklet-Wno-error=tasklet-unforced %s 2>&1 \
// RUN:   | FileCheck -check-prefixes=FORCED,REACHED-ERROR %s
// RUN: %taskletc -Werror -Wno-tasklet-unforced -Wno-tasklet-unreachable \
// RUN:   -o %t.bc %s 2>&1 | count 0
// RUN: not %taskletc -Werror -Wno-error=tasklet-unforced -o %t.bc %s 2>&1 \
// RUN:   | FileCheck -check-prefixes=FORCED,REACHED-ERROR %s
// RUN: not %taskletc -Werror=tasklet-unreachable -o %t.bc %s 2>&1 \
// RUN:   | FileCheck -check-prefixes=FORCED,REACHED-ERROR %s
// RUN: %taskletc -w -o %t.bc %s 2>&1 | count 0
// RUN: %taskletc -Wno-tasklet-unforced -E -o %t.i.cl %s 2>&1 | count 0

// By name on the command line of clang: obeyed, after clang has complained.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only \
// RUN:   -Wno-unknown-warning-option -Wno-tasklet-unforced \
// RUN:   -Wno-tasklet-unreachable %s 2>&1 | count 0
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only \
// RUN:   -Wno-unknown-warning-option -Wno-everything -Wtasklet-unforced \
// RUN:   %s 2>&1 | FileCheck -check-prefixes=FORCED,NO-REACHED %s
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only \
// RUN:   -Wno-unknown-warning-option -Wtasklet-unforced -Wno-everything \
// RUN:   %s 2>&1 | count 0

// Misspelt.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only \
// RUN:   -fplugin-arg-tasklet-Wtasklet-unforcde %s 2>&1 \
// RUN:   | FileCheck -check-prefixes=UNKNOWN,FORCED %s
// RUN: %taskletc -Wtasklet-unforcde -o %t.bc %s 2>&1 \
// RUN:   | FileCheck -check-prefixes=UNKNOWN,FORCED %s
// RUN: not %taskletc -tkl-warp-sise=32 -o %t.bc %s 2>&1 \
// RUN:   | FileCheck -check-prefix=OPTION %s

// UNKNOWN: warning: unknown warning option '-Wtasklet-unforcde' [-Wunknown-warning-option]
// OPTION: taskletc: error: unknown option '-tkl-warp-sise=32'
// REACHED: warning: this is never reached: a 'force' body returns from the task [-Wtasklet-unreachable]
// REACHED-ERROR: error: this is never reached: a 'force' body returns from the task [-Werror,-Wtasklet-unreachable]
// NO-REACHED-NOT: never reached
// FATAL: fatal error: {{.*}}[-Werror,-Wtasklet-unreachable]
// FATAL-NOT: error:
// FORCED: warning: future 'x' is never forced, and its result is discarded [-Wtasklet-unforced]
// FORCED-ERROR: error: future 'x' is never forced, and its result is discarded [-Werror,-Wtasklet-unforced]
// NO-FORCED-NOT: never forced

__task int f(int a) { return a; }

static __task void g(int n, __global int *out) {
  int x;
  x <- f(n);
  force () {}
  out[0] = 1;
}
__kernel void k(__global int *out) { () <- g(1, out); }
