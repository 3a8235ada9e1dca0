// seed 1548
struct p0_s13 { float m0; };
struct p0_s14 { uint8 m0; int m1; };
struct p0_s15 { uint m0; long m1; int m2; uint m3; };
__constant uint p0_table[] = {3199873466u, 2932656688u, 884539755u, 1548222895u, 1744149310u, 1241983009u, 332955517u, 3591221317u, };
__constant uint p0_region[] = {8u, 16u, 24u, 32u, 40u, 48u, };
uint p0_child(__global uint *g, uint base, uint fuel, uint ordinal, uint word) {
  return fuel == 0 ? 0 : g[base + 8 + ordinal * p0_region[fuel - 1] + word];
}
__task void p0_f2(uint fuel);
__task void p0_f3(uint fuel, uint v0, uint v1);
ulong p0_f0(char v0) {
  if ((uint)(v0)) {
    switch ((uint)(((uint)((ulong)(v0)) / ((uint)((uint)(v0)) | 1))) % 2) {
    case 0: {
      v0 += ((uint)((uint)(((uint)((uint)(v0)) != (uint)((uint)(v0))))) / ((uint)(((uint)((uint)(v0)) - (uint)((uint)(v0)))) | 1));
    }
    default: {
      {
        char *p = (((uint)(v0) ? (uint)((uint)(v0)) : (uint)((uint)(v0)))) ? &v0 : &v0;
        *p += ((uint)(2702371011831255565ul) << ((uint)((uint)(v0)) & 31));
      }
    }
    }
  } else {
    for (uint v1 = 0; v1 < 3; ++v1) {
    }
    char v2 = ((uint)(((uint)((uint)(v0)) % ((uint)((uint)(v0)) | 1))) % ((uint)(((uint)(0u) | (uint)(4096u))) | 1));
  }
  return rotate((ulong)(((ulong)(((ulong)((ulong)(v0)) * (ulong)(12227930410871341909ul))) ^ (ulong)(467ul))), (ulong)(2ul));
}
__task void p0_f2(uint fuel) {
  if (!(91u))
    goto skip0;
  {
    switch ((uint)(((uint)((ulong)(((ulong)(2ul) != (ulong)(12803840650424932490ul)))) / ((uint)((uint)(fuel)) | 1))) % 3) {
    case 0: {
    }
    case 1: {
    } break;
    default: {
    }
    }
    long v0 = (-(ulong)(((ulong)(563u) & (ulong)(3ul))));
  }
  skip0:;
  float v1 = (float)(ushort)(524287u);
  if ((uint)((int)v1)) {
    if (!(((uint)((uint)((int)v1)) ^ (uint)(((uint)((int)v1) ? (uint)((uint)((int)v1)) : (uint)((uint)((int)v1)))))))
      goto skip1;
    {
    }
    skip1:;
    uint v2 = (uint)((uint)(p0_f0((ulong)((int)v1)))) % 2;
    while (v2-- != 0) {
    }
  }
  if ((uint)(!((uint)(fuel)))) {
    return;
  }
  if ((uint)(p0_f0((uint)(((uint)((uint)((int)v1)) != (uint)(134217728u)))))) {
  } else {
    if ((ulong)((int)v1)) {
      () <- p0_f3(fuel - 1, (uint)(p0_table[(uint)(((uint)(0ul) < (uint)((uint)((int)v1)))) % 8]), (uint)(((uint)((67u ? (uint)((uint)((int)v1)) : (uint)((uint)((int)v1)))) && (uint)((uint)(p0_f0((ulong)((int)v1)))))));
      force () {
        for (uint v3 = 0; v3 < 4; ++v3) {
          ushort v4 = ((uint)((uint)(p0_f0(3u))) + (uint)((uint)(((uint)(2u) < (uint)((uint)(v3))))));
          () <- p0_f2(fuel - 1);
        }
        for (uint v5 = 0; v5 < 1; ++v5) {
          if ((uint)(v5)) {
          } else {
            () <- p0_f3(fuel - 1, (uint)((int)v1), ((uint)(((uint)(v5) ? (uint)(1048576u) : (uint)((uint)((int)v1)))) ^ (uint)(((uint)(v5) ? (uint)((uint)((int)v1)) : (uint)((uint)(fuel))))));
          }
          v1 = (float)(ushort)(((uint)(((uint)((uint)((int)v1)) / ((uint)(0u) | 1))) ^ (uint)((uint)((int)v1))));
        }
        v1 = (float)(ushort)(rotate((ulong)(((ulong)(((ulong)(((ulong)(((ulong)(3ul) * (ulong)(5ul))) ^ (ulong)((ulong)((int)v1)))) * (ulong)(11000298839072270117ul))) + (ulong)(2097151u))), (ulong)(2ul)));
        return;
      }
    }
  }
  () <- p0_f3(fuel - 1, rotate((ulong)(((ulong)(((ulong)(((ulong)(((ulong)((ulong)(((ulong)((ulong)((int)v1)) != (ulong)((ulong)((int)v1))))) * (ulong)(1ul))) ^ (ulong)((uint)((int)v1)))) * (ulong)(1ul))) + (ulong)((uint)((int)v1)))), (ulong)(10515375401896403823ul)), (uint)(p0_f0(((uint)((uint)((int)v1)) << ((uint)((uint)((int)v1)) & 31)))));
  force () {
  }
}
__task void p0_f3(uint fuel, uint v0, uint v1) {
  for (uint v2 = 0; v2 < 4; ++v2) {
    uint v3 = (uint)((uint)(p0_f0((uint)(v2)))) % 4;
    while (v3-- != 0) {
      {
        uint *p = ((uint)(v2)) ? &v0 : &v1;
        *p ^= (uint)(((uint)((uint)(v2)) || (uint)((uint)(v2))));
      }
      {
        uint *p = (min((uint)((uint)(v1)), (uint)((uint)(v2)))) ? &v1 : &v0;
        *p += (uint)(p0_f0((uint)(v1)));
      }
    }
  }
  for (uint v4 = 0; v4 < 2; ++v4) {
    {
      uint *p = &v0;
      *p ^= (uint)(((uint)((ulong)(v4)) && (uint)((uint)(v0))));
    }
  }
  if ((uint)(!((uint)(fuel)))) {
    return;
  }
  if (!((uint)(p0_table[(uint)(((uint)((ulong)(v1)) && (uint)(249549637u))) % 8])))
    goto skip2;
  {
    if ((uint)(p0_table[(uint)(((uint)((uint)(v0)) == (uint)((uint)(v0)))) % 8])) {
    } else {
      v1 += (uint)(p0_f0((uint)(v1)));
    }
    force () {
      if (!((uint)(((uint)((uint)(v1)) && (uint)(rotate((uint)((uint)(v0)), (uint)((uint)(v1))))))))
        goto skip3;
      {
        v1 -= (((uint)((uint)(v0)) - (uint)(4194304u)) ? (uint)(popcount((uint)(2u))) : (uint)(((uint)((uint)(v1)) & (uint)((uint)(v1)))));
        () <- p0_f2(fuel - 1);
      }
      skip3:;
      if (min((uint)((uint)(((uint)((uint)(v1)) || (uint)(285022556u)))), (uint)((uint)(v1)))) {
        if ((uint)(((uint)((ulong)(v0)) == (uint)((uint)(p0_table[(uint)(v1) % 8]))))) {
          ulong v5[4] = {(ulong)(v1), (ulong)(p0_table[(uint)(v0) % 8]), (ulong)(p0_f0((ulong)(v0))), ((ulong)((ulong)(v1)) | (ulong)(0ul))};
          () <- p0_f2(fuel - 1);
          return;
        }
        return;
      }
      ushort v6 = (uint)(v0);
      float v7 = (float)(ushort)(0u);
      if ((uint)(p0_f0((ulong)((int)v7)))) {
      } else {
        if (max((ulong)((ulong)(p0_f0((ulong)(v1)))), (ulong)((ulong)(v1)))) {
        } else {
          v6 += (uint)(((uint)(((uint)((uint)(v1)) << ((uint)(679u) & 31))) == (uint)((uint)(((uint)((uint)(v1)) && (uint)((uint)((int)v7)))))));
        }
      }
      force () {
        if ((uint)(p0_table[((uint)((uint)(v1)) >> ((uint)((uint)(v6)) & 31)) % 8])) {
          () <- p0_f2(fuel - 1);
          force () {
            () <- p0_f3(fuel - 1, (uint)(p0_table[(uint)(p0_table[(uint)((int)v7) % 8]) % 8]), 3520221919u);
            return;
          }
        }
        () <- p0_f2(fuel - 1);
        force () {
          return;
        }
      }
    }
  }
  skip2:;
  return;
}
__kernel void p0_kernel(__global uint *g, uint v0) {
  const uint fuel = 5;
  const uint base = ((uint)(get_global_id(0) - get_global_offset(0)) + (uint)get_global_size(0) * (uint)get_global_id(1)) * p0_region[fuel];
  uint v1[3] = {(uint)(v0), (uint)(((uint)((uint)(v0)) < (uint)((uint)(v0)))), ((uint)((uint)(v0)) - (uint)((uint)(v0)))};
  for (uint v2 = 0; v2 < 4; ++v2) {
    () <- p0_f3(fuel - 1, min((uint)(((uint)(v2) ? (uint)((uint)(v2)) : (uint)((uint)(v2)))), (uint)(max((uint)(131071u), (uint)((uint)(v2))))), rotate((ulong)(((ulong)(((ulong)(((ulong)(((ulong)((ulong)(v0)) * (ulong)(569ul))) ^ (ulong)((uint)(v2)))) * (ulong)(9ul))) ^ (ulong)((ulong)(v1[1])))), (ulong)(68719476735ul)));
  }
  if (min((uint)(((uint)((uint)(g[base + 3])) << ((uint)((uint)(v0)) & 31))), (uint)(((uint)((uint)(g[base + 5])) | (uint)((uint)(v0)))))) {
    for (uint v3 = 0; v3 < 2; ++v3) {
      {
        uint *p = (((uint)((uint)(v0)) >> ((uint)((uint)(g[base + 4])) & 31))) ? &v0 : &v0;
        *p += ((uint)((uint)(v3)) << ((uint)((uint)(fuel)) & 31));
      }
      {
        uint *p = &v0;
        *p += (uint)(p0_table[(uint)(v0) % 8]);
      }
    }
    if ((-(uint)((uint)(p0_f0((ulong)(v0)))))) {
      int v4 = (~(uint)(((uint)(1208969180u) >> ((uint)((uint)(v0)) & 31))));
      {
        uint *p = &v0;
        *p += (uint)(v0);
      }
    }
  } else {
    v0 *= (uint)(p0_f0((uint)(v1[((uint)(v0)) % 3])));
    if ((ulong)(v0)) {
    } else {
      {
        uint *p = (((uint)(v1[2]) ? (uint)((uint)(v0)) : (uint)((uint)(v0)))) ? &v0 : &v1[((uint)(v1[((uint)(v0)) % 3])) % 3];
        *p ^= (uint)(p0_table[(uint)(v1[0]) % 8]);
      }
    }
  }
  if ((uint)(((uint)((uint)(get_group_id(1))) != (uint)((uint)(get_local_id(0)))))) {
    force (v1) {
      g[base + 1] = rotate((ulong)(((ulong)(((ulong)(((ulong)((ulong)(v1[((uint)(v1[1])) % 3])) + (ulong)((ulong)(get_local_id(1))))) * (ulong)(549755813887ul))) + (ulong)((ulong)(v1[1])))), (ulong)(255ul));
      g[base + 3] = rotate((ulong)(((ulong)(((ulong)(((ulong)(((ulong)(((uint)(v1[1]) ? (ulong)((ulong)(v0)) : (ulong)((ulong)(fuel)))) * (ulong)(1ul))) ^ (ulong)(3u))) * (ulong)(4611686018427387905ul))) + (ulong)((ulong)(v1[1])))), (ulong)(3ul));
    }
  } else {
    if ((ulong)(p0_f0((uint)(p0_f0((uint)(v0)))))) {
      force () {
        uint v5 = (uint)(((uint)((uint)(v0)) << ((uint)(3u) & 31))) % 4;
        while (v5-- != 0) {
          short v6 = rotate((uint)((uint)(((uint)((uint)(get_group_id(0))) && (uint)(535u)))), (uint)(((uint)((uint)(v0)) * (uint)((uint)(v0)))));
          g[base + 2] = rotate((ulong)(((ulong)(((ulong)(((ulong)(((ulong)((ulong)(v5)) * (ulong)(3ul))) + (ulong)(8796093022208ul))) * (ulong)(1ul))) + (ulong)((ulong)(v5)))), (ulong)(801ul));
          () <- p0_f2(fuel - 1);
        }
        g[base + 3] = rotate((ulong)(((ulong)(((ulong)(((ulong)((uint)(g[base + 2])) * (ulong)((ulong)(v0)))) * (ulong)(1ul))) + (ulong)(778714970u))), (ulong)(188ul));
        g[base + 0] = rotate((ulong)(((ulong)(((ulong)(((ulong)(((ulong)((ulong)(p0_table[(uint)(v0) % 8])) * (ulong)(63ul))) ^ (ulong)((uint)(get_group_id(0))))) * (ulong)(536870911ul))) + (ulong)((ulong)(get_work_dim())))), (ulong)(18250342083605814613ul));
      }
    } else {
      g[base + 3] ^= rotate((ulong)(((ulong)(((ulong)((ulong)(((ulong)((ulong)(v0)) < (ulong)((ulong)(v0))))) * (ulong)(288230376151711745ul))) ^ (ulong)((uint)(v0)))), (ulong)(3ul));
    }
  }
  for (uint v7 = 0; v7 < 2; ++v7) {
    struct p0_s15 v8[2] = {{(uint)(v0), 921u, (uint)(v0), (uint)(g[base + 7])}, {(uint)(v0), (uint)(v7), 214u, (uint)(v0)}};
  }
  force (v1) {
    () <- p0_f2(fuel - 1);
  }
}
