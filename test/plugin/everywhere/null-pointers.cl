// Work-items that only come along to a body may be without a value of its
// pointers, which are null then.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only -Xclang -verify %s
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only \
// RUN:   -fplugin-arg-tasklet-Wno-tasklet-null-pointer %s 2>&1 | count 0

typedef struct { int v; int w[2]; float4 at; } cell;

__kernel void branches(__global int *out, __global cell *cells, int n) {
  int id = get_global_id(0);
  if (id & 1) {
    __global int *mine = out + id; // expected-note {{not all work-items reach this place}}
    everywhere (uint m) {
      *mine = 1; // expected-warning {{'mine' may be null here: all work-items of the warp run this body, and not all reach the place where 'mine' gets a value [-Wtasklet-null-pointer]}} expected-note {{test it first, as in 'if (mine)', or test the work-item's bit in the mask, 'm >> get_sub_group_local_id() & 1'; or give 'mine' a value before any condition, loop or return}}
      *mine = 2; // Once is enough.
    }
    everywhere {
      mine[1] = 2; // expected-warning {{'mine' may be null here}} expected-note@-6 {{not all}} expected-note {{'mask >> get_sub_group_local_id() & 1'}}
    }
  }
  __global cell *late;
  if (id == 3)
    late = cells; // expected-note 5 {{not all work-items reach this place}}
  everywhere { late->v = 1; } // expected-warning {{'late' may be null}} expected-note {{test it first}}
  everywhere { late[n].w[1] = 1; } // expected-warning {{'late' may be null}} expected-note {{test it first}}
  everywhere { (late + n)->at.x = 1; } // expected-warning {{'late' may be null}} expected-note {{test it first}}
  everywhere { out[id] = (*late++).v; } // expected-warning {{'late' may be null}} expected-note {{test it first}}
  everywhere { atomic_add(&late->v, 1); } // expected-warning {{'late' may be null}} expected-note {{test it first}}
  __global int *never;
  everywhere { *never = 1; } // expected-warning {{'never' may be null}} expected-note {{test it first}}
}

__kernel void returns(__global int *out, int n) {
  int id = get_global_id(0);
  if (id >= n)
    return;
  __global int *mine = out + id; // expected-note {{not all}}
  everywhere { *mine = 1; } // expected-warning {{'mine' may be null}} expected-note {{test it}}
}

__kernel void loops(__global int *out, int n) {
  int id = get_local_id(0);
  __global int *mine, *other = 0;
  for (int i = 0; i < id; ++i) {
    mine = out + i; // expected-note {{not all}}
    everywhere { *mine = 1; } // expected-warning {{'mine' may be null}} expected-note {{test it}}
  }
  for (int i = 0; i < n; ++i) {
    if (id == i)
      break;
    other = out; // expected-note {{not all}}
    everywhere { *other = 1; } // expected-warning {{'other' may be null}} expected-note {{test it}}
  }
}

// Work-items that go on to the next round have not come in this one.
__kernel void rounds(__global int *out, int n) {
  int id = get_local_id(0), i = 0;
  __global int *a, *b, *c, *d, *e;
  for (int i = 0; i < n; ++i) {
    if (id > 1)
      continue;
    a = out; // expected-note {{not all}}
    everywhere { *a = 1; } // expected-warning {{'a' may be null}} expected-note {{test it}}
  }
  while (i++ < n) {
    if (id == 1)
      goto next;
    b = out; // expected-note {{not all}}
    everywhere { *b = 1; } // expected-warning {{'b' may be null}} expected-note {{test it}}
  next:;
  }
  do {
    if (id & 1)
      continue;
    c = out; // expected-note {{not all}}
    everywhere { *c = 1; } // expected-warning {{'c' may be null}} expected-note {{test it}}
  } while (n-- > 0);
again:
  if (id & 2)
    goto again_or_not;
  d = out; // expected-note {{not all}}
  everywhere { *d = 1; } // expected-warning {{'d' may be null}} expected-note {{test it}}
again_or_not:
  if (n++ < 5)
    goto again;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      if (id == 0)
        break;
      e = out; // expected-note {{not all}}
      everywhere { *e = 1; } // expected-warning {{'e' may be null}} expected-note {{test it}}
    }
}

// A copy of what may be null may be null, and null is no value.
__kernel void copies(__global int *out, int n) {
  __global int *p = 0, *q;
  if (get_local_id(0) == 0)
    p = out; // expected-note 2 {{not all}}
  q = p;
  everywhere {
    *p = 1; // expected-warning {{'p' may be null}} expected-note {{test it}}
    q[1] = 1; // expected-warning {{'q' may be null}} expected-note {{test it}}
  }
}

// Bodies in bodies, and other memory.
__kernel void nested(__global int *out, __local int *part, int n) {
  int id = get_local_id(0), own = 0;
  everywhere {
    __local int *p;
    int *to_own;
    if (id == 1) {
      p = part + n; // expected-note {{not all}}
      to_own = &own; // expected-note {{not all}}
      *p = 1; // Who runs this has come by.
      everywhere {
        *p = 2; // expected-warning {{'p' may be null}} expected-note {{test it}}
        *to_own += 1; // expected-warning {{'to_own' may be null}} expected-note {{test it}}
      }
    }
  }
  out[id] = own;
}

#define TO(p) (*(p))
__kernel void macros(__global int *out, int n) {
  if (get_local_id(0)) {
    __global int *p = out; // expected-note {{not all}}
    everywhere { TO(p) = 1; } // expected-warning {{'p' may be null}} expected-note {{test it}}
  }
}

// Accepted: arguments of the kernel, and what has a value before work-items
// part; also in loops and branches that all of them take together.
__kernel void common(__global int *out, __global int *more, int n) {
  int id = get_global_id(0);
  __global int *mine = out + id, *either, *round;
  if (id & 1)
    either = out;
  else
    either = more;
  if (id == 2)
    return;
  everywhere { *mine = out[0] + *more; }
  if (id & 1) {
    everywhere { *either = *mine++; }
    everywhere { mine[n] = 1; }
  }
}

__kernel void in_step(__global int *out, int n) {
  int id = get_global_id(0);
  __global int *round, *once;
  for (int i = 0; i < n; ++i) {
    round = out + i;
    if (id > i)
      everywhere { *round = 1; }
    if (id == i)
      break;
  }
  do {
    once = out;
    everywhere { *once = 1; }
  } while (--id > 0);
  if (n > 3) {
    __global int *far = out + n;
    if (id)
      everywhere { *far = 1; }
  }
  // Rounds that all leave out, and loops that all have done.
  for (int i = 0; i < n; ++i) {
    if (i & 1)
      continue;
    for (int j = 0; j < 3; ++j)
      if (id & j)
        continue;
    __global int *at = out + i;
    if (id)
      everywhere { *at = 1; }
  }
  switch (n) {
  case 1:
    once = 0;
    break;
  case 2:
    once = out;
    everywhere { *once = 1; }
  }
}

__kernel void in_group(__global int *out, int n) {
  __global int *mine = out + get_group_id(0) * n;
  for (int i = get_local_id(0); i < n; i += get_local_size(0))
    everywhere { mine[i] = 1; }
}

// Accepted: a body gives all of them a value.
__kernel void given(__global int *out, int n) {
  __global int *p, *q;
  if (get_local_id(0) == 0) {
    everywhere { p = out; *p = 1; }
    q = out;
    everywhere (uint m) {
      __global int *r = (__global int *)sub_group_shuffle((ulong)q, (uint)ctz(m));
      *r = 1;
      q = r;
    }
    everywhere { *q = *p; }
  }
}

// Accepted: who has come is asked for.
__kernel void tested(__global int *out, int n) {
  int id = get_local_id(0), count = 0, active = 0;
  __global int *mine = 0;
  if (id & 1) {
    mine = out + id;
    count = n;
    active = 1;
    everywhere (uint m) {
      int came = m >> get_sub_group_local_id() & 1;
      if (m >> get_sub_group_local_id() & 1)
        *mine = 1;
      if (came)
        mine[1] = 1;
      if (mine)
        mine[2] = mine != 0 ? mine[3] : 0;
      out[0] = came && *mine;
      for (int i = 0; i < count; ++i)
        mine[i] = 1;
      if (active == 1)
        *mine = 2;
      if (id & 1)
        *mine = 3;
      for (int i = 0; i < n; ++i) {
        if (!mine)
          continue;
        mine[i] = 4;
      }
      switch (came) {
      case 1:
        mine[0] = 5;
      }
    }
    everywhere (uint m) {
      if (n) // All run that.
        mine[0] = 6; // expected-warning {{'mine' may be null}} expected-note {{test it}} expected-note@-30 {{not all}}
    }
  }
}

// Not by a counter of the body itself.
__kernel void counted(__global int *out, int n) {
  __global int *p = 0;
  everywhere {
    if ((int)get_local_id(0) < n)
      for (int i = 0; i < 3; ++i)
        *p = i; // expected-warning {{'p' may be null}} expected-note {{test it}}
  }
}

// Accepted: addresses alone, the pointer itself, tasks and bodies of forces.
__global int *next(__global int *p) { return p + 1; }
__task void alone(__global int *out, int n) {
  __global int *p;
  if (n) {
    p = out;
    everywhere { *p = 1; }
  }
}
__kernel void others(__global int *out, __global cell *cells, int n) {
  __global int *p;
  __global cell *c;
  if (get_local_id(0)) {
    p = out;
    c = cells;
    everywhere {
      p = next(p);
      __global int *q = &p[1], *r = &c->v, *s = c->w, *t = &*p;
      int size = sizeof(*p) + sizeof(c->v);
      out[0] = size + (q == r) + (s == t);
    }
    force () {
      __global int *w;
      if (n)
        w = out;
      everywhere { *w = 1; }
    }
  }
}

// In a function it depends on who calls it.
void together(__global int *to) {
  everywhere { *to += 1; }
}
void apart(__global int *to, int n) {
  everywhere {
    *to += 1; // expected-warning {{'to' may be null}} expected-note {{test it first, as in 'if (to)', or test the work-item's bit in the mask, 'mask >> get_sub_group_local_id() & 1'; or call 'apart' before any condition, loop or return}}
    if (to)
      *to = 1;
    for (int i = 0; i < n; ++i)
      to[i] = 2;
  }
}
void between(__global int *to) { apart(to, 1); }
void in_branch(__global int *to, int n) {
  if (n) {
    __global int *p = to; // expected-note {{not all}}
    everywhere { *p = 1; } // expected-warning {{'p' may be null}} expected-note {{test it}}
  }
}
void nobody(__global int *to) {
  everywhere { *to = 1; }
}
__kernel void calls(__global int *out, int n) {
  together(out);
  for (int i = 0; i < n; ++i)
    together(out + i);
  if (get_local_id(0)) {
    between(out); // expected-note {{not all work-items reach this call}}
    everywhere { together(out); }
  }
  in_branch(out, n);
}

// Kernels may be called like functions.
__kernel void called(__global int *to) {
  everywhere { *to += 1; } // expected-warning {{'to' may be null}} expected-note {{or call 'called' before any condition, loop or return}}
}
__kernel void called_by_all(__global int *to) {
  everywhere { *to += 1; }
}
__kernel void calls_kernels(__global int *out, int n) {
  called_by_all(out);
  if (get_local_id(0))
    called(out); // expected-note {{not all work-items reach this call}}
}

#pragma clang diagnostic ignored "-Wtasklet-null-pointer"
__kernel void silent(__global int *out) {
  __global int *p;
  everywhere { *p = 1; }
}
