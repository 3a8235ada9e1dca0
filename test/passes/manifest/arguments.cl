// What clGetKernelArgInfo answers: docs/abi.md, section 4. Names are there only by
// the option, and the argument that the library adds never is. Each object is put
// on a line of its own.
// RUN: %taskletc -cl-kernel-arg-info --manifest=%t.json %s -o %t.bc
// RUN: tr '{' '\n' < %t.json | FileCheck --check-prefixes=CHECK,NAMED %s
// RUN: %taskletc --manifest=%t.json %s -o %t.bc
// RUN: tr '{' '\n' < %t.json | FileCheck --check-prefixes=CHECK,BARE %s

__task int f(int n) { return n; }

typedef struct { int a, b; } pair;

// CHECK: "kernels":[{{$}}
// CHECK-NEXT: {{^}}"arguments":[{{$}}
// NAMED-NEXT: {{^}}"access":"read_only","address":"global","name":"i","type":"image2d_t"},{{$}}
// BARE-NEXT: {{^}}"access":"read_only","address":"global","type":"image2d_t"},{{$}}
// NAMED-NEXT: {{^}}"name":"s","type":"sampler_t"},{{$}}
// BARE-NEXT: {{^}}"type":"sampler_t"},{{$}}
// NAMED-NEXT: {{^}}"address":"constant","name":"c","qualifiers":"const","type":"char*"}],
// BARE-NEXT: {{^}}"address":"constant","qualifiers":"const","type":"char*"}],
// CHECK-SAME: {{^}}"mode":"plain","name":"plain"},{{$}}
__kernel void plain(read_only image2d_t i, sampler_t s, __constant char *c) {}

// CHECK: "checks":[]},"arguments":[{{$}}
// NAMED-NEXT: {{^}}"address":"global","name":"x","type":"int*"}],"buffers":[0],
// BARE-NEXT: {{^}}"address":"global","type":"int*"}],"buffers":[0],
// CHECK-SAME: "hidden_arg":1,{{.*}}"name":"ordered"
__kernel __ordered(x) void ordered(__global int *x) {
  x[get_global_id(0)] = 1;
}

// CHECK-NEXT: {{^}}"arguments":[{{$}}
// NAMED-NEXT: {{^}}"address":"global","name":"out","qualifiers":"restrict const","type":"uchar*"},{{$}}
// BARE-NEXT: {{^}}"address":"global","qualifiers":"restrict const","type":"uchar*"},{{$}}
// NAMED-NEXT: {{^}}"name":"n","type":"float4"},{{$}}
// BARE-NEXT: {{^}}"type":"float4"},{{$}}
// NAMED-NEXT: {{^}}"address":"local","name":"l","qualifiers":"volatile","type":"pair*"}],
// BARE-NEXT: {{^}}"address":"local","qualifiers":"volatile","type":"pair*"}],
// CHECK-SAME: {{^}}"buffers":[0],"hidden_arg":3,"mode":"tasks","name":"spawns"
__kernel void spawns(__global const uchar *restrict out, float4 n,
                     __local volatile pair *l) {
  int r;
  r <- f(1);
}

// Nothing but the hidden one.
// CHECK-NEXT: {{^}}"buffers":[],"hidden_arg":0,{{.*}}"name":"none"
__kernel void none(void) {
  int r;
  r <- f(1);
}
