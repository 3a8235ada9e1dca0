//===- EscapeTest.cpp - Addresses that stay, contents that leave ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs full of pointers to private memory, of which only contents leave
/// the steps. The ordinary functions are compiled twice, for the device and
/// here, so that the expected values come from the same text without any task.
///
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

using namespace tasklet::test;

using EscapeTest = DeviceTest;

/// Device code that is host code, too.
#define BOTH(NAME, ...)                                                        \
  __VA_ARGS__                                                                  \
  static const std::string NAME = #__VA_ARGS__

// clang-format off
BOTH(Lists,
  struct node { struct node *next; long value; };
  void push(struct node **head, struct node *n, long v) {
    n->value = v;
    n->next = *head;
    *head = n;
  }
  void reverse(struct node **head) {
    struct node *done = 0;
    while (*head) {
      struct node *rest = (*head)->next;
      (*head)->next = done;
      done = *head;
      *head = rest;
    }
    *head = done;
  }
  long weigh(struct node *head) {
    long s = 0;
    for (int i = 1; head; head = head->next)
      s += head->value * i++;
    return s;
  });

BOTH(Trees,
  typedef struct Tree { struct Tree *kid[2]; long key; int count; } Tree;
  typedef struct { Tree nodes[32]; int used; } Pool;
  int insert(Pool *p, long key) {
    Tree *fresh = &p->nodes[p->used];
    fresh->kid[0] = fresh->kid[1] = 0;
    fresh->key = key;
    fresh->count = 1;
    if (p->used == 0) { p->used = 1; return 1; }
    Tree *at = p->nodes;
    while (at->key != key) {
      Tree **next = &at->kid[key > at->key];
      if (!*next) { *next = fresh; return ++p->used; }
      at = *next;
    }
    return -++at->count;
  }
  Tree *lookup(Tree *at, long key) {
    while (at && at->key != key)
      at = at->kid[key > at->key];
    return at;
  });

BOTH(Arrays,
  void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
  void sort(int *a, int n) {
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j)
        if (a[j] < a[i])
          swap(&a[i], &a[j]);
  }
  int *find(int *a, int n, int v) {
    for (int i = 0; i < n; ++i)
      if (a[i] == v)
        return a + i;
    return 0;
  }
  unsigned crc(const void *data, unsigned n) {
    const unsigned char *p = (const unsigned char *)data;
    unsigned c = ~0u;
    while (n--) {
      c ^= *p++;
      for (int k = 0; k < 8; ++k)
        c = c & 1 ? c >> 1 ^ 0xEDB88320u : c >> 1;
    }
    return ~c;
  });
BOTH(Spans,
  typedef struct { int *from; int count; } Span;
  void cover(Span *s, int *from, int count) { s->from = from; s->count = count; }
  void fill(const Span *s, int with) {
    for (int i = 0; i < s->count; ++i)
      s->from[i] = with + i * i;
  }
  int total(const Span *s) {
    int sum = 0;
    for (int i = 0; i < s->count; ++i)
      sum = sum * 3 + s->from[i];
    return sum;
  }
  void swap_spans(Span **a, Span **b) { Span *t = *a; *a = *b; *b = t; });
// clang-format on

static const std::string Same = R"(
  __task long same(long v) { return v; }
)";

TEST_F(EscapeTest, ListsOfPrivateNodes) {
  Buffer<int64_t> Out(24);
  run(Same + Lists + R"(;
    __task long work(int n) {
      struct node nodes[8], *head = 0;
      for (int i = 0; i < 8; ++i)
        push(&head, &nodes[i], (long)i * n + 1);
      long before, first;
      before <- same(weigh(head));
      first <- same(head->value);
      // The list is gone with its addresses; the numbers in it are not.
      force (before, first) {
        struct node fresh[8], *again = 0;
        for (int i = 0; i < 8; ++i)
          push(&again, &fresh[i], nodes[i].value + first);
        reverse(&again);
        return before * 1000 + weigh(again);
      }
    }
    __kernel void k(__global long *out) {
      int i = get_global_id(0);
      out[i] <- work(i);
    })",
      "k", 24, Out);
  expectEach(Out, [](int64_t N) -> int64_t {
    node Nodes[8], Fresh[8], *Head = nullptr;
    for (int I = 0; I < 8; ++I)
      push(&Head, &Nodes[I], I * N + 1);
    int64_t Before = weigh(Head), First = Head->value;
    node *Again = nullptr;
    for (int I = 0; I < 8; ++I)
      push(&Again, &Fresh[I], Nodes[I].value + First);
    reverse(&Again);
    return Before * 1000 + weigh(Again);
  });
}

TEST_F(EscapeTest, TreesWithNumbersBesidePointers) {
  Buffer<int64_t> Out(24);
  run(Same + Trees + R"(;
    __task long work(int n) {
      Pool p;
      p.used = 0;
      long r[4], s = 0;
      for (int i = 0; i < 20; ++i)
        s = s * 3 + insert(&p, (i * 7 + n) % 13);
      Tree *t = lookup(p.nodes, n % 13);
      r[0] <- same(s);
      r[1] <- same(p.used);
      r[2] <- same(t ? t->count : -1);
      r[3] <- same(t ? t - p.nodes : -1);
      force (r) {
        s = 0;
        for (int i = 0; i < p.used; ++i)
          s = s * 5 + p.nodes[i].key;
        Pool q;
        q.used = 0;
        insert(&q, n);
        return s + r[0] + r[1] * 3 + r[2] * 5 + r[3] * 7 +
               lookup(q.nodes, n)->count;
      }
    }
    __kernel void k(__global long *out) {
      int i = get_global_id(0);
      out[i] <- work(i);
    })",
      "k", 24, Out);
  expectEach(Out, [](int64_t N) -> int64_t {
    Pool P;
    P.used = 0;
    uint64_t S = 0;
    for (int I = 0; I < 20; ++I)
      S = S * 3 + insert(&P, (I * 7 + N) % 13);
    Tree *T = lookup(P.nodes, N % 13);
    uint64_t Sum =
        S + P.used * 3 + (T ? T->count : -1) * 5 + (T ? T - P.nodes : -1) * 7;
    S = 0;
    for (int I = 0; I < P.used; ++I)
      S = S * 5 + P.nodes[I].key;
    return S + Sum + 1;
  });
}

TEST_F(EscapeTest, ArraysByPointerAndWhatAddressesTell) {
  Buffer<int64_t> Out(24);
  run(Same + Arrays + R"(;
    __task long work(int n) {
      int a[16];
      for (int i = 0; i < 16; ++i)
        a[i] = (i * 7 + n) % 16;
      long at, far, sum, odd;
      at <- same(find(a, 16, 5) - a);
      sort(a, 16);
      int *p = find(a, 16, 9);
      far <- same(((ulong)p - (ulong)a) % 4096);
      sum <- same(crc(a, sizeof(a)));
      odd <- same(((ulong)p & 3) + (p == a + 9) + (p > a) * 2);
      force (at, far, sum, odd) {
        swap(&a[0], &a[15]);
        int *q = find(a, 16, 15);
        return at + far * 100 + odd * 10000 + (q - a) + (sum ^ crc(a, 8));
      }
    }
    __kernel void k(__global long *out) {
      int i = get_global_id(0);
      out[i] <- work(i);
    })",
      "k", 24, Out);
  expectEach(Out, [](int64_t N) -> int64_t {
    int A[16];
    for (int I = 0; I < 16; ++I)
      A[I] = (I * 7 + N) % 16;
    int64_t At = find(A, 16, 5) - A;
    sort(A, 16);
    int64_t Far = (find(A, 16, 9) - A) * 4;
    int64_t Sum = crc(A, sizeof(A));
    swap(&A[0], &A[15]);
    return At + Far * 100 + 3 * 10000 + (find(A, 16, 15) - A) +
           (Sum ^ crc(A, 8));
  });
}

TEST_F(EscapeTest, PointersToVariablesThatAreFuturesMeanwhile) {
  Buffer<int64_t> Out(24);
  run(Same + Spans + R"(;
    __task long work(int n) {
      int a[4], b[4], c[2];
      Span s, t, *p = &s, *q = &t;
      cover(p, a, 4);
      fill(p, n);
      long before = total(p), unwanted = 0;
      for (int i = 0; i < 3; ++i)
        a[i] <- same(n + i);
      cover(p, b, 4);
      cover(q, c, 2);
      fill(p, 3);
      fill(q, n);
      swap_spans(&p, &q);
      long between = total(p) * 100 + total(q);
      for (int i = 0; i < 3; ++i) {
        int x, *r = &x, **rr = &r;
        **rr = n + i;
        unwanted = unwanted * 3 + **rr;
        x <- same(i);
      }
      force (a) {
        Span u, *v = &u;
        cover(v, a, 4);
        before = before * 7 + total(v);
        c[0] <- same(before);
        cover(v, b, 4);
        between += total(v);
        force (c) { return (before * 5 + between) * 3 + unwanted + c[0]; }
      }
    }
    __kernel void k(__global long *out) {
      int i = get_global_id(0);
      out[i] <- work(i);
    })",
      "k", 24, Out);
  expectEach(Out, [](int64_t N) -> int64_t {
    int A[4], B[4], C[2];
    Span OfA{A, 4}, OfB{B, 4}, OfC{C, 2};
    fill(&OfA, N);
    fill(&OfB, 3);
    fill(&OfC, N);
    int64_t Before = total(&OfA), Unwanted = 0;
    int64_t Between = total(&OfC) * 100 + total(&OfB);
    for (int I = 0; I < 3; ++I) {
      A[I] = N + I;
      Unwanted = Unwanted * 3 + N + I;
    }
    Before = Before * 7 + total(&OfA);
    Between += total(&OfB);
    return (Before * 5 + Between) * 3 + Unwanted + int(Before);
  });
}
