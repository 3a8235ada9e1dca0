// What work-items find on a device with sub-groups of a certain order; see
// libtasklet/host/compile/WarpOrder.cpp, whose program this stands for. Of 16 in linear
// order, or of 32 that follow rows.
#ifdef ORDER_rows
#define WIDTH 32
#define ROW get_local_size(0)
#else
#define WIDTH 16
#define ROW items
#endif

typedef struct { uint lane, size, index, most; ulong first, mask; } word;

__kernel void probe(__global word *out) {
  uint items = get_local_size(0) * get_local_size(1) * get_local_size(2);
  uint item = (get_local_id(2) * get_local_size(1) + get_local_id(1)) *
                  get_local_size(0) + get_local_id(0);
  uint row = ROW, start = item / row * row;
  uint lane = (item - start) % WIDTH, first = item - lane;
  out += get_group_id(0) * items + item;
  out->lane = lane;
  out->size = min((uint)WIDTH, min(items, start + row) - first);
  out->index = item / row * ((row + WIDTH - 1) / WIDTH) + (item - start) / WIDTH;
  out->most = WIDTH;
  out->first = first;
  out->mask = 0;
  for (uint i = 0; i < out->size; ++i)
    out->mask |= (ulong)((first + i) % 3 != 1) << i;
}
