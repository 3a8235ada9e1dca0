// The version of the driver's own compiler.
__kernel void version(__global int *out, int n) { out[0] = __clang_major__; }
