// A function has join groups if a force may leave a child outstanding.
// RUN: %clang -fplugin=%plugin -target spir64 -O1 -S -emit-llvm -w %s -o - \
// RUN:     -Xclang -disable-llvm-passes \
// RUN:   | %opt -load-pass-plugin=%passes -passes=tkl-prepare,verify -S \
// RUN:   | FileCheck %s

__task int f(int n) { return n; }

// Everything is named.
// CHECK: @every({{.*}} #[[PLAIN:[0-9]+]]
// CHECK-NOT: !tkl.group
// CHECK: call void @tkl.force(){{( #[0-9]+)?(, !dbg ![0-9]+)?(, !srcloc ![0-9]+)?$}}
__task int every(int n) {
  int a, b;
  a <- f(n);
  b <- f(n + 1);
  force (a, b) { return a + b; }
}

// CHECK: @one_of_two({{.*}} #[[THREE:[0-9]+]]
// CHECK: = alloca i32, align 4, !tkl.group ![[A:[0-9]+]]
// CHECK: = alloca i32, align 4, !tkl.group ![[B:[0-9]+]]
// CHECK: call void @tkl.force(){{.*}}!tkl.awaits ![[ONLY_B:[0-9]+]]
// CHECK: call void @tkl.force(){{.*}}!tkl.awaits ![[B]]
__task int one_of_two(int n) {
  int a, b;
  a <- f(n);
  b <- f(n + 1);
  force (b);
  force (a) { return a + b; }
}

// A child whose result goes nowhere is in group 0.
// CHECK: @beside_detached({{.*}} #[[TWO:[0-9]+]]
__task int beside_detached(int n) {
  int a;
  () <- f(n);
  a <- f(n);
  force (a) { return a; }
}

// Nothing can be outstanding any more, or nothing yet.
// CHECK: @in_turn({{.*}} #[[PLAIN]]
__task int in_turn(int n) {
  int a, b;
  a <- f(n);
  force (a);
  b <- f(a);
  force (b);
  () <- f(a);
  force ();
  return a + b;
}
// CHECK: @last_is_left({{.*}} #[[PLAIN]]
__task int last_is_left(int n) {
  int a;
  a <- f(n);
  force (a);
  () <- f(a);
  return a;
}

// CHECK-DAG: attributes #[[TWO]] = { {{.*}}"tkl-groups"="2"
// CHECK-DAG: attributes #[[THREE]] = { {{.*}}"tkl-groups"="3"
// CHECK-DAG: ![[A]] = !{i64 1}
// CHECK-DAG: ![[B]] = !{i64 2}
// CHECK-DAG: ![[ONLY_B]] = !{i64 4}
