// Spawns and forces stand in tasks and kernels only.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fblocks \
// RUN:   -fsyntax-only -Xclang -verify %s

__task int f(int a);
#define JOIN(x) force (x)

int helper(int n) { // expected-note 3 {{mark 'helper' with '__task' and spawn it, or make it a macro, which is expanded in the task that uses it}}
  int x;
  x <- f(n); // expected-error {{'<-' may stand only in a task or a kernel, and 'helper' is neither}}
  if (n)
    () <- f(n); // expected-error {{'<-' may stand only in a task or a kernel}}
  JOIN(x) { return x; } // expected-error {{'force' may stand only in a task or a kernel, and 'helper' is neither}}
}

void empty(void) { // expected-note {{mark 'empty' with '__task'}}
  force () {} // expected-error {{'force' may stand only in a task or a kernel}}
}

__kernel void in_block(__global int *out) {
  void (^block)(void) = ^{
    out[0] <- f(1); // expected-error {{'<-' may stand only in a task or a kernel, not in a block}} expected-note {{move it to the function around the block}}
  };
  block();
}

__kernel void accepted(__global int *out) {
  int x;
  out[1] <- f(1);
  x <- f(2);
  force (x) { out[0] = x; }
}
