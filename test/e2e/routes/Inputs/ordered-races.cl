// A variable of the program is no parameter, so it cannot be monitored.
__global int last;

__kernel __ordered(out) void ordered(__global int *out, int n) {
  out[get_global_id(0)] = n * 3;
  last = get_global_id(0);
}
