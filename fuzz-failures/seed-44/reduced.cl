// seed 44
struct p0_s13 { bool m0; };
struct p0_s14 { int m0; };
struct p0_s15 { float m0; } __attribute__((packed));
__constant uint p0_table[] = {2775206322u, 3472460900u, 2106960666u, 563241363u, 2509100053u, 3636105816u, 1095424841u, 101794111u, };
__constant uint p0_region[] = {8u, 16u, };
uint p0_child(__global uint *g, uint base, uint fuel, uint ordinal, uint word) {
  return fuel == 0 ? 0 : g[base + 8 + ordinal * p0_region[fuel - 1] + word];
}
__task uchar p0_f1(struct p0_s13 v0, uint fuel);
__task uchar p0_f1(struct p0_s13 v0, uint fuel) {
  return 0ul;
}
__kernel void p0_kernel(__global uint *g) {
  const uint fuel = 1;
  const uint base = ((uint)(get_global_id(0) - get_global_offset(0)) + (uint)get_global_size(0) * (uint)get_global_id(1)) * p0_region[fuel];
  () <- p0_f1((struct p0_s13){0u}, fuel - 1);
}
