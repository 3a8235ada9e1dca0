//===- fft.cl - Fourier transforms and convolution ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Complex numbers are float2. Decimation in time: the transforms of the even
// and of the odd elements are made side by side, and then put together in
// strips.
//
//===----------------------------------------------------------------------===//

typedef float2 complex;
typedef enum { FORWARD = -1, INVERSE = 1 } direction;

#define STRIP 32u
#define MULTIPLY(a, b)                                                         \
  ((complex)((a).x * (b).x - (a).y * (b).y, (a).x * (b).y + (a).y * (b).x))

complex root_of_unity(direction d, uint k, uint n) {
  const float turn = 2.0f * (float)k / (float)n;
  return (complex)(cospi(turn), d * sinpi(turn));
}

// Four elements at a time, without multiplications.
void transform_four(__global const complex *in, uint stride,
                    __global complex *out, direction d) {
  const complex a = in[0] + in[2 * stride], b = in[0] - in[2 * stride];
  const complex c = in[stride] + in[3 * stride];
  const complex e = in[stride] - in[3 * stride];
  const complex rotated = (complex)(-d * e.y, d * e.x);
  out[0] = a + c;
  out[1] = b + rotated;
  out[2] = a - c;
  out[3] = b - rotated;
}

__task void butterflies(__global complex *out, uint n, uint from, uint to,
                        direction d) {
  for (uint k = from; k < to; ++k) {
    const complex odd = MULTIPLY(root_of_unity(d, k, n), out[k + n / 2]);
    const complex even = out[k];
    out[k] = even + odd;
    out[k + n / 2] = even - odd;
  }
}

__task void transform(__global const complex *in, uint stride,
                      __global complex *out, uint n, direction d) {
  if (n == 4) {
    transform_four(in, stride, out, d);
    return;
  }
  if (n == 2) {
    out[0] = in[0] + in[stride];
    out[1] = in[0] - in[stride];
    return;
  }
  () <- transform(in, 2 * stride, out, n / 2, d);
  () <- transform(in + stride, 2 * stride, out + n / 2, n / 2, d);
  force () {
    for (uint from = 0; from < n / 2; from += STRIP)
      () <- butterflies(out, n, from, min(from + STRIP, n / 2), d);
    force () {}
  }
}

// The inverse transform does not divide by its size, so this does.
__task void multiply_spectra(__global complex *a, __global const complex *b,
                             uint count, float scale) {
  for (uint k = 0; k < count; ++k)
    a[k] = scale * MULTIPLY(a[k], b[k]);
}

// a * b, cyclic; the spectra need 2 n elements of scratch memory.
__task void convolve(__global const complex *a, __global const complex *b,
                     uint n, __global complex *scratch, __global complex *out) {
  __global complex *spectrum[2] = {scratch, scratch + n};
  () <- transform(a, 1, spectrum[0], n, FORWARD);
  () <- transform(b, 1, spectrum[1], n, FORWARD);
  force () {
    for (uint from = 0; from < n; from += STRIP)
      () <- multiply_spectra(spectrum[0] + from, spectrum[1] + from,
                             min(STRIP, n - from), 1.0f / (float)n);
    force () { () <- transform(spectrum[0], 1, out, n, INVERSE); }
  }
}

__kernel void transform_all(__global const complex *in, __global complex *out,
                            uint n) {
  const size_t first = get_global_id(0) * n;
  () <- transform(in + first, 1, out + first, n, FORWARD);
}

__kernel void convolve_pair(__global const complex *a,
                            __global const complex *b, uint n,
                            __global complex *scratch, __global complex *out) {
  () <- convolve(a, b, n, scratch, out);
}
