// The names of the runtime belong to it, in programs with tasks.
// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -fplugin=%plugin -target spir64 -fsyntax-only -Xclang -verify \
// RUN:   %t/tasks.cl
// RUN: %clang -fplugin=%plugin -target spir64 -Werror -fsyntax-only %t/plain.cl

//--- tasks.cl
int __tkl_pop(int n) { return n; } // expected-error {{'__tkl_pop' is reserved: the runtime of tasks uses names that begin with '__tkl_'}} expected-note {{choose another name}}
__constant int __tkl_table[2] = {1, 2}; // expected-error {{'__tkl_table' is reserved}} expected-note {{choose another name}}
void __tkl_force(void) {} // expected-error {{'__tkl_force' is reserved}} expected-note {{choose another name}}
__task int __tkl_spawn(int n) { return n; } // expected-error {{'__tkl_spawn' is reserved}} expected-note {{choose another name}}
__task int tkl_spawn(int __tkl_n) {
  int __tkl_local = __tkl_n;
  return __tkl_local;
}

//--- plain.cl
int __tkl_pop(int n) { return n; }
