// After a force that control can go around, a declaration is no code that is
// never reached, whatever Clang's flow graph makes of it: it lacks those
// without variables, and takes those of several variables apart.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify %s

__task int one() { return 1; }

#define MAYBE_RETURN(condition)                                                \
  if (condition) {                                                             \
    int x;                                                                     \
    x <- one();                                                                \
    force (x) { return x; }                                                    \
  }

__task int declarations(int n) {
  MAYBE_RETURN(n > 90)
  int a, b;
  MAYBE_RETURN(n > 80)
  int c = 1, d = 2;
  MAYBE_RETURN(n > 70)
  typedef int number;
  MAYBE_RETURN(n > 60)
  enum { FIFTY = 50 };
  MAYBE_RETURN(n > FIFTY)
  struct named { int v; };
  MAYBE_RETURN(n > 40)
  struct { int v; } s, t;
  MAYBE_RETURN(n > 30)
  union { int v; float f; } u = {1};
  MAYBE_RETURN(n > 20)
  extern __constant int table[];
  MAYBE_RETURN(n > 10)
label:;
  MAYBE_RETURN(n == 2)
  {}
  return 0;
}

// Code is found after declarations, too.
__task int unreachable(int n) {
  int x;
  x <- one();
  force (x) { return n; }
  int late, later;
  {
    typedef int number;
    ;
  }
  late = n; // expected-warning {{this is never reached}} expected-note {{move it into the body}}
  return late;
}

__task int unreachable_initialization(int n) {
  int x;
  x <- one();
  force (x) { return n; }
  int late = 1, later = n; // expected-warning {{this is never reached}} expected-note {{move it into the body}}
  return late;
}
