// Programs that use private and local memory as OpenCL C allows: addresses are
// handed to ordinary functions, compared, subtracted, tested for alignment,
// stored in structs and lists. Only contents leave, so none is refused, at no
// level of optimisation and in no version of the language.
// RUN: %clang -fplugin=%plugin -target spir64 -O2 -c -emit-llvm %s \
// RUN:   -o /dev/null -Werror
// RUN: %clang -fplugin=%plugin -target spir64 -O0 -c -emit-llvm %s \
// RUN:   -o /dev/null -Werror -cl-opt-disable
// RUN: %clang -fplugin=%plugin -target spir64 -O2 -c -emit-llvm %s \
// RUN:   -o /dev/null -Werror -cl-std=CL2.0 -g
// RUN: %clang -fplugin=%plugin -target spir64 -O0 -c -emit-llvm %s \
// RUN:   -o /dev/null -Werror -cl-std=CL3.0

typedef struct { ulong address; int n; } Carrier;
typedef struct { Carrier in[2]; int tag; struct { __private int *p; long k; } deep; } Outer;
struct node { struct node *next; long value; };
typedef union { ulong u; __private int *p; float f[2]; } Both;
__task int num(ulong a);
__task int one(int a);
__task int carry(Carrier c);
__task int two(ulong2 v);
__task int num(ulong a) { return (int)a; }
__task int one(int a) { return a; }
__task int carry(Carrier c) { return c.n; }
__task int two(ulong2 v) { return v.x; }

void push(struct node **head, struct node *n, long v) { n->value = v; n->next = *head; *head = n; }
long total(struct node *head) { long s = 0; for (; head; head = head->next) s += head->value; return s; }
void sort(int *a, int n) { for (int i = 0; i < n; ++i) for (int j = i + 1; j < n; ++j) if (a[j] < a[i]) { int t = a[i]; a[i] = a[j]; a[j] = t; } }
int *find(int *a, int n, int v) { for (int i = 0; i < n; ++i) if (a[i] == v) return a + i; return 0; }
ulong same(ulong v) { return v; }
int hash(const uchar *p, int n) { int h = 7; for (int i = 0; i < n; ++i) h = h * 31 + p[i]; return h; }
void init(Carrier *c, int n) { c->address = n; c->n = n; }
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int aligned(const void *p) { return ((ulong)p & 15) == 0; }

__task int lists(int n) {
  struct node nodes[8]; struct node *head = 0;
  for (int i = 0; i < 8; ++i) push(&head, &nodes[i], i * n);
  () <- num(total(head));
  int a[8], x;
  for (int i = 0; i < 8; ++i) a[i] = (n * 7 + i * 5) % 11;
  sort(a, 8);
  int *p = find(a, 8, 3);
  () <- one(p ? p - a : -1);
  () <- num(p ? (ulong)p - (ulong)a : 0);
  () <- one(p != 0);
  () <- num((ulong)a & 15);
  () <- num(((ulong)p) % 64);
  () <- one((uchar)(ulong)p);
  () <- one(aligned(p));
  () <- one(hash((const uchar *)a, sizeof(a)));
  ulong id = same((ulong)a);
  () <- num(same(5));
  Carrier c; init(&c, n);
  () <- carry(c);
  Outer o = {{{1, 2}, {3, 4}}, 5, {a, 7}};
  () <- one(o.deep.k);
  () <- carry(o.in[1]);
  () <- one(o.tag);
  () <- one(*o.deep.p);
  Both b; b.p = a; b.u = 3;
  () <- num(b.u);
  ulong2 v = (ulong2)((ulong)a, n);
  () <- num(v.y);
  v.x = 0;
  v.y = (ulong)a;
  v.y = n;
  () <- two(v);
  x <- one(n);
  swap(a, a + 1);
  () <- num(id == (ulong)a);
  force (x) {
    swap(a, a + 2);
    int *q = find(a, 8, 1);
    if (q) *q = 5;
    () <- one(q - a);
    sort(a + 1, 3);
    o.deep.p = a;
    return x + (int)v.y + a[0] + o.tag + o.deep.k + *o.deep.p + nodes[2].value;
  }
}
__kernel void k(__global int *out, __local int *scratch) {
  __local int tile[4];
  tile[0] = scratch[0];
  int s = tile[0], x;
  __local int *l = scratch[1] ? scratch : tile;
  x <- one(l[0] + s + (l == tile));
  force (x) { out[0] = x + s; }
}
