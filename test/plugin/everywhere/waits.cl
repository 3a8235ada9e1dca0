// Before a wait, all work-items of a warp come to a block; after it, a block is
// that of one work-item. A block cannot be both.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only -Xclang -verify %s

__task int f(int n);

__kernel void loop(__global int *out, int n) {
  int x;
  for (int i = 0; i < n; ++i) {
    everywhere { out[i] = 1; } // expected-error {{this 'everywhere' is reached both before and after a 'force' that waits}}
    x <- f(i);
    force (x); // expected-note {{after it, the warp is one work-item: write the block once before it, and once after it}}
    everywhere { out[x] = 2; }
  }
}

__kernel void branch(__global int *out, int n) {
  if (n)
    force (); // expected-note {{after it, the warp is one work-item}}
  everywhere (uint m) { out[0] = m; } // expected-error {{reached both before and after}}
}

// Accepted: before it, after it, in tasks, and where no path comes from one to
// the other. After it a future may be used, since there is one work-item, and no
// pointer is missing.
__kernel void apart(__global int *out, int n) {
  int x, id = get_global_id(0);
  __global int *p;
  everywhere { out[id] = 1; }
  if (id & 1) {
    x <- f(id);
    force (x);
    p = out + x;
    if (x & 1)
      everywhere { *p = x; }
    return;
  }
  everywhere { out[id] = 3; }
}

__task void task(__global int *out, int n) {
  for (int i = 0; i < n; ++i) {
    int x;
    everywhere { out[i] = i; }
    x <- f(i);
    force (x);
  }
}
