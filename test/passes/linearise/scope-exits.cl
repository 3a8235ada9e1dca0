// A jump out of a scope with variables goes its own way: nothing is left of the
// variable in which clang remembers where jumps lead, nor of its switches.
// Whether clang keeps names of values makes no difference.
// RUN: %clang -target spir64 -O1 -fdiscard-value-names -fplugin=%plugin -Xclang -disable-llvm-passes -S -emit-llvm -o %t.ll %s
// RUN: FileCheck --check-prefix=CLANG --input-file=%t.ll %s
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-linearise,verify,tkl-verify -tkl-lane-loops=0 -S %t.ll | FileCheck %s
// RUN: %clang -target spir64 -O1 -fno-discard-value-names -fplugin=%plugin -Xclang -disable-llvm-passes -S -emit-llvm -o %t.ll %s
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-linearise,verify,tkl-verify -tkl-lane-loops=0 -S %t.ll | FileCheck %s

// CLANG-LABEL: define {{.*}}@jumps(
// CLANG-COUNT-3: switch i32
// CHECK-LABEL: define {{.*}}@jumps(
// CHECK-NOT: switch i32
// CHECK: switch i32 {{.*}}, label %through [
// CHECK-NOT: switch i32
// CHECK: {{^}}}
__kernel void jumps(__global int *out, int n) {
  for (int i = 0; i < n; ++i) {
    int d = out[i];
    if (d == 0)
      continue;
    int e = d + 1;
    if (d == 1)
      break;
    if (e == 3)
      return;
    everywhere {
      for (int j = 0; j < 4; ++j) {
        int e = j + n;
        if (e)
          continue;
        out[j] = e;
      }
    }
  }
}

// The scope of a function with a result may end where it returns.
static int result(int n, __global int *out) {
  int r = n;
  everywhere {
    {
      int d = n;
      if (n == 1) {
      } else {
        int e = d;
        out[e] = 0;
        goto end;
      }
      out[d] += 1;
    }
  end:;
  }
  return r;
}
// CHECK-LABEL: define {{.*}}@returns(
// CHECK-NOT: switch i32
// CHECK: switch i32 {{.*}}, label %through [
// CHECK-NOT: switch i32
// CHECK: {{^}}}
__kernel void returns(__global int *out, int n) { *out = result(n, out); }

// A variable of the program stays one, though only switches read it: the body
// changes that of every lane.
// CHECK-LABEL: define {{.*}}@variable(
// CHECK: store i32 7, {{i32\*|ptr}} %[[MODE:[^,]+]],
// CHECK: %[[NOW:.*]] = load i32, {{i32\*|ptr}} %[[MODE]],
// CHECK: switch i32 %[[NOW]],
__kernel void variable(__global int *out, int n) {
  int mode;
  if (n)
    mode = 1;
  else
    mode = 2;
  everywhere { mode = 7; }
  switch (mode) {
  case 1:
    out[0] = 1;
    break;
  case 7:
    out[0] = 7;
    break;
  default:
    __builtin_unreachable();
  }
}

// So do jumps of functions that are called in a body, and code that is never
// reached does not make meetings depend on a condition.
static int rounds(int n) {
  while (n != 0) {
    int d = n--;
    if (d == 7)
      __builtin_unreachable();
    return get_sub_group_size() + d;
  }
  return 0;
}
// CHECK-LABEL: define {{.*}}@calls(
// CHECK-NOT: switch i32
// CHECK: switch i32 {{.*}}, label %through [
// CHECK-NOT: switch i32
// CHECK: {{^}}}
__kernel void calls(__global int *out, int n) {
  everywhere {
    out[0] = rounds(n);
    everywhere { out[1] = sub_group_reduce_add(n); }
  }
}

// Nobody comes to a label that is not used. So clang's switch behind it stands
// in a block of its own, and all that is left for it to do is what cannot be.
// CHECK-LABEL: define {{.*}}@label(
// CHECK-NOT: switch i32
// CHECK: switch i32 {{.*}}, label %through [
// CHECK-NOT: switch i32
// CHECK-NOT: unreachable
// CHECK: {{^}}}
__kernel void label(__global int *out, int n) {
  if (0) {
    everywhere {
      do {
        int d = --n;
        {
          int e = d;
          if (e) {
          } else {
            break;
          }
          continue;
        }
      unused:;
      } while (n != 0);
      out[0] = n;
    }
  }
  out[1] = n;
}
