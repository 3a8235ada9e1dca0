// What runs on a device is not checked or traced as C or as text: taskletc says
// so, before it calls clang, and writes nothing.
//
// RUN: rm -f %t
// RUN: not %taskletc --elide --check=races %s -o %t 2>&1 | FileCheck %s --check-prefix=ELIDE --implicit-check-not=error:
// RUN: not %taskletc --check=stack --elide %s -o %t 2>&1 | FileCheck %s --check-prefix=STACK
// RUN: not %taskletc -E --check=races %s -o %t 2>&1 | FileCheck %s --check-prefix=TEXT --implicit-check-not=error:
// RUN: not %taskletc --trace -E %s -o %t 2>&1 | FileCheck %s --check-prefix=TRACE
// RUN: sh -c '"$@"; test $? = 2' sh %taskletc --elide --check=races %s
// RUN: sh -c '"$@"; test $? = 2' sh %taskletc -E --check=stack %s
// RUN: not test -e %t
//
// ELIDE: taskletc: error: --elide makes C for the host, which gcc, clang and their sanitizers check; leave '--check=races' out
// STACK: taskletc: error: --elide makes C for the host, which gcc, clang and their sanitizers check; leave '--check=stack' out
// TEXT: taskletc: error: -E makes no program; give '--check=races' when what it makes is compiled
// TRACE: taskletc: error: -E makes no program; give '--trace' when what it makes is compiled
//
// What only the device needs to know does no harm.
// RUN: %taskletc -E --most-work-items=64 %s | FileCheck %s --check-prefix=KERNEL
// RUN: %taskletc --elide --most-work-items=64 %s -o %t
// KERNEL: __kernel void k(
__kernel void k(__global int *o) { *o = 1; }
