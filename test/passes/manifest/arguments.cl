// What clGetKernelArgInfo answers: docs/abi.md, section 4. Names are there only by
// the option, and the argument that the library adds never is.
// RUN: %taskletc -cl-kernel-arg-info --manifest=%t.json %s -o %t.bc
// RUN: FileCheck --check-prefixes=CHECK,NAMED %s < %t.json
// RUN: %taskletc --manifest=%t.json %s -o %t.bc
// RUN: FileCheck --check-prefixes=CHECK,BARE %s < %t.json

__task int f(int n) { return n; }

typedef struct { int a, b; } pair;

// NAMED-DAG: {"arguments":[{"address":"global","name":"out","qualifiers":"restrict const","type":"uchar*"},{"name":"n","type":"float4"},{"address":"local","name":"l","qualifiers":"volatile","type":"pair*"}],"buffers":[0],"hidden_arg":3,"mode":"tasks","name":"spawns"
// BARE-DAG: {"arguments":[{"address":"global","qualifiers":"restrict const","type":"uchar*"},{"type":"float4"},{"address":"local","qualifiers":"volatile","type":"pair*"}],"buffers":[0],"hidden_arg":3,"mode":"tasks","name":"spawns"
__kernel void spawns(__global const uchar *restrict out, float4 n,
                     __local volatile pair *l) {
  int r;
  r <- f(1);
}

// Nothing but the hidden one.
// CHECK-DAG: {"buffers":[],"hidden_arg":0,{{[^}]*}}"name":"none"
__kernel void none(void) {
  int r;
  r <- f(1);
}

// NAMED-DAG: {"arguments":[{"access":"read_only","address":"global","name":"i","type":"image2d_t"},{"name":"s","type":"sampler_t"},{"address":"constant","name":"c","qualifiers":"const","type":"char*"}],"mode":"plain","name":"plain"}
// BARE-DAG: {"arguments":[{"access":"read_only","address":"global","type":"image2d_t"},{"type":"sampler_t"},{"address":"constant","qualifiers":"const","type":"char*"}],"mode":"plain","name":"plain"}
__kernel void plain(read_only image2d_t i, sampler_t s, __constant char *c) {}

// CHECK-DAG: {"arguments":[{"address":"global",{{[^]]*}}"type":"int*"}],"buffers":[0],{{.*}}"hidden_arg":1,{{.*}}"name":"ordered"
__kernel __ordered(x) void ordered(__global int *x) {
  x[get_global_id(0)] = 1;
}
