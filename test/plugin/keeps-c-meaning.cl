// What looks like one of the additions and is none, is compiled as C. The IR is
// that of the plain compiler; names of the additions are free to use.
// RUN: %clang -fplugin=%plugin -target spir64 -w -S -emit-llvm \
// RUN:   -Xclang -disable-llvm-passes -o - %s | FileCheck %s
// RUN: %clang -target spir64 -w -S -emit-llvm \
// RUN:   -Xclang -disable-llvm-passes -o %t.without.ll %s
// RUN: %clang -fplugin=%plugin -target spir64 -w -S -emit-llvm \
// RUN:   -Xclang -disable-llvm-passes -o %t.with.ll %s
// RUN: diff %t.without.ll %t.with.ll
// CHECK-NOT: __tkl
// CHECK-NOT: llvm.assume

#define LESS <
#define MINUS -
#define LT_NEG(a, b) ((a) <-(b))

int helper(int a);
int force(int x);
__constant int task = 0 ? 1 : 2;

int comparisons(int a, int b, int *p) {
  int x, i = 3;
  if (a <-b)
    return 1;
  for (; i <-3; ++i)
    ;
  for (i = 0; i <-3, i < 4; ++i)
    ;
  while (a <-b)
    --a;
  do
    ++a;
  while (a <-1);
  switch (a <-b) {
  case 1 <-2:
    return 7;
  default:
    break;
  }
  x = a <-b;
  x = (a <-b);
  x += a <-b ? 1 : 2;
  helper(a <-b);
  p[a <-b] = 1;
  a <-b ? helper(1) : helper(2);
  a <-b && helper(3);
  a <-b || helper(4);
  a <-b, helper(5);
  a + b <-helper(6), x = 1;
  x = 1, a <-b;
  helper(7) <-a;
  a * b <-helper(8), x = 2;
  a < -b;
  a < - b;
  a LESS-b;
  a <MINUS b;
  a LESS MINUS b;
  a <
    -b;
  a </**/-b;
  a <--b;
  LT_NEG(a, b);
  -a <-b;
  !a <-b;
  a++ <-b;
  3 <-b;
  sizeof a <-b;
  (void)(a <-b);
  (a <-b);
  x = ({ int t = a <-b; t; });
  int y = a <-b, z[] = {a <-b, b};
  struct {
    int m[3 <-4 ? 1 : 2];
  } s;
  s.m[0] = 0;
  return a <-b;
}

int force(int x) { return x; }

int use_force(int x) {
  int a = force(x);
  force(x);
  if (force(x)) {
    a = 1;
  }
  while (force(x)) {
    x = 0;
  }
  force(force(x));
  {
    int force = 3;
    force = 4;
    force++;
    a = force * (2);
    {
      a = force;
    }
  }
  a = force(1); { a = 2; }
  return a + force(x);
}

int declares_force(int x) {
  int force(int);
  return force(x);
}

int use_task(int x) {
  int a = task;
  {
    int task = 3;
    task = 4;
    task++;
    task <-a, a = 1;
  }
task:
  if (x--)
    goto task;
  {
    typedef struct {
      int task;
    } task;
    task t = {3};
    task *p = &t, u;
    u.task = p->task;
    const task v = u;
    a += t.task + v.task;
  }
  return a + task;
}

struct task {
  int task;
};
struct task task_of(struct task task) { return task; }
