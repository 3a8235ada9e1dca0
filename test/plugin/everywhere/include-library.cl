// The plugin and taskletc find <tasklet/everywhere.clh> beside the plugin; a
// folder of the user's comes first.
// RUN: %clang -target spir64 -fplugin=%plugin -Wall -Wextra -pedantic -Werror -MD -MF %t.d -fsyntax-only %s
// RUN: FileCheck --check-prefix=OURS --input-file=%t.d %s
// RUN: %taskletc -E %s | FileCheck --check-prefix=TEXT %s
// RUN: rm -rf %t && mkdir -p %t/tasklet
// RUN: echo '#define MINE 1' > %t/tasklet/everywhere.clh
// RUN: %clang -target spir64 -fplugin=%plugin -I%t -fsyntax-only %s
// RUN: %taskletc -I%t -o %t.bc %s
// OURS: lib/include/tasklet/everywhere.clh
// TEXT: everywhere(ulong _Callers)
#include <tasklet/everywhere.clh>

__kernel void k(__global int *p, __local int *r, int n);
__kernel void k(__global int *p, __local int *r, int n) {
#ifndef MINE
  if (n > 3)
    ew_copy(p, r, n);
#else
  *p = MINE;
  (void)r, (void)n;
#endif
}
