//===- sample_sort.cl - Sorting by buckets between sampled splitters ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// A range is counted in pieces, scattered in pieces to its buckets, and then
// each bucket is sorted in the same way. Keys equal to a splitter have a bucket
// of their own, so that every other bucket is smaller than the range. The
// splitters, and where each piece writes, are small private arrays that go from
// step to step by value.
//
//===----------------------------------------------------------------------===//

enum { SMALL = 48, SPLITTERS = 5, PIECES = 4 };
enum { BUCKETS = 2 * SPLITTERS + 1, SAMPLES = 3 * SPLITTERS + 2 };

typedef struct {
  uint key[SPLITTERS];
} splitters;

typedef struct {
  uint in[BUCKETS];
} counts;

typedef struct {
  __global uint *data, *spare;
  uint size;
} range;

void sort_private(uint *keys, uint size) {
  for (uint i = 1; i < size; ++i)
    for (uint j = i; j > 0 && keys[j] < keys[j - 1]; --j) {
      const uint swapped = keys[j];
      keys[j] = keys[j - 1];
      keys[j - 1] = swapped;
    }
}

splitters choose_splitters(__global const uint *data, uint size) {
  uint samples[SAMPLES];
  for (uint i = 0; i < SAMPLES; ++i)
    samples[i] = data[(ulong)size * i / SAMPLES];
  sort_private(samples, SAMPLES);
  splitters s;
  for (uint i = 0; i < SPLITTERS; ++i)
    s.key[i] = samples[3 * i + 2];
  return s;
}

// Odd for a key that equals a splitter.
uint bucket_of(const splitters *s, uint key) {
  uint smaller = 0;
  while (smaller < SPLITTERS && s->key[smaller] < key)
    ++smaller;
  const bool equal = smaller < SPLITTERS && s->key[smaller] == key;
  return 2 * smaller + equal;
}

uint piece_begin(uint size, uint piece) { return size * piece / PIECES; }

__task counts count_piece(__global const uint *data, uint size, splitters s) {
  counts c = {{0}};
  for (uint i = 0; i < size; ++i)
    ++c.in[bucket_of(&s, data[i])];
  return c;
}

__task void scatter_piece(__global const uint *from, uint size, splitters s,
                          __global uint *to, counts position) {
  for (uint i = 0; i < size; ++i) {
    const uint bucket = bucket_of(&s, from[i]);
    to[position.in[bucket]++] = from[i];
  }
}

void sort_small(__global uint *data, uint size) {
  uint keys[SMALL];
  for (uint i = 0; i < size; ++i)
    keys[i] = data[i];
  sort_private(keys, size);
  for (uint i = 0; i < size; ++i)
    data[i] = keys[i];
}

__task void copy(__global const uint *from, __global uint *to, uint size) {
  for (uint i = 0; i < size; ++i)
    to[i] = from[i];
}

// Sorts r.data; r.spare is lost.
__task void sort(range r) {
  if (r.size <= SMALL) {
    sort_small(r.data, r.size);
    return;
  }
  const splitters s = choose_splitters(r.data, r.size);
  counts count[PIECES];
  for (uint p = 0; p < PIECES; ++p) {
    const uint begin = piece_begin(r.size, p);
    const uint end = piece_begin(r.size, p + 1);
    count[p] <- count_piece(r.data + begin, end - begin, s);
  }
  force (count) {
    // What came before a piece in its bucket, and all buckets before that one.
    uint bucket_begin[BUCKETS + 1], position = 0;
    for (uint b = 0; b < BUCKETS; ++b) {
      bucket_begin[b] = position;
      for (uint p = 0; p < PIECES; ++p) {
        const uint here = count[p].in[b];
        count[p].in[b] = position;
        position += here;
      }
    }
    bucket_begin[BUCKETS] = position;
    for (uint p = 0; p < PIECES; ++p) {
      const uint begin = piece_begin(r.size, p);
      const uint end = piece_begin(r.size, p + 1);
      () <- scatter_piece(r.data + begin, end - begin, s, r.spare, count[p]);
    }
    force () {
      for (uint b = 0; b < BUCKETS; b += 2) {
        const uint begin = bucket_begin[b], end = bucket_begin[b + 1];
        const range bucket = {r.spare + begin, r.data + begin, end - begin};
        if (begin < end)
          () <- sort(bucket);
      }
      force () { () <- copy(r.spare, r.data, r.size); }
    }
  }
}

__kernel void sort_all(__global uint *data, __global uint *spare, uint size) {
  const range all = {data, spare, size};
  () <- sort(all);
}
