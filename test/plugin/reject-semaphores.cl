// Wrong uses of semaphores.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify %s

__task int f(__global tkl_semaphore *lock, __global int *other) {
  int held;
  tkl_acquire(lock); // expected-error {{'tkl_acquire' is a task: it is spawned with '<-', not called}} expected-note {{write '() <- ' before it to ignore the result}}
  held <- tkl_acquire(other); // expected-warning {{incompatible pointer types passing '__global int *__private' to parameter of type '__global __tkl_service_semaphore *'}}
  held <- tkl_acquire(); // expected-error {{too few arguments to function call, expected 1, have 0}}
  force (held) {
    held = tkl_release(lock); // expected-error {{assigning to '__private int' from incompatible type 'void'}}
    return held;
  }
}

__kernel void k(__global tkl_semaphore *lock, __global int *out) {
  tkl_release(lock); // expected-error {{'tkl_release' cannot be called in a kernel outside of bodies of 'force'}} expected-note {{it is for tasks: call it in a task that the kernel spawns}}
  out[0] <- tkl_acquire(lock);
}

// expected-note@* {{'tkl_acquire' declared here}}
// expected-note@* {{passing argument to parameter here}}
