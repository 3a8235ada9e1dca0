//===- barnes_hut.cl - The Barnes-Hut method by tasks ---------*- OpenCL -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// One time step is four commands: advance (half a kick, a drift), build (the
// octree), forces, kick (the other half). Each starts one task, which spawns
// the rest.
//
// All data lie in one buffer, and a task gets one pointer to it: the structure
// `sim` at its start says where the arrays are. Layout.h is the host's view of
// the same structures.
//
// barnes_hut_mpi uses these kernels, too: there each rank has a tree of its
// bodies, and behind it in `nodes` the parts of others' trees that they need.
//
//===----------------------------------------------------------------------===//

// The value of node.next where the tree ends.
#define END 0xffffffffu
// In node.count: the node has no children.
#define LEAF 0x80000000u
// A task that advances or sorts more bodies leaves halves to other tasks. One
// that kicks more than half as many does so, too: that is less work for a body.
#define RANGE 512u
// Distances below this one, and sizes of cells, count as zero: 1/d^3 would
// leave the range of float.
#define TINY 1e-12f

typedef struct {
  float x, y, z;
  uint body; // index in the arrays of the side before the build
} item;

typedef struct {
  float4 com;   // centre of mass; w: mass
  float reach2; // bodies nearer to com than the root of this must look inside
  uint first;   // the node's bodies lie side by side in the arrays
  uint count;   // how many there are; for a leaf, LEAF is set
  uint next;    // the node that follows in depth-first order after this subtree
} node;

// What a subtree tells its parent.
typedef struct {
  float4 weighted; // sum of mass * position; w: sum of masses
  uint nodes;
  uint depth;
  uint pad[2];
} moment;

typedef struct {
  float4 lo; // w: bodies whose position is out of range or no number
  float4 hi; // w: unused
} box;

typedef struct {
  // Where the arrays begin, in bytes from the start of this structure. Arrays
  // of two are alternated: the build reads one and writes the other.
  ulong pos[2];   // float4: position, mass
  ulong vel[2];   // float4: velocity; w: what pulled at the body last time
  ulong id[2];    // uint: the body's number in the host's order
  ulong items[2]; // item
  ulong acc;      // float4: acceleration, potential
  ulong nodes;    // node, 2 * bodies - 1 of them
  uint bodies;
  uint side;       // which one of pos, vel and id is the current one
  uint leaf;       // a cell with more bodies is divided
  uint group;      // a force task divides subtrees with more bodies
  float inv_theta; // 1 / opening angle
  float eps2;      // softening length, squared
  float range;     // positions beyond are errors
  uint next;       // what follows the tree in `nodes`: END, or the trees of
                   // bodies that only pull, which the build does not touch
  // Results.
  box bounds;  // of advance
  moment root; // of build
  ulong pulls; // of forces: pairs of a body and what pulled at it
  ulong pad2;
} sim;

#define ARRAY(s, type, field)                                                  \
  ((__global type *)((__global uchar *)(s) + (s)->field))

//===----------------------------------------------------------------------===//
// Advance: velocities by half a step, positions by a whole one.
//===----------------------------------------------------------------------===//

box join(box a, box b) {
  box both = {min(a.lo, b.lo), max(a.hi, b.hi)};
  both.lo.w = a.lo.w + b.lo.w;
  return both;
}

// Also lays out the items from which the build starts.
box advance_range(__global sim *s, float dt, uint first, uint end) {
  const float range = s->range;
  __global float4 *pos = ARRAY(s, float4, pos[s->side]);
  __global float4 *vel = ARRAY(s, float4, vel[s->side]);
  __global const float4 *acc = ARRAY(s, float4, acc);
  __global item *items = ARRAY(s, item, items[0]);
  float3 lo = (float3)(INFINITY), hi = (float3)(-INFINITY);
  float lost = 0.0f;
  for (uint i = first; i < end; ++i) {
    const float3 v = vel[i].xyz + 0.5f * dt * acc[i].xyz;
    const float3 p = pos[i].xyz + dt * v;
    vel[i].xyz = v;
    pos[i].xyz = p;
    const item it = {p.x, p.y, p.z, i};
    items[i] = it;
    lo = min(lo, p);
    hi = max(hi, p);
    // Written so that a NaN is lost too.
    lost += all(fabs(p) <= (float3)(range)) ? 0.0f : 1.0f;
  }
  const box b = {(float4)(lo, lost), (float4)(hi, 0.0f)};
  return b;
}

__task box advance_bodies(__global sim *s, float dt, uint first, uint end) {
  if (end - first <= RANGE)
    return advance_range(s, dt, first, end);
  const uint middle = first + (end - first) / 2;
  box left, right;
  left <- advance_bodies(s, dt, first, middle);
  right <- advance_bodies(s, dt, middle, end);
  force (left, right) { return join(left, right); }
}

__kernel void advance(__global sim *s, float dt) {
  s->bounds <- advance_bodies(s, dt, 0, s->bodies);
}

//===----------------------------------------------------------------------===//
// Build: the octree, from the root down.
//===----------------------------------------------------------------------===//

float longest_side(box b) {
  const float4 d = b.hi - b.lo;
  return max(max(d.x, d.y), d.z);
}

box bounds_of(__global const item *items, uint count) {
  float4 lo = (float4)(items[0].x, items[0].y, items[0].z, 0.0f);
  float4 hi = lo;
  for (uint i = 1; i < count; ++i) {
    const float4 p = (float4)(items[i].x, items[i].y, items[i].z, 0.0f);
    lo = min(lo, p);
    hi = max(hi, p);
  }
  const box b = {lo, hi};
  return b;
}

__task box bounds_of_many(__global const item *items, uint count) {
  if (count <= RANGE)
    return bounds_of(items, count);
  const uint middle = count / 2;
  box left, right;
  left <- bounds_of_many(items, middle);
  right <- bounds_of_many(items + middle, count - middle);
  force (left, right) { return join(left, right); }
}

// The centre of mass is taken where the bodies are: rounding must not push it
// out of their box, least of all if all bodies lie at one point.
float4 centre_of_mass(float4 weighted, box b) {
  const float mass = weighted.w;
  const float4 com = mass > 0.0f ? weighted / mass : 0.5f * (b.lo + b.hi);
  const float4 inside = clamp(com, b.lo, b.hi);
  return (float4)(inside.xyz, mass);
}

void write_node(__global sim *s, uint at, float4 weighted, box b, uint first,
                uint count, uint next) {
  const float side = longest_side(b);
  const float4 com = centre_of_mass(weighted, b);
  // A node may stand for its bodies where it is seen under less than theta,
  // measured from the middle of its box: the distance to a centre of mass in a
  // corner would not do.
  const float reach =
      side * s->inv_theta + distance(com.xyz, 0.5f * (b.lo.xyz + b.hi.xyz));
  __global node *n = ARRAY(s, node, nodes) + at;
  n->com = com;
  // Bodies at one point: the node is exactly right everywhere.
  n->reach2 = side < TINY ? 0.0f : reach * reach;
  n->first = first;
  n->count = count;
  n->next = next;
}

// Also brings the leaf's bodies to their place in the new order.
moment make_leaf(__global sim *s, uint level, uint at, uint first, uint count,
                 uint next) {
  __global const item *items = ARRAY(s, item, items[level & 1]) + first;
  const uint side = s->side;
  __global const float4 *old_pos = ARRAY(s, float4, pos[side ^ 1]);
  __global const float4 *old_vel = ARRAY(s, float4, vel[side ^ 1]);
  __global const uint *old_id = ARRAY(s, uint, id[side ^ 1]);
  __global float4 *pos = ARRAY(s, float4, pos[side]) + first;
  __global float4 *vel = ARRAY(s, float4, vel[side]) + first;
  __global uint *id = ARRAY(s, uint, id[side]) + first;
  moment m = {(float4)(0.0f), 1, 1, {0, 0}};
  // Kahan's sum: a leaf of very many bodies at one point is possible.
  float4 lost = (float4)(0.0f);
  for (uint i = 0; i < count; ++i) {
    const uint body = items[i].body;
    const float4 p = old_pos[body];
    pos[i] = p;
    vel[i] = old_vel[body];
    id[i] = old_id[body];
    const float4 term = (float4)(p.w * p.xyz, p.w) - lost;
    const float4 sum = m.weighted + term;
    lost = (sum - m.weighted) - term;
    m.weighted = sum;
  }
  write_node(s, at, m.weighted, bounds_of(items, count), first, count | LEAF,
             next);
  return m;
}

moment add(moment a, moment b) {
  a.weighted += b.weighted;
  a.nodes += b.nodes;
  a.depth = max(a.depth, b.depth + 1);
  return a;
}

//===----------------------------------------------------------------------===//
// Sort: the items of a cell by octants, stably.
//
// Large cells are sorted by many tasks, block by block: a parallel counting
// sort (M. Zagha and G. Blelloch, Radix sort for vector multiprocessors,
// Supercomputing 1991), of which the tree makes one round per level. Each block
// counts its octants; sums over the counts of the blocks before give the places
// for its items; each block moves its items there.
//===----------------------------------------------------------------------===//

uint octant_of(item it, float4 cell) {
  return (it.x >= cell.x) | (it.y >= cell.y) << 1 | (it.z >= cell.z) << 2;
}

// How many items lie in each octant.
uint8 count_octants(__global const item *from, uint count, float4 cell) {
  uint size[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  for (uint i = 0; i < count; ++i)
    ++size[octant_of(from[i], cell)];
  return vload8(0, size);
}

// Where the octants begin if they have these sizes.
uint8 starts_of(uint8 sizes) {
  uint size[8], start[8];
  vstore8(sizes, 0, size);
  uint sum = 0;
  for (uint o = 0; o < 8; ++o) {
    start[o] = sum;
    sum += size[o];
  }
  return vload8(0, start);
}

// Moves the items of each octant to `to`, side by side from `places` on.
void move_items(__global const item *from, __global item *to, uint count,
                float4 cell, uint8 places) {
  uint place[8];
  vstore8(places, 0, place);
  for (uint i = 0; i < count; ++i) {
    const item it = from[i];
    to[place[octant_of(it, cell)]++] = it;
  }
}

// Both for the blocks [block, end) of `count` items. What follows needs all of
// them, so each task waits for its halves.
__task void count_blocks(__global const item *from, uint count, float4 cell,
                         __global uint8 *sizes, uint block, uint end) {
  if (end - block > 1) {
    const uint middle = block + (end - block) / 2;
    () <- count_blocks(from, count, cell, sizes, block, middle);
    () <- count_blocks(from, count, cell, sizes, middle, end);
    force () { return; }
  }
  const uint first = block * RANGE;
  sizes[block] = count_octants(from + first, min(count - first, RANGE), cell);
}

__task void move_blocks(__global const item *from, __global item *to,
                        uint count, float4 cell, __global const uint8 *places,
                        uint block, uint end) {
  if (end - block > 1) {
    const uint middle = block + (end - block) / 2;
    () <- move_blocks(from, to, count, cell, places, block, middle);
    () <- move_blocks(from, to, count, cell, places, middle, end);
    force () { return; }
  }
  const uint first = block * RANGE;
  move_items(from + first, to, min(count - first, RANGE), cell, places[block]);
}

// Sorts `count` items, with `places` for what blocks tell each other. Returns
// how many items lie in each octant.
__task uint8 sort_many(__global const item *from, __global item *to, uint count,
                       float4 cell, __global uint8 *places) {
  const uint blocks = (count + RANGE - 1) / RANGE;
  () <- count_blocks(from, count, cell, places, 0, blocks);
  force () {
    uint8 sizes = (uint8)(0);
    for (uint i = 0; i < blocks; ++i)
      sizes += places[i];
    uint8 place = starts_of(sizes);
    for (uint i = 0; i < blocks; ++i) {
      const uint8 size = places[i];
      places[i] = place;
      place += size;
    }
    () <- move_blocks(from, to, count, cell, places, 0, blocks);
    force () { return sizes; }
  }
}

//===----------------------------------------------------------------------===//
// Nodes.
//===----------------------------------------------------------------------===//

// Halves the cell as long as all bodies lie in one of its octants. Such cells
// get no node: every inner node has at least two children, which bounds their
// number. Half sides are powers of two and centres multiples of them, so that
// all of this is exact, however deep, and ends where two bodies differ.
float4 shrink(float4 cell, box b) {
  while (cell.w > 0.25f * TINY) {
    const int3 upper = b.lo.xyz >= cell.xyz;
    const int3 lower = b.hi.xyz < cell.xyz;
    if (!all(upper | lower))
      break;
    cell.w *= 0.5f;
    cell.xyz += upper ? (float3)(cell.w) : (float3)(-cell.w);
  }
  return cell;
}

float4 cell_of(float4 cell, uint octant) {
  const float h = 0.5f * cell.w;
  return (float4)(cell.x + (octant & 1 ? h : -h),
                  cell.y + (octant & 2 ? h : -h),
                  cell.z + (octant & 4 ? h : -h), h);
}

// Nodes that the subtree of `count` bodies may need: an inner node has at least
// two children, so there are at most 2 * count - 1. With that every subtree
// knows its place without asking anybody: the array cannot run out, node
// numbers rise in depth-first order, and the tree does not depend on who built
// what and when.
uint room_of(__global sim *s, uint count) {
  return count <= s->leaf ? 1 : 2 * count - 1;
}

// Builds the subtree of the items [first, first + count) in `cell` (centre,
// half side), with its root in node `at`.
__task moment build_node(__global sim *s, float4 cell, uint level, uint at,
                         uint first, uint count, uint next) {
  __global const item *from = ARRAY(s, item, items[level & 1]) + first;
  __global item *to = ARRAY(s, item, items[(level + 1) & 1]) + first;
  box b;
  if (count <= RANGE) {
    b = bounds_of(from, count);
  } else {
    b <- bounds_of_many(from, count);
    force (b);
  }
  if (count <= s->leaf || longest_side(b) < TINY)
    return make_leaf(s, level, at, first, count, next);

  cell = shrink(cell, b);
  uint8 sizes;
  if (count <= RANGE) {
    sizes = count_octants(from, count, cell);
    move_items(from, to, count, cell, starts_of(sizes));
  } else {
    // The nodes of the subtree have room, and nobody needs them yet.
    __global uint8 *places = (__global uint8 *)(ARRAY(s, node, nodes) + at + 1);
    sizes <- sort_many(from, to, count, cell, places);
    force (sizes);
  }
  uint size[8];
  vstore8(sizes, 0, size);
  uint last = 0;
  for (uint o = 0; o < 8; ++o)
    if (size[o])
      last = o;

  // Children that are leaves are not worth a task.
  moment total = {(float4)(0.0f), 1, 1, {0, 0}};
  moment kids[8];
  uint spawned = 0;
  uint kid_at = at + 1;
  uint kid_first = first;
  for (uint o = 0; o < 8; ++o) {
    const uint n = size[o];
    if (!n)
      continue;
    const uint kid_next = o == last ? next : kid_at + room_of(s, n);
    if (n <= s->leaf) {
      total = add(total,
                  make_leaf(s, level + 1, kid_at, kid_first, n, kid_next));
    } else {
      kids[spawned] <- build_node(s, cell_of(cell, o), level + 1, kid_at,
                                  kid_first, n, kid_next);
      ++spawned;
    }
    kid_at += room_of(s, n);
    kid_first += n;
  }
  force (kids) {
    for (uint k = 0; k < spawned; ++k)
      total = add(total, kids[k]);
    write_node(s, at, total.weighted, b, first, count, next);
    return total;
  }
}

__kernel void build(__global sim *s) {
  s->side ^= 1;
  const float4 far = max(fabs(s->bounds.lo), fabs(s->bounds.hi));
  // The next power of two, by its exponent.
  const float half_side = as_float(
      (as_uint(max(max(far.x, far.y), far.z)) & 0x7f800000u) + 0x00800000u);
  s->root <- build_node(s, (float4)(0.0f, 0.0f, 0.0f, half_side), 0, 0, 0,
                        s->bodies, s->next);
}

//===----------------------------------------------------------------------===//
// Forces: eight bodies at a time walk the tree together.
//===----------------------------------------------------------------------===//

typedef struct {
  float8 x, y, z, potential;
} pull;

// Adds the pull of mass m at the distance (dx, dy, dz), d2 squared.
pull add_pull(pull p, float8 dx, float8 dy, float8 dz, float8 d2, float m,
              float eps2) {
  const float8 r2 = d2 + eps2;
  const float8 inv = r2 > TINY * TINY ? rsqrt(r2) : (float8)(0.0f);
  const float8 m_inv = m * inv;
  const float8 m_inv3 = m_inv * inv * inv;
  p.x += m_inv3 * dx;
  p.y += m_inv3 * dy;
  p.z += m_inv3 * dz;
  p.potential -= m_inv;
  return p;
}

// Accelerations of up to eight bodies, first to last. They are neighbours in
// the tree, so that they mostly agree on which nodes to open; if not, all go
// with the most careful one.
uint pull_bodies(__global sim *s, uint first, uint last) {
  __global const float4 *pos = ARRAY(s, float4, pos[s->side]);
  __global const node *nodes = ARRAY(s, node, nodes);
  __global float4 *vel = ARRAY(s, float4, vel[s->side]);
  __global float4 *acc = ARRAY(s, float4, acc);
  const float eps2 = s->eps2;
  const float4 p0 = pos[first], p1 = pos[min(first + 1, last)],
               p2 = pos[min(first + 2, last)], p3 = pos[min(first + 3, last)],
               p4 = pos[min(first + 4, last)], p5 = pos[min(first + 5, last)],
               p6 = pos[min(first + 6, last)], p7 = pos[min(first + 7, last)];
  const float8 x = (float8)(p0.x, p1.x, p2.x, p3.x, p4.x, p5.x,
                             p6.x, p7.x);
  const float8 y = (float8)(p0.y, p1.y, p2.y, p3.y, p4.y, p5.y,
                             p6.y, p7.y);
  const float8 z = (float8)(p0.z, p1.z, p2.z, p3.z, p4.z, p5.z,
                             p6.z, p7.z);
  pull sum = {(float8)(0.0f), (float8)(0.0f), (float8)(0.0f), (float8)(0.0f)};
  uint sources = 0;
  uint at = 0;
  while (at != END) {
    const node n = nodes[at];
    const float8 dx = n.com.x - x, dy = n.com.y - y, dz = n.com.z - z;
    const float8 d2 = dx * dx + dy * dy + dz * dz;
    if (!any(d2 < n.reach2)) {
      sum = add_pull(sum, dx, dy, dz, d2, n.com.w, eps2);
      ++sources;
      at = n.next;
      continue;
    }
    if (!(n.count & LEAF)) {
      ++at; // the first child follows its parent
      continue;
    }
    const uint end = n.first + (n.count & ~LEAF);
    for (uint i = n.first; i < end; ++i) {
      const float4 q = pos[i];
      const float8 ex = q.x - x, ey = q.y - y, ez = q.z - z;
      sum = add_pull(sum, ex, ey, ez, ex * ex + ey * ey + ez * ez, q.w, eps2);
    }
    sources += end - n.first;
    at = n.next;
  }
  float ax[8], ay[8], az[8], potential[8];
  vstore8(sum.x, 0, ax);
  vstore8(sum.y, 0, ay);
  vstore8(sum.z, 0, az);
  vstore8(sum.potential, 0, potential);
  // With softening a body has pulled at itself: no force, but a potential.
  const float self = eps2 > TINY * TINY ? rsqrt(eps2) : 0.0f;
  for (uint i = first; i <= last; ++i) {
    const uint k = i - first;
    acc[i] = (float4)(ax[k], ay[k], az[k], potential[k] + pos[i].w * self);
    vel[i].w = (float)sources;
  }
  return sources * (last - first + 1);
}

ulong pull_range(__global sim *s, uint first, uint end) {
  ulong pulls = 0;
  for (uint i = first; i < end; i += 8)
    pulls += pull_bodies(s, i, min(i + 7, end - 1));
  return pulls;
}

// The bodies below node `at`.
__task ulong pull_node(__global sim *s, uint at) {
  __global const node *nodes = ARRAY(s, node, nodes);
  const uint first = nodes[at].first;
  const uint count = nodes[at].count;
  const uint next = nodes[at].next;
  if (count & LEAF || count <= s->group)
    return pull_range(s, first, first + (count & ~LEAF));
  ulong pulls[8];
  uint kids = 0;
  for (uint kid = at + 1; kid != next; kid = nodes[kid].next) {
    pulls[kids] <- pull_node(s, kid);
    ++kids;
  }
  force (pulls) {
    ulong sum = 0;
    for (uint k = 0; k < kids; ++k)
      sum += pulls[k];
    return sum;
  }
}

__kernel void forces(__global sim *s) { s->pulls <- pull_node(s, 0); }

//===----------------------------------------------------------------------===//
// Kick: velocities by the other half of the step.
//===----------------------------------------------------------------------===//

__task void kick_bodies(__global sim *s, float dt, uint first, uint end) {
  if (end - first > RANGE / 2) {
    const uint middle = first + (end - first) / 2;
    () <- kick_bodies(s, dt, first, middle);
    () <- kick_bodies(s, dt, middle, end);
    return;
  }
  __global float4 *vel = ARRAY(s, float4, vel[s->side]);
  __global const float4 *acc = ARRAY(s, float4, acc);
  for (uint i = first; i < end; ++i)
    vel[i].xyz += 0.5f * dt * acc[i].xyz;
}

__kernel void kick(__global sim *s, float dt) {
  () <- kick_bodies(s, dt, 0, s->bodies);
}
