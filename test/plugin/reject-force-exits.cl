// A force body is entered at its start and left by return or at its end.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Wall \
// RUN:   -Xclang -verify %s

__task int f(int a);

__task int jumps(int n) {
  int x;
  for (int i = 0; i < n; ++i) {
    x <- f(i);
    force (x) { // expected-note 3 {{this 'force' ends the step: its body goes on to a 'return', or to its own end in a void task}}
      if (x == 1)
        break; // expected-error {{'break' cannot leave the body of a 'force'}}
      if (x == 2)
        continue; // expected-error {{'continue' cannot leave the body of a 'force'}}
      if (x == 3)
        goto out; // expected-error {{'goto' cannot leave the body of a 'force'}}
      switch (x) {
      case 4:
        continue; // expected-error {{'continue' cannot leave}}
      case 5:
        break;
      }
      for (;;) {
        if (x == 6)
          break;
        if (x == 7)
          continue;
        goto in;
      }
    in:
      return x;
    }
  }
out: // expected-note {{the label is outside}}
  return 0;
}

__task int into(int n) {
  int x = 0;
  x <- f(1);
  if (n)
    goto in; // expected-error {{'goto' cannot jump into the body of a 'force'}}
  force (x) { // expected-note {{this body runs when the results have arrived, and only then}}
  in:
    return x;
  }
}

__task int switch_into(int n) {
  int x = 0;
  switch (n) {
  default:
    force (x) { // expected-note 2 {{move the 'case' out of this 'force'}}
    case 1: // expected-error {{a 'switch' cannot jump into the body of a 'force'}}
      return x;
    case 2: // expected-error {{a 'switch' cannot jump into the body of a 'force'}}
      return x;
    }
  }
}

__task int end_reached(int n) {
  int x, y;
  x <- f(1);
  force (x) { // expected-note {{the body returns from the task: end it with 'return'}}
    if (x)
      return 1;
    y <- f(2);
    if (n)
      force (y) { // expected-note {{end it with 'return'}}
        ++n;
      } // expected-error {{the end of this 'force' body is reached without a result of type 'int'}}
  } // expected-error {{the end of this 'force' body is reached without a result of type 'int'}}
}

__task int empty_body(int n) {
  force () {} // expected-error {{the end of this 'force' body is reached}} expected-note {{end it with 'return'}}
}

__task int unreachable(int n) {
  int x;
  x <- f(1);
  if (n == 1) {
    force (x) { return x; }
    n = 2; // expected-warning {{this is never reached: a 'force' body returns from the task}} expected-note {{move it into the body of the 'force', or remove it}}
    n = 3;
  }
  if (n == 2)
    force (x) { return x; }
  else
    force (x) { return 1; }
  return 2; // expected-warning {{this is never reached}} expected-note {{move it into the body}}
}

// Accepted.
__task int in_cases(int n) {
  int x;
  x <- f(1);
  switch (n) {
  case 1:
    force (x) { return x; }
    break;
  case 2: {
    force (x) { return x + 1; }
    break;
  }
  }
  return 3;
}

__task void void_end(int n) {
  int x;
  x <- f(1);
  if (n)
    goto reached;
  force (x) {
    if (x)
      return;
    x = 1;
  }
reached:
  force (x) {}
}

__task int all_paths(int n) {
  int x;
  x <- f(1);
  if (n == 7)
    return 1;
  force (x) {
    if (x)
      return 1;
    else
      force () { return 2; }
  }
}

__kernel void k(__global int *out) {
  int x;
  x <- f(1);
  force (x) { out[0] = x; }
}
