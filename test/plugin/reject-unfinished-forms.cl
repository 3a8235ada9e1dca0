// What people write instead of a spawn or a force: one clear error each, and
// the rest of the function is checked as if it had been written right.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -ferror-limit=0 \
// RUN:   -Xclang -verify %s

__task int f(int a);
__task int two(int a, int b);
int ordinary(int a);
typedef struct {
  int v;
} Pair;

__task int without_braces(int n) {
  int x;
  x <- f(1);
  if (n == 1)
    force (x) return x; // expected-error {{the body of a 'force' stands in braces}} expected-note {{write 'force (...) { ... }', or 'force (...);' to wait, and to go on with the next statement}}
  if (n == 2)
    force () if (n) return 1; else return 2; // expected-error {{in braces}} expected-note {{write 'force}}
  if (n == 3)
    force (x) n = x; // expected-error {{in braces}} expected-note {{write 'force}} expected-error {{the end of this 'force' body is reached}} expected-note {{the body returns from the task}}
  return 4;
}

__task int without_braces_and_variable(int n) {
  force (y) return n; // expected-error {{in braces}} expected-note {{write 'force}} expected-error {{undeclared identifier 'y'}} expected-note {{list the variables}}
}

__task int without_parentheses(int n) {
  int x, y;
  x <- f(1);
  y <- f(2);
  if (n == 1)
    force x { return x; } // expected-error {{the list of a 'force' stands in parentheses}} expected-note {{'force (x) { ... }' waits for the result in 'x', and 'force () { ... }' for every task spawned so far}}
  if (n == 2)
    force x, y { return x + y; } // expected-error {{in parentheses}} expected-note {{waits for}}
  force { return n; } // expected-error {{in parentheses}} expected-note {{waits for}}
}

__task int without_semicolon_after_list(int n) {
  int x;
  x <- f(1);
  if (n == 1) { force (x) } // expected-error {{expected ';' after the list of a 'force'}} expected-note {{'force (...);' waits, and goes on with the next statement; 'force (...) { ... }' makes its body the rest of the task}}
  force (x, y) // expected-error {{expected ';'}} expected-note {{waits, and goes on}} expected-error {{undeclared identifier 'y'}} expected-note {{list the variables}}
}

__task int forces(int n);

// With a value, it can only be a call.
__task int force_as_value(int n) {
  return force(n); // expected-error {{undeclared identifier 'force'; did you mean 'forces'?}} expected-note {{the statement is 'force (list) { ... }', or 'force (list);' to go on with the next one; an empty list waits for every task spawned so far}} expected-note@-4 {{'forces' declared here}} expected-error {{'forces' is a task}} expected-note {{spawn it into}}
}

__task int without_semicolon(int n) {
  int x, y;
  x <- f(1) // expected-error {{expected ';' after this spawn}} expected-note {{a spawn is a statement of its own: 'variable <- task(arguments);'}}
  y <- f(2) // expected-error {{expected ';' after this spawn}} expected-note {{a spawn is a statement of its own}}
  () <- two(ordinary(n), n) // expected-error {{expected ';' after this spawn}} expected-note {{a spawn is a statement of its own}}
  if (n)
    x <- f(3) else n = 3; // expected-error {{expected ';' after this spawn}} expected-note {{a spawn is}} expected-error {{'x' is a future already}} expected-note {{force it first}} expected-note@-4 {{this spawn made it a future}}
  force (x, y) { return x + y; }
}

__task int not_touching(int n) {
  int x;
  x < - f(1); // expected-error {{this does not spawn 'f': '<' and '-' must touch}} expected-note {{write '<-'; with something between them they mean 'less than minus'}}
  x </* */- f(1); // expected-error {{must touch}} expected-note {{write '<-'}}
  return n;
}

__task int in_expression(int n) {
  int x = 0, y = 0;
  x <- f(1), y = 2; // expected-error {{this does not spawn 'f': a spawn is a statement of its own, and '<-' in a longer expression means 'less than minus'}} expected-note {{write 'variable <- f(...);' before it}}
  if (x <- f(2)) // expected-error {{this does not spawn 'f'}} expected-note {{before it}}
    return 1;
  for (x <- f(3); n; --n) // expected-error {{this does not spawn 'f'}} expected-note {{before it}}
    ;
  y = (x <- f(4)); // expected-error {{this does not spawn 'f'}} expected-note {{before it}}
  ordinary(x <- f(5)); // expected-error {{this does not spawn 'f'}} expected-note {{before it}}
  x <- n ? f(6) : f(7); // expected-error 2 {{'f' is a task}} expected-note 2 {{choose with 'if', and spawn in both branches}}
  return y;
}

__task int no_destination(int n) {
  <- f(1); // expected-error {{expected expression}} expected-note {{a spawn is 'variable <- task(arguments);', or '() <- task(arguments);' to ignore the result}}
  (void) <- f(1); // expected-error {{expected expression}} expected-note {{a spawn is}}
  int x = <- f(1); // expected-error {{expected expression}} expected-note {{a spawn is}}
  return n;
}

__task int returns_force(int n) {
  int x;
  x <- f(n);
  // Nothing else is found wrong with it.
  return force (x) { return x; } // expected-error {{a 'force' is a statement of its own, and cannot be returned}} expected-note {{remove the 'return': the body of the 'force' returns from the task}}
}

__task int parenthesised(int n) {
  int x = 0;
  (x <- f(n)); // expected-error {{this does not spawn 'f'}} expected-note {{before it}}
  x <- f(n), n <- f(2); // expected-error 2 {{this does not spawn 'f'}} expected-note 2 {{before it}}
  x < n; // expected-warning {{comparison result unused}}
  return x;
}
