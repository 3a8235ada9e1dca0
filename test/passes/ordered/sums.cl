// Kernels that only add integers to what they monitor can run on copies of it.
// RUN: %taskletc --report=%t.txt -o %t.bc %s
// RUN: FileCheck %s --input-file=%t.txt
// RUN: %taskletc --emit=ll -o - %s | FileCheck %s --check-prefix=IR

typedef __global int *Ints;
typedef __global const int *Places;

// CHECK-LABEL: ordered kernel count
// CHECK: copies: it only adds integers
__kernel __ordered(x) void count(Ints x, Places at) {
  ++x[at[get_global_id(0)]];
}
// IR: inspectors\22:[\22levels\22,\22passes\22,\22tasks\22,\22bins\22,\22owners\22,\22copies\22]
// IR-SAME: \22sum_bytes\22:4

// CHECK-LABEL: ordered kernel differ
// CHECK: copies: it only adds integers
__kernel __ordered(x) void differ(__global ulong *x, Places at) {
  for (int i = 0; i < 4; ++i) {
    int place = at[4 * get_global_id(0) + i];
    if (place > 9)
      x[place] -= place;
  }
}

// CHECK-LABEL: ordered kernel real
// CHECK-NOT: copies
__kernel __ordered(x) void real(__global float *x, Places at) {
  x[at[get_global_id(0)]] += 1;
}

// CHECK-LABEL: ordered kernel takes
// CHECK-NOT: copies
__kernel __ordered(x) void takes(Ints x, Places at, Ints ticket) {
  ticket[get_global_id(0)] = x[at[get_global_id(0)]]++;
}

// What is added to the second is lost if both are one.
// CHECK-LABEL: ordered kernel two
// CHECK-NOT: copies
__kernel __ordered(x) void two(Ints x, Places at) {
  int i = get_global_id(0), old = x[at[i]];
  x[at[i + 1]] += 1;
  x[at[i]] = old + 1;
}

// CHECK-LABEL: ordered kernel either
// CHECK-NOT: copies
__kernel __ordered(x, y) void either(Ints x, Ints y, Places at) {
  int i = get_global_id(0);
  x[at[i]] += 1;
  y[at[i]] += 1;
}

// Such sums may lie across words, and copies are added word by word.
struct __attribute__((packed)) five {
  uchar c;
  int n;
};
// CHECK-LABEL: ordered kernel across
// CHECK-NOT: copies
__kernel __ordered(x) void across(__global struct five *x) {
  x[get_global_id(0) % 3].n += 100;
}
