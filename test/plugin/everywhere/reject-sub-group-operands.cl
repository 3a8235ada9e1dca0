// What lanes give each other must mean the same in each: numbers, and pointers to
// memory that they share, with the operand's own type.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL1.2 -Wno-unused-value -fsyntax-only -Xclang -verify %s
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -Wno-unused-value -fsyntax-only -Xclang -verify=generic -DGENERIC %s
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL3.0 -Weverything -fsyntax-only -DACCEPTED -Wno-padded -Wno-declaration-after-statement -Wno-unknown-warning-option -Wno-unsafe-buffer-usage -Werror %s

typedef struct { int a, b; } pair;
struct unknown;

#ifdef ACCEPTED
__kernel void k(__global const volatile pair *restrict g, __constant float *c,
                __global struct unknown *u, __global void *v, int id,
                __global int *out);
__kernel void k(__global const volatile pair *restrict g, __constant float *c,
                __global struct unknown *u, __global void *v, int id,
                __global int *out) {
  __local pair part[8];
  struct inner { int z; };
  __global struct inner *in = (__global struct inner *)v;
  part[get_local_id(0)].a = id;
  everywhere {
    __global const volatile pair *p = sub_group_shuffle(g, 3);
    out[0] = sub_group_broadcast(p, 1u)->b + sub_group_broadcast_first(part)[2].a;
    u = sub_group_shuffle_xor(u, 1u);
    v = sub_group_shuffle(v, 1);
    out[1] = sub_group_shuffle_up(in, 1u)->z + (sub_group_rotate(c, -1)[2] > 1.0f);
    out[2] = *sub_group_shuffle_down(&g[id].b, 1u) + (u != 0);
    out[3] = *sub_group_shuffle(sub_group_shuffle(out + 1, 1u), 2u);
    out[4] = sub_group_clustered_reduce_add(id, __TKL_WARP_SIZE__ / 2);
    out[5] = sub_group_clustered_rotate(id, 1, 4) + (int)sub_group_match_any(g).x;
  }
}

#elif !defined(GENERIC)
__kernel void k(__global int *out, __global const pair *g, int n) {
  int x[4], *p = x;
  __local int *l;
  everywhere {
    out[0] = *sub_group_shuffle(p, 3); // expected-error {{a pointer to private memory has no meaning in other work-items: each has its own}} expected-note {{pass what it points to, or a pointer to '__global', '__local' or '__constant' memory}}
    out[1] = *sub_group_broadcast(x, 3); // expected-error {{a pointer to private memory}} expected-note {{pass what}}
    out[2] = sub_group_match_any(&n).x; // expected-error {{a pointer to private memory}} expected-note {{pass what}}
    l = sub_group_shuffle(out, 1); // expected-error {{changes address space of pointer}}
    sub_group_shuffle(g, 1)->a = 1; // expected-error {{returns a const value}} expected-note@* {{which returns const-qualified type}}
    out = sub_group_reduce_add(out); // expected-error {{no function 'sub_group_reduce_add' takes these operands}} expected-note {{it is 'T sub_group_reduce_add(T)'; 'T' is an integer or floating-point type}}
    out = sub_group_shuffle(out, out); // expected-error {{no function 'sub_group_shuffle' takes these operands}} expected-note {{it is 'T sub_group_shuffle(T, uint)'; 'T' is an integer or floating-point type, or a pointer to '__global', '__local' or '__constant' memory}}
    out = sub_group_broadcast(out); // expected-error {{no function 'sub_group_broadcast' takes}} expected-note {{it is 'T sub_group_broadcast(T, uint)'; 'T' is an integer or floating-point type, a vector of them, or a pointer to '__global', '__local' or '__constant' memory}}
    n = sub_group_reduce_and(1.0f); // expected-error {{no function 'sub_group_reduce_and' takes}} expected-note {{it is 'T sub_group_reduce_and(T)'; 'T' is 'char', 'uchar', 'short', 'ushort', 'int', 'uint', 'long' or 'ulong'}}
    n = sub_group_clustered_reduce_add(n, n); // expected-error {{the size of a cluster is a constant}} expected-note {{write a number, or an expression of numbers: 1, 2, 4, 8, 16, 32 or 64}}
    n = sub_group_clustered_reduce_add(n, 0); // expected-error {{a cluster has 1, 2, 4, 8, 16, 32 or 64 work-items, not 0}} expected-note {{for a cluster of all work-items, call the function without 'clustered' in its name}}
    n = sub_group_clustered_reduce_logical_or(n, 6u); // expected-error {{a cluster has 1, 2, 4, 8, 16, 32 or 64 work-items, not 6}} expected-note {{a cluster of all}}
    n = sub_group_clustered_rotate(n, 1, -4); // expected-error {{a cluster has 1, 2, 4, 8, 16, 32 or 64 work-items, not -4}} expected-note {{a cluster of all}}
    n = sub_group_clustered_reduce_add(n, 64ul); // expected-error {{a cluster of 64 work-items is larger than a warp, which has 32}} expected-note {{a cluster of all}}
    n = sub_group_clustered_reduce_add(n, 1u << 31); // expected-error {{a cluster of 2147483648 work-items is larger than a warp}} expected-note {{a cluster of all}}
  }
  out[3] = *sub_group_shuffle(out, 1); // expected-error {{'sub_group_shuffle' is called outside the body of an 'everywhere', and the device has no such function}} expected-note {{put it into the body}}
}

#else
__kernel void first(__global int *out) {
  everywhere { out[0] = 1; }
  out = sub_group_shuffle(out, 1); // generic-error {{'sub_group_shuffle' is called outside the body of an 'everywhere', and the device has no such function}} generic-note {{put it into the body}}
}
int called(int *q, int n) { return *sub_group_shuffle(q, n); } // generic-error {{a pointer without an address space may lead to private memory, and has no meaning in other work-items}} generic-note {{pass what it points to}}
__kernel void k(__global int *out, int n) {
  everywhere { out[0] = called(out, n); }
}
#endif
