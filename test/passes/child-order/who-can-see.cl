// Children keep their order where somebody can see it: where one of two writes
// what others see, and the other one writes or reads it.
// RUN: %clang -fplugin=%plugin -target spir64 -O1 -S -emit-llvm -w %s -o - \
// RUN:     -Xclang -disable-llvm-passes \
// RUN:   | %opt -load-pass-plugin=%passes -passes=tkl-prepare,tkl-child-order,verify -S \
// RUN:   | FileCheck %s

// Nobody can see them: they compute, and read constant memory.
// CHECK: @plus({{.*}} #[[UNSEEN:[0-9]+]]
__task int plus(int a, int b) { return a + b; }
__constant int table[4] = {1, 2, 3, 4};
// CHECK: @look_up({{.*}} #[[UNSEEN]]
__task int look_up(int i) { int two[2] = {i, table[i & 3]}; return two[i & 1]; }
// CHECK: @both({{.*}} #[[UNSEEN]]
__task int both(int n) {
  int a, b;
  a <- plus(n, 1);
  b <- look_up(n);
  force (a, b) { return native_sin((float)a) + b; }
}

// CHECK: @reads({{.*}} #[[PLAIN:[0-9]+]]
__task int reads(__global const int *p) { return *p; }
// CHECK: @writes({{.*}} #[[PLAIN]]
__task int writes(__global int *p) { return *p = 1; }
// CHECK: @counts({{.*}} #[[PLAIN]]
__task int counts(__global int *p) { return atomic_inc(p); }
void helper(__global int *p) { *p = 7; }
// CHECK: @calls({{.*}} #[[PLAIN]]
__task int calls(__global int *p) { helper(p); return 0; }

// Readers may change places.
// CHECK: @two_readers({{.*}} #[[PLAIN]]
__task int two_readers(__global int *p) {
  int a, b;
  a <- reads(p);
  b <- reads(p);
  force (a, b) { return a + b; }
}
// One child at a time.
// CHECK: @one_writer({{.*}} #[[PLAIN]]
__task int one_writer(__global int *p, int n) {
  int a, sum = 0;
  for (int i = 0; i < n; ++i) {
    a <- writes(p);
    force (a);
    sum += a;
  }
  return sum;
}
// A writer beside children that nobody can see.
// CHECK: @beside_unseen({{.*}} #[[PLAIN]]
__task int beside_unseen(__global int *p) {
  int a, b;
  a <- writes(p);
  b <- plus(1, 2);
  force (a, b) { return a + b; }
}

// CHECK: @two_writers({{.*}} #[[ORDER:[0-9]+]]
__task int two_writers(__global int *p) {
  int a, b;
  a <- writes(p);
  b <- counts(p);
  force (a, b) { return a + b; }
}
// CHECK: @reader_after_writer({{.*}} #[[ORDER]]
__task int reader_after_writer(__global int *p) {
  int a, b;
  a <- calls(p);
  b <- reads(p);
  force (a, b) { return a + b; }
}
// CHECK: @in_a_loop({{.*}} #[[ORDER]]
__task void in_a_loop(__global int *p, int n) {
  for (int i = 0; i < n; ++i)
    () <- writes(p + i);
}
// The result is what others see.
// CHECK: @into_memory({{.*}} #[[ORDER]]
__task void into_memory(__global int *p, int n) {
  p[n] <- plus(1, 1);
  p[0] <- plus(2, 2);
}
// A force of the one leaves the other outstanding.
// CHECK: @joins_one({{.*}} #[[GROUPS:[0-9]+]]
__task int joins_one(__global int *p) {
  int a, b, c;
  a <- writes(p);
  b <- plus(1, 2);
  force (b);
  c <- writes(p);
  force (a, c) { return a + b + c; }
}
// CHECK-DAG: attributes #[[UNSEEN]] = { {{.*}}"tkl-unseen"
// CHECK-DAG: attributes #[[ORDER]] = { {{.*}}"tkl-in-order"
// CHECK-DAG: attributes #[[GROUPS]] = { {{.*}}"tkl-groups"="4" "tkl-in-order"
// CHECK-NOT: attributes #[[PLAIN]] = { {{.*}}"tkl-in-order"
