// Where it cannot stand, and what is nearly one.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only -Xclang -verify %s

everywhere { int x = 0; x++; } // expected-error {{'everywhere' is a statement and stands in a function}} expected-note {{move it into the kernel, or the function, that is to run it}}
everywhere (uint m) { // expected-error {{'everywhere' is a statement and stands in a function}} expected-note {{move it}}
  m = 3;
}
__constant int after = 3;

__kernel void k(__global int *out, int n) {
  int x = everywhere { 3 }; // expected-error {{use of undeclared identifier 'everywhere'}} expected-note {{the statement is 'everywhere { ... }' or 'everywhere (uint mask) { ... }', with a body in braces, and no part of an expression}} expected-error {{expected ';'}}
  if (n)
    everywhere (uint m) out[0] = m; // expected-error {{the body of an 'everywhere' stands in braces}} expected-note {{write 'everywhere (...) { ... }'}}
  void (^block)(void) = ^{
    everywhere { out[1] = 3; } // expected-error {{'everywhere' cannot stand in a block}} expected-note {{move it to the function around the block}}
  };
  block();
  out[0] = after + undeclared; // expected-error {{undeclared identifier 'undeclared'}}
}
__kernel void unfinished(__global int *out) {
  everywhere (uint m) {
    out[0] = m;
// expected-error 2 {{expected '}'}} expected-note@-3 {{to match this}} expected-note@-2 {{to match this}}
