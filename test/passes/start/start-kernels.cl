// Every task that is defined and not static gets a kernel that spawns it once; a program
// without tasks, and an object, get none.
// RUN: rm -rf %t && split-file %s %t
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL1.2 -Xclang -disable-llvm-passes \
// RUN:   -S -emit-llvm %t/tasks.cl -o %t/tasks.ll
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-start-kernels,verify -S %t/tasks.ll \
// RUN:   | FileCheck %s
// RUN: %taskletc --emit=ll %t/tasks.cl -o %t/lowered.ll
// RUN: %opt -load-pass-plugin=%passes -passes=tkl-start-kernels -S %t/lowered.ll -o %t/again.ll
// RUN: grep -c "define.*@__tkl_start_" %t/again.ll | grep -x 4
// RUN: %taskletc --object --emit=ll %t/tasks.cl -o - | FileCheck --check-prefix=NONE %s
// RUN: %clang -fplugin=%plugin -target spir64 -cl-std=CL1.2 -S -emit-llvm %t/plain.cl -o - \
// RUN:   | FileCheck --check-prefix=NONE %s

// CHECK-NOT: @__tkl_start_hidden
// CHECK-NOT: @__tkl_start_elsewhere
//
// CHECK: define spir_kernel void @__tkl_start_scalar(i32 %0, i8 %1, {{i16 addrspace.1.\*|ptr addrspace.1.}} %2){{.*}} !kernel_arg_addr_space ![[SPACES:[0-9]+]] {{.*}}!kernel_arg_type ![[TYPES:[0-9]+]]
// CHECK: icmp eq {{i16 addrspace.1.\*|ptr addrspace.1.}} %2, null
// CHECK: %[[FLAG:[0-9]+]] = icmp ne i8 %1, 0
// CHECK: %[[R:[0-9]+]] = call spir_func signext i16 @scalar(i32 noundef %0, i1 noundef zeroext %[[FLAG]])
// CHECK: store i16 %[[R]], {{i16 addrspace.1.\*|ptr addrspace.1.}} %2
// CHECK: ret void
// CHECK: call spir_func signext i16 @scalar(
// CHECK: ret void
//
// CHECK: define spir_kernel void @__tkl_start_structure({{%struct.S\*|ptr}} byval(%struct.S) align 8 %0, {{%struct.S addrspace.1.\*|ptr addrspace.1.}} %1)
// CHECK: call spir_func void @structure({{%struct.S\*|ptr}} {{.*}}sret(%struct.S) {{.*}}%{{.*}}, {{%struct.S\*|ptr}} {{.*}}byval(%struct.S) align 8 %0)
// CHECK: call void @llvm.memcpy
//
// CHECK: define spir_kernel void @__tkl_start_nothing()
// CHECK: call spir_func void @nothing()
// CHECK-NEXT: ret void
//
// CHECK: define spir_kernel void @__tkl_start_three(<3 x float> %0, {{<4 x float> addrspace.1.\*|ptr addrspace.1.}} %1)
//
// CHECK: ![[SPACES]] = !{i32 0, i32 0, i32 1}
// CHECK: ![[TYPES]] = !{!"int", !"char", !"char*"}
// NONE-NOT: __tkl_start

//--- tasks.cl
typedef struct { long a; char b; } S;
__task int elsewhere(int n);
__task short scalar(int n, bool b) { return b ? n : -n; }
__task S structure(S s) { s.b++; return s; }
__task void nothing(void) {}
__task float3 three(float3 x) { return 2 * x; }
static __task int hidden(int n) { return n; }
__kernel void k(__global int *out) { out[0] <- hidden(3); }
//--- plain.cl
__kernel void k(__global int *out) { out[0] = 3; }
