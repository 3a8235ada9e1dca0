//===- find_pattern.cl - Long matches are compared by all lanes -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Each work-item looks for a long pattern in its own piece of a text. A '.' in the
// pattern fits any character. Most places are done with after a few characters, but
// some begin like the pattern and go on like it for thousands of characters. In a
// plain kernel the lane that has such a place keeps all of its warp waiting, and
// reads one character after the other. In an everywhere block the others help:
// lanes that are neighbours compare characters that are neighbours.
//
// found[p] becomes 1 if the pattern is at p; `asked` counts the places that begin
// like it.
//
//===----------------------------------------------------------------------===//

#include <tasklet/everywhere.clh>

#define HEAD 8 // characters that a work-item compares by itself

typedef __global const uchar *characters;

bool fits(characters text, characters pattern, uint i) {
  return pattern[i] == '.' || text[i] == pattern[i];
}

bool fits_from(characters text, characters pattern, uint from, uint to) {
  for (uint i = from; i < to; ++i)
    if (!fits(text, pattern, i))
      return false;
  return true;
}

// The next place in [at, end) that begins like the pattern; end if there is none.
// Nobody is asked for help in this loop: a block in it would make the work-group
// meet at every place of the text.
uint next_place(characters text, uint at, uint end, characters pattern,
                uint length) {
  while (at < end && !fits_from(text + at, pattern, 0, min(HEAD, (int)length)))
    ++at;
  return at;
}

// Without everywhere.
__kernel void alone(characters text, uint places, uint piece,
                    characters pattern, uint length,
                    __global const uint2 *parts, uint number,
                    __global uchar *found, __global uint *asked) {
  uint at = get_global_id(0) * piece, end = min(at + piece, places);
  for (; (at = next_place(text, at, end, pattern, length)) < end; ++at) {
    atomic_inc(asked);
    if (fits_from(text + at, pattern, HEAD, length))
      found[at] = 1;
  }
}

__kernel void by_hand(characters text, uint places, uint piece,
                      characters pattern, uint length,
                      __global const uint2 *parts, uint number,
                      __global uchar *found, __global uint *asked) {
  uint at = get_global_id(0) * piece, end = min(at + piece, places);
  for (; (at = next_place(text, at, end, pattern, length)) < end; ++at) {
    atomic_inc(asked);
    int same = 0;
    everywhere (ulong mask) {
      uint lanes = get_sub_group_size(), lane = get_sub_group_local_id();
      // Once for each lane that came. (A loop over all lanes would be slower, as
      // the work-group meets once more for each of them.)
      for (; mask; mask &= mask - 1) {
        uint each = 63 - clz(mask & -mask);
        uint place = sub_group_broadcast(at, each); // Lane `each` asks for it.
        int differ = 0;
        // All leave the loop together, when one of them has seen a difference.
        for (uint first = HEAD; first < length && !differ; first += lanes) {
          int mine = 0;
          if (first + lane < length)
            mine = !fits(text + place, pattern, first + lane);
          differ = sub_group_any(mine);
        }
        if (lane == each)
          same = !differ;
      }
    }
    if (same)
      found[at] = 1;
  }
}

// With a function of the library, for each part of the pattern between dots:
// parts[i] is where it begins and ends.
__kernel void by_library(characters text, uint places, uint piece,
                         characters pattern, uint length,
                         __global const uint2 *parts, uint number,
                         __global uchar *found, __global uint *asked) {
  uint at = get_global_id(0) * piece, end = min(at + piece, places);
  for (; (at = next_place(text, at, end, pattern, length)) < end; ++at) {
    atomic_inc(asked);
    int differ = 0;
    for (uint i = 0; i < number && !differ; ++i)
      differ = ew_compare(text + at + parts[i].x, pattern + parts[i].x,
                          parts[i].y - parts[i].x);
    if (!differ)
      found[at] = 1;
  }
}
