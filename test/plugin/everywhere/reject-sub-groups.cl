// Outside of bodies sub-group functions are those of the device, if it has any.
// Where nobody says what the device has, that is a warning.
// A function is called in a body, or it is not: calls are followed.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL1.2 -Xclang -cl-ext=-all -fsyntax-only -Xclang -verify=none %s
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -Xclang -cl-ext=-all -fsyntax-only -Xclang -verify=none %s
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -Xclang -cl-ext=+all -fsyntax-only -Xclang -verify=own %s
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only -Xclang -verify=any %s
// RUN: %clang -fplugin=%plugin -fplugin-arg-tasklet-Wno-tasklet-sub-groups -target spir64 -cl-std=CL2.0 -fsyntax-only -Xclang -verify=own %s
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL1.2 -Xclang -cl-ext=-all -fsyntax-only -Xclang -verify=plain -DPLAIN %s
// RUN: not %clang -target spir64 -cl-std=CL1.2 -Xclang -cl-ext=-all -fsyntax-only -DPLAIN %s
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only -Xclang -verify=own -DPLAIN %s

// own-no-diagnostics

#ifndef PLAIN
// For bodies, and before any of them.
uint rank(int p) { return sub_group_ballot(p).x; }
char low(char c) { return sub_group_shuffle(c, 0u); }
int helper(int n) { return sub_group_any(n); } // none-error {{'sub_group_any' is called outside the body of an 'everywhere', and the device has no sub-groups}} none-note {{put it into the body of an 'everywhere', which has it on every device}} any-warning {{'sub_group_any' is called outside the body of an 'everywhere', and a device without sub-groups will refuse that [-Wtasklet-sub-groups]}} any-note {{put it into the body of an 'everywhere', which has it on every device, or name what the device has with '-cl-ext'}}
int through(int n) { return helper(n); } // none-note {{'helper' is called here, outside of bodies}}
int unused(int n) { return sub_group_all(n); }
int holds(int n) {
  everywhere { n = sub_group_all(n) + rank(n) + low(n); }
  return n;
}

__kernel void k(__global int *out, int n) {
  everywhere {
    out[0] = through(n) + helper(n) + rank(n);
    everywhere { out[1] = low(n); }
  }
  out[2] = holds(n);
  out[3] = through(n);
  out[4] = sub_group_shuffle(n, 3u); // none-error {{'sub_group_shuffle' is called outside the body of an 'everywhere', and the device has no sub-groups}} none-note {{put it into the body}} any-warning {{'sub_group_shuffle' is called outside the body}} any-note {{put it into the body}}
}
__kernel void again(__global int *out, int n) {
  out[3] = through(n);
}

#else
// A program without `everywhere`, as far as a device without sub-groups goes.
int plain(int n) { return sub_group_any(n); } // plain-error {{'sub_group_any' is called outside the body of an 'everywhere', and the device has no sub-groups}} plain-note {{put it into}}
#endif
