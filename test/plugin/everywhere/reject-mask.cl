// The mask is a new private variable of a type that holds a bit for each
// work-item of a warp.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify -ferror-limit=0 %s

typedef uint lanes;
typedef int2 pair;
struct box { uint bits; };

__kernel void accepted(__global ulong *out) {
  everywhere (int m) { out[0] = m; }
  everywhere (uint m) { out[0] = m; }
  everywhere (long m) { out[0] = m; }
  everywhere (ulong m) { out[0] = m; }
  everywhere (unsigned m) { out[0] = m; }
  everywhere (unsigned long m) { out[0] = m; }
  everywhere (const lanes m) { out[0] = m; }
  everywhere (volatile uint m) { m &= 3; out[0] = m; }
  everywhere (size_t m) { out[0] = m; }
  everywhere (uint everywhere) { out[0] = everywhere; }
  // A new variable, which hides others of that name.
  uint m = 3;
  everywhere (uint m) { out[1] = m; }
  everywhere (uint out) { m = out; }
  everywhere (uint m) {
    everywhere (ulong m) {
      ulong inner = m;
      m = inner;
    }
    {
      int m = 4;
      (void)m;
    }
  }
}

__kernel void refused(__global ulong *out, uint n) {
  everywhere (char m) { out[0] = m; }
  // expected-error@-1 {{the mask of an 'everywhere' has type 'int', 'uint', 'long' or 'ulong', and 'm' has type 'char'}} expected-note@-1 {{write 'everywhere (uint m) { ... }'}}
  everywhere (ushort m) {} // expected-error {{the mask of an 'everywhere' has type}} expected-note {{write}}
  everywhere (bool m) {} // expected-error {{the mask of an 'everywhere' has type}} expected-note {{write}}
  everywhere (float m) {} // expected-error {{the mask of an 'everywhere' has type}} expected-note {{write}}
  everywhere (pair m) {} // expected-error {{the mask of an 'everywhere' has type}} expected-note {{write}}
  everywhere (struct box m) { out[0] = m.bits; } // expected-error {{the mask of an 'everywhere' is a private variable of type 'int', 'uint', 'long' or 'ulong'}} expected-note {{write 'everywhere (uint mask) { ... }'}}
  everywhere (void m) {} // expected-error {{the mask of an 'everywhere' is a private variable}} expected-note {{write}}
  everywhere (__local uint m) {} // expected-error {{the mask of an 'everywhere' is a private variable}} expected-note {{write}}
  everywhere (__global uint m) {} // expected-error {{the mask of an 'everywhere' is a private variable}} expected-note {{write}}
  everywhere (static uint m) {} // expected-error {{the mask of an 'everywhere' is a private variable}} expected-note {{write}}
  everywhere (uint *m) {} // expected-error {{an 'everywhere' declares one variable, its mask: a type and a name}} expected-note {{write}}
  everywhere (uint m[2]) {} // expected-error {{an 'everywhere' declares one variable}} expected-note {{write}}
  everywhere (uint a, uint b) {} // expected-error {{an 'everywhere' declares one variable}} expected-note {{write}}
  everywhere (uint m = 3) {} // expected-error {{an 'everywhere' declares one variable}} expected-note {{write}}
  everywhere (3) {} // expected-error {{the mask of an 'everywhere' is a new variable and needs a name}} expected-note {{write}}
  everywhere (uint) {} // expected-error {{the mask of an 'everywhere' is a new variable and needs a name}} expected-note {{write}}
  everywhere (n) {} // expected-error {{the mask of an 'everywhere' is a new variable and needs a type}} expected-note {{write}}
  everywhere () {} // expected-error {{'everywhere' needs a mask in its parentheses, or none}} expected-note {{write 'everywhere (uint mask) { ... }', or, if the mask is not needed, 'everywhere { ... }'}}
  everywhere (unknown m) {} // expected-error {{use of undeclared identifier 'unknown'}}
  everywhere (uint m) { // expected-note {{previous definition}}
    int m; // expected-error {{redefinition of 'm'}}
  }
}
