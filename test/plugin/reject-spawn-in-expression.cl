// A spawn is a whole statement. Anywhere else `<-` is less-than and minus, so
// that the task would be called.
// RUN: %clang -fplugin=%plugin -target spir64 -w -fsyntax-only -Xclang -verify %s

__task int f(int a);
int g(int a);

__task int expressions(int n) {
  int x = 3;
  for (x <- f(1); x < 4; ++x) // expected-error {{this does not spawn 'f': a spawn is a statement of its own}} expected-note {{write 'variable <- f(...);' before it, and use the variable in a 'force' body}}
    ;
  for (; x < 4; x <- f(2)) // expected-error {{this does not spawn 'f'}} expected-note {{before it}}
    ;
  if (x <- f(3)) // expected-error {{this does not spawn 'f'}} expected-note {{before it}}
    return 1;
  n = 4, x <- f(4); // expected-error {{this does not spawn 'f'}} expected-note {{before it}}
  (x <- f(5)); // expected-error {{this does not spawn 'f'}} expected-note {{before it}}
  x < -f(6); // expected-error {{this does not spawn 'f': '<' and '-' must touch}} expected-note {{write '<-'}}
  return x <- f(7); // expected-error {{this does not spawn 'f'}} expected-note {{before it}}
}

// Accepted: with any blanks around it, after labels, as the body of anything,
// and the same places with an ordinary function.
__task int statements(int n) {
  int x, y = 3, r[8];
  if (y <-g(3))
    return 1;
  for (; y <-g(1); ++y)
    ;
  x<-f(1);
  if (n)
    r[0]<- f(2);
  else
    r[1] <-f(3);
  do
    r[n] <- f(4);
  while (--n);
  switch (n) {
  case 1:
    r[3] <- f(5);
  default:
    r[4] <- f(6);
  }
again:
  r
  [n]
  <-
  f(7);
  if (n-- > 0)
    goto again;
  force (x, r) { return x + r[0]; }
}
