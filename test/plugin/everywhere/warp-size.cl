// A mask has a bit for each work-item of a warp, 32 unless the option says
// otherwise.
// RUN: %clang -fplugin=%plugin -target spir64 -mllvm -tkl-warp-size=64 -fsyntax-only -Xclang -verify %s
// RUN: %clang -fplugin=%plugin -target spir64 -mllvm -tkl-warp-size=4 -fsyntax-only -Xclang -verify=fits %s
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify=fits %s
// RUN: not %taskletc -tkl-warp-size=64 -o %t.bc %s 2>&1 | FileCheck --check-prefix=WIDE %s
// RUN: %taskletc -tkl-warp-size=32 -o %t.bc %s
// RUN: not %taskletc -tkl-warp-size=48 -o %t.bc %s 2>&1 | FileCheck --check-prefix=SIZE -DN=48 %s
// RUN: not %taskletc -tkl-warp-size=128 -o %t.bc %s 2>&1 | FileCheck --check-prefix=SIZE -DN=128 %s
// RUN: not %taskletc -tkl-warp-size=0 -o %t.bc %s 2>&1 | FileCheck --check-prefix=SIZE -DN=0 %s
// RUN: not %taskletc -tkl-warp-size= -o %t.bc %s 2>&1 | FileCheck --check-prefix=SIZE -DN= %s
// WIDE: error: the mask 'm' has 32 bits, and a warp has 64 work-items
// SIZE: '-tkl-warp-size=[[N]]': a warp has 1, 2, 4, 8, 16, 32 or 64 work-items;
// SIZE-NOT: error

// fits-no-diagnostics

__kernel void k(__global ulong *out) {
  everywhere (int m) { out[0] = m; } // expected-error {{the mask 'm' has 32 bits, and a warp has 64 work-items}} expected-note {{write 'everywhere (ulong m) { ... }'}}
  everywhere (uint m) { out[1] = m; } // expected-error {{the mask 'm' has 32 bits, and a warp has 64 work-items}} expected-note {{write 'everywhere (ulong m) { ... }'}}
  everywhere (long m) { out[2] = m; }
  everywhere (ulong m) { out[3] = m; }
  everywhere { out[4] = 4; }
}
