;; The manifest tells the host what docs/abi.md, section 4, says: sizes, and for each
;; kernel that spawns where the hidden argument is and what one work-item takes. A
;; kernel that spawns nothing needs its mode only. The file has what the module has.
; RUN: rm -f %t.json
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,tkl-dispatch,tkl-manifest \
; RUN:   -tkl-manifest=%t.json -S %s | FileCheck --check-prefix=MODULE %s
; RUN: FileCheck %s < %t.json
; RUN: %opt -load-pass-plugin=%passes -passes=tkl-split-tasks,tkl-dispatch \
; RUN:   -S %s | FileCheck --check-prefix=MODULE %s

; CHECK: {"abi":9,"chunk_size":16384,"kernels":[
; CHECK-SAME: {"mode":"plain","name":"plain"},
;; Two records of 32 bytes; parameters 1 and 3 are in constant and global memory.
; CHECK-SAME: {"buffers":[1,3],"hidden_arg":4,"mode":"tasks","name":"spawns","root_bytes":64},
;; One record, and a frame: header 32, slot 4, %out 8, to a multiple of 16.
; CHECK-SAME: {"buffers":[0],"hidden_arg":1,"mode":"tasks","name":"forces","root_bytes":80},
; CHECK-SAME: {"buffers":[],"hidden_arg":0,"mode":"tasks","name":"alone","root_bytes":32}
; CHECK-SAME: ],"quirks":["bit-loads","builtin-names","calls-of-256","kernel-copies","local-addresses","printf-functions","switch-defaults"],
; CHECK-SAME: "record_size":32,"target":"spir","tasklets":true,"team_lanes":1}
; MODULE: !tkl.manifest = !{![[TEXT:[0-9]+]]}
; MODULE: ![[TEXT]] = !{!"{\22abi\22:9,\22chunk_size\22:16384,\22kernels\22:[
; MODULE-SAME: {\22mode\22:\22plain\22,\22name\22:\22plain\22},
; MODULE-SAME: {\22buffers\22:[1,3],\22hidden_arg\22:4,\22mode\22:\22tasks\22,\22name\22:\22spawns\22,\22root_bytes\22:64},
; MODULE-SAME: {\22buffers\22:[0],\22hidden_arg\22:1,\22mode\22:\22tasks\22,\22name\22:\22forces\22,\22root_bytes\22:80},
; MODULE-SAME: {\22buffers\22:[],\22hidden_arg\22:0,\22mode\22:\22tasks\22,\22name\22:\22alone\22,\22root_bytes\22:32}
; MODULE-SAME: ],\22quirks\22:[\22bit-loads\22,\22builtin-names\22,\22calls-of-256\22,\22kernel-copies\22,\22local-addresses\22,\22printf-functions\22,\22switch-defaults\22],
; MODULE-SAME: \22record_size\22:32,\22target\22:\22spir\22,\22tasklets\22:true,\22team_lanes\22:1}"}

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64"

define spir_kernel void @spawns(i32 %n, ptr addrspace(2) %table, ptr addrspace(3) %scratch, ptr addrspace(1) %out) {
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i32 %n)
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i32 2)
  ret void
}

define spir_kernel void @plain() {
  ret void
}

define spir_kernel void @forces(ptr addrspace(1) %out) {
  %x = alloca i32, align 4
  %dest = bitcast ptr %x to ptr
  call void (ptr, ptr, ...) @tkl.spawn.private(ptr @work, ptr %dest, i32 1)
  call void @tkl.force()
  %value = load i32, ptr %x, align 4
  store i32 %value, ptr addrspace(1) %out, align 4
  ret void
}

define spir_kernel void @alone() {
  call void (ptr, ...) @tkl.spawn.detached(ptr @work, i32 3)
  ret void
}

define spir_func i32 @work(i32 %n) "tkl-task" {
  ret i32 %n
}

declare void @tkl.spawn.private(ptr, ptr, ...)
declare void @tkl.spawn.detached(ptr, ...)
declare void @tkl.force()
