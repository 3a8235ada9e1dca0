// Each way to run or inspect work-items is a loop in a function of its own, and a
// kernel has those that a command can come to.
// RUN: %clang -fplugin=%plugin -target spir64 -O1 -Xclang -disable-llvm-passes \
// RUN:   -S -emit-llvm -o %t.ll %s
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-ordered,tkl-verify -S %t.ll \
// RUN:   -o %t.out.ll
// RUN: sed -n 's/^define .*@\([a-z_]*\.[a-z_.]*\)(.*/FUNCTION \1 /p' %t.out.ll \
// RUN:   | grep -v '\.\(slice\|body\)' | sort > %t.names
// RUN: FileCheck %s --check-prefix=NAMES < %t.names
// RUN: FileCheck %s < %t.out.ll
// RUN: FileCheck %s --check-prefix=PROMISE < %t.out.ll
// CHECK-NOT: __tkl_order_own_
// What a loop does itself is no access of the kernel, in which races are looked for.
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-ordered -tkl-check=races -S \
// RUN:   %t.ll | FileCheck %s --check-prefix=RACES
// RACES: attributes {{.*alwaysinline.*tkl-order-body}}
// RACES-NOT: attributes {{.*noinline.*tkl-order-body}}

// NAMES-NOT: FUNCTION
// NAMES: FUNCTION adds.apart{{ }}
// NAMES-NEXT: FUNCTION adds.apply{{ }}
// NAMES-NEXT: FUNCTION adds.apply_payloads{{ }}
// NAMES-NEXT: FUNCTION adds.bins{{ }}
// NAMES-NEXT: FUNCTION adds.chain_levels{{ }}
// NAMES-NEXT: FUNCTION adds.check{{ }}
// NAMES-NEXT: FUNCTION adds.copied{{ }}
// NAMES-NEXT: FUNCTION adds.cut{{ }}
// NAMES-NEXT: FUNCTION adds.extents{{ }}
// NAMES-NEXT: FUNCTION adds.fetch{{ }}
// NAMES-NEXT: FUNCTION adds.fetch_ranks{{ }}
// NAMES-NEXT: FUNCTION adds.level{{ }}
// NAMES-NEXT: FUNCTION adds.levels{{ }}
// NAMES-NEXT: FUNCTION adds.link{{ }}
// NAMES-NEXT: FUNCTION adds.listed{{ }}
// NAMES-NEXT: FUNCTION adds.measure{{ }}
// NAMES-NEXT: FUNCTION adds.measure_streams{{ }}
// NAMES-NEXT: FUNCTION adds.minima{{ }}
// NAMES-NEXT: FUNCTION adds.narrow{{ }}
// NAMES-NEXT: FUNCTION adds.owned.partly{{ }}
// NAMES-NEXT: FUNCTION adds.pack.slots{{ }}
// NAMES-NEXT: FUNCTION adds.pack_payloads{{ }}
// NAMES-NEXT: FUNCTION adds.partly{{ }}
// NAMES-NEXT: FUNCTION adds.rank_levels{{ }}
// NAMES-NEXT: FUNCTION adds.rows{{ }}
// NAMES-NEXT: FUNCTION adds.sample{{ }}
// NAMES-NEXT: FUNCTION adds.stream{{ }}
// NAMES-NEXT: FUNCTION adds.streamed{{ }}
// NAMES-NEXT: FUNCTION adds.whole.levels{{ }}
// NAMES-NEXT: FUNCTION adds.write_streams{{ }}
__kernel __ordered(x) void adds(__global int *x, __global const int *at) {
  size_t i = get_global_id(0);
  x[at[i]] += 3;
}
// The loop has the parameters of the kernel, and computes as it does.
// CHECK-DAG: define internal spir_func void @adds.rows({{.*addrspace.1.*addrspace.1.*addrspace.1.*}}) {{.*}}[[OWN:#[0-9]+]] {
// CHECK-DAG: attributes [[OWN]] = { {{.*}}noinline

// It uses more memory than the kernel.
// PROMISE-NOT: attributes {{.*(readnone|memory\().*tkl-ordered}}
// NAMES: FUNCTION alone.rows
__kernel __ordered(x) __attribute__((const)) void alone(__global int *x) {}

// What x holds decides where it is written: this runs in order.
// NAMES-NEXT: FUNCTION follows.rows
// NAMES-NOT: FUNCTION
__kernel __ordered(x) void follows(__global int *x) {
  x[x[get_global_id(0)]] = 1;
}
