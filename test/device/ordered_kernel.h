/*===- ordered_kernel.h - What an ordered kernel is passed ------*- C -*-===*
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===--------------------------------------------------------------------===*
 *
 * For ordered.cl, which is OpenCL C, and for ordered.c.
 */
#ifndef TASKLET_TEST_DEVICE_ORDERED_KERNEL_H
#define TASKLET_TEST_DEVICE_ORDERED_KERNEL_H

/* A place that there is not. */
#define NOWHERE (1u << 30)

typedef struct ordered_kernel {
  __global long *x;
  __global uint *at;
  __global uint *from; /* null: the kernel reads x[at[i]] alone */
  uint rounds;         /* of a loop in each slice */
  uint loops;          /* from this work-item on, there are too many rounds */
  uint loops_pass;     /* in this pass and later ones */
  uint adds;           /* 1: the kernel is x[at[i]] += 5 * i */
  uint contribution;   /* bytes of a payload: 0, 8 or 32 */
  uint destination;    /* likewise: 16, 4 or 0 */
} ordered_kernel;

#endif
