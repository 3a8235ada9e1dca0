// seed 44
struct p0_s13 { bool m0; };
struct p0_s14 { int m0; };
struct p0_s15 { float m0; } __attribute__((packed));
__constant uint p0_table[] = {2775206322u, 3472460900u, 2106960666u, 563241363u, 2509100053u, 3636105816u, 1095424841u, 101794111u, };
__constant uint p0_region[] = {8u, 16u, 24u, 32u, 40u, };
uint p0_child(__global uint *g, uint base, uint fuel, uint ordinal, uint word) {
  return fuel == 0 ? 0 : g[base + 8 + ordinal * p0_region[fuel - 1] + word];
}
__task uchar p0_f1(struct p0_s13 v0, uint fuel);
__task uchar p0_f1(struct p0_s13 v0, uint fuel) {
  if ((ulong)(((ulong)((ulong)(((ulong)((ulong)(v0.m0)) || (ulong)(4876169029920660399ul)))) < (ulong)((ulong)(p0_table[65536u % 8]))))) {
  }
  if ((uint)(!((uint)(fuel)))) {
    return rotate((ulong)(((ulong)(((ulong)((4158352883u ? (ulong)((ulong)(v0.m0)) : (ulong)((ulong)(v0.m0)))) * (ulong)(1ul))) ^ (ulong)((uint)(v0.m0)))), (ulong)(737ul));
  }
  v0.m0 <- p0_f1((struct p0_s13){(uint)(v0.m0)}, fuel - 1);
  short v1[4] = {((uint)(512u) / ((uint)(3u) | 1)), ((uint)((uint)(fuel)) - (uint)(380u)), ((uint)(1u) * (uint)((uint)(fuel))), 312u};
  v1[((uint)(v1[2])) % 4] <- p0_f1((struct p0_s13){(uint)(v1[1])}, fuel - 1);
  uint v2 = 511u;
  uchar v3;
  v3 <- p0_f1((struct p0_s13){1910533769u}, fuel - 1);
  return rotate((ulong)(((ulong)(((ulong)(rotate((ulong)((ulong)(fuel)), (ulong)((ulong)(v2)))) * (ulong)(7957156534149066909ul))) + (ulong)(0u))), (ulong)(8589934592ul));
}
__kernel void p0_kernel(__global uint *g) {
  const uint fuel = 4;
  const uint base = ((uint)(get_global_id(0) - get_global_offset(0)) + (uint)get_global_size(0) * (uint)get_global_id(1)) * p0_region[fuel];
  struct p0_s14 v0 = (struct p0_s14){(~(uint)(592u))};
  () <- p0_f1((struct p0_s13){(uint)(((uint)((uint)(get_local_id(0))) || (uint)(268435455u)))}, fuel - 1);
  return;
}
