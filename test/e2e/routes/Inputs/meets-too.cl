// Tasks, and lanes that work together, in one program.
__task int same(int v) { return v; }

__kernel void spawns(__global int *out, int n) {
  out[get_global_id(0)] <- same(n);
}

__kernel void meets(__global int *out, int n) {
  everywhere {
    out[get_global_id(0)] = n;
  }
}

__kernel void races(__global int *out, int n) {
  int i = get_global_id(0);
  everywhere {
    out[0] = i * n;
  }
}

__kernel void plain(__global int *out, int n) { out[0] = n; }
