// Stacks, trees and matrices of pointers to private memory, with numbers beside
// the pointers that are sent to tasks. The analysis knows which bytes of which
// variable hold addresses, also after indices, so none is refused.
// RUN: %clang -fplugin=%plugin -target spir64 -O2 -c -emit-llvm %s -o /dev/null
// RUN: %clang -fplugin=%plugin -target spir64 -O0 -c -emit-llvm %s -o /dev/null \
// RUN:   -cl-opt-disable
// RUN: %clang -fplugin=%plugin -target spir64 -O2 -c -emit-llvm %s -o /dev/null \
// RUN:   -cl-std=CL2.0 -g
// RUN: %clang -fplugin=%plugin -target spir64 -O0 -c -emit-llvm %s -o /dev/null \
// RUN:   -cl-std=CL3.0

__task int one(int a) { return a; }
__task int num(ulong a) { return (int)a; }
__task long lng(long a) { return a; }
// A stack of pointers beside its height; a pool of nodes with numbers of the same size.
typedef struct { __private int *items[16]; int top; long sum; } Stack;
typedef struct Tree { struct Tree *kid[2]; long key; int count; } Tree;
void push(Stack *s, __private int *p) { s->items[s->top++] = p; s->sum += *p; }
int pop(Stack *s) { return *s->items[--s->top]; }
void insert(Tree *pool, int *used, long key) {
  Tree *fresh = &pool[(*used)++];
  fresh->kid[0] = fresh->kid[1] = 0; fresh->key = key; fresh->count = 1;
  if (*used == 1) return;
  Tree *at = pool;
  while (at->key != key) {
    Tree **next = &at->kid[key > at->key];
    if (!*next) { *next = fresh; return; }
    at = *next;
  }
  at->count++;
}
Tree *lookup(Tree *at, long key) { while (at && at->key != key) at = at->kid[key > at->key]; return at; }
int depth(Tree *root) { Tree *todo[16]; int n = 0, d = 0; todo[n++] = root; while (n) { Tree *t = todo[--n]; ++d; for (int i = 0; i < 2; ++i) if (t->kid[i]) todo[n++] = t->kid[i]; } return d; }
void transpose(float (*m)[4]) { for (int i = 0; i < 4; ++i) for (int j = 0; j < i; ++j) { float t = m[i][j]; m[i][j] = m[j][i]; m[j][i] = t; } }
uint crc(const void *data, uint n) { const uchar *p = data; uint c = ~0u; while (n--) { c ^= *p++; for (int k = 0; k < 8; ++k) c = c & 1 ? c >> 1 ^ 0xEDB88320u : c >> 1; } return ~c; }
typedef struct { float *row[4]; int n; } Matrix;
float trace(Matrix m) { float s = 0; for (int i = 0; i < m.n; ++i) s += m.row[i][i]; return s; }
float4 lerp4(const float4 *a, const float4 *b, float t) { return *a + (*b - *a) * t; }
void minmax(const int *a, int n, int *lo, int *hi) { *lo = *hi = a[0]; for (int i = 1; i < n; ++i) { if (a[i] < *lo) *lo = a[i]; if (a[i] > *hi) *hi = a[i]; } }
__task int work(int n) {
  Stack s; s.top = 0; s.sum = 0;
  int vals[16], x;
  for (int i = 0; i < 16; ++i) { vals[i] = i * n; if (i < 8) push(&s, &vals[i]); }
  x <- one(s.top);
  () <- lng(s.sum);
  () <- one(pop(&s));
  for (int i = 0; i < 3; ++i) s.items[s.top++] = vals + i;
  () <- one(s.top);
  Tree pool[16]; int used = 0;
  for (int i = 0; i < 10; ++i) insert(pool, &used, (i * 7) % 10);
  () <- one(used);
  Tree *t = lookup(pool, 4);
  () <- lng(t ? t->key : -1);
  () <- one(t->count + depth(pool));
  () <- one((int)(t - pool));
  float m[4][4]; for (int i = 0; i < 16; ++i) m[i / 4][i % 4] = i;
  transpose(m);
  Matrix mat; mat.n = 4; for (int i = 0; i < 4; ++i) mat.row[i] = m[i];
  () <- one((int)trace(mat));
  () <- one(mat.n);
  () <- one(crc(vals, sizeof(vals)));
  float4 p = (float4)(n), q = (float4)(1); float4 r = lerp4(&p, &q, 0.5f);
  () <- one(r.x);
  int lo, hi; minmax(vals, 16, &lo, &hi);
  () <- one(hi - lo);
  int i; float f = fract(r.x, &f) ; f = frexp(f, &i);
  () <- one(i);
  ulong words[4]; vstore4((ulong4)(1, 2, 3, n), 0, words);
  () <- num(vload2(1, words).y);
  __private int *volatile vp = vals; volatile int vi = *vp;
  () <- one(vi);
  union { float f; uint u; } bits; bits.f = r.y;
  () <- num(bits.u);
  int *cur = vals; int *end = vals + 16; int total = 0;
  while (cur != end) total += *cur++;
  () <- one(total);
  () <- one(cur > vals ? 1 : 0);
  () <- one(!!cur);
  switch (n & 3) { case 0: cur = vals; break; case 1: cur = n > 5 ? vals : vals + 1; break; default: cur = vals + 2; }
  force () { Tree *u = lookup(0, 3); return crc(vals, 4) + hi + (u == 0); }
}
