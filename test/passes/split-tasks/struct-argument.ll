;; A structure passed by value is copied into the record, or into the arguments of
;; a task that runs next; a future of structure type has its slot in the frame.
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,verify,tkl-verify -S %s \
; RUN:   | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

%struct.Big = type { [3 x i64], i32 }
%struct.Pair = type { i32, float }

;; After an i8 at 0 the structure lies at 8, so that the record has it at 24 + 8.
; CHECK-LABEL: define spir_func i32 @user(
; CHECK: %big = alloca %struct.Big
; CHECK: [[RECORD:%.*]] = call spir_func ptr addrspace(1) @__tkl_spawn({{.*}}, ptr addrspace(1) {{%.*}})
; CHECK: [[C:%.*]] = getelementptr inbounds i8, ptr addrspace(1) [[RECORD]], i64 24
; CHECK: store i8 1, ptr addrspace(1) [[C]]
; CHECK: [[TO:%.*]] = getelementptr inbounds i8, ptr addrspace(1) [[RECORD]], i64 32
; CHECK: call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) {{.*}}[[TO]], ptr {{.*}}%big, i64 32, i1 false)
; CHECK: call spir_func void @__tkl_spawned(
;; What is changed afterwards is for the next spawn only.
; CHECK: call spir_func void @change(
; CHECK: [[ARGS:%.*]] = call spir_func ptr @tkl.args(
; CHECK: [[TO:%.*]] = getelementptr inbounds i8, ptr [[ARGS]], i64 8
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr {{.*}}[[TO]], ptr {{.*}}%big, i64 32, i1 false)
; CHECK: call spir_func void @__tkl_run_next(
; CHECK-LABEL: define internal spir_func i32 @user.force1(
; CHECK: getelementptr inbounds i8, ptr addrspace(1) {{%.*}}, i64 {{36|4$}}
; CHECK: [[SECOND:%.*]] = load float, ptr addrspace(1)
; CHECK: store float [[SECOND]],
define spir_func float @user() "tkl-task" {
entry:
  %big = alloca %struct.Big, align 8
  %p = alloca %struct.Pair, align 4
  call spir_func void @change(ptr %big)
  %dest = bitcast ptr %p to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @pair, ptr %dest, i8 1, ptr byval(%struct.Big) %big)
  call spir_func void @change(ptr %big)
  call void (ptr, ...) @tkl.spawn.detached(ptr @pair, i8 2, ptr byval(%struct.Big) %big)
  call void @tkl.force()
  %second = getelementptr inbounds %struct.Pair, ptr %p, i32 0, i32 1
  %value = load float, ptr %second, align 4
  ret float %value
}

declare spir_func void @change(ptr)
declare spir_func void @pair(ptr sret(%struct.Pair), i8, ptr byval(%struct.Big)) "tkl-task"

declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.spawn.detached(ptr, ...)
declare void @tkl.force()
