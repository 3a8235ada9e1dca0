// A rule for make calls the result what it is called, so that build systems
// find it; with what make needs before blanks and the like.
// RUN: rm -rf %t && mkdir %t && cd %t && echo "" > "a b.h"
// RUN: %taskletc --object --depfile=%t/source.d -I %t -o "%t/the part.bc" %s
// RUN: FileCheck --check-prefix=SOURCE %s < %t/source.d
// SOURCE: {{.*}}/the\ part.bc:
// SOURCE: depfile.cl
// SOURCE: a\ b.h
// RUN: %taskletc --depfile=%t/link.d -o '$whole#.bc' "%t/the part.bc"
// RUN: FileCheck --check-prefix=LINK %s < %t/link.d
// LINK: {{^}}$$whole\#.bc: {{.*}}/the\ part.bc{{$}}
// RUN: %taskletc --depfile=%t/out.d -o - "%t/the part.bc" > %t/out.bc
// RUN: FileCheck --check-prefix=OUT %s < %t/out.d
// OUT: {{^}}program: {{.*}}/the\ part.bc{{$}}
#include "a b.h"
__kernel void k(__global int *out) { out[0] = 1; }
