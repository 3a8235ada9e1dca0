// Parts of a union that lie side by side are futures of their own; whole members
// overlap, and so do equal parts.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify %s

typedef union { int pair[2]; int whole; float other; } both;
__task int one() { return 1; }

__task int side_by_side() {
  both b;
  b.pair[0] <- one();
  b.pair[1] <- one();
  force (b) { return b.pair[0] + b.pair[1]; }
}
__task int other_members() {
  both b;
  b.whole <- one(); // expected-note {{this spawn made it a future}}
  b.other <- one(); // expected-error {{this part of 'b' is a future already}} expected-note {{force it first}}
  force (b) { return b.whole; }
}
__task int equal_parts() {
  both b;
  b.pair[1] <- one(); // expected-note {{this spawn made it a future}}
  b.pair[1] <- one(); // expected-error {{this part of 'b' is a future already}} expected-note {{force it first}}
  force (b) { return b.whole; }
}
