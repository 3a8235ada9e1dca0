// The address forms of ordered kernels (passes/ordered/DependenceTest.h), as the
// manifest has them. Each access is put on a line of its own.
// RUN: %taskletc -w -cl-std=CL3.0 --manifest=%t.json %s -o %t.bc
// RUN: tr '{' '\n' < %t.json | FileCheck %s

// The check of the id is for those that are left out: the others have this form,
// though not all work-items make the access.
__kernel __ordered(x) void own(__global int *x, int n) {
  int i = get_global_id(0);
  if (i < n)
    x[i] += 1;
}
// CHECK: {{^}}"accesses":[
// CHECK-NEXT: {{^}}"always":false,"bytes":4,"loops":[],"param":0,"rest":0,"strides":[4,0,0],"writes":false},
// CHECK-NEXT: {{^}}"always":false,"bytes":4,"loops":[],"param":0,"rest":0,"strides":[4,0,0],"writes":true}],"checks":{{\[\[}}"s",32,["id",0]]]}
// CHECK: "name":"own"

// What is made wider must fit.
__kernel __ordered(x) void grid(__global int *x, int n) {
  int i = get_global_id(0), j = get_global_id(1);
  x[j * n + i] = x[j * n + i + 1];
}
// CHECK: {{^}}"accesses":[
// CHECK-NEXT: {{^}}"always":true,"bytes":4,"loops":[],"param":0,"rest":0,"strides":[4,["*",["arg",1],4],0],"writes":true},
// CHECK-NEXT: {{^}}"always":true,"bytes":4,"loops":[],"param":0,"rest":4,"strides":[4,["*",["arg",1],4],0],"writes":false}],"checks":{{\[\[}}"s",32,["+",["+",1,["id",0]],["*",["id",1],["arg",1]]]],["s",32,["+",["id",0],["*",["id",1],["arg",1]]]]]}
// CHECK: "name":"grid"

// A loop has a stride, too, and as many rounds as its end says.
__kernel __ordered(x) void rows(__global int *x, uint n) {
  size_t i = get_global_id(0);
  for (uint k = 0; k < n; ++k)
    x[i * n + k] = k;
}
// CHECK: {{^}}"accesses":[
// CHECK-NEXT: {{^}}"always":false,"bytes":4,"loops":{{\[\[}}4,["u",32,["+",-1,["arg",1]]]]],"param":0,"rest":0,"strides":{{\[\[}}"*",4,["arg",1]],0,0],"writes":true}],"checks":{{\[\[}}"u",32,["arg",1]]]}
// CHECK: "name":"rows"

__kernel __ordered(x) void narrow(__global int *x) {
  x[(uchar)get_global_id(0)] = 1;
}
// CHECK: {{^}}"accesses":[
// CHECK-NEXT: {{^}}"always":true,"bytes":4,"loops":[],"param":0,"rest":0,"strides":[4,0,0],"writes":true}],"checks":{{\[\[}}"u",8,["id",0]]]}
// CHECK: "name":"narrow"

// A part of a vector, and what is asked of the range.
__kernel __ordered(x) void parts(__global int *x, int2 n) {
  x[(get_global_id(0) - get_global_offset(0)) * n.y + get_global_size(1)] = 1;
}
// CHECK: {{^}}"accesses":[
// CHECK-NEXT: {{^}}"always":true,"bytes":4,"loops":[],"param":0,"rest":["+",["*",4,["size",1]],["*",["*",-1,["offset",0]],["*",4,["arg",1,4,4]]]],"strides":{{\[\[}}"*",4,["arg",1,4,4]],0,0],"writes":true}],"checks":{{\[\[}}"s",32,["arg",1,4,4]]]}
// CHECK: "name":"parts"

__kernel __ordered(x) void linear(__global int *x) {
  x[get_global_linear_id()] = 1;
}
// CHECK: {{^}}"accesses":[
// CHECK-NEXT: {{^}}"always":true,"bytes":4,"loops":[],"param":0,"rest":["*",["+",["+",["*",["offset",0],-1],["*",["size",0],["*",["offset",1],-1]]],["*",["*",["size",0],["size",1]],["*",["offset",2],-1]]],4],"strides":[4,["*",["size",0],4],["*",["*",["size",0],["size",1]],4]],"writes":true}],"checks":[]}
// CHECK: "name":"linear"

// Only addresses of what is written count.
__kernel __ordered(x, v) void gather(__global int *x, __global int *v, __global const int *at) {
  size_t i = get_global_id(0);
  x[i] = v[at[i]];
}
// CHECK: {{^}}"accesses":[
// CHECK-NEXT: {{^}}"always":true,"bytes":4,"loops":[],"param":0,"rest":0,"strides":[4,0,0],"writes":true}],"checks":[]}
// CHECK: "name":"gather"

// What is read from memory is no number.
__kernel __ordered(x) void scatter(__global int *x, __global const int *at) {
  x[at[get_global_id(0)]] = 1;
}
// CHECK: {{^}}"arguments":[
// CHECK: "name":"scatter"

__kernel __ordered(x) void halves(__global int *x, int n) {
  size_t i = get_global_id(0);
  for (int k = n; k > 0; k /= 2)
    x[8 * i + (k & 7)] = 1;
}
// CHECK: {{^}}"arguments":[
// CHECK: "name":"halves"

// Built-in functions take generic pointers.
__kernel __ordered(x) void vectors(__global int *x) {
  uint i = get_global_id(0);
  vstore3((int3)(i), i, x + 5);
}
// CHECK: {{^}}"accesses":[
// CHECK-NEXT: {{^}}"always":true,"bytes":12,"loops":[],"param":0,"rest":20,"strides":[12,0,0],"writes":true}],"checks":{{\[\[}}"u",32,["id",0]]]}
// CHECK: "name":"vectors"
