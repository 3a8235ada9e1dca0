// What Clang finds before the plugin can is said in the words of the language,
// with a way out. Where no task is concerned Clang speaks for itself.
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -ferror-limit=0 \
// RUN:   -Xclang -verify %s
// RUN: not %clang -fplugin=%plugin -target spir64 -fsyntax-only -ferror-limit=0 \
// RUN:   %s 2>&1 | FileCheck %s

__task int f(int a);
int ordinary(int a);

// The address of a task.
__task int addresses(int n) {
  // CHECK: [[#@LINE+3]]:3: error: the address of task 'f' cannot be taken
  // CHECK-NEXT: {{^( +[0-9]+ \|)?}}  f;
  // CHECK: [[#@LINE+1]]:3: note: choose between spawns
  f; // expected-error {{the address of task 'f' cannot be taken}} expected-note {{choose between spawns with 'if' or 'switch' instead}}
  &f; // expected-error {{the address of task 'f' cannot be taken}} expected-note {{choose between}}
  n = (int)f; // expected-error {{the address of task 'f' cannot be taken}} expected-note {{choose between}}
  ordinary(f); // expected-error {{the address of task 'f' cannot be taken}} expected-note {{choose between}}
  n = (int)ordinary; // expected-error {{taking address of function is not allowed}}
  return n;
}

// Local memory.
__task int locals(int n) {
  __local int a; // expected-error {{local variable 'a' cannot be declared in a task, where there is no work-group}} expected-note {{make it private, or pass a pointer to '__global' memory to the task}}
  local int b[4]; // expected-error {{local variable 'b' cannot be declared in a task}} expected-note {{make it private}}
  {
    __local float4 c; // expected-error {{local variable 'c' cannot be declared in a task}} expected-note {{make it private}}
  }
  __local int *pointer = 0; // Allowed, if useless.
  return n;
}

// Tables in constant memory stand at file scope.
__constant int Table[2] = {1, 2};
int reads_table(int n) { return Table[n]; }
__task int tables(int n) {
  __constant int a[2] = {1, 2}; // expected-error {{'__constant' variable 'a' cannot be declared in a task}} expected-note {{move it to file scope, before the task: tasks and the functions that they call may read it there}}
  __global int b; // expected-error {{function scope variable cannot be declared in global address space}} expected-note {{make it private, or pass a pointer to '__global' memory}}
  return Table[n] + reads_table(n);
}
#define TABLE(name) __constant int name[2] = {1, 2}
__task int macro_tables(int n) {
  TABLE(c); // expected-error {{'__constant' variable 'c' cannot be declared in a task}} expected-note {{move it to file scope}}
  return n;
}
__kernel void kernel_tables(__global int *out) {
  __constant int at_the_start[2] = {1, 2};
  force () {
    __constant int a[2] = {1, 2}; // expected-error {{'__constant' variable 'a' cannot be declared in the body of a 'force'}} expected-note {{move it to the start of the kernel, or to file scope}}
    out[0] = at_the_start[1] + Table[1];
  }
}
void constant_in_ordinary(void) {
  __constant int a = 1; // expected-error {{non-kernel function variable cannot be declared in constant address space}}
}

__kernel void in_body(__global int *out) {
  __local int before;
  before = 1;
  force () {
    __local int a; // expected-error {{local variable 'a' cannot be declared in the body of a 'force', where there is no work-group}} expected-note {{make it private, or use '__global' memory}}
    out[0] = 1;
  }
}

__kernel void no_body(__global int *out) {
  if (out)
    force () {}
  {
    __local int a; // expected-error {{variables in the local address space can only be declared in the outermost scope of a kernel function}}
  }
}

void in_ordinary(void) {
  __local int a; // expected-error {{non-kernel function variable cannot be declared in local address space}}
}

// The next mistake is still found.
__task int next(int n) {
  int x;
  x <- f(1); // expected-note {{this spawn made 'x' a future}}
  return x; // expected-error {{'x' is a future}} expected-note {{force (x)}}
}

// Marks that Clang would drop with a warning about an attribute.
int late(int n) { return n; } // expected-note {{mark the earlier declaration with '__task', too}}
__task int late(int n); // expected-error {{'late' is declared '__task' here, but not before}}
__task struct marked { int a; }; // expected-error {{'__task' marks functions, and this is none}} expected-note {{remove it, or declare a function here}}
int sizes(int n) {
  n += sizeof(__task int); // expected-error {{'__task' marks functions, and this is none}} expected-note {{remove it}}
  return (__task int)n; // expected-error {{'__task' marks functions, and this is none}} expected-note {{remove it}}
}
