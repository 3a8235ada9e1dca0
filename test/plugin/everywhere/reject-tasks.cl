// Spawns, forces and futures are those of one work-item, and a body is run by
// work-items that did not come to it.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify %s

__task int f(int n) { return n; }

__task int accepted(int n) {
  int x, y = 1;
  everywhere (uint mask) { n += mask; }
  x <- f(n);
  everywhere { y = n; }
  force (x) {
    everywhere { x += y; }
    return x;
  }
}

__kernel void accepted_too(__global int *out, int n) {
  int x, go = 0;
  if (n)
    everywhere { go = n; }
  if (go)
    out[1] <- f(go);
  x <- f(n);
  force (x) {
    everywhere { x += go; }
    *out = x;
  }
}

__task int refused(int n) {
  int x, y;
  everywhere { // expected-note {{work-items that did not come to it run this body, too: set a variable in it, and spawn after it}}
    x <- f(n); // expected-error {{'<-' cannot stand in the body of an 'everywhere'}}
  }
  y <- f(n); // expected-note {{made 'y' a future}}
  everywhere {
    n = y; // expected-error {{'y' is a future, and is used before a 'force' names it}} expected-note {{force (y)}}
  }
  everywhere { // expected-note 2 {{spawn after it}}
    () <- f(n); // expected-error {{'<-' cannot stand in the body of an 'everywhere'}}
    if (n)
      force (x, y) { return x; } // expected-error {{'force' cannot stand in the body of an 'everywhere'}}
  }
  return n;
}

__kernel void refused_too(__global int *out, int n) {
  int x = 0;
  if (n) {
    x <- f(n); // expected-note {{this spawn makes 'x' a future}}
    force (x) { *out = x; }
  } else {
    everywhere {
      x = 3; // expected-error {{'x' may be a future of work-items that did not come to this 'everywhere'}} expected-note {{use another variable in the body}}
    }
  }
}

// It makes no future to read one's own: flow comes by once, not in a loop.
__task int flow(int n) {
  int x, y = n;
  everywhere {
    int *p = &y;
    n += *p;
    y = n;
  }
  x <- f(n);
  force (x) { return x + y; }
}
