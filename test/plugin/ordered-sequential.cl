// What an ordered kernel gets that cannot be inspected: which access is the
// reason, on what it depends, and what would help.
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -O2 -c -emit-llvm \
// RUN:   -Rpass=tkl-none -Xclang -verify -o %t.bc %s
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL2.0 -O0 -c -emit-llvm \
// RUN:   -g -Xclang -verify -o %t.bc %s
// The same command gives the program as without the warning.
// RUN: %taskletc -cl-std=CL2.0 -Wno-tasklet-ordered-sequential %s -o %t.a.bc \
// RUN:   2>&1 | count 0
// RUN: %taskletc -cl-std=CL2.0 %s -o %t.b.bc 2> /dev/null
// RUN: cmp %t.a.bc %t.b.bc

//===----------------------------------------------------------------------===//
// Accepted: none of these gets a warning
//===----------------------------------------------------------------------===//

__kernel __ordered(x) void nothing(__global int *x) {}

// A branch on written memory: both sides count, also with loops in them.
__kernel __ordered(x) void branches(__global int *x, __global const int *at,
                                    int n) {
  int i = get_global_id(0);
  if (x[i] > 0)
    x[at[i]] += 1;
  else
    for (int k = 0; k < n; ++k)
      x[at[i + k]] -= 1;
}

__kernel __ordered(x) void loops(__global int *x, __global const int *row,
                                 __global const int *at) {
  int i = get_global_id(0), sum = 0;
  for (int k = row[i]; k < row[i + 1]; ++k)
    sum += x[at[k]];
  x[i] = sum;
}

// The end of such a loop is read before it.
__kernel __ordered(x) void rows(__global int *x, __global const int *row,
                                __global const int *at) {
  int i = get_global_id(0);
  if (x[i] > 0) {
    int end = row[i + 1];
    for (int k = row[i]; k < end; ++k)
      x[at[k]] += 1;
  }
}

// Such a value decides no access.
__kernel __ordered(x) void values(__global int *x, int n) {
  int i = get_global_id(0), k = x[i];
  while (k > 1)
    k = k % 2 ? 3 * k + 1 : k / 2;
  x[i] = k + atomic_inc(&x[n]);
}

// No address of a monitored access.
__kernel __ordered(x) void others(__global int *x, __global int *y) {
  y[x[get_global_id(0)]] = 1;
}

//===----------------------------------------------------------------------===//
// Each reason
//===----------------------------------------------------------------------===//

int far(__global int *where);

__kernel __ordered(x) void call(__global int *x) {
  // expected-warning@+2 {{in 'call': the work-items run one after the other: it is not known which memory this call uses [-Wtasklet-ordered-sequential]}}
  // expected-note@+1 {{define the function in this program, or access the memory without it}}
  x[0] = far(x);
}

__kernel __ordered(x) void pointer(__global int *x, ulong at) {
  // expected-warning@+2 {{in 'pointer': the work-items run one after the other: it is not known which parameter this pointer comes from [-Wtasklet-ordered-sequential]}}
  // expected-note@+1 {{pass the memory as a parameter of the kernel, and compute the pointer from that parameter}}
  x[0] = *(__global int *)at;
}

__kernel __ordered(x) void mixed(__global int *x, int n) {
  int own = 0;
  int *to = n > 3 ? &own : (int *)&x[n];
  // expected-warning@+2 {{in 'mixed': the work-items run one after the other: it is not known whether this pointer leads to private memory [-Wtasklet-ordered-sequential]}}
  // expected-note@+1 {{use one pointer for private memory and another one for memory of a parameter}}
  *to = n;
  x[0] = own;
}

__kernel __ordered(x) void address(__global int *x) {
  int i = get_global_id(0);
  // expected-warning@+2 {{in 'address': the work-items run one after the other: the address of this access depends on memory that the kernel writes [-Wtasklet-ordered-sequential]}}
  // expected-note@+1 {{it depends on what is read here from 'x', which the kernel writes; read it from a buffer that the kernel does not write, such as a copy made before}}
  x[x[i]] += 1;
}

__kernel __ordered(x) void size(__global int *x, __global const int *y) {
  int i = get_global_id(0);
  // expected-warning@+2 {{in 'size': the work-items run one after the other: the size of this access depends on memory that the kernel writes [-Wtasklet-ordered-sequential]}}
  // expected-note@+1 {{it depends on what is read here from 'x'}}
  __builtin_memcpy(x + i, y + i, x[i] & 7);
}

__kernel __ordered(x) void read(__global int *x, __global const int *y) {
  int i = get_global_id(0);
  // expected-warning@+2 {{in 'read': the work-items run one after the other: this access decides about others, and its address depends on memory that the kernel writes [-Wtasklet-ordered-sequential]}}
  // expected-note@+1 {{it depends on what is read here from 'x'}}
  x[y[x[i]]] = 1;
}

__kernel __ordered(x) void often(__global int *x, int n) {
  int i = get_global_id(0);
  // expected-note@+1 {{it depends on what is read here from 'x'}}
  while (x[i] > 0)
    // expected-warning@-1 {{in 'often': the work-items run one after the other: how often this access is made depends on memory that the kernel writes [-Wtasklet-ordered-sequential]}}
    // expected-note@-2 {{run the loop a number of times that is known before, and decide in its body; or split the kernel in two}}
    --x[i];
}

__kernel __ordered(x) void shared(__global int *x, __global const int *y) {
  int i = get_global_id(0);
  // expected-note@+1 {{it depends on what is read here from 'x'}}
  if (x[i] > 0 || y[i] > 0)
    // expected-warning@+2 {{in 'shared': the work-items run one after the other: whether this access is made depends on memory that the kernel writes, by branches with code in common [-Wtasklet-ordered-sequential]}}
    // expected-note@+1 {{give each branch its own code, as with nested 'if'; or compute the whole condition first, with '&' and '|'}}
    x[i + 1] = 0;
}

__kernel __ordered(x) void endless(__global int *x, __global const int *y) {
  int i = get_global_id(0), k = i;
  // expected-note@+1 {{it depends on what is read here from 'x'}}
  if (x[i] > 0)
    while (y[k] > 0)
      // expected-warning@+2 {{in 'endless': the work-items run one after the other: whether this access is made depends on memory that the kernel writes, and a loop around it may have no end where it is not made [-Wtasklet-ordered-sequential]}}
      // expected-note@+1 {{run the loop a number of times that is known before it; read its end into a variable first}}
      x[k++] = 0;
}

// A loop with two entries is none that LLVM knows.
__kernel __ordered(x) void entered(__global int *x, __global const int *y) {
  int i = get_global_id(0), k = y[i];
  // expected-note@+1 {{it depends on what is read here from 'x'}}
  if (x[i] > 0) {
    if (y[i] & 1)
      goto Second;
  First:
    // expected-warning@+2 {{in 'entered': the work-items run one after the other: whether this access is made depends on memory that the kernel writes, and a loop around it may have no end where it is not made [-Wtasklet-ordered-sequential]}}
    // expected-note@+1 {{run the loop a number of times that is known before it; read its end into a variable first}}
    x[k] = 1;
  Second:
    x[k + 1] = 3;
    k += y[i];
    if (k != 20)
      goto First;
  }
}

__kernel __ordered(x) void harmful(__global int *x, __global const int *y) {
  int i = get_global_id(0);
  // expected-note@+1 {{it depends on what is read here from 'x'}}
  if (x[i] > 0)
    // expected-warning@+2 {{in 'harmful': the work-items run one after the other: whether this access is made depends on memory that the kernel writes, and it may fail where it is not made [-Wtasklet-ordered-sequential]}}
    // expected-note@+1 {{make this access before the branch, where it is always made}}
    x[vload2(i, y).x] = 0;
}

// Nothing says that these coordinates are inside of the image. It always has a
// size.
__kernel __ordered(x) void outside(__global int *x, read_only image2d_t y) {
  int i = get_global_id(0);
  // expected-note@+1 {{it depends on what is read here from 'x'}}
  if (x[i] > 0)
    // expected-warning@+2 {{in 'outside': the work-items run one after the other: whether this access is made depends on memory that the kernel writes, and it may fail where it is not made [-Wtasklet-ordered-sequential]}}
    // expected-note@+1 {{make this access before the branch, where it is always made}}
    x[read_imagei(y, (int2)(i, 1 << 20)).x] = 0;
}

__kernel __ordered(x) void width(__global int *x, read_only image2d_t y) {
  int i = get_global_id(0);
  if (x[i] > 0)
    x[get_image_width(y)] = 0;
}

//===----------------------------------------------------------------------===//
// Each kind of value
//===----------------------------------------------------------------------===//

__kernel __ordered(x, y) void atomic(__global int *x, __global int *y) {
  // expected-warning@+3 {{in 'atomic': the work-items run one after the other: the address of this access depends}}
  // expected-note@+2 {{it depends on the result of this atomic operation; compute such numbers in a kernel of their own, and read them here}}
  // expected-note@+1 {{if no two work-items conflict there, leave 'y' out of '__ordered'}}
  y[atomic_inc(x)] = 1;
}

__global int count;
__kernel __ordered(x) void variable(__global int *x) {
  // expected-warning@+2 {{in 'variable': the work-items run one after the other: the address of this access depends}}
  // expected-note@+1 {{it depends on a variable at program scope that the kernel writes; give the kernel a copy of it as a parameter}}
  x[count] = 1;
  count = 3;
}

__kernel __ordered(x) void printed(__global int *x) {
  // expected-warning@+2 {{in 'printed': the work-items run one after the other: the address of this access depends}}
  // expected-note@+1 {{it depends on the result of 'printf', which is not ordered}}
  x[printf("x")] = 1;
}

__kernel __ordered(x) void parts(__global float *x) {
  // expected-warning@+2 {{in 'parts': the work-items run one after the other: the address of this access depends}}
  // expected-note@+1 {{it depends on the result of a function that writes to memory of a parameter; let it write to a private variable instead}}
  x[(int)modf(3.5f, x)] = 1;
}

__kernel __ordered void either(__global int *x, __global int *y, int n) {
  __global int *z = n > 2 ? x : y;
  // expected-warning@+3 {{in 'either': the work-items run one after the other: the address of this access depends}}
  // expected-note@+2 {{it depends on what is read here from 'x' or 'y', which the kernel writes}}
  // expected-note@+1 {{if no two work-items conflict there, leave 'y' out of '__ordered'}}
  y[z[0]] = 1;
  *z = 3;
}

// In a function that the kernel calls. A macro has the place of its use.
int at(__global int *y, int i) {
  return y[i]; // expected-note {{it depends on what is read here from 'x'}}
}
#define PUT(where) x[where] = 1
__kernel __ordered(x) void helper(__global int *x) {
  PUT(at(x, 3)); // expected-warning {{in 'helper': the work-items run one after the other}}
}
