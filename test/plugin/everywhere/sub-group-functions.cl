// Bodies have every sub-group function for every type, as Clang's own header
// declares them for devices that have all extensions: the same names in the IR.
// RUN: %clang -target spir64 -cl-std=CL2.0 -DBODY= -S -emit-llvm -o %t.own %s
// RUN: grep -o '^declare.*sub_group[^(]*([^)]*)' %t.own | sort > %t.expected
// RUN: %clang -target spir64 -cl-std=CL1.2 -DBODY=everywhere \
// RUN:   -fplugin=%plugin -Xclang -cl-ext=-all,+cl_khr_fp64,+cl_khr_fp16 \
// RUN:   -Xclang -disable-llvm-passes -S -emit-llvm -o %t.everywhere %s
// RUN: grep -o '^declare.*sub_group[^(]*([^)]*)' %t.everywhere | sort > %t.ours
// RUN: diff %t.expected %t.ours
// RUN: FileCheck --input-file=%t.everywhere %s
// They must stay where all lanes come to them.
// CHECK: declare {{.*}}@_Z17sub_group_shuffleij(i32 noundef, i32 noundef) #[[N:[0-9]+]]
// CHECK: attributes #[[N]] = { convergent

#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define VECTORS(f, T) f(T##2) f(T##3) f(T##4) f(T##8) f(T##16)
#define SCALARS(f) f(char) f(uchar) f(short) f(ushort) f(int) f(uint) f(long) \
  f(ulong) f(float) f(double) f(half)
#define EACH(f) SCALARS(f) VECTORS(f, char) VECTORS(f, uchar) \
  VECTORS(f, short) VECTORS(f, ushort) VECTORS(f, int) VECTORS(f, uint) \
  VECTORS(f, long) VECTORS(f, ulong) VECTORS(f, float) VECTORS(f, double) \
  VECTORS(f, half)

#define CALL(T, call) { volatile __global T *p = (volatile __global T *)memory; T v = *p; *p = call; }
#define WITH_VECTORS(T) CALL(T, sub_group_broadcast(v, 0u)) \
  CALL(T, sub_group_non_uniform_broadcast(v, 0u))
#define FOLDS(T, fold) CALL(T, fold##_add(v)) CALL(T, fold##_min(v)) \
  CALL(T, fold##_max(v))
#define INTEGERS(f) f(char) f(uchar) f(short) f(ushort) f(int) f(uint) f(long) \
  f(ulong)
#define EACH_FOLD(f) f(sub_group_non_uniform_reduce, (v)) \
  f(sub_group_non_uniform_scan_inclusive, (v)) \
  f(sub_group_non_uniform_scan_exclusive, (v)) \
  f(sub_group_clustered_reduce, (v, 4u))
#define OF_SCALARS(fold, args) CALL(U, fold##_add args) \
  CALL(U, fold##_min args) CALL(U, fold##_max args) CALL(U, fold##_mul args)
#define OF_INTEGERS(fold, args) CALL(U, fold##_and args) \
  CALL(U, fold##_or args) CALL(U, fold##_xor args)
#define LOGICAL(fold, args) CALL(int, fold##_logical_and args) \
  CALL(int, fold##_logical_or args) CALL(int, fold##_logical_xor args)
#define MORE_SCALARS(T) { typedef T U; EACH_FOLD(OF_SCALARS) } \
  CALL(T, sub_group_clustered_rotate(v, 1, 4u))
#define MORE_INTEGERS(T) { typedef T U; EACH_FOLD(OF_INTEGERS) }
#define WITH_SCALARS(T) CALL(T, sub_group_broadcast_first(v)) \
  CALL(T, sub_group_shuffle(v, 0u)) CALL(T, sub_group_shuffle_xor(v, 0u)) \
  CALL(T, sub_group_shuffle_up(v, 0u)) CALL(T, sub_group_shuffle_down(v, 0u)) \
  CALL(T, sub_group_rotate(v, 1)) \
  *result += sub_group_non_uniform_all_equal(*(__global T *)memory); \
  FOLDS(T, sub_group_reduce) FOLDS(T, sub_group_scan_inclusive) \
  FOLDS(T, sub_group_scan_exclusive)

kernel void k(global char *memory, volatile global uint *result) {
  BODY {
    EACH(WITH_VECTORS)
    SCALARS(WITH_SCALARS)
    SCALARS(MORE_SCALARS)
    INTEGERS(MORE_INTEGERS)
    EACH_FOLD(LOGICAL)
    *result += get_sub_group_size() + get_max_sub_group_size() +
               get_num_sub_groups() + get_enqueued_num_sub_groups() +
               get_sub_group_id() + get_sub_group_local_id();
    uint4 ballot = sub_group_ballot(*result & 1);
    ballot ^= get_sub_group_eq_mask() ^ get_sub_group_ge_mask() ^
              get_sub_group_gt_mask() ^ get_sub_group_le_mask() ^
              get_sub_group_lt_mask();
    *result += sub_group_inverse_ballot(ballot) +
               sub_group_ballot_bit_extract(ballot, 1u) +
               sub_group_ballot_bit_count(ballot) +
               sub_group_ballot_inclusive_scan(ballot) +
               sub_group_ballot_exclusive_scan(ballot) +
               sub_group_ballot_find_lsb(ballot) +
               sub_group_ballot_find_msb(ballot);
    *result += sub_group_any(1) + sub_group_all(1) + sub_group_elect() +
               sub_group_non_uniform_any(1) + sub_group_non_uniform_all(1);
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  }
}
