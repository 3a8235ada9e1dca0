// Where one edit mends a mistake, the error offers it; applied, all of it
// compiles without a warning.
// RUN: cp %s %t.cl
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -fixit %t.cl > %t.log 2>&1
// RUN: not grep "unable to apply" %t.log
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Wall -Werror %t.cl
// RUN: FileCheck %s < %t.cl

typedef short narrow;
__kernel void k(__global int *out, int n) {
  // CHECK: {{^}}  everywhere (uint m) { out[0] = m; }
  everywhere (char m) { out[0] = m; }
  // CHECK: {{^}}  everywhere (const uint m) { out[1] = m; }
  everywhere (const narrow m) { out[1] = m; }
  // CHECK: {{^}}  everywhere (uint m) { out[2] = m; }
  everywhere (m) { out[2] = m; }
  // CHECK: {{^}}  everywhere  { out[3] = n; }
  everywhere () { out[3] = n; }
  // CHECK: {{^}}  everywhere (uint m) { out[4] = m; }
  everywhere (uint m) out[4] = m;
}
