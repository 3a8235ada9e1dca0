// Only conditions that ask for this work-item, or for the pointer, keep those
// out that have not come.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -fsyntax-only -Xclang -verify %s

#include <tasklet/everywhere.clh>

// The same for who has not come.
__kernel void others(__global int *out, int n) {
  uint l = get_local_id(0);
  if (l & 1) {
    __global int *p = out + l; // expected-note 12 {{not all work-items reach this place}}
    everywhere (uint m) {
      if (popcount(m) > 1)
        *p = 1; // expected-warning {{'p' may be null}} expected-note {{'m >> get_sub_group_local_id() & 1'}}
    }
    everywhere (uint m) {
      for (uint j = 0; j < 32; ++j)
        if (m >> j & 1)
          *p = 1; // expected-warning {{'p' may be null}} expected-note {{test it}}
    }
    everywhere (uint m) {
      for (uint j = 0; j < get_sub_group_size(); ++j) {
        if (!(m & 1ul << j))
          continue;
        *p = 1; // expected-warning {{'p' may be null}} expected-note {{test it}}
      }
    }
    everywhere {
      if (l & 2 || n)
        *p = 1; // expected-warning {{'p' may be null}} expected-note {{test it}}
    }
    everywhere {
      if (!(p && n))
        *p = 1; // expected-warning {{'p' may be null}} expected-note {{test it}}
    }
    everywhere {
      if (p && n)
        ;
      else
        *p = 1; // expected-warning {{'p' may be null}} expected-note {{test it}}
    }
    everywhere {
      if (!p)
        *p = 1; // expected-warning {{'p' may be null}} expected-note {{test it}}
    }
    everywhere {
      if (p == 0)
        *p = 1; // expected-warning {{'p' may be null}} expected-note {{test it}}
    }
    everywhere (uint m) {
      int many = popcount(m);
      if (many && m)
        *p = 1; // expected-warning {{'p' may be null}} expected-note {{test it}}
    }
    everywhere (uint m) {
      while (m) {
        *p = 1; // expected-warning {{'p' may be null}} expected-note {{test it}}
        m &= m - 1;
      }
    }
    everywhere {
      if (get_sub_group_local_id() == 0)
        *p = 1; // expected-warning {{'p' may be null}} expected-note {{test it}}
    }
    // A mask of those that only come along, too.
    everywhere (uint m) {
      everywhere (uint all) {
        if (all >> get_sub_group_local_id() & 1)
          *p = 1; // expected-warning {{'p' may be null}} expected-note {{test it first, as in 'if (p)', or test the work-item's bit in the mask of the 'everywhere' around this one, 'm >> get_sub_group_local_id() & 1'; or give 'p' a value before any condition, loop or return}}
      }
    }
  }
}

// Whose mask it is, if any tells.
__kernel void nested(__global int *out, int n) {
  __global int *late;
  if (get_local_id(0) == 1) {
    late = out; // expected-note 3 {{not all}}
    everywhere (uint outer) {
      if (outer >> get_sub_group_local_id() & 1)
        everywhere (uint inner) {
          *late = 1; // expected-warning {{'late' may be null}} expected-note {{around this one, 'outer >> get_sub_group_local_id() & 1'}}
        }
    }
    everywhere {
      everywhere (uint inner) {
        *late = 1; // expected-warning {{'late' may be null}} expected-note {{around this one, 'mask >> get_sub_group_local_id() & 1'}}
      }
    }
  }
  everywhere (uint everybody) {
    if (everybody >> get_sub_group_local_id() & 1)
      *late = 1; // expected-warning {{'late' may be null}} expected-note {{test it first, as in 'if (late)'; or give 'late' a value}}
  }
  everywhere (uint outer) {
    __global int *p;
    if (get_local_id(0) == 1) {
      p = out; // expected-note {{not all}}
      everywhere (uint inner) {
        *p = 1; // expected-warning {{'p' may be null}} expected-note {{in the mask, 'inner >> get_sub_group_local_id() & 1'}}
      }
    }
  }
}

// Accepted: these ask.
__kernel void one(__global int *out, int n) {
  uint l = get_local_id(0);
  __global int *early = 0;
  if (l == 7)
    early = out;
  if (l & 1) {
    __global int *p = out + l;
    everywhere (uint m) {
      uint lane = get_sub_group_local_id(), leader = ctz(m), first = 0, rest = m;
      int came = 0;
      if (m >> lane & 1)
        came = 1;
      if (came)
        *p = 1;
      if (lane == leader)
        *p = 2;
      rest &= rest - 1;
      if (rest & 1u << lane)
        *p = 3;
      for (uint j = 0; j < 32; ++j)
        if (m >> j & 1) {
          first = j;
          break;
        }
      if (first == lane)
        *p = 4;
      for (uint j = 0; j < 32; ++j)
        if (m >> j & 1 && j == lane)
          *p = 5;
      if (sub_group_inverse_ballot(ew_ballot_of(m)))
        *p = 6;
      if (m & ew_mask_of(get_sub_group_eq_mask()))
        *p = 7;
      if (l & 2 && n)
        *p = 8;
      if ((l & 2 || l & 4) && n)
        *p = 9;
      if ((p && n) || (n > 1 && l & 2))
        *p = 9;
      if (!(p == 0 || n))
        *p = 10;
      if (p == 0)
        out[0] = 1;
      else
        *p = 11;
      while (!p)
        break;
      if (!came || !p)
        out[0] = 2;
      else
        *p = 12;
    }
    // All have come.
    everywhere (uint m) {
      uint size = get_sub_group_size();
      if (popcount(m) == get_sub_group_size())
        *p = 1;
      if (popcount(m) == size)
        *p = 2;
      if (popcount(m) >= get_sub_group_size())
        *p = 3;
      if (m == 0xffffffff || popcount(m) > 31 || ~m == 0 || !~m)
        *p = 4;
    }
    everywhere (uint m) {
      everywhere {
        if (m >> get_sub_group_local_id() & 1)
          *p = 1;
      }
    }
  }
  if (get_local_id(0) & 4) {
    __global int *p = out;
    everywhere {
      if (get_local_id(0) & 4)
        *p = 1;
    }
  }
  everywhere {
    if (l == 7)
      *early = 1;
  }
  if (l == 7)
    everywhere (uint m) {
      if (m >> get_sub_group_local_id() & 1)
        *early = 2;
    }
}
