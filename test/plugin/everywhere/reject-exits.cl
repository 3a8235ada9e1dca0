// A body is run from its start to its end.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify %s

__kernel void accepted(__global int *out, int n) {
  everywhere {}
  everywhere { ; }
  everywhere {
    for (int i = 0; i < n; ++i) {
      if (i == 3)
        continue;
      if (i == 5)
        break;
    }
    while (n > 3) {
      everywhere { out[1] = n; }
      if (--n == 4)
        break;
    }
    switch (n) {
    case 1:
      out[0] = 1;
      break;
    default:
      everywhere { out[0] = 2; }
    }
    if (n == 4)
      goto end;
    out[2] = n;
  end:;
  }
  for (;;) {
    everywhere { out[3] = n; }
    if (n == 7)
      break;
    if (n == 8)
      return;
  }
}

int function(int n) {
  everywhere { // expected-note {{all work-items of the warp run this body to its end: set a variable in it, and decide after it}}
    if (n)
      return 3; // expected-error {{'return' cannot leave the body of an 'everywhere'}}
  }
  return n;
}

__kernel void refused(__global int *out, int n) {
  for (int i = 0; i < n; ++i) {
    everywhere { // expected-note {{set a variable}}
      if (n == 1)
        break; // expected-error {{'break' cannot leave the body of an 'everywhere'}}
    }
    everywhere { // expected-note {{set a variable}}
      switch (n) {
      case 1:
        break;
      case 2:
        continue; // expected-error {{'continue' cannot leave the body of an 'everywhere'}}
      }
    }
  }
  everywhere { // expected-note {{set a variable}}
    goto out; // expected-error {{'goto' cannot leave the body of an 'everywhere'}}
  }
out:
  switch (n) {
  case 1:
    everywhere { // expected-note {{set a variable}}
      break; // expected-error {{'break' cannot leave the body of an 'everywhere'}}
    }
  }
  // Nothing to leave at all.
  everywhere { // expected-note 2 {{set a variable}}
    break; // expected-error {{'break' cannot leave the body of an 'everywhere'}}
    continue; // expected-error {{'continue' cannot leave the body of an 'everywhere'}}
  }
  everywhere { // expected-note {{set a variable}}
    for (;;)
      everywhere { // expected-note 2 {{set a variable}}
        if (n == 3)
          break; // expected-error {{'break' cannot leave the body of an 'everywhere'}}
        for (;;)
          return; // expected-error {{'return' cannot leave the body of an 'everywhere'}}
      }
    goto inside; // expected-error {{'goto' cannot jump into the body of an 'everywhere'}}
    everywhere { // expected-note {{set a variable}}
      goto inside; // expected-error {{'goto' cannot leave the body of an 'everywhere'}}
    }
    everywhere {
    inside: // expected-note {{the label is in it; move it before the 'everywhere' or after it}}
      out[0] = 1;
    }
    goto further; // expected-error {{'goto' cannot leave the body of an 'everywhere'}}
  }
  goto deeper; // expected-error {{'goto' cannot jump into the body of an 'everywhere'}}
further:
  everywhere {
    everywhere {
    deeper: // expected-note {{the label is in it}}
      out[0] = 2;
    }
  }
  switch (n) {
  case 3:
    everywhere { // expected-note 2 {{move the 'case' out of this 'everywhere'}}
    case 4: // expected-error {{a 'switch' cannot jump into the body of an 'everywhere'}}
      out[1] = 1;
    default: // expected-error {{a 'switch' cannot jump into the body of an 'everywhere'}}
      out[1] = 2;
    }
  }
}

// In a macro, at its use.
#define LEAVE break
__kernel void macros(int n) {
  while (n)
    everywhere { // expected-note {{set a variable}}
      LEAVE; // expected-error {{'break' cannot leave the body of an 'everywhere'}}
    }
}
